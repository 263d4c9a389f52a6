// Before a small game: which one, who plays, what is agreed, and the last game to go on with.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { languageButtons } from "../base/language_choice.mjs";
import { button, fromLink, placeForPhones, redraw, toPlace } from "../base/page_parts.mjs";
import { deckPart, refusedPart } from "./small_parts.mjs";

const LETTERS = 40000; // of one part of a file
const MOST_FILE_PARTS = 390;
const TOURNAMENTS = [1, 2, 3, 5];

/**
 * @param {Model} model
 * @param {Say} say
 * @param {{send: (act: string, fields?: any) => void, kept: () => string}} how
 */
export function smallStart(model, say, { send, kept }) {
  const element = make("section.fk-small-start", { "data-part": "start" });
  /** @type {{game: string, players: string[], names: string[], agreed: Record<string, string>, rulings: Record<string, string>, isBarred: boolean, open: Record<string, boolean>}} */
  const state = { game: "", players: [], names: [], agreed: {}, rulings: {}, isBarred: false, open: {} };
  const game = () => model.get("offered").find(({ id }) => id === state.game) ?? model.get("offered")[0];

  function setGame(id) {
    state.game = id;
    state.agreed = {};
    state.rulings = {};
    setCount(game().usual);
  }

  // The first seat is a person's, the others play as the best bot there is, until somebody says otherwise.
  function setCount(count) {
    state.isBarred = false;
    const known = game().players.map(({ id }) => id);
    const usual = known.includes("heuristic") ? "heuristic" : known[known.length - 1];
    state.players = Array.from({ length: count }, (_, seat) => (known.includes(state.players[seat]) ? state.players[seat] : seat ? usual : "person"));
  }

  const nameOf = (seat) => (state.players[seat] === "person" ? say("seat", { n: seat + 1 }) : say("bot-name", { n: seat + 1 }));

  function seatRow(seat) {
    const name = make("input", { type: "text", maxlength: 30, "data-key": `name-${seat}`, "aria-label": say("name-of", { n: seat + 1 }), placeholder: nameOf(seat), value: state.names[seat] ?? "", autocomplete: "off", oninput: (event) => { state.names[seat] = event.target.value; } });
    const who = make("select", { "data-key": `player-${seat}`, "aria-label": say("player-of", { n: seat + 1 }), onchange: (event) => { state.players[seat] = event.target.value; draw(); } }, game().players.map(({ id, name: called }) => make("option", { value: id, selected: id === state.players[seat] }, called)));
    return make("li", {}, name, who);
  }

  function variantRow({ id, name, about }) {
    if (id === "tournaments") return make("label.fk-small-field", {}, make("span", {}, make("b", {}, name), make("small.mut", {}, about)), make("select", { "data-key": `variant-${id}`, onchange: (event) => { setVariant(id, event.target.value); } },
      make("option", { value: "" }, say("tournaments-free")), TOURNAMENTS.map((n) => make("option", { value: String(n), selected: state.agreed[id] === String(n) }, say("tournaments-of", { n })))));
    return make("label.fk-small-check", {}, make("input", { type: "checkbox", "data-key": `variant-${id}`, checked: id in state.agreed, onchange: (event) => { setVariant(id, event.target.checked ? "on" : ""); } }), make("span", {}, make("b", {}, name), make("small.mut", {}, about)));
  }

  function setVariant(id, value) {
    if (value) state.agreed[id] = value;
    else delete state.agreed[id];
    chosenAnew();
  }

  // What was refused is no more what is chosen.
  function chosenAnew() {
    if (!state.isBarred) return;
    state.isBarred = false;
    draw();
  }

  function switchRow({ rule, title, readings }) {
    const chosen = state.rulings[rule] ?? readings[0].id;
    const choose = (id) => {
      state.rulings[rule] = id;
      chosenAnew();
    };
    const one = ({ id, says }) => make("label.fk-small-check", {}, make("input", { type: "radio", name: rule, value: id, "data-key": `switch-${rule}-${id}`, checked: id === chosen, onchange: () => choose(id) }), make("span", {}, says));
    return make("li.fk-small-switch", {}, ruleLink(rule, say), make("div", { role: "radiogroup", "aria-label": title }, readings.map(one)), barred(rule));
  }

  // A refusal stands beside the choice that it is about; what belongs to none of them, above the button.
  function barred(rule) {
    const why = model.get("barred");
    const { switches } = game();
    const place = switches.some((one) => one.rule === why.rule) ? why.rule : "";
    return state.isBarred && why.text && place === rule ? refusedPart(why, say) : null;
  }

  const chosen = () => ({
    game: game().id, players: state.players.slice(), names: state.players.map((_, seat) => ((state.names[seat] ?? "").trim() || nameOf(seat)).slice(0, 30)),
    agreed: Object.entries(state.agreed).map(([id, value]) => (value === "on" ? id : `${id}=${value}`)).join(","),
    rulings: game().switches.filter(({ rule, readings }) => (state.rulings[rule] ?? readings[0].id) !== readings[0].id).map(({ rule }) => `${rule}=${state.rulings[rule]}`).join(","),
  });
  const begin = () => send("begin", chosen());
  const phones = () => send("phones", { ...chosen(), url: placeForPhones().origin });
  const persons = () => state.players.filter((one) => one === "person").length;

  async function load(event) {
    const [file] = event.target.files;
    if (!file) return;
    const text = await file.text();
    event.target.value = "";
    const parts = Math.min(Math.max(1, Math.ceil(text.length / LETTERS)), MOST_FILE_PARTS);
    for (let part = 0; part < parts; part += 1) send("load", { text: text.slice(part * LETTERS, (part + 1) * LETTERS), part, parts });
  }

  function draw() {
    if (!model.get("offered").length) return;
    if (!state.game) setGame((model.get("offered").find(({ id }) => id === fromLink("game")) ?? model.get("offered")[0]).id);
    const { fewest, most, closed, variants, switches } = game();
    const waits = model.get("waits");
    const code = waits ? "" : kept();
    const counts = Array.from({ length: most - fewest + 1 }, (_, at) => fewest + at);
    redraw(element,
      waits || code ? make("div.sheet.fk-small-wait", {}, make("p", {}, waits || say("kept-waits")), button("back", say("go-on"), () => (waits ? send("back") : send("restore", { code })), { main: true, full: true })) : null,
      make("h2", { tabindex: -1 }, say("pick")),
      make("div.fk-small-games", { role: "radiogroup", "aria-label": say("pick") }, model.get("offered").map(({ id, name, about }) => make(`button.btn.fk-small-game${id === state.game ? ".is-on" : ""}`, { type: "button", role: "radio", "aria-checked": String(id === state.game), "data-key": `game-${id}`, onclick: () => { setGame(id); draw(); } }, make("b", {}, name), make("span", {}, about)))), learnPart(model, game(), say), deckPart(game().deck, say),
      make("div.sheet.fk-small-who", {}, make("h3", {}, say("who-plays")),
        make("div.chips", { role: "group", "aria-label": say("count") }, counts.map((count) => button(`count-${count}`, String(count), () => { setCount(count); draw(); }, { on: state.players.length === count }))),
        make("ul", {}, state.players.map((_, seat) => seatRow(seat))),
        make("p.mut.small", {}, say(closed ? "closed-about" : "open-about"))),
      variants.length ? choices(state.open, "variants", say("variants"), variants.map(variantRow)) : null,
      choices(state.open, "switches", say("switches"), make("ul", {}, switches.map(switchRow))),
      barred(""),
      button("begin", say("begin"), begin, { main: true, full: true }),
      make("div.sheet.fk-small-wait", {}, make("p", {}, say(persons() > 1 ? "phones-about" : "phones-need")), button("phones", say("phones"), phones, { full: true, disabled: persons() < 2 })),
      make("label.btn.full.fk-small-load", {}, symbol("i-open"), make("span", {}, say("load")), make("input", { type: "file", accept: ".json,application/json", "data-key": "load", onchange: load })),
      toPlace(model, say), languageButtons(say("language")));
  }

  const refusedNow = () => {
    state.isBarred = Boolean(model.get("barred").text);
    draw();
    element.querySelector("[data-part=refused]")?.scrollIntoView({ block: "nearest" });
  };
  model.on("change:offered change:waits", draw);
  model.on("change:barred", refusedNow);
  return { element, draw, stop: () => {
    model.off("change:offered change:waits", draw);
    model.off("change:barred", refusedNow);
  } };
}

// The way to the first lesson of a game, where there are any.
function learnPart(model, { id, name }, say) {
  const href = model.get("learn")[id];
  return href ? make("a.btn.quiet.fk-to-place", { href, "data-key": "learn" }, symbol("i-list"), say("learn", { game: name })) : null;
}

// What stays folded until somebody wants it, and open then.
function choices(open, id, title, rows) {
  const box = make("details.sheet", { open: Boolean(open[id]), ontoggle: () => { open[id] = box.open; } }, make("summary", { "data-key": id }, title), rows);
  return box;
}
