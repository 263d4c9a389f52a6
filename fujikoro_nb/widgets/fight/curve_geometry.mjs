// The curve over a dragon's health: where its areas lie, and which numbers stand under it. No DOM.

export const CURVE_WIDTH = 360;
export const CURVE_HEIGHT = 150;

// The outline of what lies between two heights of each row, both from 0 to 1: one flat step a row.
/**
 * @param {number[][]} rows
 * @param {(row: number[]) => number} from
 * @param {(row: number[]) => number} to
 */
export function curveArea(rows, from, to) {
  const step = CURVE_WIDTH / rows.length;
  return `M${rows.map((row, index) => `${(index * step).toFixed(1)} ${(CURVE_HEIGHT * (1 - to(row))).toFixed(1)}h${step.toFixed(1)}`).join("L")}L${rows.map((row, index) => `${((index + 1) * step).toFixed(1)} ${(CURVE_HEIGHT * (1 - from(row))).toFixed(1)}h${(-step).toFixed(1)}`).reverse().join("L")}Z`;
}

// The numbers under the curve: at most twelve and the present one, which keeps its neighbours away.
/**
 * @param {number} count
 * @param {number} health
 */
export function curveNumbers(count, health) {
  const every = Math.ceil(count / 12);
  return Array.from({ length: count }, (_, index) => index + 1)
    .filter((number) => (number % every === 0 && Math.abs(number - health) >= every) || number === health);
}
