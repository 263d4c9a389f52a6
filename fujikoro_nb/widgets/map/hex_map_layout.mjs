// Where the pieces of one space are drawn, without a page: one unit is a hex's side, y downwards as on a screen.
import { ROOT3, hexCorners, hexMiddle, hexOutline } from "./hex_map_geometry.mjs";

/**
 * @typedef {{kind: string, [name: string]: any}} Piece as Python tells it
 * @typedef {{piece: Piece, x: number, y: number, size: number}} Placed
 */

/**
 * Whether a piece stands on the others of its space.
 * @type {(piece: Piece) => boolean}
 */
export const isStanding = ({ kind }) => kind === "dragon" || kind === "samurai";
// A fixed tile of seven hexes: west, east and the upper petals first, because its picture and its cards fill the rest.
const PETALS_FIRST = [5, 2, 6, 1, 4, 3];

/** @type {(count: number, gap: number) => number[]} */
const row = (count, gap) => Array.from({ length: count }, (_, k) => (k - (count - 1) / 2) * gap);

/**
 * Pieces of one hex round its middle: [{ piece, x, y, size }], size being the side of a piece's box.
 * @param {Piece[]} pieces
 * @param {[number, number]} middle
 * @returns {Placed[]}
 */
function onHex(pieces, [cx, cy]) {
  const standing = pieces.filter(isStanding);
  const flat = pieces.filter((piece) => !isStanding(piece));
/** @type {Placed[]} */
  const placed = [];
  /** @type {(piece: Piece, x: number, y: number, size: number) => number} */
  const put = (piece, x, y, size) => placed.push({ piece, x: cx + x, y: cy + y, size });
  /** @type {(y: number, size: number) => void} */
  const lay = (y, size) => row(flat.length, size * 1.04).forEach((x, k) => put(flat[k], x, y, size));
  if (!standing.length) {
    if (flat.length === 1) put(flat[0], 0, 0, 1.22);
    else lay(0, flat.length === 2 ? 0.8 : 1.6 / Math.max(1, flat.length));
  } else if (standing.length === 1) {
    put(standing[0], 0, flat.length ? -0.2 : 0, flat.length ? 1.3 : 1.6);
    lay(0.6, 0.6);
  } else if (standing.length === 2) {
    row(2, 0.84).forEach((x, k) => put(standing[k], x, flat.length ? -0.16 : 0, 1.05));
    lay(0.64, 0.5);
  } else {
    put(standing[0], 0, -0.46, 0.88);
    row(standing.length - 1, 1.5 / (standing.length - 1)).forEach((x, k) => put(standing[k + 1], x, 0.22, 1.6 / standing.length));
    lay(0.74, 0.4);
  }
  return placed;
}

/** @type {(hex: number[]) => [number, number]} */
const flipped = (hex) => {
  const [x, y] = hexMiddle(hex);
  return [x, -y];
};

/**
 * Pieces of a space of one hex or of several: what the tile offers along the lower edge, figures on petals of their own.
 * @param {number[][]} hexes
 * @param {Piece[]} pieces
 * @returns {Placed[]}
 */
export function placePieces(hexes, pieces) {
  if (hexes.length === 1) return onHex(pieces, flipped(hexes[0]));
  /** @type {(piece: Piece) => boolean} */
  const isCard = ({ kind }) => kind === "blueprint" || kind === "always";
  const cards = pieces.filter(isCard);
  const others = pieces.filter((piece) => !isCard(piece));
  const slots = hexes.length === 7 ? PETALS_FIRST.map((k) => hexes[k]) : hexes.slice(-3);
  const heaps = slots.map((_, k) => others.filter((_piece, index) => index % slots.length === k));
  const [cx, cy] = flipped(hexes[0]);
  const size = Math.min(0.66, 3 / Math.max(1, cards.length));
  const offered = cards.length === 1
    ? [{ piece: cards[0], x: cx - ROOT3 / 2, y: cy + 1.5, size: 0.95 }]
    : row(cards.length, size * 1.04).map((x, k) => ({ piece: cards[k], x: cx + x, y: cy + 1.66, size }));
  return [
    ...offered,
    ...heaps.flatMap((heap, k) => onHex(heap, flipped(slots[k]))),
  ];
}

/**
 * The middle of a space, where its path begins and ends and its letter stands.
 * @param {number[][]} hexes
 * @returns {number[]}
 */
export function spaceMiddle(hexes) {
  const points = hexes.map(flipped);
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

/**
 * The border of a space as the text of a path: one hex a little smaller, several of them as one outline.
 * @param {number[][]} hexes
 * @param {number} scale
 */
export function spacePath(hexes, scale) {
  if (hexes.length === 1) return hexesPath(hexes, scale);
  const { x, y } = hexOutline(hexes);
  const [mx, my] = spaceMiddle(hexes);
  const inner = 0.95;
  return `M${x.slice(0, -1).map((one, k) => `${(mx + inner * (one - mx)).toFixed(3)},${(my + inner * (-y[k] - my)).toFixed(3)}`).join("L")}Z`;
}

/**
 * Hexes as the text of a path, each drawn so much smaller.
 * @param {number[][]} hexes
 * @param {number} scale
 */
export function hexesPath(hexes, scale) {
  return hexes.map((hex) => {
    const [mx, my] = hexMiddle(hex);
    const corners = hexCorners(hex).map(([x, y]) => `${(mx + scale * (x - mx)).toFixed(3)},${(-my - scale * (y - my)).toFixed(3)}`);
    return `M${corners.join("L")}Z`;
  }).join("");
}

/**
 * A walk through the middles of its spaces; it stops short of the last one, so that its target stays readable.
 * @param {number[][]} middles
 * @param {number} short
 */
export function walkPath(middles, short = 0.45) {
  if (middles.length < 2) return "";
  const points = middles.map((point) => [...point]);
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const length = Math.hypot(bx - ax, by - ay);
  const kept = Math.max(0, length - short) / length;
  points[points.length - 1] = [ax + kept * (bx - ax), ay + kept * (by - ay)];
  return `M${points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join("L")}`;
}

/**
 * A, B, ... Z, AA, AB, ...
 * @param {number} index
 * @returns {string}
 */
export function letterAt(index) {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

/**
 * The colour of each clickable hex, as a place on the scale of the figure: level, firm, unexplored, lava.
 * @param {string[]} spaces
 * @param {number[]} bare
 * @param {any} picture
 * @param {Record<string, number>} scale
 * @returns {number[]}
 */
export function groundColours(spaces, bare, picture, scale) {
  if (!picture.is_game) return bare;
  return spaces.map((space, index) => {
    if (picture.spaces[space]?.lava) return scale.lava;
    return bare[index] === scale.safe || picture.ground[space.split(".")[0]] ? bare[index] : scale.hidden;
  });
}
