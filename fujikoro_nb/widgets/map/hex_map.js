// HexMap: a plotly figure made in Python, drawn here once; afterwards only what changed is restyled. Over it lies one SVG
// with the pieces of a game.
import { dress, make, noticeLine, ruleLink, symbol } from "../base/dom.mjs";
import { speaker } from "../base/texts.mjs";
import { gameLists } from "./hex_map_game.mjs";
import { piecesLayer } from "./hex_map_pieces.mjs";
import { walksLegend } from "./hex_map_walks.mjs";
import { placeList } from "./map_list.mjs";
import { plotPart } from "./map_plot.mjs";
import { windowPart } from "./map_window.mjs";

const PHONE = 600;

/**
 * What the parts of the map share.
 * @typedef {object} MapPage
 * @property {Model} model
 * @property {Say} say
 * @property {HTMLElement} root the whole widget
 * @property {any} plot where plotly draws; it adds methods and what it has drawn
 * @property {{get(space: string): [number, number][], set(space: string, hexes: [number, number][]): void, clear(): void}} hexesOf the hexes of each space
 * @property {Map<string, string>} spaceOn the space that lies on each hex
 * @property {ReturnType<typeof piecesLayer>} pieces
 * @property {any} plotly null until it is loaded
 */

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-map");
  const confirm = (space) => model.send({ act: "confirm", space });
  const plot = make("div.fk-map-plot");
  const state = make("p.fk-map-state", { role: "status" });
  const hexesOf = new Map();
  const spaceOn = new Map();
  const pieces = piecesLayer(hexesOf, say);
  const box = make("div.mapbox.wait", { role: "img", "aria-label": say("board") }, plot, pieces.svg, state);
  /** @type {MapPage} */
  const map = { model, say, root, plot, hexesOf, spaceOn, pieces, plotly: null };
  const seen = windowPart(map);
  const drawing = plotPart(map, seen, { box, state, choose, begins: () => { if (!wasGame) gameChanged(); } });
  const places = placeList(map, choose);
  const aboutBox = make("section.fk-map-about.sheet", { "aria-live": "polite" });
  const game = gameLists(model, say, { choose, confirm });
  const dragons = walksLegend(model, say);
  root.append(
    make("div.fk-map-cols", {},
      make("div.fk-map-side", {},
        make("div.fk-map-frame", {}, box, make("div.zoom", {}, seen.nearer, seen.farther)),
        make("div.fk-map-views", {}, seen.nearMe, seen.whole), dragons.element, mapLegend(say)),
      make("div.fk-map-lists", {}, noticeLine(model), aboutBox, game.reach, game.listing(places.list), game.legend)),
  );
  let wasGame = false;
  let isGazing = false;

  const rowAt = (space) => model.get("reach").rows.find(({ spaces }) => spaces.includes(space));

  function about() {
    const { title, text, rule, refusal, barred } = model.get("about");
    pieces.bar(barred);
    const row = model.get("confirmed") ? rowAt(model.get("confirmed")) : null;
    const parts = [
      title && make("h2", {}, title), make("p", {}, text), refusal && make("p.fk-map-why", {}, refusal),
      rule && ruleLink(rule, say),
      row && make("button.btn.main.full.fk-map-confirm", { type: "button", onclick: () => confirm(row.spaces[0]) }, make("span", {}, row.go, row.price && make("small", {}, row.price))),
    ];
    aboutBox.replaceChildren(...parts.filter(Boolean));
  }

  function choose(space) {
    if (!space || space === model.get("selected")) return; // plotly reports a tap on a touch screen twice
    model.set("selected", space);
    model.save_changes();
  }

  function selectionChanged() {
    const selected = model.get("selected");
    pieces.choose(rowAt(selected));
    game.show();
    drawing.mark(model.get("confirmed") !== selected);
    places.show();
    if (!model.get("is_board_only")) places.bringIntoView(selected); // where no list is seen, looking for its place costs all the same
    if (seen.isNear() && selected && (!model.get("picture").is_game || !seen.isWellInView(selected))) seen.lookAt(selected);
  }

  function drawGame() {
    root.classList.toggle("is-game", model.get("picture").is_game);
    root.classList.toggle("is-board-only", model.get("is_board_only"));
    pieces.show(model.get("picture"), model.get("places"));
    dragons.draw();
    drawReach();
    drawing.repaint();
    root.dataset.pieces = String(Object.keys(model.get("picture").spaces).length);
  }

  function drawReach() {
    pieces.reach(model.get("reach").rows);
    pieces.choose(rowAt(model.get("selected")));
    game.show();
    about();
  }

  function gameChanged() {
    const [isGame, { width }] = [model.get("picture").is_game, seen.boxSize()];
    const begins = isGame && !wasGame && width;
    wasGame = isGame && Boolean(width);
    drawGame();
    const own = seen.ownSpace();
    seen.nearMe.hidden = !own;
    const isPhone = (width || window.innerWidth) < PHONE;
    const [around, wasGazing] = [model.get("around"), isGazing];
    isGazing = isPhone && model.get("gaze").length > 0;
    if (around.length || isGazing) seen.lookAtAll(around.length ? around : model.get("gaze"));
    else if ((begins || wasGazing) && isPhone) seen.goNear();
    else if (seen.isNear() && own && seen.isMeasured() && (seen.isLow() || !seen.isWellInView(own))) seen.lookAt(own);
  }

  function confirmed() {
    about();
    if (model.get("confirmed") !== model.get("selected")) return;
    root.classList.remove("is-pending");
    if (root.dataset.drawn === model.get("selected")) root.dataset.confirmed = root.dataset.drawn;
    else drawing.mark(false); // chosen in Python, or the drawing is behind
  }

  // Picture, reach, what is to be seen and words come in one message: drawn once, when all of it is there.
  const gameChangedSoon = soon(gameChanged);
  const listen = [
    ["change:places", places.makeRows],
    ["change:selected", () => queueMicrotask(selectionChanged)], // the message to the kernel leaves first
    // A step begun again is the same game, but the map may have moved to a space that was tapped.
    ["change:selected", () => { if (!model.get("selected") && model.get("around").length) gameChangedSoon(); }],
    ["change:confirmed", confirmed],
    ["change:about", about],
    ["change:picture change:around change:gaze", gameChangedSoon],
    ["change:reach", () => queueMicrotask(drawReach)],
    ["change:lies", () => queueMicrotask(places.showLies)],
  ];
  for (const [event, answer] of listen) model.on(event, answer);
  places.makeRows();
  about();
  gameChanged();
  return () => {
    for (const [event, answer] of listen) model.off(event, answer);
    drawing.stop();
  };
}

// The same, once, when all that is going on now is done.
function soon(what) {
  let isDue = false;
  return () => {
    if (!isDue) queueMicrotask(() => { isDue = false; what(); });
    isDue = true;
  };
}

// What the signs of the bare map mean.
const mapLegend = (say) => make(
  "div.fk-map-legend", {},
  make("span", {}, say("legend-levels")),
  make("span", {}, symbol("temple", { size: "c20" }), say("legend-temple")),
  make("span", {}, symbol("bridge", { size: "c20" }), say("legend-bridge")),
  make("span.fk-map-house", {}, symbol("house", { size: "c20" }), make("span", {}, say("house"))),
);

export default { render };
