// A board of cells to look at, or to choose cubes on: drawn afresh whenever something changes, one tab stop.
import { draw } from "../base/dom.mjs";
import { CELL, cellOf, clamps, height, keyOf, left, parts, readGear, step, top, width } from "./grid_geometry.mjs";

// `board` is {text, columns, rows, split}. `free`: cells that may be chosen, as keys; `chosen`: those that are; `choose`
// is told a key. `ghosts` are cubes to come: {cell, text}. `name` says a cube for a screen reader.
/**
 * @param {{text: string, columns: number, rows: number, split: number}} board
 * @param {{label: string, free?: Set<string>, chosen?: Set<string>, choose?: ((key: string) => void) | null, ghosts?: {cell: [number, number], text: string}[], name?: (letter: string, column: number, row: number) => string}} how
 */
export function smallBoard(board, { label, free = new Set(), chosen = new Set(), choose = null, ghosts = [], name = () => "" }) {
  const { cubes, magic } = readGear(board.text, board.split);
  const svg = draw(`svg.fk-small${choose ? ".is-live" : ""}`, { viewBox: `0 0 ${width(board)} ${height(board)}`, role: choose ? "group" : "img", "aria-label": label });
  for (const part of parts(board)) {
    svg.append(draw("rect.fk-part", { x: part.x, y: part.y, width: part.width, height: part.height }));
    const lines = [];
    for (let column = 1; column < part.last - part.first + 1; column += 1) lines.push(`M${part.x + column * CELL} ${part.y}V${part.y + part.height}`);
    for (let row = 1; row < board.rows; row += 1) lines.push(`M${part.x} ${part.y + row * CELL}H${part.x + part.width}`);
    svg.append(draw("path.fk-lines", { d: lines.join("") }));
  }
  for (const row of clamps(board, cubes)) {
    const x = left(board, board.split) + CELL;
    svg.append(draw("path.fk-clamp", { d: `M${x - 7} ${top(row) + CELL / 2}H${left(board, board.split + 1) + 7}` }));
  }
  const order = [...free].sort((one, other) => cellOf(one)[1] - cellOf(other)[1] || cellOf(one)[0] - cellOf(other)[0]);
  for (const [key, letter] of cubes) {
    const [column, row] = cellOf(key);
    const [x, y] = [left(board, column), top(row)];
    const drawn = [draw("use", { href: `#fk-cube-${letter}`, x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6 })];
    if (magic === key) drawn.push(draw("use", { href: "#fk-cube-G", x: x + CELL / 2, y: y + CELL / 2, width: CELL / 2 - 2, height: CELL / 2 - 2 }));
    if (!free.has(key) || !choose) {
      svg.append(draw(`g${choose ? ".is-off" : ""}`, {}, drawn));
      continue;
    }
    const isOn = chosen.has(key);
    if (isOn) drawn.push(draw("rect.fk-off-mark", { x: x + 2.5, y: y + 2.5, width: CELL - 5, height: CELL - 5 }), draw("path.fk-off-cross", { d: `M${x + 10} ${y + 10}l${CELL - 20} ${CELL - 20}M${x + CELL - 10} ${y + 10}l${20 - CELL} ${CELL - 20}` }));
    const cell = draw("g.fk-pick", {
      role: "checkbox", tabindex: key === order[0] ? 0 : -1, "aria-checked": String(isOn), "aria-label": name(letter, column, row), "data-cell": key,
    }, draw("rect.fk-hit", { x, y, width: CELL, height: CELL }), drawn);
    cell.addEventListener("click", () => choose(key));
    cell.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choose(key);
        return;
      }
      const to = nextFree(board, key, event.key, free);
      if (!to) return;
      event.preventDefault();
      svg.querySelector(`[data-cell="${to}"]`).focus({ preventScroll: true });
    });
    svg.append(cell);
  }
  if (magic === "worn") { // on helmet and sandals it lies on no cube of its own, and a tap is meant for the one below
    svg.append(draw("use.fk-worn", { "pointer-events": "none",  href: "#fk-cube-G", x: width(board) - CELL * 0.7, y: 1, width: CELL * 0.68, height: CELL * 0.68 }));
  }
  const byCell = new Map();
  for (const { cell, text } of ghosts) byCell.set(keyOf(...cell), (byCell.get(keyOf(...cell)) ?? "+") + text);
  for (const [key, text] of byCell) {
    const [column, row] = cellOf(key);
    const [x, y] = [left(board, column) + CELL / 2, top(row) + CELL / 2 + 6];
    const line = (said, down) => draw("text", { x, y: y + down, "text-anchor": "middle", style: text.length > 2 ? "font-size:15px" : null }, said);
    svg.append(draw("g.fk-ghost", {}, draw("rect", { x: left(board, column) + 3, y: top(row) + 3, width: CELL - 6, height: CELL - 6 }),
      text.length > 3 ? [line(text.slice(0, 2), -9), line(text.slice(2), 8)] : line(text, 0))); // three letters and a plus are wider than a cell
  }
  return svg;
}

// The next cube that may be chosen in the direction of an arrow key.
function nextFree(board, from, key, free) {
  let cell = cellOf(from);
  for (let count = 0; count < board.columns + board.rows; count += 1) {
    const next = step(board, cell, key);
    if (!next || keyOf(...next) === keyOf(...cell)) break;
    cell = next;
    if (free.has(keyOf(...cell))) return keyOf(...cell);
  }
  const order = [...free];
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  return by ? order[(order.indexOf(from) + by + order.length) % order.length] : null;
}
