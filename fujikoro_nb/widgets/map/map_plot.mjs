// The drawing of the map: made once, restyled where the ground has changed, and what a finger on it means.
import { loadPlotly, paintFigure, paletteOf } from "./plotly_page.mjs";
import { hexAt, hexPath, pixelToPlane } from "./hex_map_geometry.mjs";
import { groundColours } from "./hex_map_layout.mjs";

const PLOTLY_CONFIG = { displayModeBar: false, scrollZoom: false, doubleClick: false, showTips: false, responsive: false };
const TAP_PIXELS = 12;

// `seen` is the part that says what is seen, `box` and `state` the frame and the line in it; `choose(space)` is told of a tap, `begins()` is called
// when the map is about to be drawn. Returns {repaint(), mark(isPending), stop()}.
/** @param {import("./hex_map.js").MapPage} map */
export function plotPart(map, seen, { box, state, choose, begins }) {
  const { model, say, root, plot, hexesOf } = map;
  let gone = false;
  const taps = tapsOn(map, seen);
  const bareColours = () => model.get("figure").data[model.get("traces").spaces].marker.color;
  const coloursNow = () => groundColours(model.get("figure").data[model.get("traces").spaces].customdata, bareColours(), model.get("picture"), model.get("scale"));
  // Whether a name stands on a tile, the picture tells: colours are the same on one of a bare map and on one that lies open.
  const groundKey = (colours) => `${colours} ${Object.keys(model.get("picture").ground)}`;
  let coloursDrawn = "";
  let markDrawn = ""; // what the mark stands on, and the drawing of it
  let marking = Promise.resolve();

  /** One restyle, and only where the ground itself has changed: a tile was laid, or lava came. */
  function repaint() {
    if (!root.dataset.points) return;
    const colours = coloursNow();
    const key = groundKey(colours);
    if (key === coloursDrawn) return;
    coloursDrawn = key;
    const { spaces, letters } = model.get("traces");
    map.plotly.restyle(plot, { "marker.color": [colours] }, [spaces]).then(() => map.plotly.restyle(plot, { text: [seen.letterTexts(plot.data[letters])] }, [letters]));
  }

  async function draw() {
    state.textContent = say("loading");
    const figure = paintFigure(model.get("figure"), paletteOf(model.get("paints"), state));
    map.plotly = await loadPlotly(model);
    if (gone) return;
    if (!seen.resized().width) { // hidden meanwhile: drawn when it is seen again
      begun = false;
      return;
    }
    seen.measure(figure.data);
    begins(); // a hidden box has no width to judge the beginning by
    const size = seen.sizes();
    const view = seen.now();
    const traces = model.get("traces");
    figure.data[traces.spaces].marker.size = 2 * view.side;
    figure.data[traces.spaces].marker.color = coloursNow();
    coloursDrawn = groundKey(figure.data[traces.spaces].marker.color);
    Object.assign(figure.data[traces.letters], { text: seen.letterTexts(figure.data[traces.letters]) });
    figure.data[traces.letters].textfont.size = seen.letterSize();
    Object.assign(figure.layout, size);
    figure.layout.xaxis.range = view.x;
    figure.layout.yaxis.range = view.y;
    await map.plotly.react(plot, figure.data, figure.layout, PLOTLY_CONFIG);
    markDrawn = ""; // the figure brings none
    plot.removeAllListeners("plotly_click");
    plot.on("plotly_click", ({ event, points }) => {
      if (taps.isTap(event)) choose(taps.spaceAt(event) ?? (event ? null : points[0].customdata));
    });
    await mark(model.get("confirmed") !== model.get("selected"));
    state.textContent = "";
    box.classList.remove("wait");
    root.dataset.points = String(plot.data[traces.spaces].x.length);
  }

  /** Only the mark of the chosen space changes: dotted until the kernel has confirmed it. */
  async function mark(isPending) {
    if (!map.plotly || !plot.data) return;
    const selected = model.get("selected");
    root.classList.toggle("is-pending", isPending);
    if (selected !== markDrawn) {
      markDrawn = selected;
      marking = drawMark(selected);
    }
    await marking;
    root.dataset.drawn = selected;
    root.dataset.confirmed = root.classList.contains("is-pending") ? "" : selected;
  }

  function drawMark(selected) {
    const path = selected ? hexPath(hexesOf.get(selected)) : "M0,0Z";
    // The whole list: plotly then redraws the shapes alone, while a new path by itself would count everything again,
    // and one new shape at an index would be put in front of the old one.
    const marks = new Set(Object.values(model.get("shapes")));
    const shapes = plot.layout.shapes.map((shape, index) => (marks.has(index) ? { ...shape, path, visible: Boolean(selected) } : shape));
    return map.plotly.relayout(plot, { shapes });
  }

  function drawOrSay() {
    draw().catch((error) => {
      console.error(error);
      globalThis.fujikoroPlotly = undefined; // the next visit to the map tries again
      box.classList.remove("wait");
      state.textContent = say("no-drawing");
    });
  }

  // Built when it is first seen: a hidden box has no width.
  let begun = false;
  let lastSize = "";
  const watch = new ResizeObserver(() => {
    const { width, height } = seen.resized();
    if (!width || !height) lastSize = "";
    if (!width || !height || `${width}x${height}` === lastSize) return;
    lastSize = `${width}x${height}`;
    if (begun) seen.fit();
    else drawOrSay();
    begun = true;
  });
  watch.observe(plot);
  const themes = new MutationObserver(() => begun && drawOrSay());
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });

  return {
    repaint,
    mark,
    stop: () => {
      gone = true;
      watch.disconnect();
      themes.disconnect();
      if (map.plotly && plot.data) map.plotly.purge(plot);
    },
  };
}

// A finger that moves scrolls the page; plotly would call that a click where it is lifted.
function tapsOn({ plot, spaceOn }, seen) {
  let pressedAt = [0, 0];
  let hasMoved = false;
  let isHeard = false; // a touch is reported twice, the second time when the map may have moved on
  plot.addEventListener("pointerdown", (event) => {
    pressedAt = [event.clientX, event.clientY];
    hasMoved = isHeard = false;
  }, { capture: true });
  plot.addEventListener("pointermove", (event) => {
    hasMoved ||= event.buttons > 0 && Math.hypot(event.clientX - pressedAt[0], event.clientY - pressedAt[1]) > TAP_PIXELS;
  }, { capture: true });
  plot.addEventListener("pointercancel", () => { hasMoved = true; }, { capture: true });

  /** The space under the finger, by its own hex: plotly's nearest marker is a circle and errs near the edges. */
  function spaceAt(event) {
    if (!event) return null;
    const touch = event.changedTouches?.[0] ?? event;
    const frame = plot.getBoundingClientRect();
    const [x, y] = pixelToPlane(touch.clientX - frame.left, touch.clientY - frame.top, seen.boxSize(), seen.now());
    return spaceOn.get(String(hexAt(x, y))) ?? null;
  }

  // Whether what plotly calls a click is one, and was not heard already.
  function isTap(event) {
    if (hasMoved || (event && isHeard)) return false;
    isHeard = Boolean(event);
    return true;
  }

  return { isTap, spaceAt };
}
