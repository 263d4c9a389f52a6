// A quick question as it is drawn, and its two answers: on the page of a storm, and on the phones of a duel.
import { draw, make, symbol } from "../base/dom.mjs";
import { card } from "../base/page_parts.mjs";
import { CELL, boardParts, cornerOf } from "./storm_clock.mjs";

// A board that is only looked at: its parts, its cubes, and the cells that a reason is about, in dashes.
function boardPicture({ gear, name, rows, left, marks }, say) {
  const columns = rows[0].length;
  const { parts, width, height } = boardParts(columns, rows.length, left);
  const lines = parts.flatMap((part) => [
    draw("rect", { x: part.x, y: part.y, width: part.width, height: part.height, class: "fk-storm-part" }),
    ...Array.from({ length: part.width / CELL - 1 }, (_, at) => draw("path", { d: `M${part.x + (at + 1) * CELL} ${part.y}v${part.height}`, class: "fk-storm-line" })),
    ...Array.from({ length: part.height / CELL - 1 }, (_, at) => draw("path", { d: `M${part.x} ${part.y + (at + 1) * CELL}h${part.width}`, class: "fk-storm-line" })),
  ]);
  const at = (column, row) => cornerOf(column, row, left);
  const cubes = rows.flatMap((row, y) => [...row].map((letter, x) => {
    const corner = at(x + 1, y + 1);
    return letter === "." ? null : draw("use", { href: `#fk-cube-${letter}`, x: corner.x + 3, y: corner.y + 3, width: CELL - 6, height: CELL - 6 });
  }));
  const dashes = marks.map(([column, row]) => draw("rect", { ...at(column, row), width: CELL, height: CELL, class: "fk-storm-mark" }));
  const told = rows.map((row) => `${row.slice(0, left)}${left < columns ? "|" : ""}${row.slice(left)}`).join(" ");
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "fk-storm-board", "data-gear": gear, role: "img", "aria-label": say("board", { gear: name, rows: told }) }, lines, cubes, dashes);
}

export function taskPart({ board, card: offer }, say) {
  return make("div.fk-storm-task", {}, offer ? card(offer, 22) : null, boardPicture(board, say));
}

// The two answers: the left one is yes. They stay the same buttons, so that the focus stays.
export function answers(say, answer) {
  const make1 = (key, sign, arrow, yes) => {
    const word = make("span");
    return { word, element: make(`button.btn.fk-storm-${key}`, { type: "button", "data-key": key, onclick: () => answer(yes) }, symbol(sign), word, make("kbd", { "aria-hidden": "true" }, arrow)) };
  };
  const yes = make1("yes", "i-ok", "←", true);
  const no = make1("no", "i-no", "→", false);
  return { element: make("div.fk-storm-answers", {}, yes.element, no.element), show: (task) => { yes.word.textContent = task.yes; no.word.textContent = task.no; } };
}
