// What part of the map is seen: how near, around which point, the buttons that change it, and what fits the drawing to it.
import { make, symbol } from "../base/dom.mjs";
import { MAP_ZOOMS, hexMiddle, mapWindow, zoomOn } from "./hex_map_geometry.mjs";
import { spaceMiddle } from "./hex_map_layout.mjs";

const ROOM_FOR_NAMES = 34;
const NEAR = 2;
const LOW = 320;

/** How large a box is: asked again only when it may have changed, as in the middle of a change that lays out the whole page. */
function sizeOf(box) {
  let size = { width: 0, height: 0 };
  const resized = () => {
    size = { width: box.clientWidth, height: box.clientHeight };
    return size;
  };
  return { resized, boxSize: () => (size.width ? size : resized()) };
}

/** @param {import("./hex_map.js").MapPage} map */
export function windowPart(map) {
  const { model, say, root, plot, pieces, hexesOf } = map;
  const { boxSize, resized } = sizeOf(plot);
  const nearer = make("button.btn", { type: "button", "aria-label": say("zoom-in") }, symbol("i-plus"));
  const farther = make("button.btn", { type: "button", "aria-label": say("zoom-out") }, symbol("i-minus"));
  const whole = make("button.btn", { type: "button" }, say("whole"));
  const nearMe = make("button.btn", { type: "button" }, say("me"));
  /** @type {any} */
  let view = null;
  let zoom = 0;
  /** @type {number | null} how near, where it is none of the steps */
  let exact = null;
  let centre = [0, 0];
  /** @type {{left: number, right: number, bottom: number, top: number} | null} */
  let bounds = null;
  /** @type {string[]} spaces to look at as soon as it is known how large the map is */
  let waiting = [];
  let fitted = ""; // what plotly shows: changing that counts all of the ground again, which takes forty milliseconds


  function measure(data) {
    const { x, y } = data[model.get("traces").spaces];
    const margin = 1.5;
    bounds = { left: Math.min(...x) - margin, right: Math.max(...x) + margin, bottom: Math.min(...y) - margin, top: Math.max(...y) + margin };
    if (waiting.length) lookAtAll(waiting);
  }

  function sizes() {
    const size = boxSize();
    view = mapWindow(size, /** @type {any} */ (bounds), exact ?? MAP_ZOOMS[zoom], centre);
    fitted = JSON.stringify([size, view]);
    pieces.look(view);
    return size;
  }

  // Levels from afar, whole names from near.
  const letterSize = () => (view.side < ROOM_FOR_NAMES ? Math.max(9, view.side * 1.05) : view.side * 0.5);
  function letterTexts(trace) {
    const texts = view.side < ROOM_FOR_NAMES ? model.get("figure").data[model.get("traces").letters].text : trace.customdata;
    const { ground } = model.get("picture");
    return texts.map((text, index) => (ground[trace.customdata[index]] ? "" : text));
  }

  const ownSpace = () => Object.entries(model.get("picture").spaces).find(([, one]) => one.pieces?.some((piece) => piece.is_own))?.[0];
  // In a low box the same zoom would leave spaces too small for a finger; there one's own samurai stays in the middle.
  const isLow = () => boxSize().height < LOW;

  function lookAt(space) {
    const [x, y] = spaceMiddle(hexesOf.get(space));
    centre = [x, -y];
    return fit();
  }

  /** As near as these spaces are seen all at once. */
  function lookAtAll(spaces) {
    waiting = bounds && boxSize().width ? [] : spaces;
    if (!bounds || waiting.length) return;
    const points = spaces.map((space) => spaceMiddle(hexesOf.get(space))).map(([x, y]) => [x, -y]);
    const found = zoomOn(boxSize(), bounds, points);
    exact = found.zoom;
    centre = found.middle;
    zoom = MAP_ZOOMS.findLastIndex((one) => one <= found.zoom);
    buttons();
    fit();
  }

  /** Whether a space is seen with its neighbours: then the map stays where it is under the finger. */
  function isWellInView(space) {
    if (!view) return false;
    const [[x, y], edge] = [spaceMiddle(hexesOf.get(space)), isLow() ? 0.8 : 2];
    return view.x[0] + edge < x && x < view.x[1] - edge && view.y[0] + edge < -y && -y < view.y[1] - edge;
  }

  function goNear() {
    const own = ownSpace();
    if (!own) return;
    const [x, y] = spaceMiddle(hexesOf.get(own));
    centre = [x, -y];
    step(Math.max(isLow() ? NEAR + 1 : NEAR, zoom) - zoom, false);
  }
  nearMe.addEventListener("click", goNear);
  whole.addEventListener("click", () => step(-zoom));

  function fit() {
    if (!root.dataset.points || !boxSize().width) return undefined; // hidden: what has changed is fitted when it is seen
    if (waiting.length) return lookAtAll(waiting); // asked for while the map was hidden
    const [before, size] = [fitted, sizes()];
    if (fitted === before) return undefined;
    const { spaces, letters } = model.get("traces");
    const layout = { ...size, "xaxis.range": view.x, "yaxis.range": view.y };
    return map.plotly.update(plot, { "marker.size": 2 * view.side }, layout, [spaces]).then(() => map.plotly.restyle(plot, { "textfont.size": letterSize(), text: [letterTexts(plot.data[letters])] }, [letters]));
  }

  function buttons() {
    root.dataset.zoom = String(exact ?? MAP_ZOOMS[zoom]);
    nearer.disabled = zoom === MAP_ZOOMS.length - 1;
    farther.disabled = zoom === 0 && exact === null;
  }

  function step(by, seeksChosen = true) {
    if (by && exact !== null && by < 0 && exact > MAP_ZOOMS[zoom]) zoom += 1; // the step below is the nearest one out
    exact = null;
    zoom = Math.min(Math.max(zoom + by, 0), MAP_ZOOMS.length - 1);
    buttons();
    const selected = model.get("selected") || (model.get("picture").is_game && ownSpace());
    if (selected && seeksChosen) centre = hexMiddle(hexesOf.get(selected)[0]);
    fit();
  }
  nearer.addEventListener("click", () => step(1));
  farther.addEventListener("click", () => step(-1));
  farther.disabled = true;

  return {
    nearer, farther, nearMe, whole, boxSize, resized, measure, sizes, letterSize, letterTexts, ownSpace, isLow, isWellInView, lookAt, lookAtAll, goNear, fit,
    /** What is seen now: {x, y, side}. */
    now: () => view,
    isNear: () => zoom > 0 || exact !== null,
    isMeasured: () => bounds !== null,
  };
}
