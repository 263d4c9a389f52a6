// HexMap: a plotly figure made in Python, drawn here once; afterwards only what changed is restyled. Over it lies one SVG
// with the pieces of a game.
import { dress, make, noticeLine, ruleLink, symbol } from "../base/dom.mjs";
import { speaker } from "../base/texts.mjs";
import { loadPlotly, paintFigure, paletteOf } from "./plotly_page.mjs";
import { MAP_ZOOMS, hexAt, hexMiddle, hexPath, mapWindow, pixelToPlane } from "./hex_map_geometry.mjs";
import { groundColours, spaceMiddle } from "./hex_map_layout.mjs";
import { gameLists } from "./hex_map_game.mjs";
import { piecesLayer } from "./hex_map_pieces.mjs";

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
  const hexesOf = new Map();
  const spaceOn = new Map();
  const pieces = piecesLayer(hexesOf, say);
  const box = make("div.mapbox.wait", { role: "img", "aria-label": say("board") }, plot, pieces.svg, state);
  const whole = make("button.btn", { type: "button" }, say("whole"));
  const nearMe = make("button.btn", { type: "button" }, say("me"));
  const legend = make(
    "div.fk-map-legend", {},
    make("span", {}, say("legend-levels")),
    make("span", {}, symbol("temple", { size: "c20" }), say("legend-temple")),
    make("span", {}, symbol("bridge", { size: "c20" }), say("legend-bridge")),
    make("span.fk-map-house", {}, symbol("house", { size: "c20" }), make("span", {}, say("house"))),
  );
  const aboutBox = make("section.fk-map-about.sheet", { "aria-live": "polite" });
  const list = make("ul.go");
  const game = gameLists(model, say, { choose, confirm });
  root.append(
    make("div.fk-map-cols", {},
      make("div.fk-map-side", {},
        make("div.fk-map-frame", {}, box, make("div.zoom", {}, nearer, farther)),
        make("div.fk-map-views", {}, nearMe, whole), legend),
      make("div.fk-map-lists", {}, noticeLine(model), aboutBox, game.reach, game.listing(list), game.legend)),
  );
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
    showLies();
  }

  /** What lies on places and spaces, in the list: its words change only where something moved. */
  function showLies() {
    const lies = model.get("lies");
    for (const place of model.get("places")) {
      const row = rows.get(place.id);
      setText(row.querySelector("span.mut"), lies[place.id] ?? lies[place.spaces[0].id] ?? place.about);
      for (const button of row.querySelectorAll("[data-space]")) {
        const name = place.spaces.find(({ id }) => id === button.dataset.space).name;
        const held = lies[button.dataset.space];
        const label = held ? `${name}: ${held}` : name;
        if (button.title !== label) {
          button.title = label;
          button.setAttribute("aria-label", label);
          button.classList.toggle("is-held", Boolean(held));
        }
      }
    }
  }

  function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function spaceButtons(place) {
    const buttons = place.spaces.map((space) => make(
      "button", { type: "button", tabindex: -1, "data-space": space.id, "aria-label": space.name, "aria-pressed": "false", title: space.name }, space.mark,
    ));
    return make("div.fk-map-spaces", { role: "group", "aria-label": say("spaces", { place: place.name }) }, buttons);
  }

  const placeOf = (space) => model.get("places").find((place) => place.spaces.some((one) => one.id === space));

  const rowAt = (space) => model.get("reach").rows.find(({ spaces }) => spaces.includes(space));

  function about() {
    const { title, text, rule, refusal } = model.get("about");
    const row = model.get("confirmed") ? rowAt(model.get("confirmed")) : null;
    const parts = [
      title && make("h2", {}, title), make("p", {}, text), refusal && make("p.fk-map-why", {}, refusal),
      rule && ruleLink(rule, say),
      row && make("button.btn.main.full.fk-map-confirm", { type: "button", onclick: () => confirm(row.spaces[0]) }, make("span", {}, row.go, row.price && make("small", {}, row.price))),
    ];
    aboutBox.replaceChildren(...parts.filter(Boolean));
  }

  function confirm(space) {
    model.send({ act: "confirm", space });
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
    pieces.choose(rowAt(selected));
    game.show();
    mark(model.get("confirmed") !== selected);
    show();
    bringIntoView(rows.get(placeOf(selected)?.id));
    if (zoom && selected && (!model.get("picture").is_game || !isWellInView(selected))) lookAt(selected);
  }

  function lookAt(space) {
    const [x, y] = spaceMiddle(hexesOf.get(space));
    centre = [x, -y];
    return fit();
  }

  /** Whether a space is seen with its neighbours: then the map stays where it is under the finger. */
  function isWellInView(space) {
    if (!view) return false;
    const [x, y] = spaceMiddle(hexesOf.get(space));
    const edge = isLow() ? 0.8 : 2;
    return view.x[0] + edge < x && x < view.x[1] - edge && view.y[0] + edge < -y && -y < view.y[1] - edge;
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
    pieces.look(view);
    return size;
  }

  // Levels from afar, whole names from near.
  const ROOM_FOR_NAMES = 34;
  const letterSize = () => (view.side < ROOM_FOR_NAMES ? Math.max(9, view.side * 1.05) : view.side * 0.5);
  function letterTexts(trace) {
    const texts = view.side < ROOM_FOR_NAMES ? model.get("figure").data[model.get("traces").letters].text : trace.customdata;
    const { ground } = model.get("picture");
    return texts.map((text, index) => (ground[trace.customdata[index]] ? "" : text));
  }

  // --- a game on it
  const bareColours = () => model.get("figure").data[model.get("traces").spaces].marker.color;
  const coloursNow = () => groundColours(model.get("figure").data[model.get("traces").spaces].customdata, bareColours(), model.get("picture"), model.get("scale"));
  let coloursDrawn = "";

  function drawGame() {
    root.classList.toggle("is-game", model.get("picture").is_game);
    root.classList.toggle("is-board-only", model.get("is_board_only"));
    pieces.show(model.get("picture"), model.get("places"));
    drawReach();
    repaint();
    root.dataset.pieces = String(Object.keys(model.get("picture").spaces).length);
  }

  function drawReach() {
    pieces.reach(model.get("reach").rows);
    pieces.choose(rowAt(model.get("selected")));
    game.show();
    about();
  }

  /** One restyle, and only where the ground itself has changed: a tile was laid, or lava came. */
  function repaint() {
    if (!root.dataset.points) return;
    const colours = coloursNow();
    const key = String(colours);
    if (key === coloursDrawn) return;
    coloursDrawn = key;
    const { spaces, letters } = model.get("traces");
    plotly.restyle(plot, { "marker.color": [colours] }, [spaces]).then(() => plotly.restyle(plot, { text: [letterTexts(plot.data[letters])] }, [letters]));
  }

  const ownSpace = () => Object.entries(model.get("picture").spaces).find(([, one]) => one.pieces?.some((piece) => piece.is_own))?.[0];
  const NEAR = 2;
  const LOW = 320;
  // In a low box the same zoom would leave spaces too small for a finger; there one's own samurai stays in the middle.
  const isLow = () => plot.clientHeight < LOW;
  const PHONE = 600;

  function goNear() {
    const own = ownSpace();
    if (!own) return;
    const [x, y] = spaceMiddle(hexesOf.get(own));
    centre = [x, -y];
    step(Math.max(isLow() ? NEAR + 1 : NEAR, zoom) - zoom, false);
  }
  nearMe.addEventListener("click", goNear);
  whole.addEventListener("click", () => step(-zoom));

  let wasGame = false;
  function gameChanged() {
    const isGame = model.get("picture").is_game;
    const begins = isGame && !wasGame && plot.clientWidth;
    wasGame = isGame && Boolean(plot.clientWidth);
    drawGame();
    const own = ownSpace();
    nearMe.hidden = !own;
    if (begins && plot.clientWidth < PHONE) goNear();
    else if (zoom && own && bounds && (isLow() || !isWellInView(own))) lookAt(own);
  }

  async function draw() {
    state.textContent = say("loading");
    const figure = paintFigure(model.get("figure"), paletteOf(model.get("paints"), state));
    plotly = await loadPlotly(model);
    if (gone) return;
    if (!plot.clientWidth) { // hidden meanwhile: drawn when it is seen again
      begun = false;
      return;
    }
    measure(figure.data);
    if (!wasGame) gameChanged(); // a hidden box has no width to judge the beginning by
    const size = sizes();
    const traces = model.get("traces");
    figure.data[traces.spaces].marker.size = 2 * view.side;
    figure.data[traces.spaces].marker.color = coloursNow();
    coloursDrawn = String(coloursNow());
    Object.assign(figure.data[traces.letters], { text: letterTexts(figure.data[traces.letters]) });
    figure.data[traces.letters].textfont.size = letterSize();
    Object.assign(figure.layout, size);
    figure.layout.xaxis.range = view.x;
    figure.layout.yaxis.range = view.y;
    await plotly.react(plot, figure.data, figure.layout, PLOTLY_CONFIG);
    plot.removeAllListeners("plotly_click");
    plot.on("plotly_click", ({ event, points }) => {
      if (hasMoved || (event && isHeard)) return;
      isHeard = Boolean(event);
      choose(spaceAt(event) ?? (event ? null : points[0].customdata));
    });
    await mark(model.get("confirmed") !== model.get("selected"));
    state.textContent = "";
    box.classList.remove("wait");
    root.dataset.points = String(plot.data[traces.spaces].x.length);
  }

  // A finger that moves scrolls the page; plotly would call that a click where it is lifted.
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
    const [x, y] = pixelToPlane(touch.clientX - frame.left, touch.clientY - frame.top, boxSize(), view);
    return spaceOn.get(String(hexAt(x, y))) ?? null;
  }

  function fit() {
    if (!root.dataset.points || !plot.clientWidth) return undefined; // hidden: what has changed is fitted when it is seen
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

  function step(by, seeksChosen = true) {
    zoom = Math.min(Math.max(zoom + by, 0), MAP_ZOOMS.length - 1);
    root.dataset.zoom = String(MAP_ZOOMS[zoom]);
    nearer.disabled = zoom === MAP_ZOOMS.length - 1;
    farther.disabled = zoom === 0;
    const selected = model.get("selected") || (model.get("picture").is_game && ownSpace());
    if (selected && seeksChosen) centre = hexMiddle(hexesOf.get(selected)[0]);
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
    if (!width || !height) lastSize = "";
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
    // Picture, reach and words come in one message: drawn once, when all of it is there.
    ["change:picture", () => queueMicrotask(gameChanged)],
    ["change:reach", () => queueMicrotask(drawReach)],
    ["change:lies", () => queueMicrotask(showLies)],
  ];
  for (const [event, answer] of listen) model.on(event, answer);
  makeRows();
  about();
  gameChanged();
  return () => {
    gone = true;
    watch.disconnect();
    themes.disconnect();
    for (const [event, answer] of listen) model.off(event, answer);
    if (plotly && plot.data) plotly.purge(plot);
  };
}

export default { render };
