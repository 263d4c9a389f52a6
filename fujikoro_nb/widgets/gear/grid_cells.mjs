// The cells of one board: what lies on each, where the keyboard is, and what its keys do.
import { draw, mark, put } from "../base/dom.mjs";
import { CELL, keyOf, left, step, top } from "./grid_geometry.mjs";

const LAYS = { w: "W", m: "M", t: "T", g: "G" };

// `act` is that of gridBoard, `now()` the state that is shown. Returns {layer, ring, build(board), rove(), focus(cell), draw()}.
export function cellsPart(act, now) {
  const { say } = act;
  const layer = draw("g");
  const ring = draw("g.fk-ring", { "pointer-events": "none" }); // above outlines, which would cover it
  let cells = new Map(); // key to the g of a cell
  /** @type {import("./grid_geometry.mjs").Cell} */
  let current = [1, 1];

  function build(board) {
    cells = new Map();
    const rows = [];
    for (let row = 1; row <= board.rows; row += 1) {
      const line = draw("g", { role: "row" });
      for (let column = 1; column <= board.columns; column += 1) {
        const cell = makeCell(board, column, row);
        cells.set(keyOf(column, row), cell);
        line.append(cell.group);
      }
      rows.push(line);
    }
    put(layer, ...rows);
    current = [Math.min(current[0], board.columns), Math.min(current[1], board.rows)];
  }

  function makeCell(board, column, row) {
    const x = left(board, column);
    const y = top(row);
    const cube = draw("use", { x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6 });
    const green = draw("use", { href: "#fk-cube-G", x: x + CELL - 25, y: y + CELL - 25, width: 23, height: 23 });
    const notch = draw("path.fk-given", { d: `M${x + 2} ${y + CELL - 2}v-13l13 13z` });
    const group = draw("g.fk-cell", {
      role: "gridcell", tabindex: -1, "data-column": column, "data-row": row,
      onkeydown: (event) => pressed(event, column, row),
      onfocus: (event) => { current = [column, row]; rove(); showRing(event.target.matches(":focus-visible")); },
      onblur: () => showRing(false),
      onclick: (event) => { if (event.detail === 0) toggle([column, row]); }, // a screen reader's tap has no pointer
    },
    draw("rect.fk-hit", { x, y, width: CELL, height: CELL }),
    cube, notch, green);
    return { group, cube, green, notch };
  }

  function rove() {
    for (const [key, cell] of cells) mark(cell.group, "tabindex", key === keyOf(...current) ? 0 : -1);
  }

  function showRing(isShown) {
    const [column, row] = current;
    const square = { x: left(now().board, column) + 2.5, y: top(row) + 2.5, width: CELL - 5, height: CELL - 5 };
    put(ring, isShown ? [draw("rect.fk-focus-gap", square), draw("rect.fk-focus", square)] : null);
  }

  function focus(place = current) {
    current = place;
    rove();
    cells.get(keyOf(...place))?.group.focus({ preventScroll: false });
  }

  /** @param {import("./grid_geometry.mjs").Cell} cell */
  function toggle(cell) {
    if (!act.isEditable()) return;
    const chosen = act.chosen();
    if (chosen === "G") act.putMagic(cell);
    else act.paint(act.at(keyOf(...cell)) === chosen ? "." : chosen, [cell], "");
  }

  function pressed(event, column, row) {
    const key = event.key.toLowerCase();
    const to = step(now().board, [column, row], event.key);
    if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
      if (key === "y" || event.shiftKey) act.redo();
      else act.undo();
    } else if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    } else if (to) {
      focus(to);
    } else if (event.key === "Enter" || event.key === " ") {
      toggle([column, row]);
    } else if (!act.isEditable()) {
      return;
    } else if (event.key === "Delete" || event.key === "Backspace") {
      act.paint(".", [[column, row]], "");
    } else if (LAYS[key] === "G") {
      act.putMagic([column, row]);
    } else if (LAYS[key]) {
      act.paint(LAYS[key], [[column, row]], "");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function drawCells() {
    const { cubes, magic, given, pending, facts } = now();
    const wrong = new Set((facts?.faults ?? []).flatMap((fault) => fault.cells.map(([column, row]) => keyOf(column, row))));
    for (const [key, cell] of cells) {
      const letter = cubes.get(key);
      if (letter) mark(cell.cube, "href", `#fk-cube-${letter}`);
      cell.cube.style.display = letter ? "" : "none";
      cell.green.style.display = magic === key ? "" : "none";
      cell.notch.style.display = given.has(key) ? "" : "none";
      cell.group.classList.toggle("is-pending", pending.has(key));
      mark(cell.group, "aria-label", labelOf(key, letter, magic, given.has(key), wrong.has(key)));
    }
  }

  function labelOf(key, letter, magic, isGiven, isWrong) {
    const [column, row] = key.split(",");
    let what = letter ? say(`word.${letter}`) : say("empty");
    if (magic === key) what = say("with-magic", { what });
    if (isGiven) what = say("given", { what });
    if (isWrong) what = say("illegal-cell", { what });
    return say("cell", { row, column, what });
  }

  return { layer, ring, build, rove, focus, draw: drawCells };
}
