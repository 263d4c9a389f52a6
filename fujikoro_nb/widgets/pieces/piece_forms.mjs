// The forms of tokens, dragons, scrolls and adventure tokens.
import { radios } from "../gear/card_form.mjs";
import { make, put, symbol } from "../base/dom.mjs";
import { cubesWord, effectWord } from "./piece_drawing.mjs";

const MOST_CUBES = 4;
const MOST_EFFECTS = 3;
const COLOURS = ["blue", "green", "red", "white"];
const BARE = ["cubes", "cancel-broken"]; // effects without an amount
const EFFECTS = ["lava-step", "steps", "tiles", "cubes", "refresh", "dragon-damage", "initiative", "hits", "shield", "cancel-broken", "discs", "summon", "cool"];
const ONE_TIME = ["discs", "summon", "cool"]; // happen between actions: on a scroll they could be repeated for ever

/** Cubes that are added by a tap on their sort and taken out by a tap on themselves. */
function cubeRow(say, letters, change) {
  return make("div.fk-cubes", {},
    make("div.chips", {}, ...["W", "M", "T"].map((letter) => make("button.btn", {
      type: "button", "data-add": letter, disabled: letters.length >= MOST_CUBES, onclick: () => change(letters + letter),
    }, symbol(`cube-${letter}`, { size: "c32" }), say("add-cube", { cube: say(`pick-${letter}`) })))),
    make("div.chips.fk-held", { "aria-live": "polite" }, letters
      ? [...letters].map((letter, index) => make("button.btn", {
        type: "button", "data-held": letter, "aria-label": say("take-cube", { cube: say(`pick-${letter}`) }), onclick: () => change(letters.slice(0, index) + letters.slice(index + 1)),
      }, symbol(`cube-${letter}`, { size: "c32" }), symbol("i-no", { size: "c20" })))
      : make("span.mut", {}, say("no-cubes"))));
}

export function tokenForm({ say, changed, shape }) {
  let token = { cubes: "", monk: false };
  const rows = make("div.col");
  function drawToken() {
    put(rows,
      shape === "hexagon" ? make("button.btn", {
        type: "button", "data-act": "monk", "aria-pressed": String(token.monk), onclick: () => { token = { cubes: "", monk: !token.monk }; drawToken(); },
      }, symbol("monk", { size: "c32" }), say("shows-monk")) : null,
      token.monk ? null : cubeRow(say, token.cubes, (cubes) => { token = { ...token, cubes }; drawToken(); }));
    changed();
  }
  return {
    parts: [rows],
    open: (piece) => {
      token = { cubes: piece?.cubes ?? "", monk: piece?.monk ?? false };
      drawToken();
    },
    focus: () => rows.querySelector("button")?.focus({ preventScroll: true }),
    value: () => token,
    isEmpty: () => !token.monk && !token.cubes,
  };
}

/** @type {[string, number, boolean][]} */
const NUMBERS_OF_A_DRAGON = [["health", 99, true], ["initiative", 20, true], ["health_two_players", 99, false], ["health_solo", 99, false]];

/** Dice and points follow the colour; `stated` is what the rulebooks say of each. */
export function dragonForm({ say, changed, fixed, stated }) {
  let colour = "";
  const colours = make("div.fk-colours", { role: "radiogroup", "aria-label": say("colour") });
  const known = make("p.mut");
  const boxes = Object.fromEntries(NUMBERS_OF_A_DRAGON.map(([field, most]) => [field, make("input", {
    type: "number", inputmode: "numeric", min: field === "initiative" ? 0 : 1, max: most, step: 1, id: `fk-${field}-${Math.random().toString(36).slice(2)}`, "data-field": field, oninput: () => changed(),
  })]));
  const step = (field, by) => {
    const box = boxes[field];
    const next = Number(box.value || 0) + by;
    if (next >= Number(box.min) && next <= Number(box.max)) box.value = next;
    changed();
  };
  const line = ([field, , isNeeded]) => make("div.fk-number", {},
    make("label", { for: boxes[field].id }, say(`dragon-${field}`), isNeeded ? null : make("small.mut", {}, ` ${say("optional")}`)),
    make("div.row", {},
      make("button.btn", { type: "button", "aria-label": say("less", { what: say(`dragon-${field}`) }), onclick: () => step(field, -1) }, symbol("i-minus")),
      boxes[field],
      make("button.btn", { type: "button", "aria-label": say("more-of", { what: say(`dragon-${field}`) }), onclick: () => step(field, 1) }, symbol("i-plus"))));

  function choose(value) {
    if (value === "white" && !boxes.health.value) boxes.health.value = stated.white.health;
    colour = value;
    drawDragon();
  }

  function drawDragon() {
    colours.hidden = Boolean(fixed);
    radios(colours, COLOURS, colour, choose, (value) => [symbol(`dragon-${{ blue: "S", green: "M", red: "L", white: "XL" }[value]}`, { size: "c44" }), say(`colour-${value}`)]);
    known.textContent = colour ? say("dragon-stated", { colour: say(`colour-${colour}`), dice: stated[colour].dice, points: stated[colour].points }) : say("dragon-choose");
    changed();
  }
  return {
    parts: [colours, known, make("div.fk-numbers", {}, ...NUMBERS_OF_A_DRAGON.map(line))],
    open: (piece) => {
      for (const [field] of NUMBERS_OF_A_DRAGON) boxes[field].value = piece?.[field] ?? "";
      choose(piece?.colour ?? (fixed || ""));
    },
    focus: () => (fixed ? boxes.health : colours.querySelector("[tabindex='0']")).focus({ preventScroll: true }),
    value: () => ({
      colour,
      ...Object.fromEntries(NUMBERS_OF_A_DRAGON.map(([field]) => [field, boxes[field].value]).filter(([, value]) => /^\d{1,4}$/.test(value)).map(([field, value]) => [field, Number(value)])),
    }),
    isEmpty: () => !colour || !NUMBERS_OF_A_DRAGON.every(([field, , isNeeded]) => !isNeeded || /^\d{1,4}$/.test(boxes[field].value)),
  };
}

