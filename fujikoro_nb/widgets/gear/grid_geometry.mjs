// Where cells lie on a board, and what is drawn around them. No DOM: node tests this file.
// A board is {columns, rows, split}: `split` columns stand left of the gap, 0 means no gap. Cells are [column, row], 1-based.

export const CELL = 48; // one cell, in units of the drawing
export const GAP = 14; // between the two parts of the weapon grid
export const EDGE = 3; // room for the outer line

/**
 * @typedef {{columns: number, rows: number, split: number}} Board
 * @typedef {[number, number]} Cell column and row
 */

/** @type {(column: number, row: number) => string} */
export const keyOf = (column, row) => `${column},${row}`;
/** @type {(key: string) => Cell} */
export const cellOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));

/** @type {(board: Board, column: number) => number} */
const gapBefore = (board, column) => (board.split && column > board.split ? GAP : 0);
/** @type {(board: Board, column: number) => number} */
export const left = (board, column) => EDGE + (column - 1) * CELL + gapBefore(board, column);
/** @type {(row: number) => number} */
export const top = (row) => EDGE + (row - 1) * CELL;
/** @type {(board: Board) => number} */
export const width = (board) => left(board, board.columns) + CELL + EDGE;
/** @type {(board: Board) => number} */
export const height = (board) => top(board.rows) + CELL + EDGE;

// The parts of a board as {x, y, width, height, first, last}: one, or two with the gap between them.
/** @param {Board} board */
export function parts(board) {
  const spans = board.split ? [[1, board.split], [board.split + 1, board.columns]] : [[1, board.columns]];
  return spans.map(([first, last]) => ({
    first,
    last,
    x: left(board, first),
    y: top(1),
    width: (last - first + 1) * CELL,
    height: board.rows * CELL,
  }));
}

// The cell under a point of the drawing; half of the gap belongs to either side; null beside the board.
/**
 * @param {Board} board
 * @param {number} x
 * @param {number} y
 * @returns {Cell | null}
 */
export function cellAt(board, x, y) {
  const row = Math.floor((y - EDGE) / CELL) + 1;
  if (row < 1 || row > board.rows) return null;
  for (let column = 1; column <= board.columns; column += 1) {
    const from = left(board, column) - (board.split && column === board.split + 1 ? GAP / 2 : 0);
    const to = left(board, column) + CELL + (board.split && column === board.split ? GAP / 2 : 0);
    if (x >= from && x < to) return [column, row];
  }
  return null;
}

// The cells that a finger passed between two points, so that a fast stroke leaves no hole.
/**
 * @param {Board} board
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @returns {Cell[]}
 */
export function cellsBetween(board, from, to) {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (CELL / 4)));
  const found = new Map();
  for (let count = 0; count <= steps; count += 1) {
    const share = count / steps;
    const cell = cellAt(board, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    if (cell) found.set(keyOf(...cell), cell);
  }
  return [...found.values()];
}

// The outline of a set of cells as a path; cells on both sides of the gap are one when `joins` is set.
/**
 * @param {Board} board
 * @param {Cell[]} cells
 * @param {{joins?: boolean}} how
 */
export function outline(board, cells, { joins = true } = {}) {
  const has = new Set(cells.map(([column, row]) => keyOf(column, row)));
  const path = [];
  for (const [column, row] of cells) {
    const x = left(board, column);
    const y = top(row);
    const atGap = board.split && column === board.split;
    const joined = joins || !atGap;
    const right = x + CELL + (atGap && joins && has.has(keyOf(column + 1, row)) ? GAP : 0);
    const wasJoined = joins || !(board.split && column === board.split + 1);
    if (!has.has(keyOf(column, row - 1))) path.push(`M${x} ${y}H${right}`);
    if (!has.has(keyOf(column, row + 1))) path.push(`M${x} ${y + CELL}H${right}`);
    if (!(wasJoined && has.has(keyOf(column - 1, row)))) path.push(`M${x} ${y}V${y + CELL}`);
    if (!(joined && has.has(keyOf(column + 1, row)))) path.push(`M${x + CELL} ${y}V${y + CELL}`);
  }
  return path.join("");
}

// The rows in which cubes touch across the gap: a clamp is drawn there, because they are one weapon.
/**
 * @param {Board} board
 * @param {Map<string, string>} cubes
 */
export function clamps(board, cubes) {
  if (!board.split) return [];
  const rows = [];
  for (let row = 1; row <= board.rows; row += 1) {
    if (cubes.has(keyOf(board.split, row)) && cubes.has(keyOf(board.split + 1, row))) rows.push(row);
  }
  return rows;
}

// Where an arrow key, Home or End leads from a cell; null for every other key.
/**
 * @param {Board} board
 * @param {Cell} cell
 * @param {string} key
 * @returns {Cell | null}
 */
export function step(board, [column, row], key) {
  /** @type {(value: number, most: number) => number} */
  const within = (value, most) => Math.min(Math.max(value, 1), most);
  switch (key) {
    case "ArrowLeft": return [within(column - 1, board.columns), row];
    case "ArrowRight": return [within(column + 1, board.columns), row];
    case "ArrowUp": return [column, within(row - 1, board.rows)];
    case "ArrowDown": return [column, within(row + 1, board.rows)];
    case "Home": return [1, row];
    case "End": return [board.columns, row];
    default: return null;
  }
}

// Notation of gear or of a pattern to {cubes: Map of key to letter, magic: key | "worn" | null}.
/**
 * @param {string} text
 * @param {number} split
 * @returns {{cubes: Map<string, string>, magic: string | null}}
 */
export function readGear(text, split = 0) {
  const [drawing, ...marks] = text.split("+");
  const cubes = new Map();
  drawing.split("/").forEach((line, index) => {
    const [before, after] = line.replace("|", ":").split(":");
    [...before].forEach((letter, offset) => {
      if (letter !== ".") cubes.set(keyOf(offset + 1, index + 1), letter);
    });
    [...(after ?? "")].forEach((letter, offset) => {
      if (letter !== ".") cubes.set(keyOf(split + offset + 1, index + 1), letter);
    });
  });
  const mark = marks[0] ?? null;
  return { cubes, magic: mark === null ? null : mark.startsWith("G@") ? mark.slice(2) : "worn" };
}

// A pattern's text from its cubes, pushed to the top left; "" for no cube.
/** @param {Map<string, string>} cubes */
export function writePattern(cubes) {
  const cells = [...cubes.keys()].map(cellOf);
  if (!cells.length) return "";
  const columns = cells.map(([column]) => column);
  const rows = cells.map(([, row]) => row);
  const lines = [];
  for (let row = Math.min(...rows); row <= Math.max(...rows); row += 1) {
    let line = "";
    for (let column = Math.min(...columns); column <= Math.max(...columns); column += 1) line += cubes.get(keyOf(column, row)) ?? ".";
    lines.push(line);
  }
  return lines.join("/");
}
