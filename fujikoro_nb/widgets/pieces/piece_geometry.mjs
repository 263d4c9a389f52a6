// A tile that is being told, space after space, without a page: seven spaces, the middle first, then six petals
// clockwise from the north-east as drawn, as in engine/fujikoro/components.py.
import { HEX_STEPS, hexMiddle } from "../map/hex_map_geometry.mjs";

/** @type {number[][]} */
export const FLOWER = [[0, 0], ...HEX_STEPS];
/**
 * @typedef {{picture: string, lava: number, isTold: boolean}} Space
 * @typedef {{spaces: Space[], at: number}} Tile `at` is the space that the next tap tells
 */

const UNTOLD = { picture: "plain", lava: 0, isTold: false };

/**
 * {spaces: [{picture, lava, isTold}], at}: `at` is the space that the next tap tells.
 * @type {() => Tile}
 */
export const blankTile = () => ({ spaces: FLOWER.map(() => UNTOLD), at: 0 });

/**
 * The tile of the texts of a pack file, such as "scroll red 3"; every space is told.
 * @param {string[]} texts
 * @returns {Tile}
 */
export function tileOf(texts) {
  const spaces = texts.map((text) => {
    const [, picture, lava] = /^(.*?)(?: (\d))?$/.exec(text) ?? [];
    return { picture, lava: Number(lava ?? 0), isTold: true };
  });
  return { spaces, at: 0 };
}

/**
 * The same texts; a space that was not told is plain rock.
 * @type {(tile: {spaces: Space[]}) => string[]}
 */
export const textsOf = ({ spaces }) => spaces.map(({ picture, lava }) => (lava ? `${picture} ${lava}` : picture));

/** @type {(tile: Tile, index: number, space: Space) => Tile} */
const withSpace = (tile, index, space) => ({ ...tile, spaces: tile.spaces.map((old, k) => (k === index ? space : old)) });

/**
 * On to the next space that was not told yet, round the tile; where all are told, the eye stays.
 * @param {Tile} tile
 * @returns {Tile}
 */
function onward(tile) {
  const later = FLOWER.map((_, k) => (tile.at + 1 + k) % FLOWER.length);
  return { ...tile, at: later.find((k) => !tile.spaces[k].isTold) ?? tile.at };
}

/**
 * A picture on the chosen space; a dragon is always in the middle (explore.fill.dragon).
 * @param {Tile} tile
 * @param {string} picture
 */
export function tell(tile, picture) {
  const isDragon = picture.startsWith("dragon");
  const index = isDragon ? 0 : tile.at;
  const lava = picture === "lava" ? 0 : tile.spaces[index].lava;
  const told = withSpace(tile, index, { picture, lava, isTold: true });
  return index === tile.at ? onward(told) : told;
}

/**
 * A number on the chosen space: bare rock where nothing was told yet, and on to the next; the same number again takes it off.
 * @param {Tile} tile
 * @param {number} lava
 */
export function number(tile, lava) {
  const space = tile.spaces[tile.at];
  if (!space.isTold) return onward(withSpace(tile, tile.at, { picture: "plain", lava, isTold: true }));
  const picture = space.picture === "lava" ? "plain" : space.picture;
  return withSpace(tile, tile.at, { picture, lava: space.lava === lava ? 0 : lava, isTold: true });
}

/**
 * The chosen space as if it had never been told.
 * @type {(tile: Tile) => Tile}
 */
export const untell = (tile) => withSpace(tile, tile.at, UNTOLD);

/**
 * A sixth clockwise: every petal where the next one was.
 * @param {Tile} tile
 * @returns {Tile}
 */
export function turned(tile) {
  const [middle, ...petals] = tile.spaces;
  return { ...tile, spaces: [middle, ...petals.slice(-1), ...petals.slice(0, -1)] };
}

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * The space that an arrow key leads to: the one that lies straightest ahead; the same where none does.
 * @param {number} at
 * @param {string} key
 */
export function flowerStep(at, key) {
  const arrow = ARROWS[key];
  if (!arrow) return at;
  const [x, y] = hexMiddle(FLOWER[at]);
  let best = at;
  let least = Infinity;
  FLOWER.forEach((hex, index) => {
    const [dx, dy] = [hexMiddle(hex)[0] - x, hexMiddle(hex)[1] - y];
    const ahead = dx * arrow[0] + dy * arrow[1];
    const beside = Math.abs(dx * arrow[1] - dy * arrow[0]);
    if (index !== at && ahead > 0.5 && ahead + 2 * beside < least) [best, least] = [index, ahead + 2 * beside];
  });
  return best;
}
