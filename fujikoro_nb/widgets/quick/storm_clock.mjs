// The clock of a storm, which only the browser has, and where cubes lie on a board that is only looked at. No DOM.

/**
 * @param {number} seconds of a storm
 * @param {number} credit what answers brought or cost
 * @param {number} begun in milliseconds
 * @param {number} now in milliseconds
 */
export const secondsLeft = (seconds, credit, begun, now) => Math.max(0, seconds + credit - (now - begun) / 1000);

/** @param {number} left */
export function clockText(left) {
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export const CELL = 48;
const GAP = 14; // between both parts of the weapon grid
const EDGE = 3;

/**
 * Where the left upper corner of a cell lies; column and row count from 1.
 * @param {number} column
 * @param {number} row
 * @param {number} left columns of the left part
 */
export const cornerOf = (column, row, left) => ({ x: EDGE + (column - 1) * CELL + (column > left ? GAP : 0), y: EDGE + (row - 1) * CELL });

/**
 * The parts of a board, and how large it is as a whole.
 * @param {number} columns
 * @param {number} rows
 * @param {number} left columns of the left part; all of them where there is one part
 */
export function boardParts(columns, rows, left) {
  const part = (/** @type {number} */ first, /** @type {number} */ last) => ({ ...cornerOf(first, 1, left), width: (last - first + 1) * CELL, height: rows * CELL });
  const parts = left < columns ? [part(1, left), part(left + 1, columns)] : [part(1, columns)];
  const end = parts[parts.length - 1];
  return { parts, width: end.x + end.width + EDGE, height: rows * CELL + 2 * EDGE };
}
