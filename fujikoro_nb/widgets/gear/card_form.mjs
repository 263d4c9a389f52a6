// The form of a gear card or blueprint: its kind, the cubes of its pattern, and its bonus.
import { make, put, symbol } from "../base/dom.mjs";
import { gridBoard } from "./grid_board.mjs";
import { cellOf, keyOf, readGear, writePattern } from "./grid_geometry.mjs";

const LARGE = { columns: 8, rows: 5, split: 0 }; // a pattern as large as the weapon grid
const CARD_AREAS = {
  weapon: { columns: 5, rows: 4, split: 0 },
  helmet: { columns: 4, rows: 4, split: 0 },
  sandals: { columns: 3, rows: 3, split: 0 },
};

/** A group of which one is on: arrows move, as in every radio group. `face(value)` is what its button holds. */
export function radios(row, values, current, choose, face) {
  const focused = row.contains(document.activeElement);
  put(row, ...values.map((value) => make(`button${value === current ? ".is-on" : ""}`, {
    type: "button", role: "radio", "aria-checked": String(value === current),
    tabindex: value === current || (!values.includes(current) && value === values[0]) ? 0 : -1, "data-value": value,
    onclick: () => choose(value),
    onkeydown: (event) => {
      const shift = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!shift) return;
      event.preventDefault();
      choose(values[(values.indexOf(value) + shift + values.length) % values.length]);
    },
  }, ...face(value))));
  if (focused) row.querySelector("[aria-checked=true]")?.focus();
}

/**
 * Returns {parts, open(card), value(), held(), goOn(held), isEmpty(), focus()}; a card is {kind, pattern, bonus, blueprint}. `kinds()` are those
 * to choose from, `asksBlueprint` whether a blueprint is one of the choices, `changed()` is called after every tap.
 */
export function cardForm({ say, kinds, changed, asksBlueprint = true }) {
  /** @type {any} */
  let card = null;
  const isTooLarge = (cubes) => [...cubes.keys()].map(cellOf).some(([column, row]) => column > CARD_AREAS.weapon.columns || row > CARD_AREAS.weapon.rows);
  const shapeOf = ({ kind, isLarge }) => (kind === "weapon" && isLarge ? LARGE : CARD_AREAS[kind]);

  const board = gridBoard({
    kind: "card",
    say,
    isEditable: () => Boolean(card),
    chosen: () => card.chosen,
    at: (key) => card.cubes.get(key) ?? ".",
    isGiven: () => false,
    paint: (material, cells, stroke) => {
      if (!stroke || card.past.at(-1)?.stroke !== stroke) card.past.push({ stroke, cubes: new Map(card.cubes) });
      for (const [column, row] of cells) {
        if (material === ".") card.cubes.delete(keyOf(column, row));
        else card.cubes.set(keyOf(column, row), material);
      }
      drawCard();
    },
    putMagic: () => {},
    undo: () => {
      const before = card.past.pop();
      if (before) card.cubes = before.cubes;
      drawCard();
    },
    redo: () => {},
  });
  const kindRow = make("div.seg", { role: "radiogroup", "aria-label": say("kind") });
  const palette = make("div.pal.fk-small", { role: "radiogroup", "aria-label": say("palette") });
  const extras = make("div.chips");

  function drawCard() {
    if (!card) return;
    kindRow.hidden = kinds().length < 2;
    radios(kindRow, kinds(), card.kind, (kind) => { card.kind = kind; drawCard(); }, (kind) => [say(kind)]);
    board.update({
      board: shapeOf(card), cubes: card.cubes, magic: null, facts: null, isLocked: false, given: new Set(), pending: new Set(), marks: [],
    });
    radios(palette, ["W", "M", "T", "."], card.chosen, (material) => { card.chosen = material; drawCard(); }, (material) => [
      material === "." ? symbol("i-eraser", { size: "c44" }) : symbol(`cube-${material}`, { size: "c44" }),
      say(material === "." ? "pick-none" : `pick-${material}`),
    ]);
    const toggle = (label, isOn, act) => make("button.btn", { type: "button", "aria-pressed": String(isOn), onclick: () => { act(); drawCard(); } }, label);
    put(extras,
      card.kind === "weapon" ? toggle(say("larger"), card.isLarge, () => { card.isLarge = !card.isLarge; }) : "",
      asksBlueprint ? toggle(say("blueprint"), card.blueprint, () => { card.blueprint = !card.blueprint; }) : "",
      ...(card.kind === "helmet" && !card.blueprint
        ? ["wood", "metal"].map((bonus) => toggle(say(`bonus-${bonus}`), card.bonus === bonus, () => { card.bonus = bonus; }))
        : []),
    );
    changed();
  }

  return {
    parts: [kindRow, board.element, palette, extras],
    open: ({ kind, pattern = "", bonus = "wood", blueprint = false }) => {
      const cubes = pattern ? readGear(pattern).cubes : new Map();
      card = { kind, bonus, blueprint, cubes, isLarge: isTooLarge(cubes), chosen: "W", past: [] };
      drawCard();
    },
    held: () => card, // with what can be undone, for the form that takes this one's place
    goOn: (held) => {
      card = held;
      drawCard();
    },
    isEmpty: () => !card || card.cubes.size === 0,
    focus: () => board.focus(),
    value: () => {
      const inside = new Map([...card.cubes].filter(([key]) => {
        const [column, row] = cellOf(key);
        return column <= shapeOf(card).columns && row <= shapeOf(card).rows;
      }));
      const bonus = card.kind === "helmet" && ["wood", "metal"].includes(card.bonus) ? card.bonus : "";
      return { kind: card.kind, pattern: writePattern(inside), bonus, blueprint: card.blueprint };
    },
  };
}
