// Hexes in the plane, without a page: one unit is a hex's side, y upwards, pointy side up.
// The same numbers as engine/fujikoro/board/geometry.py; tests/js/hex_map_geometry.test.mjs holds both to each other.

export const ROOT3 = Math.sqrt(3);
// Clockwise from the north-east; the edge from corner k to corner k + 1 faces direction k.
/**
 * @typedef {[number, number]} HexAt q and r of a hex
 * @typedef {{width: number, height: number}} Size in pixels
 */

/** @type {HexAt[]} */
export const HEX_STEPS = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];

/** @type {(hex: number[]) => [number, number]} */
export const hexMiddle = ([q, r]) => [ROOT3 * (q + r / 2), -1.5 * r];

/**
 * @param {number} x
 * @param {number} y
 * @returns {HexAt}
 */
export function hexAt(x, y) {
  const r = -y / 1.5;
  const q = x / ROOT3 - r / 2;
  const s = -q - r;
  let [roundQ, roundR] = [Math.round(q), Math.round(r)];
  const roundS = Math.round(s);
  const [offQ, offR, offS] = [Math.abs(roundQ - q), Math.abs(roundR - r), Math.abs(roundS - s)];
  // The coordinate that was rounded farthest follows from the other two.
  if (offQ > offR && offQ > offS) roundQ = -roundR - roundS;
  else if (offR > offS) roundR = -roundQ - roundS;
  return [roundQ + 0, roundR + 0];
}

/**
 * @param {number[]} hex
 * @returns {[number, number][]}
 */
export function hexCorners(hex) {
  const [x, y] = hexMiddle(hex);
  return HEX_STEPS.map((_, k) => [x + Math.sin((Math.PI / 3) * k), y + Math.cos((Math.PI / 3) * k)]);
}

// Rounded, so that the same corner has one name from every hex; String(-0) is "0".
/** @type {(point: [number, number]) => string} */
const pointKey = ([x, y]) => `${Math.round(x * 1000)},${Math.round(y * 1000)}`;

/**
 * The closed border of hexes that hang together: {x: [...], y: [...]}, first point repeated at the end.
 * @param {number[][]} hexes
 */
export function hexOutline(hexes) {
  const own = new Set(hexes.map(String));
  /** @type {Map<string, [number, number][]>} */
  const following = new Map();
  for (const hex of hexes) {
    const corners = hexCorners(hex);
    HEX_STEPS.forEach(([q, r], k) => {
      if (!own.has(String([hex[0] + q, hex[1] + r]))) following.set(pointKey(corners[k]), [corners[k], corners[(k + 1) % 6]]);
    });
  }
/** @type {number[]} */
  const x = [];
/** @type {number[]} */
  const y = [];
  let edge = following.values().next().value;
  const start = edge && pointKey(edge[0]);
  while (edge) {
    x.push(edge[0][0]);
    y.push(edge[0][1]);
    const next = pointKey(edge[1]);
    if (next === start) {
      x.push(x[0]);
      y.push(y[0]);
      break;
    }
    edge = following.get(next);
  }
  return { x, y };
}

/**
 * The same border as the text of a path.
 * @param {number[][]} hexes
 */
export function hexPath(hexes) {
  const { x, y } = hexOutline(hexes);
  return `M${x.slice(0, -1).map((one, k) => `${one.toFixed(4)},${y[k].toFixed(4)}`).join("L")}Z`;
}

export const MAP_ZOOMS = [1, 1.6, 2.5, 4];

/**
 * Which part of the plane a box of pixels shows: pixels a side, and both axes. Never far beside the map.
 * @param {Size} box
 * @param {{left: number, right: number, bottom: number, top: number}} bounds
 * @param {number} zoom
 * @param {number[]} middle
 */
export function mapWindow(box, bounds, zoom, middle) {
  const wide = bounds.right - bounds.left;
  const high = bounds.top - bounds.bottom;
  const side = Math.min(box.width / wide, box.height / high) * zoom;
  /** @type {(value: number, low: number, high_: number, half: number) => number} */
  const along = (value, low, high_, half) => (2 * half >= high_ - low ? (low + high_) / 2 : Math.min(Math.max(value, low + half), high_ - half));
  const halfX = box.width / side / 2;
  const halfY = box.height / side / 2;
  const x = along(middle[0], bounds.left, bounds.right, halfX);
  const y = along(middle[1], bounds.bottom, bounds.top, halfY);
  return { side, x: [x - halfX, x + halfX], y: [y - halfY, y + halfY] };
}

const AROUND = 1.7;

/**
 * The nearest view in which all these points are seen with their spaces: how near, and around which point.
 * @param {Size} box
 * @param {{left: number, right: number, bottom: number, top: number}} bounds
 * @param {number[][]} points at least one
 * @returns {{zoom: number, middle: number[]}}
 */
export function zoomOn(box, bounds, points) {
  const whole = mapWindow(box, bounds, 1, [0, 0]);
  const ranges = [0, 1].map((axis) => [Math.min(...points.map((one) => one[axis])), Math.max(...points.map((one) => one[axis]))]);
  const side = Math.min(...[box.width, box.height].map((pixels, axis) => pixels / (ranges[axis][1] - ranges[axis][0] + 2 * AROUND)));
  const zoom = Math.min(Math.max(side / whole.side, MAP_ZOOMS[0]), MAP_ZOOMS[MAP_ZOOMS.length - 1]);
  return { zoom, middle: ranges.map(([low, high]) => (low + high) / 2) };
}

/**
 * The place in the plane under a pixel of the box.
 * @type {(px: number, py: number, box: Size, view: {x: number[], y: number[]}) => [number, number]}
 */
export const pixelToPlane = (px, py, box, view) => [
  view.x[0] + (px / box.width) * (view.x[1] - view.x[0]),
  view.y[1] - (py / box.height) * (view.y[1] - view.y[0]),
];
