// A scenario's card for who chooses one: a small picture of the mountain, three lines, each with its rule.
import { draw, make, ruleLink, symbol } from "../base/dom.mjs";

/**
 * @typedef {{text: string, rule: string}} Line
 * @typedef {{symbol: string, at: string[], is_out: boolean, text: string}} Sign
 * @typedef {{lines: Line[], signs: Sign[]}} Side
 * @typedef {{id: string, at: [number, number], kind: string}} Place in hexes' sides, y upwards
 */

// Seven hexes a place: the cells of the places' own lattice are hexes, larger and turned a little.
const SCENE_CELL = 2.6, SCENE_TURN = 0.19, SCENE_SIGN = 5.4, SCENE_EDGE = 16.6;

/** @type {(at: [number, number]) => string} */
function sceneCell([x, y]) {
  const corners = [0, 1, 2, 3, 4, 5].map((k) => [x + SCENE_CELL * Math.cos(SCENE_TURN + (k * Math.PI) / 3), SCENE_CELL * Math.sin(SCENE_TURN + (k * Math.PI) / 3) - y]);
  return corners.map((corner) => corner.map((part) => part.toFixed(2)).join(",")).join(" ");
}

// What lies where from the beginning on; said in words beside it.
/** @type {(mountain: Place[], signs: Sign[]) => SVGElement} */
function scenePicture(mountain, signs) {
  const at = Object.fromEntries(mountain.map((place) => [place.id, place.at]));
  const put = (name, [x, y]) => draw("use", { href: `#fk-${name}`, x: x - SCENE_SIGN / 2, y: -y - SCENE_SIGN / 2, width: SCENE_SIGN, height: SCENE_SIGN });
  return draw("svg.fk-tale-map", { viewBox: `${-SCENE_EDGE} ${-SCENE_EDGE} ${2 * SCENE_EDGE} ${2 * SCENE_EDGE}`, "aria-hidden": "true" },
    mountain.map((place) => draw(`polygon.is-${place.kind}`, { points: sceneCell(place.at) })),
    signs.flatMap((sign) => sign.at.map((place) => put(sign.symbol, at[place]))));
}

/** @type {(side: Side, mountain: Place[], say: any) => HTMLElement} */
export function sceneCard(side, mountain, say) {
  return make("div.fk-tale", { "data-part": "scene" },
    make("div.fk-tale-top", {}, scenePicture(mountain, side.signs),
      make("ul.fk-tale-signs", {}, side.signs.map((sign) => make("li", {}, make(`span.fk-tale-sign${sign.is_out ? ".is-out" : ""}`, {}, symbol(sign.symbol, { size: "c32" })), make("span", {}, sign.text))))),
    make("ul.fk-tale-lines", {}, side.lines.map(({ text, rule }) => make("li", {}, text, " ", ruleLink(rule, say)))));
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
      reason ? make("p.fk-tale-why", { id: `fk-why-scenario-${id}` }, symbol("i-no", { size: "c20" }), make("span", {}, reason.text, " ", ruleLink(reason.rule, say))) : null);
  }

  /** @type {HTMLElement | null} */
  let element = null;

  function show() {
    const one = of();
    const side = one?.sides[state.mode];
    const name = one ? one.name : say("scene-none");
    element = make("div.fk-tales", {},
      make("details", { open: isOpen, ontoggle: (event) => { isOpen = event.target.open; } }, make("summary.btn.full", { "data-key": "scenario" }, say("scene-chosen", { name })),
        make("p.mut.small", {}, say("scene-about")),
        make("ul", {}, row(0, say("scene-none"), null), known().map((each) => row(each.id, each.name, why(each))))),
      side && !isOpen ? sceneCard(side, table().mountain, say) : null);
    return element;
  }

  return { show, refused, refusedPeace };
}
