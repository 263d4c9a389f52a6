// A volcano tile as seven hexes with what is printed on them, turned by sixths. The drawing has no DOM but what `draw` makes.
import { draw, make, symbol } from "../base/dom.mjs";

const SIDE = 20;
const WIDE = Math.sqrt(3) * SIDE;
const SIGNS = { square: "token-sq", hexagon: "token-hex", scroll: "scroll", monk: "monk", adventure: "adventure", exit: "exit", dragon: "d-head" };

// Middles of the seven spaces, the petals clockwise from the north-east, after so many sixths.
/**
 * @param {number} sixths
 * @returns {[number, number][]}
 */
export function tileSpots(sixths) {
  const petals = Array.from({ length: 6 }, (_, petal) => /** @type {[number, number]} */ (petalMiddle(petal + sixths)));
  return [[0, 0], ...petals];
}

/** @param {number} petal */
function petalMiddle(petal) {
  const angle = (Math.PI / 180) * (30 + 60 * (petal % 6));
  return [WIDE * Math.sin(angle), -WIDE * Math.cos(angle)];
}

const hexagon = ([x, y], side) => `M${[0, 1, 2, 3, 4, 5].map((corner) => {
  const angle = (Math.PI / 3) * corner;
  return `${(x + side * Math.sin(angle)).toFixed(2)} ${(y - side * Math.cos(angle)).toFixed(2)}`;
}).join("L")}z`;

// `faces` are {kind, colour, lava}; `level` is I, II or III; `beside` are numbers of spaces that get a thick edge.
export function tilePicture(faces, level, sixths, label, beside = []) {
  const spots = tileSpots(sixths);
  const svg = draw("svg.fk-turned", { viewBox: "-56 -56 112 112", role: "img", "aria-label": label });
  faces.forEach((face, index) => {
    const [x, y] = spots[index];
    const isLava = face.kind === "lava";
    svg.append(draw(`path.fk-tile-hex${isLava ? ".is-lava" : `.is-${level}`}`, { d: hexagon([x, y], SIDE) }));
    if (isLava) svg.append(draw("use", { href: "#fk-lava", x: x - 11, y: y - 11, width: 22, height: 22 }));
    const sign = SIGNS[face.kind];
    if (sign) svg.append(draw("use", { href: `#fk-${sign}`, x: x - 11, y: y - 12, width: 22, height: 22, class: face.colour ? `fk-tone-${face.colour}` : null }));
    if (face.lava) {
      svg.append(draw("use", { href: "#fk-lava-next", x: sign ? x + 2 : x - 11, y: sign ? y - 2 : y - 13, width: sign ? 16 : 22, height: sign ? 16 : 22 }),
        draw("text.fk-tile-number", { x: sign ? x + 10 : x, y: sign ? y + 11 : y + 5, "text-anchor": "middle", style: `font-size:${sign ? 10 : 13}px` }, String(face.lava)));
    }
  });
  for (const number of beside) svg.append(draw("path.fk-tile-beside", { d: hexagon(tileSpots(0)[number], SIDE - 1) }));
  return svg;
}

/** What the signs on a tile mean, each once, in the order of its spaces. */
export function tileSigns(faces, say) {
  const kinds = [...new Set(faces.map(({ kind }) => kind))].filter((kind) => kind in SIGNS);
  const line = (picture, name) => make("li", {}, picture, make("span", {}, say(`on-tile-${name}`)));
  const sign = (kind) => symbol(SIGNS[kind], { size: "c20" });
  const lines = [
    ...kinds.map((kind) => line(sign(kind), kind)),
    faces.some(({ kind }) => kind === "lava") ? line(symbol("lava", { size: "c20" }), "lava") : null,
    faces.some(({ lava }) => lava) ? line(symbol("lava-next", { size: "c20" }), "number") : null,
  ].filter(Boolean);
  return lines.length ? make("div.fk-tile-signs", { "data-part": "tile-signs" }, make("b", {}, say("signs-here")), make("ul", {}, lines)) : null;
}
