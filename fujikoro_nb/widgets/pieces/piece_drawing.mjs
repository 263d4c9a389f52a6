// Pieces as small drawings and as sentences. A piece is what a pack file says of it, with `what` for its sort.
import { patternDrawing } from "../gear/card_pattern.mjs";
import { draw, make, symbol } from "../base/dom.mjs";
import { hexCorners, hexMiddle } from "../map/hex_map_geometry.mjs";
import { FLOWER, textsOf, tileOf } from "./piece_geometry.mjs";

const SIDE = 40; // a hex's side in a drawing's units
const SIZES = { blue: "S", green: "M", red: "L", white: "XL" };
const SYMBOLS = { square: "token-sq", hexagon: "token-hex", scroll: "scroll", monk: "monk", adventure: "adventure", lava: "lava", exit: "exit" };

/** The symbol of a picture such as "scroll red"; bare rock has none. */
export function pictureSymbol(picture, options = {}) {
  const [kind, colour] = picture.split(" ");
  const name = kind === "dragon" ? `dragon-${SIZES[colour]}` : SYMBOLS[kind];
  return name ? symbol(name, options) : null;
}

/** A picture in words: "scroll, red". */
export function pictureWord(say, picture) {
  const [kind, colour] = picture.split(" ");
  return colour ? say("picture-coloured", { what: say(`picture-${kind}`), colour: say(`colour-${colour}`) }) : say(`picture-${picture}`);
}

export const spaceWord = (say, { picture, lava }) => (lava ? say("space-erupts", { what: pictureWord(say, picture), number: lava }) : pictureWord(say, picture));

/** One space: its hex, its picture with the colour's first letter, and its number. */
export function spaceDrawing(say, index, { picture, lava, isTold }) {
  const points = hexCorners(FLOWER[index]).map(([x, y]) => `${(x * SIDE).toFixed(2)},${(-y * SIDE).toFixed(2)}`).join(" ");
  const [x, y] = hexMiddle(FLOWER[index]).map((one, axis) => one * SIDE * (axis ? -1 : 1));
  const [kind, colour] = picture.split(" ");
  const up = lava || colour ? 10 : 0;
  const image = pictureSymbol(picture);
  const parts = [draw(`polygon.fk-space${kind === "lava" ? ".is-lava" : ""}${isTold ? "" : ".is-untold"}`, { points })];
  if (image) {
    const size = 34;
    for (const [name, value] of Object.entries({ x: x - size / 2, y: y - size / 2 - up, width: size, height: size })) image.setAttribute(name, String(value));
    image.removeAttribute("class");
    parts.push(image);
  }
  const label = [colour ? say(`colour-${colour}`) : "", lava ? String(lava) : ""].filter(Boolean);
  if (label.length) {
    parts.push(draw(`text.fk-space-text${lava && !colour && kind === "plain" ? ".is-large" : ""}`, { x, y: y + (image ? 25 : 9) }, label.join(" ")));
  }
  return parts;
}

export const FLOWER_BOX = `${-2.7 * SIDE} ${-2.6 * SIDE} ${5.4 * SIDE} ${5.2 * SIDE}`;

export function tileDrawing(say, texts, { size = 104, level = "" } = {}) {
  const spaces = tileOf(texts).spaces;
  return draw(`svg.fk-flower.fk-level-${level}`, { viewBox: FLOWER_BOX, width: size, height: size, role: "img", "aria-label": spaces.map((space) => spaceWord(say, space)).join("; ") },
    ...spaces.flatMap((space, index) => spaceDrawing(say, index, space)));
}

/** A piece as a small drawing. */
export function pieceDrawing(say, piece) {
  switch (piece.what) {
    case "tile": return tileDrawing(say, piece.spaces, { level: piece.level });
    case "card": case "blueprint": return patternDrawing(piece.pattern, { label: say("pattern", { pattern: piece.pattern }) });
    case "dragon": return symbol(`dragon-${SIZES[piece.colour]}`, { size: "c44" });
    case "square": case "hexagon":
      return make("span.row.wrap", {}, symbol(SYMBOLS[piece.what], { size: "c32" }), ...(piece.monk ? [symbol("monk", { size: "c32" })] : [...piece.cubes].map((cube) => symbol(`cube-${cube}`, { size: "c32" }))));
    default: return symbol(SYMBOLS[piece.what], { size: "c44" });
  }
}

const several = (say, parts) => (parts.length < 2 ? parts.join("") : say("and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1) }));

export function cubesWord(say, letters) {
  const counts = ["W", "M", "T"].map((letter) => [letter, [...letters].filter((one) => one === letter).length]).filter(([, n]) => n);
  return several(say, counts.map(([letter, n]) => say(`cubes-${letter}`, { n })));
}

/** One effect in words, as the rule that carries it out says it. */
export const effectWord = (say, { kind, amount = 0, cubes = "" }) => say(`effect-${kind}`, { n: amount, cubes: cubesWord(say, cubes) });

/** What a piece is, in a sentence. */
export function pieceWord(say, piece) {
  switch (piece.what) {
    case "tile": {
      const { spaces } = tileOf(piece.spaces);
      const shown = textsOf({ spaces }).filter((text) => text !== "plain").length;
      return say("told-tile", { level: piece.level, n: shown });
    }
    case "square": case "hexagon":
      return say(`told-${piece.what}`, { level: piece.level, what: piece.monk ? say("picture-monk") : cubesWord(say, piece.cubes) });
    case "dragon":
      return say("told-dragon", { colour: say(`colour-${piece.colour}`), health: piece.health, initiative: piece.initiative });
    case "card": case "blueprint":
      return say(`told-${piece.what}`, { kind: say(piece.kind), pattern: piece.pattern });
    default:
      return say(`told-${piece.what}`, { what: several(say, piece.effects.map((effect) => effectWord(say, effect))) });
  }
}
