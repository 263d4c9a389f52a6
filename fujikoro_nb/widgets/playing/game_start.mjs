// The start panel: who plays, with what, and the last game to go on with.
import { keeps, make, ruleLink, symbol } from "../base/dom.mjs";
import { castChoice } from "../gear/cast_card.mjs";
import { sceneChoice } from "../map/scene_card.mjs";
import { languageButtons } from "../base/language_choice.mjs";
import { button, redraw } from "../base/page_parts.mjs";

const MOST = 6;
const PART = 40000; // letters; six bytes each at most, as JSON writes them, and a message has its limit
const MOST_PARTS = 390;

export function startPart(model, say, { kept }) {
  const element = make("section.fk-start", { "data-part": "start" });
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const table = () => model.get("table");
  /** @type {any} */
  const state = { players: ["person", "", ""], names: ["", "", "", "", "", ""], colours: [], seed: "", dice: "dealer", box: false, mode: "competitive", adventures: false, peaceful: false, isOpen: false, hasCast: false, cast: [], scenario: 0 };
  const cast = castChoice(state, say, { table, send, draw: () => draw() });
  const scene = sceneChoice(state, say, { table, draw: () => draw() });

  const botKind = () => table().players[1].id;
  const mode = () => table().modes.find(({ id }) => id === state.mode);
  const refused = () => mode().refused[state.players.length], refusedPeace = () => (state.peaceful ? mode().peaceful ?? scene.refusedPeace() : null);

  // Another mode lays the form out for as many as usually play it, where it is not for as many as sit there.
  function setMode(id) {
    state.mode = id;
    if (refused()) setCount(mode().usual);
  }

  function setCount(count) {
    state.players = Array.from({ length: count }, (_, seat) => state.players[seat] ?? botKind());
  }

  function colourOf(seat) {
    return state.colours[seat] ?? (state.colours[seat] = table().colours.find(({ id }) => !state.colours.includes(id)).id);
  }

  function setColour(seat, colour) {
    const other = state.colours.indexOf(colour);
    if (other >= 0) state.colours[other] = state.colours[seat];
    state.colours[seat] = colour;
    draw();
  }

  const select = (key, label, value, choices, change) => make("select", { "data-key": key, "aria-label": label, onchange: (event) => change(event.target.value) }, choices.map(({ id, name }) => make("option", { value: id, selected: id === value }, name)));

  function seatRow(seat) {
    const player = state.players[seat];
    const name = make("input", { type: "text", maxlength: 30, "data-key": `name-${seat}`, "aria-label": say("name-of", { n: seat + 1 }), placeholder: defaultName(seat), value: state.names[seat], autocomplete: "off", oninput: (event) => { state.names[seat] = event.target.value; } });
    return make("li.fk-seat-row", {}, make(`span.fk-figure.fk-tone-${cast.of(seat)?.colour ?? colourOf(seat)}`, {}, symbol("samurai", { size: "c32" })), name,
      select(`player-${seat}`, say("player-of", { n: seat + 1 }), player, table().players, (value) => { state.players[seat] = value; draw(); }),
      state.hasCast ? cast.picker(seat, select) : select(`colour-${seat}`, say("colour-of", { n: seat + 1 }), colourOf(seat), table().colours, (value) => setColour(seat, value)), cast.note(seat));
  }

  const defaultName = (seat) => (state.players[seat] === "person" ? say("seat", { n: seat + 1 }) : cast.of(seat)?.name ?? say("bot-name", { colour: table().colours.find(({ id }) => id === colourOf(seat)).name }));

  const toggle = (key, label, about) => make("label.fk-check", {}, make("input", { type: "checkbox", "data-key": key, checked: state[key], onchange: (event) => { state[key] = event.target.checked; draw(); } }), make("span", {}, make("b", {}, label), make("small.mut", {}, about)));

  function begin() {
    const count = state.players.length;
    send("begin", { names: state.names.slice(0, count).map((name, seat) => name.trim() || defaultName(seat)).map((name) => name.slice(0, 30)), players: state.players.slice(), colours: state.players.map((_, seat) => colourOf(seat)), seed: state.seed, dice: state.dice, real_box: state.box, mode: state.mode, adventures: state.adventures, peaceful: state.peaceful, characters: cast.chosen(), scenario: state.scenario });
  }

  const chips = (label, key, choices, change) => make("div.fk-option", { role: "group", "aria-label": label }, make("b", {}, label), make("div.chips", {}, choices.map(([value, name]) => button(`${key}-${value}`, name, () => { change(value); draw(); }, { on: state[key] === value }))));

  function rulings() {
    const { rulings: rows, rulings_changed: changed } = table();
    return make("details.fk-rulings", { open: state.isOpen, ontoggle: (event) => { state.isOpen = event.target.open; } }, make("summary.btn.full", { "data-key": "rulings" }, say("rulings", { n: changed })),
      make("p.mut.small", {}, say("rulings-about")),
      make("ul", {}, rows.map(({ rule, title, reading, readings }) => make("li", {}, make("b", {}, title), ruleLink(rule, say), select(`ruling-${rule}`, title, reading, readings.map(({ id, says }) => ({ id, name: says })), (value) => send("ruling", { rule, reading: value }))))));
  }

  // The people of the evening on the same table, until somebody changes them here.
  let lent = "";
  function lend() {
    const { people = [], mode: agreed, adventures, peaceful, scenario } = table().evening ?? {};
    const key = JSON.stringify(people);
    if (!people.length || key === lent) return;
    lent = key;
    state.players = people.map(() => "person");
    state.names = Array.from({ length: MOST }, (_, seat) => people[seat]?.name ?? "");
    const known = table().colours.map(({ id }) => id);
    const taken = people.map(({ colour }) => colour).filter((colour) => known.includes(colour));
    const free = known.filter((id) => !taken.includes(id));
    state.colours = people.map(({ colour }) => (taken.includes(colour) ? colour : free.shift()));
    const played = people.map(({ character }) => character || "");
    Object.assign(state, { mode: agreed, adventures, peaceful, scenario, hasCast: played.some(Boolean), cast: played.some(Boolean) ? played : [] });
  }

  function draw() {
    if (!table().colours) return;
    lend();
    state.players = state.players.map((player) => player || botKind());
    cast.ask();
    const { waits, is_over: isOver } = table();
    const hasKept = !waits && kept();
    redraw(element,
      make("div.fk-start-head", {}, make("h2", { tabindex: -1 }, say("start-title")), make("p", {}, say("start-about"))),
      waits || hasKept ? make("div.sheet.fk-go-on", {}, make("p", {}, waits || say("kept-waits")), button("back", say(waits && isOver ? "see-end" : "go-on"), () => (waits ? send("back") : send("restore", { save: kept().slice(0, 220000) })), { main: true, full: true })) : null,
      lent ? make("p", { "data-part": "lent" }, say("share-evening")) : null,
      make("div.sheet.fk-who-plays", {}, make("h3", {}, say("who-plays")),
        make("div.fk-modes", { role: "group", "aria-label": say("mode") }, table().modes.map(({ id, name }) => button(`mode-${id}`, name, () => { setMode(id); draw(); }, { on: state.mode === id }))),
        make("p.mut.small", { "data-part": "mode-about" }, mode().about),
        make("div.fk-count", { role: "group", "aria-label": say("count") }, Array.from({ length: MOST }, (_, index) => index + 1).map((count) => button(`count-${count}`, String(count), () => { setCount(count); draw(); }, { on: state.players.length === count }))),
        refusalLine("count", refused(), say),
        chips(say("cast-with"), "hasCast", [[false, say("cast-alike")], [true, say("cast-each")]], (value) => { state.hasCast = value; }), cast.about(),
        make("ul", {}, state.players.map((_, seat) => seatRow(seat))), refusalLine("cast", cast.refused(), say)),
      make("div.sheet", {}, scene.show(), refusalLine("scenario", scene.refused(), say)),
      make("div.sheet.fk-with-what", {},
        chips(say("dice-of"), "dice", [["dealer", say("dice-dealer")], ["hand", say("dice-hand")]], (value) => { state.dice = value; }),
        chips(say("box"), "box", [[false, say("box-house")], [true, say("box-real")]], (value) => { state.box = value; }),
        state.box ? make("p.mut.small", {}, say("box-real-about")) : null,
        toggle("adventures", say("adventures"), say("adventures-about")), toggle("peaceful", say("peaceful"), say("peaceful-about")), refusalLine("peaceful", refusedPeace(), say),
        make("label.fk-field", {}, make("span", {}, say("seed")), make("input", { type: "text", maxlength: 60, "data-key": "seed", value: state.seed, placeholder: say("seed-any"), autocomplete: "off", oninput: (event) => { state.seed = event.target.value; } })),
        rulings()),
      button("begin", say("begin-game"), begin, { main: true, full: true, disabled: Boolean(refused() || refusedPeace() || scene.refused() || cast.refused()) }),
      make("label.btn.full.fk-load", {}, symbol("i-open"), make("span", {}, say("load")), make("input", { type: "file", accept: ".json,application/json", "data-key": "load", onchange: (event) => load(event, send) })),
      languageButtons(say("language")));
  }

  // Another language draws the page anew: who plays, and how, stays as it was chosen.
  keeps(element, "form", () => ({ ...state, lent }), ({ lent: before, ...held }) => {
    Object.assign(state, held);
    lent = before;
    draw();
  });
  model.on("change:table", draw);
  draw();
  return { element, draw, stop: () => model.off("change:table", draw) };
}

// Why this mode cannot be had with what was chosen; the button to begin waits.
function refusalLine(part, refused, say) {
  return refused ? make("p.fk-refused-choice", { role: "alert", "data-part": `refused-${part}` }, symbol("i-no", { size: "c20" }), make("span", {}, refused.text, " ", ruleLink(refused.rule, say))) : null;
}

// A save file goes to the kernel in parts.
async function load(event, send) {
  const [file] = event.target.files;
  if (!file) return;
  const text = await file.text();
  event.target.value = "";
  const parts = Math.max(1, Math.ceil(text.length / PART));
  for (let part = 0; part < Math.min(parts, MOST_PARTS); part += 1) send("load", { text: text.slice(part * PART, (part + 1) * PART), part, parts: Math.min(parts, MOST_PARTS) });
}
