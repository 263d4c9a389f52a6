// Where the lessons lie on their path up the mountain, its slopes, and the lines of ratings. No DOM.

export const WIDTH = 366;
const ROW = 72; // a lesson and its name
const ABOVE = 76; // from the last lesson to the upper edge
const BELOW = 40;
const PEAK = 112;

/** @param {number} count of lessons, and of what else lies on the path */
export const mountainHeight = (count) => ABOVE + BELOW + ROW * Math.max(0, count - 1);

// From the foot to the summit, to the left and to the right in turn, closer together as the mountain is narrower.
/** @param {number} count */
export function pathPoints(count) {
  const foot = mountainHeight(count) - BELOW;
  return Array.from({ length: count }, (_, index) => {
    const swing = 40 * (1 - (0.7 * index) / Math.max(1, count - 1));
    return { x: Math.round(PEAK - 6 + (index % 2 ? swing : -swing)), y: foot - index * ROW };
  });
}

const SUMMIT = 26;

/**
 * @param {number} height
 * @param {number} share from 0 at the foot to 1 at the summit
 */
const slopeAt = (height, share) => ({
  y: height - share * (height - SUMMIT),
  left: PEAK - 24 - 150 * (1 - share) ** 1.6,
  right: PEAK + 24 + 330 * (1 - share) ** 1.6,
});
const pathOf = (/** @type {number[][]} */ points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;

// The outline of the mountain between two heights, from 0 at the foot to 1 at the summit, with what lies in between at its lower edge.
/**
 * @param {number} height
 * @param {number} low
 * @param {number} high
 * @param {number[][]} edge
 */
export function slopes(height, low, high, edge = []) {
  const up = Array.from({ length: 13 }, (_, index) => slopeAt(height, low + ((high - low) * index) / 12));
  const rim = high === 1 ? [[PEAK - 8, SUMMIT + 7], [PEAK + 2, SUMMIT + 1], [PEAK + 12, SUMMIT + 8]] : [];
  return pathOf([...up.map(({ left, y }) => [left, y]), ...rim, ...up.reverse().map(({ right, y }) => [right, y]), ...edge]);
}

// Snow from the summit down, in teeth.
/** @param {number} height */
export function snow(height) {
  const { left, right, y } = slopeAt(height, 0.82);
  const teeth = Array.from({ length: 5 }, (_, index) => [right - ((right - left) * (index + 1)) / 6, y + (index % 2 ? 16 : -12)]);
  return slopes(height, 0.82, 1, teeth);
}

export const CURVE = { width: 360, height: 132, left: 46, top: 14, bottom: 12, right: 12 };

// Whole hundreds around all ratings, two hundred apart at least.
/** @param {number[][]} lines */
export function ratingBounds(lines) {
  const all = lines.flat();
  const low = 100 * Math.floor(Math.min(...all) / 100);
  return { low, high: Math.max(100 * Math.ceil(Math.max(...all) / 100), low + 200) };
}

// The band around one line: how far the true strength may lie from it, cut off where the picture ends.
/**
 * @param {number[]} ratings
 * @param {number[]} ranges
 * @param {{low: number, high: number}} bounds
 * @param {number} longest
 */
export function bandPoints(ratings, ranges, bounds, longest) {
  const edge = (/** @type {1 | -1} */ side) => curvePoints(ratings.map((rating, index) => Math.min(bounds.high, Math.max(bounds.low, rating + side * ranges[index]))), bounds, longest);
  return [...edge(1), ...edge(-1).reverse()];
}

// The points of one line, a step to the right for each puzzle; `longest` is the longest line's number of steps.
/**
 * @param {number[]} ratings
 * @param {{low: number, high: number}} bounds
 * @param {number} longest
 */
export function curvePoints(ratings, { low, high }, longest) {
  const wide = CURVE.width - CURVE.left - CURVE.right;
  const tall = CURVE.height - CURVE.top - CURVE.bottom;
  return ratings.map((rating, index) => ({
    x: CURVE.left + (wide * index) / Math.max(1, longest),
    y: CURVE.top + (tall * (high - rating)) / (high - low),
  }));
}
