// A scenario's card for who chooses one: a small picture of the mountain, three lines, each with its rule.
import { draw, make, ruleLink, symbol } from "../base/dom.mjs";

/**
 * @typedef {{text: string, rule: string}} Line
 * @typedef {{symbol: string, at: string[], is_out: boolean, text: string}} Sign
 * @typedef {{lines: Line[], signs: Sign[]}} Side
 * @typedef {{id: string, at: [number, number], kind: string}} Place in hexes' sides, y upwards
 */

// Seven hexes a place: the cells of the places' own lattice are hexes, larger and turned a little.
const CELL = 2.6, TURN = 0.19, SIGN = 5.4, EDGE = 15.4;

/** @type {(at: [number, number]) => string} */
function cell([x, y]) {
  const corners = [0, 1, 2, 3, 4, 5].map((k) => [x + CELL * Math.cos(TURN + (k * Math.PI) / 3), CELL * Math.sin(TURN + (k * Math.PI) / 3) - y]);
  return corners.map((corner) => corner.map((part) => part.toFixed(2)).join(",")).join(" ");
}

// What lies where from the beginning on; said in words beside it.
/** @type {(mountain: Place[], signs: Sign[]) => SVGElement} */
function picture(mountain, signs) {
  const at = Object.fromEntries(mountain.map((place) => [place.id, place.at]));
  const put = (name, [x, y]) => draw("use", { href: `#fk-${name}`, x: x - SIGN / 2, y: -y - SIGN / 2, width: SIGN, height: SIGN });
  return draw("svg.fk-scene-map", { viewBox: `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`, "aria-hidden": "true" },
    mountain.map((place) => draw(`polygon.is-${place.kind}`, { points: cell(place.at) })),
    signs.flatMap((sign) => sign.at.map((place) => put(sign.symbol, at[place]))));
}

/** @type {(side: Side, mountain: Place[], say: any) => HTMLElement} */
export function sceneCard(side, mountain, say) {
  return make("div.fk-scene", { "data-part": "scene" },
    make("div.fk-scene-top", {}, picture(mountain, side.signs),
      make("ul.fk-scene-signs", {}, side.signs.map((sign) => make("li", {}, make(`span.fk-scene-sign${sign.is_out ? ".is-out" : ""}`, {}, symbol(sign.symbol, { size: "c32" })), make("span", {}, sign.text))))),
    make("ul.fk-scene-lines", {}, side.lines.map(({ text, rule }) => make("li", {}, text, " ", ruleLink(rule, say)))));
}

// Which scenario is played: the engine says which there are, and why this table cannot have one.
export function sceneChoice(state, say, { table, draw: redraw }) {
  let isOpen = false;
  const known = () => table().scenes;
  const of = () => known().find(({ id }) => id === state.scenario);
  const why = (one) => one.refused[state.mode][state.players.length] ?? null;
  const refused = () => (of() ? why(of()) : null);
  const refusedPeace = () => (of() && state.peaceful ? of().peaceful[state.mode] : null);

  function choose(id) {
    state.scenario = id;
    isOpen = false;
    redraw();
    element?.querySelector("summary").focus();
  }

  function row(id, name, reason) {
    const chosen = id === state.scenario;
    return make("li", {}, make(`button.btn.full${chosen ? ".is-on" : ""}`, { type: "button", "data-key": `scenario-${id}`, "aria-pressed": String(chosen), disabled: Boolean(reason), "aria-describedby": reason ? `fk-why-scenario-${id}` : null, onclick: () => choose(id) }, make("span", {}, name)),
      reason ? make("p.fk-scene-why", { id: `fk-why-scenario-${id}` }, symbol("i-no", { size: "c20" }), make("span", {}, reason.text, " ", ruleLink(reason.rule, say))) : null);
  }

  /** @type {HTMLElement | null} */
  let element = null;

  function show() {
    const one = of();
    const side = one?.sides[state.mode];
    const name = one ? one.name : say("none");
    element = make("div.fk-scenes", {},
      make("details", { open: isOpen, ontoggle: (event) => { isOpen = event.target.open; } }, make("summary.btn.full", { "data-key": "scenario" }, say("chosen", { name })),
        make("p.mut.small", {}, say("scene-about")),
        make("ul", {}, row(0, say("none"), null), known().map((each) => row(each.id, each.name, why(each))))),
      side && !isOpen ? sceneCard(side, table().mountain, say) : null);
    return element;
  }

  return { show, refused, refusedPeace };
}
