// The fields of a stop of "know your box": faces to tap, tokens with numbers, tracks, decks and rows of steppers.
// Each draws what Python tells of its field; `send(act, fields)` tells what was tapped.
import { make, symbol } from "../base/dom.mjs";

const SIZES = { blue: "S", green: "M", red: "L", white: "XL" };
const TRACK_SIGNS = { 6: "rope", 8: "i-flag" };

/**
 * @typedef {{value: number, low: number, high: number, label: string, word: string}} Cell
 * @typedef {{name: string, kind: string, label: string, state: string, cells: Cell[]}} Field
 * @typedef {(act: string, fields?: Record<string, any>) => void} Send
 */

const keyOf = ({ name }, cell, what = "") => `${name}.${cell}${what}`;
const isOurs = ({ state }) => state === "ours";
const isFixed = ({ low, high }) => low === high;

// Whose numbers these are, in a word and a sign.
export function whose({ state }, say, mark) {
  if (state === "own") return make("span.tag.ok", {}, symbol("i-ok", { size: "c20" }), say("own"));
  if (state === "typed") return make("span.tag.ind", {}, symbol("i-pen", { size: "c20" }), say("typed"));
  return make("span.tag.fk-ours-tag", { "data-part": "ours" }, symbol("house", { size: "c20" }), mark);
}

// ---- a die

/** @param {Field} field */
export function dieField(field, say, /** @type {Send} */ send) {
  const colour = field.name.split("-")[1];
  const faces = field.cells.slice(0, 6);
  const broken = field.cells[6];
  return make("div.fk-box-faces", { role: "group", "aria-label": field.label }, faces.map((cell, at) => {
    const isBroken = broken.value === at + 1;
    const picture = symbol(`die-${colour}`, { size: "fk-box-die" });
    picture.classList.add("WG".includes(colour) ? "on-l" : "on-d");
    for (const name of [`hit-${Math.min(cell.value, 4)}`, ...(isBroken ? ["broken"] : [])]) picture.append(...symbol(name).children);
    return make(`div${isBroken ? ".is-broken" : ""}`, {},
      make("button.fk-box-face", {
        type: "button", "data-key": keyOf(field, at), disabled: isFixed(cell), "aria-label": say("tap-face", { what: cell.label, n: cell.value }),
        onclick: () => send("step", { field: field.name, cell: at, by: 1 }),
      }, picture),
      isFixed(broken) ? null : make(`button.fk-box-broken${isBroken ? ".is-on" : ""}`, {
        type: "button", "data-key": keyOf(field, at, ".broken"), "aria-pressed": String(isBroken), "aria-label": say("broken-face", { what: cell.label }),
        onclick: () => send("set", { field: field.name, cell: 6, value: at + 1 }),
      }, make("span.fk-box-dot", { "aria-hidden": "true" }, isBroken ? symbol("i-ok", { size: "c20" }) : null), broken.label));
  }));
}

// ---- steppers

/** @param {Field} field */
function stepper(field, at, say, /** @type {Send} */ send, { isBig = false } = {}) {
  const cell = field.cells[at];
  const what = field.label === cell.label ? cell.label : `${field.label}, ${cell.label}`;
  const fixed = isFixed(cell);
  const by = (/** @type {1 | -1} */ step, sign, word) => make("button", {
    type: "button", "data-key": keyOf(field, at, step > 0 ? ".+" : ".-"), "aria-label": say(word, { what }), disabled: step > 0 ? cell.value >= cell.high : cell.value <= cell.low,
    onclick: () => send("step", { field: field.name, cell: at, by: step }),
  }, symbol(sign));
  return make(`section.fk-box-step${isBig ? ".is-big" : ""}${isOurs(field) && !fixed ? ".is-ours" : ""}${fixed ? ".is-fixed" : ""}`, { role: "group", "aria-label": what },
    make("h4", { "aria-hidden": "true" }, cell.label),
    make("b.num.fk-box-value", {}, String(cell.value)),
    fixed ? make("span.fk-box-stated", {}, symbol("i-lock", { size: "c20" }), say("stated"))
      : make("div.fk-box-pm", {}, by(-1, "i-minus", "less"), by(1, "i-plus", "more")));
}

// All numbers of a field, one stepper each.
/** @param {Field} field */
export const stepsField = (field, say, /** @type {Send} */ send, how = {}) => make("div.fk-box-steps", { "data-field": field.name },
  field.cells.map((cell, at) => (isFixed(cell) && !cell.value ? null : stepper(field, at, say, send, how))));

// ---- dragons

