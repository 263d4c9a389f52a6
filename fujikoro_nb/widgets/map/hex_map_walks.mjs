// Where a group's dragons go next and whom they see, as arrows over the map, and the line below it that says what each means.
import { draw, make } from "../base/dom.mjs";
import { spaceMiddle, spacePath, walkPath } from "./hex_map_layout.mjs";

const FROM_DRAGON = 0.75; // of a hex's side: an arrow begins beside the picture it comes from
const BEFORE_END = 0.95; // and two that come from both sides do not meet

/**
 * @typedef {{id: string, from: string, to: string[], sees: string[], fights: boolean}} Walk as Python tells it
 */

/**
 * A line between two middles that leaves so much free at both ends.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} [before]
 */
export function arrowLine([ax, ay], [bx, by], before = BEFORE_END) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length <= FROM_DRAGON + before) return "";
  const start = [ax + ((bx - ax) * FROM_DRAGON) / length, ay + ((by - ay) * FROM_DRAGON) / length];
  return walkPath([start, [bx, by]], before);
}

/** The place of a space: what its seven spaces share. */
const tileUnder = (space) => space.split(".")[0];

/**
 * All hexes of the tile that a space belongs to; the central tile, where dragons come in one scenario, is one space.
 * @param {{get(space: string): any}} hexesOf
 * @param {string} space
 */
export function tileHexes(hexesOf, space) {
  const tile = tileUnder(space);
  return tile === space ? hexesOf.get(space) : Array.from({ length: 7 }, (_, number) => hexesOf.get(`${tile}.${number}`)).flat();
}

/**
 * The layer of the arrows; `hexesOf` gives a space's hexes, `places` the rows of the map.
 * @param {SVGElement} layer
 * @param {{get(space: string): number[][]}} hexesOf
 * @param {string} head the id of the arrow's head
 */
export function walksLayer(layer, hexesOf, head) {
  const middle = (space) => spaceMiddle(hexesOf.get(space));
  const wholeTile = (space) => tileHexes(hexesOf, space);

  function line(kind, d) {
    return d ? [draw(`path.fk-walk-casing.is-${kind}`, { d }), draw(`path.fk-walk-line.is-${kind}`, { d, "marker-end": kind === "goes" || kind === "may" ? `url(#${head})` : null })] : [];
  }

  return {
    /** @param {Walk[]} walks */
    show(walks) {
      layer.replaceChildren(...walks.map(({ id, from, to, sees, fights }) => draw("g", { "data-walk": id, "data-from": tileUnder(from), "data-to": to.map(tileUnder).join(" ") },
        fights ? draw("path.fk-walk-fights", { d: spacePath(wholeTile(from), 1) }) : null,
        sees.flatMap((at) => line("sees", arrowLine(middle(from), middle(at), 0.7))),
        to.map((at) => draw("path.fk-walk-tile", { d: spacePath(wholeTile(at), 1) })),
        to.flatMap((at) => line(to.length > 1 ? "may" : "goes", arrowLine(middle(from), middle(at)))))));
    },
    /** The arrow of the answer that is chosen stands out. */
    choose(space) {
      for (const one of /** @type {Iterable<any>} */ (layer.children)) {
        const at = space ? tileUnder(space) : null;
        one.classList.toggle("is-on", at !== null && [one.dataset.from, ...one.dataset.to.split(" ")].includes(at));
      }
    },
  };
}

/** What stands below the map while dragons are on it: the signs that are there now, and what each means. */
export function walksLegend(model, say) {
  const element = make("ul.fk-map-walks", { hidden: true });

  function sign(kind) {
    return draw("svg.fk-walk-sign", { viewBox: "0 0 40 24", "aria-hidden": "true" },
      draw(`path.fk-walk-line.is-${kind}`, { d: kind === "sees" ? "M3 12H37" : "M3 12H26" }),
      kind === "sees" ? null : draw("path.fk-walk-head", { d: "M25 4L38 12L25 20Z" }));
  }

  const token = (name) => make(`i.fk-token.is-${name}`, { "aria-hidden": "true" }, say(`token-${name}`));

  function drawLegend() {
    const { walks = [], spaces } = model.get("picture");
    const tokens = new Set(Object.values(spaces).flatMap(({ pieces = [] }) => pieces.map(({ token: one }) => one)));
    const lines = [
      walks.some(({ to }) => to.length === 1) && [sign("goes"), say("walk-goes")],
      walks.some(({ to }) => to.length > 1) && [sign("may"), say("walk-may")],
      walks.some(({ fights }) => fights) && [make("i.fk-walk-ring", { "aria-hidden": "true" }), say("walk-fights")],
      walks.some(({ sees }) => sees.length) && [sign("sees"), say("walk-sees")],
      tokens.has("asleep") && [token("asleep"), say("walk-asleep")],
      tokens.has("awake") && [token("awake"), say("walk-awake")],
    ];
    const shown = lines.filter(Boolean);
    element.hidden = !shown.length;
    element.replaceChildren(...shown.map((/** @type {any} */ parts) => make("li", {}, parts[0], make("span", {}, parts[1]))));
  }

  return { element, draw: drawLegend };
}
