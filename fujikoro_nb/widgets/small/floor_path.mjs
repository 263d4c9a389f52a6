// The way down in Fuji 99 as places in a drawing: ten floors a row, rows to and fro. No DOM.

export const PATH_WIDTH = 366;
export const PATH_HEIGHT = 226;
const ROW = 10;
const LEFT = 18;
const TOP = 19;
const ACROSS = 36.6;
const DOWN = 21.4;

// The middle of a floor; odd rows run from right to left.
/** @param {number} floor */
export function spotOf(floor) {
  const row = Math.floor(floor / ROW);
  const step = floor % ROW;
  return { x: LEFT + (row % 2 ? ROW - 1 - step : step) * ACROSS, y: TOP + row * DOWN };
}

// The line from floor to floor, both included, as an SVG path.
/**
 * @param {number} from
 * @param {number} to
 */
export function lineOf(from, to) {
  const spots = Array.from({ length: Math.max(0, to - from) + 1 }, (_, step) => spotOf(from + step));
  return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

// Where pawns on one floor stand beside each other: so many steps to the right of its middle.
/**
 * @param {number[]} floors
 * @param {number} seat
 */
export function asideOf(floors, seat) {
  const same = floors.map((floor, other) => ({ floor, other })).filter(({ floor }) => floor === floors[seat]);
  return (same.findIndex(({ other }) => other === seat) - (same.length - 1) / 2) * 13;
}
