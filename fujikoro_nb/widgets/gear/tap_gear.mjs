// A fighter's gear by tapping: cubes of the weapon where they lie, those of the helmet by their number.
import { make, put, symbol } from "../base/dom.mjs";
import { keyOf, cellOf } from "./grid_geometry.mjs";
import { helmetText, weaponText } from "./tapped_gear.mjs";

const MATERIALS = ["W", "M", "T"];
const MOST_IN_HELMET = 12;

// `shape` is the weapon grid {columns, rows, split} and `helmet`, how wide the helmet's area is; `isMagical` whether there is magic to
// begin with; `changed()` hears of every tap.
// Returns {element, text(), isEmpty()}: the text is gear as a fighter is typed.
export function tapGear(say, { columns, rows, split, helmet, isMagical = false }, changed) {
  /** @type {Map<string, string>} */
  const weapon = new Map();
  const inHelmet = { W: 0, M: 0, T: 0 };
  const magic = { weapon: isMagical, helmet: isMagical };
  let chosen = "W";
  let isWide = false; // the right part of the grid is there
  let last = keyOf(1, 1); // the one cell that a tab key reaches
  const element = make("div.fk-tap", { "data-part": "tap-gear" });

  const named = (letter, column, row) => (letter ? say("cell", { material: say(`cube-${letter}`), row, column }) : say("tap-empty", { row, column }));

  function lay(key) {
    last = key;
    if (chosen === "." || weapon.get(key) === chosen) weapon.delete(key);
    else weapon.set(key, chosen);
    draw(key);
  }

  function move(event, key) {
    const by = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const [column, row] = cellOf(key);
    const to = element.querySelector(`[data-cell="${keyOf(column + by[0], row + by[1])}"]`);
    if (!to) return;
    element.querySelector(`[data-cell="${last}"]`).tabIndex = -1;
    last = to.dataset.cell;
    to.tabIndex = 0;
    to.focus({ preventScroll: true });
  }

  function cell(column, row) {
    const key = keyOf(column, row);
    const letter = weapon.get(key);
    return make(`button.fk-tap-cell${column === split + 1 ? ".is-right" : ""}`, {
      type: "button", "data-cell": key, tabindex: key === last ? 0 : -1, "aria-label": named(letter, column, row), "aria-pressed": String(Boolean(letter)),
      onclick: () => lay(key), onkeydown: (event) => move(event, key),
    }, letter ? symbol(`cube-${letter}`, { size: "c32" }) : null);
  }

  const step = (letter, by, sign, word) => make("button.btn", {
    type: "button", "data-key": `helmet-${letter}${by}`, "aria-label": say(word, { material: say(`cube-${letter}`) }),
    disabled: inHelmet[letter] + by < 0 || (by > 0 && inHelmet.W + inHelmet.M + inHelmet.T >= MOST_IN_HELMET),
    onclick: () => { inHelmet[letter] += by; draw(`helmet-${letter}${by}`); },
  }, symbol(sign));

  const magicOf = (kind) => make("button.btn", {
    type: "button", "data-key": `tap-magic-${kind}`, "aria-pressed": String(magic[kind]), onclick: () => { magic[kind] = !magic[kind]; draw(`tap-magic-${kind}`); },
  }, symbol("cube-G", { size: "c32" }), say(`tap-magic-${kind}`));

  // Magic lies on any cube of the weapon; where there is none, there is no magic either.
  function text() {
    const at = [...weapon.keys()][0];
    const own = weaponText(weapon, split) + (magic.weapon && at ? `+G@${cellOf(at).join(",")}` : "");
    const worn = helmetText(inHelmet, helmet);
    return [own, worn && magic.helmet ? `${worn}+G` : worn].filter(Boolean).join(" ");
  }

  // `at` is what was tapped: the focus stays there.
  function draw(at = "") {
    const wide = isWide ? columns : split || columns;
    put(element,
      make("h3", {}, say("tap-weapon")),
      make("div.chips", { role: "radiogroup", "aria-label": say("tap-palette") }, [...MATERIALS, "."].map((letter) => make("button.btn", {
        type: "button", role: "radio", "data-key": `tap-${letter}`, "aria-checked": String(chosen === letter),
        onclick: () => { chosen = letter; draw(`tap-${letter}`); },
      }, symbol(letter === "." ? "i-eraser" : `cube-${letter}`, { size: "c32" }), say(letter === "." ? "tap-off" : `cube-${letter}`)))),
      make("div.fk-tap-grid", { role: "group", "aria-label": say("tap-weapon"), style: `--fk-columns:${wide}` },
        Array.from({ length: rows }, (_, row) => Array.from({ length: wide }, (_none, column) => cell(column + 1, row + 1))).flat()),
      split ? make("button.btn", { type: "button", "data-key": "tap-wide", "aria-pressed": String(isWide), onclick: () => {
        isWide = !isWide;
        for (const key of [...weapon.keys()]) if (!isWide && cellOf(key)[0] > split) weapon.delete(key);
        if (!isWide) last = keyOf(1, 1);
        draw("tap-wide");
      } }, say("tap-wide")) : null,
      magicOf("weapon"),
      make("h3", {}, say("tap-helmet")),
      make("div.fk-fight-steps", {}, MATERIALS.map((letter) => make("div.fk-fight-step", { role: "group", "aria-label": say(`cube-${letter}`) },
        step(letter, -1, "i-minus", "tap-fewer"), make("span.fk-fight-count", {}, symbol(`cube-${letter}`, { size: "c32" }), make("b.num", {}, String(inHelmet[letter]))), step(letter, 1, "i-plus", "tap-more")))),
      magicOf("helmet"));
    if (at) element.querySelector(`[data-cell="${at}"], [data-key="${at}"]:not([disabled])`)?.focus({ preventScroll: true });
    changed();
  }

  draw();
  return {
    element,
    isEmpty: () => !weapon.size,
    text,
  };
}