/** A scroll, which lasts, or an adventure token, which works once. */
export function effectsForm({ say, changed, isLasting }) {
  let effects = [];
  const choices = make("div.chips", { role: "group", "aria-label": say("effects") });
  const rows = make("ul.fk-effects");
  const told = make("p.fk-at", { "aria-live": "polite" });
  const kinds = EFFECTS.filter((kind) => !isLasting || !ONE_TIME.includes(kind));

  const change = (kind, fields) => {
    effects = effects.map((effect) => (effect.kind === kind ? { ...effect, ...fields } : effect));
    drawEffects();
  };
  function toggle(kind) {
    effects = effects.some((effect) => effect.kind === kind)
      ? effects.filter((effect) => effect.kind !== kind)
      : [...effects, BARE.includes(kind) ? { kind } : { kind, amount: 1 }];
    drawEffects();
  }
  function amountOf({ kind, amount, cubes = "" }) {
    if (kind === "cubes") return cubeRow(say, cubes, (next) => change(kind, { cubes: next }));
    if (BARE.includes(kind)) return null;
    return make("div.row.fk-amount", {},
      make("button.btn", { type: "button", "data-less": kind, disabled: amount <= 1, "aria-label": say("less", { what: say(`name-${kind}`) }), onclick: () => change(kind, { amount: amount - 1 }) }, symbol("i-minus")),
      make("b.num", {}, String(amount)),
      make("button.btn", { type: "button", "data-more": kind, disabled: amount >= 9, "aria-label": say("more-of", { what: say(`name-${kind}`) }), onclick: () => change(kind, { amount: amount + 1 }) }, symbol("i-plus")));
  }
  function drawEffects() {
    const focused = [...(choices.contains(document.activeElement) || rows.contains(document.activeElement) ? Object.entries(document.activeElement.dataset) : [])][0];
    put(choices, ...kinds.map((kind) => {
      const isOn = effects.some((effect) => effect.kind === kind);
      return make("button.btn", { type: "button", "data-effect": kind, "aria-pressed": String(isOn), disabled: !isOn && effects.length >= MOST_EFFECTS, onclick: () => toggle(kind) }, say(`name-${kind}`));
    }));
    put(rows, ...effects.map((effect) => make("li", {}, make("span", {}, effectWord(say, effect)), amountOf(effect))));
    told.textContent = effects.length ? say(isLasting ? "told-scroll" : "told-adventure", { what: effects.map((effect) => effectWord(say, effect)).join("; ") }) : say("effects-choose");
    if (focused) (choices.querySelector(`[data-${focused[0]}="${focused[1]}"]`) ?? rows.querySelector(`[data-${focused[0]}="${focused[1]}"]`))?.focus({ preventScroll: true });
    changed();
  }
  return {
    parts: [make("p.mut", {}, say(isLasting ? "scroll-hint" : "adventure-hint")), choices, rows, told],
    open: (piece) => {
      effects = (piece?.effects ?? []).map((effect) => ({ ...effect }));
      drawEffects();
    },
    focus: () => choices.querySelector("button")?.focus({ preventScroll: true }),
    value: () => ({ effects }),
    isEmpty: () => !effects.length || effects.some(({ kind, cubes }) => kind === "cubes" && !cubesWord(say, cubes ?? "")),
  };
}