// Colour by colour, token by token, and the numbers of the one in front.
/** @param {Field[]} fields */
export function dragonFields(fields, front, say, /** @type {Send} */ send) {
  const colourOf = ({ name }) => name.split("-")[1];
  const now = fields.find(({ name }) => name === front) ?? fields[0];
  const colours = [...new Set(fields.map(colourOf))];
  const choose = (name) => send("token", { field: name });
  const group = (label, buttons) => {
    const box = make("div.fk-box-choice", { role: "radiogroup", "aria-label": label }, buttons);
    box.addEventListener("keydown", (/** @type {any} */ event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const all = /** @type {HTMLElement[]} */ ([...box.children]);
      const next = all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + all.length) % all.length];
      next.focus();
      next.click();
    });
    return box;
  };
  const radio = (key, isOn, onclick, ...inside) => make(`button${isOn ? ".is-on" : ""}`, { type: "button", role: "radio", "data-key": key, "aria-checked": String(isOn), tabindex: isOn ? 0 : -1, onclick }, inside);
  const tokens = fields.filter((one) => colourOf(one) === colourOf(now));
  return [
    group(say("stop-dragons"), colours.map((colour) => {
      const mine = fields.filter((one) => colourOf(one) === colour);
      const done = mine.filter(({ state }) => state === "own").length;
      return radio(`colour-${colour}`, colour === colourOf(now), () => choose((mine.find(isOurs) ?? mine[0]).name),
        symbol(`dragon-${SIZES[colour]}`, { size: "c44" }), make("b", {}, say(`dragon-${colour}`)), make("small.num", {}, `${done} / ${mine.length}`));
    })),
    tokens.length > 1 ? group(say("which-token"), tokens.map((one) => radio(`token-${one.name}`, one.name === now.name, () => choose(one.name),
      make("b.num", {}, one.label), make("small", {}, isOurs(one) ? symbol("house", { size: "c20", label: say("ours") }) : symbol(one.state === "own" ? "i-ok" : "i-pen", { size: "c20", label: say(one.state) }))))) : null,
    stepsField(now, say, send, { isBig: true }),
  ];
}

// ---- tracks

// The countdown and the co-op board's lava: a tap goes on to the next sign.
/** @param {Field} field */
export function trackField(field, say, /** @type {Send} */ send) {
  const isCountdown = field.name === "countdown";
  const sign = ({ value, word }) => {
    if (isCountdown && TRACK_SIGNS[value]) return [symbol(TRACK_SIGNS[value], { size: "c32" }), make("small", {}, word)];
    if (value === (isCountdown ? 7 : 0)) return [make("b", {}, "–"), make("small", {}, word)];
    return [symbol("lava", { size: "c32" }), make("b.num", {}, String(value))];
  };
  return make("div.fk-box-track", { role: "group", "aria-label": field.label, "data-field": field.name }, field.cells.map((cell, at) => make(
    `button${isOurs(field) && !isFixed(cell) ? ".is-ours" : ""}${isFixed(cell) ? ".is-end" : ""}`, {
      type: "button", "data-key": keyOf(field, at), disabled: isFixed(cell), "aria-label": say("tap-next", { what: cell.label, word: cell.word }),
      onclick: () => send("step", { field: field.name, cell: at, by: 1 }),
    }, make("i.num", { "aria-hidden": "true" }, String(at + 1)), sign(cell))));
}

// ---- decks

// How many cards of each strength, and below each whether they carry Poison.
/** @param {Field} field */
export function deckField(field, /** @type {Field | undefined} */ poison, say, /** @type {Send} */ send) {
  return make("div.fk-box-deck", { role: "group", "aria-label": field.label, "data-field": field.name }, field.cells.map((cell, at) => {
    const flag = poison?.cells[at];
    return make("div", {},
      make(`button.fk-box-copies${cell.value ? "" : ".is-none"}${isOurs(field) ? ".is-ours" : ""}`, {
        type: "button", "data-key": keyOf(field, at), "aria-label": say("tap-copies", { what: cell.label, n: cell.value }),
        onclick: () => send("step", { field: field.name, cell: at, by: 1 }),
      }, make("b.num", {}, String(at + 1)), make("small.num", {}, `×${cell.value}`)),
      poison && flag ? make(`button.fk-box-poison${flag.value ? ".is-on" : ""}`, {
        type: "button", "data-key": keyOf(poison, at), "aria-pressed": String(Boolean(flag.value)), "aria-label": say("poison-of", { what: cell.label }), disabled: !cell.value && !flag.value,
        onclick: () => send("step", { field: poison.name, cell: at, by: 1 }),
      }, flag.value ? "P" : "·") : null);
  }));
}
