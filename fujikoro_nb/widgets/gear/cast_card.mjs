// A character's card for a first evening: figure and colour, what it begins with, what is different, each with its rule.
import { make, ruleLink, symbol } from "../base/dom.mjs";

// A samurai's figure in its seat's colour, with the colour's name for who cannot see it.
export const figure = (colour, say, size = "c32") => make(`span.fk-figure.fk-tone-${colour || "none"}`, {}, symbol("samurai", { size, label: colour ? say(`colour-${colour}`) : "" }));

export function castCard(one, say) {
  const rule = (id) => ruleLink(id, say);
  const line = ({ text, rule: id }) => make("li", {}, text, " ", rule(id));
  return make("div.fk-cast-card", { "data-cast": one.id },
    make("p.fk-cast-head", {}, make(`span.fk-figure.fk-tone-${one.colour}`, {}, symbol("samurai", { size: "c44" })), make("span", {}, make("b", {}, one.name), make("small.mut", {}, say("cast-colour", { colour: one.colour_name })))),
    make("b.small", {}, say("cast-begins")), make("ul", {}, line(one.kit)),
    make("b.small", {}, say("cast-different")), make("ul", {}, one.lines.map(line)),
    one.more.length ? make("p.fk-cast-more", {}, make("b.small", {}, say("cast-more")), " ", one.more.map(rule)) : null);
}

// Closed: who it is and what is different in a line. `opened` remembers what somebody reads where all is drawn anew.
export function castFolded(one, say, { key, isNamed = true, opened = new Set() }) {
  const which = `${key} ${one.id}`;
  const card = make("details.fk-cast", { "data-part": "cast", open: opened.has(which) },
    make("summary", { "data-key": key }, make("span", {}, isNamed ? make("b", {}, `${one.name}. `) : null, one.note)),
    castCard(one, say));
  card.addEventListener("toggle", () => (card.open ? opened.add(which) : opened.delete(which)));
  return card;
}

// All of them, to be looked up.
export function castList(cast, say) {
  return make("ul.fk-cast-list", {}, cast.map((one) => make("li", {}, castFolded(one, say, { key: `cast-${one.id}` }))));
}

// Who is played at which seat of the start panel. `state.cast` holds a name a seat, none for boards that are all alike.
// The engine says whether that can be played; `refused()` is what it said of the choice that stands there.
export function castChoice(state, say, { table, send, draw }) {
  const opened = new Set();
  const known = () => table().cast;
  const chosen = () => (state.hasCast ? state.players.map((_, seat) => state.cast[seat] ?? "") : []);
  const of = (seat) => (state.hasCast ? known().find(({ id }) => id === state.cast[seat]) : undefined);

  // Whoever has none gets the first that nobody plays.
  function fill() {
    state.players.forEach((_, seat) => { state.cast[seat] ??= known().find(({ id }) => !state.cast.includes(id))?.id ?? ""; });
  }

  let asked = "";
  function ask() {
    if (state.hasCast) fill();
    const wish = { mode: state.mode, characters: chosen(), scenario: state.scenario };
    const key = JSON.stringify(wish);
    if (key === asked || (!asked && !state.hasCast)) return;
    asked = key;
    if (state.hasCast) send("cast", wish);
  }

  const refused = () => (state.hasCast && table().cast_asked.join() === chosen().join() ? table().cast_refused : null);

  // Whom a bot would play it gives up for one's own; what a person has chosen nobody takes away.
  function take(seat, value) {
    const bot = state.players.findIndex((player, other) => other !== seat && player !== "person" && value && state.cast[other] === value);
    if (bot >= 0) state.cast[bot] = state.cast[seat] || undefined;
    state.cast[seat] = value;
    draw();
  }

  function picker(seat, select) {
    const choices = [{ id: "", name: say("cast-nobody") }, ...known()];
    return select(`cast-${seat}`, say("cast-who", { n: seat + 1 }), state.cast[seat], choices, (value) => take(seat, value));
  }

  const note = (seat) => (of(seat) ? castFolded(of(seat), say, { key: `cast-card-${seat}`, isNamed: false, opened }) : null);
  const about = () => (state.hasCast ? make("p.mut.small", {}, say("cast-with-about")) : null);
  return { ask, chosen, of, refused, picker, note, about };
}
