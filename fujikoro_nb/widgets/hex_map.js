// HexMap: a plotly figure made in Python, drawn here once; afterwards only what changed is restyled.
import { dress, make, noticeLine, ruleLink, symbol } from "./dom.mjs";
import { speaker } from "./texts.mjs";
import { loadPlotly, paintFigure, paletteOf } from "./plotly_page.mjs";
import { MAP_ZOOMS, hexAt, hexMiddle, hexPath, mapWindow, pixelToPlane } from "./hex_map_geometry.mjs";

const PLOTLY_CONFIG = { displayModeBar: false, scrollZoom: false, doubleClick: false, showTips: false, responsive: false };
const TYPING_MS = 1000;
const TAP_PIXELS = 12;

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-map");
  const plot = make("div.fk-map-plot");
  const state = make("p.fk-map-state", { role: "status" });
  const nearer = make("button.btn", { type: "button", "aria-label": say("zoom-in") }, symbol("i-plus"));
  const farther = make("button.btn", { type: "button", "aria-label": say("zoom-out") }, symbol("i-minus"));
  const box = make("div.mapbox.wait", { role: "img", "aria-label": say("board") }, plot, state);
  const legend = make(
    "div.fk-map-legend", {},
    make("span", {}, say("legend-levels")),
    make("span", {}, symbol("temple", { size: "c20" }), say("legend-temple")),
    make("span", {}, symbol("bridge", { size: "c20" }), say("legend-bridge")),
    make("span.fk-map-house", {}, symbol("house", { size: "c20" }), make("span", {}, say("house"))),
  );
  const aboutBox = make("section.fk-map-about.sheet", { "aria-live": "polite" });
  const list = make("ul.go");
  root.append(
    make("div.fk-map-cols", {},
      make("div.fk-map-side", {}, make("div.fk-map-frame", {}, box, make("div.zoom", {}, nearer, farther)), legend),
      make("div.fk-map-lists", {}, noticeLine(model), aboutBox,
        make("div.fk-map-listing", {}, make("h2", {}, say("list")), make("p.mut.small", {}, say("list-help")), list))),
  );
  const hexesOf = new Map();
  const spaceOn = new Map();
  let plotly = null;
  let view = null;
  let zoom = 0;
  let centre = [0, 0];
  let bounds = null;
  let gone = false;

  // --- the list
  const rows = new Map();
  function makeRows() {
    rows.clear();
    shown = "";
    hexesOf.clear();
    spaceOn.clear();
    list.replaceChildren();
    for (const place of model.get("places")) {
      const picture = { centre: "rope", temple: "temple", bridge: "bridge" }[place.kind];
      const button = make(
        "button", { type: "button", tabindex: rows.size ? -1 : 0, "data-place": place.id },
        make(`kbd.fk-map-key-${place.key}`, { "aria-hidden": "true" }, place.key),
        make("span", {}, make("b", {}, place.name), make("br"), make("span.mut", {}, place.about)),
        picture && symbol(picture, { size: "c32" }),
      );
      const row = make(`li.fk-map-${place.kind}`, {}, button, place.spaces.length > 1 && spaceButtons(place));
      list.append(row);
      rows.set(place.id, row);
      for (const space of place.spaces) {
        hexesOf.set(space.id, space.hexes);
        for (const hex of space.hexes) spaceOn.set(String(hex), space.id);
      }
    }
    show();
  }

  function spaceButtons(place) {
    const buttons = place.spaces.map((space) => make(
      "button", { type: "button", tabindex: -1, "data-space": space.id, "aria-label": space.name, "aria-pressed": "false", title: space.name }, space.mark,
    ));
    return make("div.fk-map-spaces", { role: "group", "aria-label": say("spaces", { place: place.name }) }, buttons);
  }

  const placeOf = (space) => model.get("places").find((place) => place.spaces.some((one) => one.id === space));

  function about() {
    const { title, text, rule } = model.get("about");
    aboutBox.replaceChildren(...[title && make("h2", {}, title), make("p", {}, text), rule && ruleLink(rule, say("rule-link", { rule }))].filter(Boolean));
  }

  /** Rows say what is selected; only what changes is touched, because the list holds 250 buttons. */
  let shown = "";
  function show() {
    const selected = model.get("selected");
    for (const [space, on] of [[shown, false], [selected, true]]) {
      const row = rows.get(placeOf(space)?.id);
      if (!row) continue;
      row.classList.toggle("is-open", on);
      row.firstElementChild.classList.toggle("is-on", on);
      row.firstElementChild.setAttribute("aria-current", String(on));
      row.querySelector(`[data-space="${space}"]`)?.setAttribute("aria-pressed", String(on));
    }
    shown = selected;
  }

  // --- choosing ------------------------------------------------------------------------------------------------
  function choose(space) {
    if (!space || space === model.get("selected")) return; // plotly reports a tap on a touch screen twice
    model.set("selected", space);
    model.save_changes();
  }

  function selectionChanged() {
    const selected = model.get("selected");
    mark(model.get("confirmed") !== selected);
    show();
    bringIntoView(rows.get(placeOf(selected)?.id));
    if (zoom && selected) {
      const points = hexesOf.get(selected);
      centre = [0, 1].map((axis) => points.reduce((sum, hex) => sum + hexMiddle(hex)[axis], 0) / points.length);
      fit();
    }
  }

  /** Scroll the list, never the page: nothing moves under the finger. */
  function bringIntoView(row) {
    if (!row) return;
    const frame = list.getBoundingClientRect();
    const place = row.getBoundingClientRect();
    const [top, bottom] = [place.top - frame.top + list.scrollTop, place.bottom - frame.top + list.scrollTop];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  // --- keyboard ------------------------------------------------------------------------------------------------
  let typed = "";
  let typedAt = 0;

  function focusRow(row) {
    if (!row) return;
    for (const other of rows.values()) {
      other.firstElementChild.tabIndex = other === row ? 0 : -1;
      other.classList.toggle("is-near", other === row);
    }
    row.firstElementChild.focus({ preventScroll: true });
    bringIntoView(row);
  }

  function focusSpace(row, index) {
    const buttons = [...row.querySelectorAll("[data-space]")];
    if (index < 0 || !buttons.length) focusRow(row);
    else buttons[Math.min(index, buttons.length - 1)].focus({ preventScroll: true });
  }

  function typeAhead(event) {
    const now = event.timeStamp;
    typed = (now - typedAt > TYPING_MS ? "" : typed) + event.key.toLowerCase();
    typedAt = now;
    const all = [...rows.keys()];
    const names = model.get("places").map((place) => [place.id.toLowerCase(), place.name.toLowerCase()]);
    const starting = (text) => all.filter((_, index) => names[index].some((name) => name.startsWith(text)));
    const [whole] = starting(typed);
    if (whole) return focusRow(rows.get(whole));
    // The same letter again goes on to the next; any other letter starts a new name.
    const isSame = [...typed].every((letter) => letter === typed[0]);
    if (!isSame) typed = event.key.toLowerCase();
    const here = all.indexOf(event.target.closest("li")?.firstElementChild.dataset.place);
    const same = starting(typed[0]);
    const next = (isSame && same.find((id) => all.indexOf(id) > here)) || same[0];
    return next && focusRow(rows.get(next));
  }

  list.addEventListener("keydown", (event) => {
    const row = event.target.closest("li");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...row.querySelectorAll("[data-space]")];
    const at = buttons.indexOf(event.target);
    const moves = {
      ArrowDown: () => focusRow(row.nextElementSibling ?? row),
      ArrowUp: () => focusRow(at >= 0 ? row : (row.previousElementSibling ?? row)),
      ArrowRight: () => focusSpace(row, at + 1),
      ArrowLeft: () => focusSpace(row, at - 1),
      Home: () => focusRow(list.firstElementChild),
      End: () => focusRow(list.lastElementChild),
    };
    if (moves[event.key]) moves[event.key]();
    else if (/^[\p{L}\p{N}-]$/u.test(event.key)) typeAhead(event);
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const row = button.closest("li");
    const place = model.get("places").find((one) => rows.get(one.id) === row);
    choose(button.dataset.space ?? place.spaces[0].id);
    for (const other of rows.values()) other.firstElementChild.tabIndex = other === row ? 0 : -1;
  });

  // --- drawing -------------------------------------------------------------------------------------------------
  function boxSize() {
    return { width: plot.clientWidth, height: plot.clientHeight };
  }

  function measure(data) {
    const { x, y } = data[model.get("traces").spaces];
    const margin = 1.5;
    bounds = { left: Math.min(...x) - margin, right: Math.max(...x) + margin, bottom: Math.min(...y) - margin, top: Math.max(...y) + margin };
  }

  function sizes() {
    const size = boxSize();
    view = mapWindow(size, bounds, MAP_ZOOMS[zoom], centre);
    return size;
  }

  // Levels from afar, whole names from near.
  const ROOM_FOR_NAMES = 34;
  const letterSize = () => (view.side < ROOM_FOR_NAMES ? Math.max(9, view.side * 1.05) : view.side * 0.5);
  const letterTexts = (trace) => (view.side < ROOM_FOR_NAMES ? model.get("figure").data[model.get("traces").letters].text : trace.customdata);

  async function draw() {
    state.textContent = say("loading");
    const figure = paintFigure(model.get("figure"), paletteOf(model.get("paints"), state));
    plotly = await loadPlotly(model);
    if (gone) return;
    measure(figure.data);
    const size = sizes();
    const traces = model.get("traces");
    figure.data[traces.spaces].marker.size = 2 * view.side;
    Object.assign(figure.data[traces.letters], { text: letterTexts(figure.data[traces.letters]) });
    figure.data[traces.letters].textfont.size = letterSize();
    Object.assign(figure.layout, size);
    figure.layout.xaxis.range = view.x;
    figure.layout.yaxis.range = view.y;
    await plotly.react(plot, figure.data, figure.layout, PLOTLY_CONFIG);
    plot.removeAllListeners("plotly_click");
    plot.on("plotly_click", ({ event, points }) => !hasMoved && choose(spaceAt(event) ?? (event ? null : points[0].customdata)));
    await mark(model.get("confirmed") !== model.get("selected"));
    state.textContent = "";
    box.classList.remove("wait");
    root.dataset.points = String(plot.data[traces.spaces].x.length);
  }

  // A finger that moves scrolls the page; plotly would call that a click where it is lifted.
  let pressedAt = [0, 0];
  let hasMoved = false;
  plot.addEventListener("pointerdown", (event) => {
    pressedAt = [event.clientX, event.clientY];
    hasMoved = false;
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
    const [x, y] = pixelToPlane(touch.clientX - frame.left, touch.clientY - frame.top, boxSize(), view);
    return spaceOn.get(String(hexAt(x, y))) ?? null;
  }

  function fit() {
    if (!root.dataset.points) return undefined;
    const size = sizes();
    const { spaces, letters } = model.get("traces");
    const layout = { ...size, "xaxis.range": view.x, "yaxis.range": view.y };
    return plotly.update(plot, { "marker.size": 2 * view.side }, layout, [spaces]).then(() => plotly.restyle(plot, { "textfont.size": letterSize(), text: [letterTexts(plot.data[letters])] }, [letters]));
  }

  /** Only the mark of the chosen space changes: dotted until the kernel has confirmed it. */
  async function mark(isPending) {
    if (!plotly || !plot.data) return;
    const selected = model.get("selected");
    const path = selected ? hexPath(hexesOf.get(selected)) : "M0,0Z";
    // The whole list: plotly then redraws the shapes alone, while a new path by itself would count everything again,
    // and one new shape at an index would be put in front of the old one.
    const marks = new Set(Object.values(model.get("shapes")));
    const shapes = plot.layout.shapes.map((shape, index) => (marks.has(index) ? { ...shape, path, visible: Boolean(selected) } : shape));
    root.classList.toggle("is-pending", isPending);
    await plotly.relayout(plot, { shapes });
    root.dataset.drawn = selected;
    root.dataset.confirmed = root.classList.contains("is-pending") ? "" : selected;
  }

  function confirmed() {
    about();
    if (model.get("confirmed") !== model.get("selected")) return;
    root.classList.remove("is-pending");
    if (root.dataset.drawn === model.get("selected")) root.dataset.confirmed = root.dataset.drawn;
    else mark(false); // chosen in Python, or the drawing is behind
  }

  function step(by) {
    zoom = Math.min(Math.max(zoom + by, 0), MAP_ZOOMS.length - 1);
    root.dataset.zoom = String(MAP_ZOOMS[zoom]);
    nearer.disabled = zoom === MAP_ZOOMS.length - 1;
    farther.disabled = zoom === 0;
    const selected = model.get("selected");
    if (selected) centre = hexMiddle(hexesOf.get(selected)[0]);
    fit();
  }
  nearer.addEventListener("click", () => step(1));
  farther.addEventListener("click", () => step(-1));
  farther.disabled = true;

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
    const { width, height } = boxSize();
    if (!width || !height || `${width}x${height}` === lastSize) return;
    lastSize = `${width}x${height}`;
    if (begun) fit();
    else drawOrSay();
    begun = true;
  });
  watch.observe(plot);
  const themes = new MutationObserver(() => begun && drawOrSay());
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });

  const listen = [
    ["change:places", makeRows],
    ["change:selected", () => queueMicrotask(selectionChanged)], // the message to the kernel leaves first
    ["change:confirmed", confirmed],
    ["change:about", about],
  ];
  for (const [event, answer] of listen) model.on(event, answer);
  makeRows();
  about();
  return () => {
    gone = true;
    watch.disconnect();
    themes.disconnect();
    for (const [event, answer] of listen) model.off(event, answer);
    if (plotly && plot.data) plotly.purge(plot);
  };
}

export default { render };
