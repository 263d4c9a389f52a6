// What stands around the helper's pages, the sections that they stand in, and their pictures.
import { draw, make, symbol } from "../base/dom.mjs";
import { languageButtons } from "../base/language_choice.mjs";
import { MAX_LETTERS } from "../rules/rules_book.mjs";

export const SIX = ["rules", "gear", "fight", "setup", "score", "log"];
export const SMALL = "small"; // Makai Fuda and Fuji 99 at the real box
export const MORE = ["map", "now", "escape", "dragons", "small"]; // the dragons where they walk
export const TOGETHER = "table"; // where only a served page can go
export const BOX = "box"; // reached from the setup list, and from every number that wears our mark
export const LEARN = "learn"; // lessons and puzzles; where none are served there is nothing to lead to
export const SLOTS = [...SIX, ...MORE];
export const MADE_LATE = ["map", "setup", "score", "log", BOX, LEARN, SMALL];

/** Mount Fuji over the band, in our own lines. */
function fuji() {
  const path = (d, style) => draw("path", { d, style });
  return draw("svg", { viewBox: "0 0 400 128", preserveAspectRatio: "xMaxYMax meet", "aria-hidden": "true", style: "overflow:visible" },
    draw("circle", { cx: 352, cy: 34, r: 24, style: "fill:#d9482e" }),
    path("M-40 90h180M-40 98h120M300 84h160M340 92h120", "stroke:#fffaf0;stroke-width:5;opacity:.55;stroke-linecap:round"),
    draw("g", { transform: "translate(92 0)" },
      path("M60 132Q150 104 184 34l8 4 8-5 8 6 8-5Q250 104 344 132z", "fill:var(--fk-rock);stroke:var(--fk-key);stroke-width:2.5"),
      path("M184 34l8 4 8-5 8 6 8-5q8 22 17 38l-9-4-6 10-8-13-7 14-7-13-8 11-5-8-8 4q5-17 9-39z", "fill:#fcfaf4;stroke:var(--fk-key);stroke-width:1.8;stroke-linejoin:round"),
      path("M202 39c0 22-10 30-4 48s-10 22-12 45", "fill:none;stroke:var(--fk-lava);stroke-width:7;stroke-linecap:round"),
      path("M202 39c0 22-10 30-4 48s-10 22-12 45", "fill:none;stroke:var(--fk-lava-hot);stroke-width:2.2;stroke-linecap:round")),
    path("M-2400 122H-10q40-14 90-4t110 0 110 0 110 0H2600v30H-2400z", "fill:var(--fk-paper)"));
}

/** A samurai's space with the ways on, or the rope down from the mountain. */
function quickPicture(page) {
  const shape = page === "now" ? "M28 12l13 7.5v15L28 42l-13-7.5v-15z" : "M6 48L22 16h12l16 32z";
  const lines = page === "now" ? "M28 12V3M41 34.5l8 4.5M15 34.5L7 39M28 31v-3c4-1 5-3 5-5a5 5 0 0 0-10 0M28 35v.5" : "M28 16v24M28 40l-5-5M28 40l5-5M16 28l5 4 4-5 6 0 4 5 5-4";
  return draw("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" },
    draw("path", { d: shape, transform: "translate(2.5 2.5)", style: "fill:var(--fk-b1)" }),
    draw("path", { d: `${shape}${lines}`, style: "fill:none;stroke:currentColor;stroke-width:2.8;stroke-linejoin:round;stroke-linecap:round" }));
}

/** A flag at the end of a path up the mountain. */
function learnPicture() {
  return draw("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" },
    draw("path", { d: "M4 50L24 16h8l20 34z", transform: "translate(2.5 2.5)", style: "fill:var(--fk-b1)" }),
    draw("path", { d: "M4 50L24 16h8l20 34zM28 16V4l10 4-10 4M16 44q14 2 16-5t-9-8 6-9", style: "fill:none;stroke:currentColor;stroke-width:2.8;stroke-linejoin:round;stroke-linecap:round" }));
}

/** A table with four seats round it. */
function tablePicture() {
  const seats = [[28, 8], [48, 28], [28, 48], [8, 28]].map(([x, y]) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`).join("");
  return draw("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" },
    draw("circle", { cx: 30.5, cy: 30.5, r: 12, style: "fill:var(--fk-b1)" }),
    draw("path", { d: `M16 28a12 12 0 1 0 24 0a12 12 0 1 0-24 0${seats}`, style: "fill:none;stroke:currentColor;stroke-width:2.8" }));
}

/** The picture of a page: colour printed a little off its lines, as on the other tiles. */
export function picture(page) {
  if (page === "now" || page === "escape") return quickPicture(page);
  if (page === "dragons") return symbol("dragon-L");
  if (page === TOGETHER) return tablePicture();
  if (page === BOX) return symbol("house");
  if (page === LEARN) return learnPicture();
  if (page === SMALL) return symbol("s-card");
  if (page !== "map") return symbol(`h-${page === "rules" ? "rule" : page}`, { box: 56 });
  const hexes = [[28, 28], [28, 11], [42.7, 19.5], [42.7, 36.5], [28, 45], [13.3, 36.5], [13.3, 19.5]];
  /** @param {number[]} middle */
  const outline = ([x, y]) => `M${x - 5} ${y - 8.5}h10l5 8.5-5 8.5h-10l-5-8.5z`;
  return draw("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" },
    draw("path", { d: hexes.map(([x, y]) => outline([x + 2.5, y + 2.5])).join(""), style: "fill:var(--fk-b1)" }),
    draw("path", { d: hexes.map(outline).join(""), style: "fill:none;stroke:currentColor;stroke-width:2.8;stroke-linejoin:round" }));
}

// What a button says that changes between day and night.
/** @param {import("./helper.js").Helper} helper */
export function drawTheme({ root, say }) {
  const other = say(document.documentElement.dataset.theme === "dark" ? "day" : "night");
  for (const button of root.querySelectorAll(".fk-theme-here")) button.textContent = other;
}

const themeButton = (helper) => (helper.isOurs && globalThis.fujikoroTheme
  ? make("button.btn.quiet.fk-theme-here", { type: "button", "aria-label": helper.say("theme"), onclick: () => { globalThis.fujikoroTheme?.(); drawTheme(helper); } })
  : null);

// The pages beside the six of every evening.
/** @param {import("./helper.js").Helper} helper */
export const besidePages = ({ isOurs }) => (isOurs ? [...MORE, TOGETHER] : MORE);

// Rail, head and foot. Returns {rail, undos, title, top, next, toRules, foot, tabs}.
/** @param {import("./helper.js").Helper} helper */
export function helperFrame(helper) {
  const { model, say } = helper;
  const link = (name) => make("a", { href: `#page=${name}`, "data-page": name }, picture(name), make("i", {}, say(name)));
  const rail = make("aside.rail", {},
    make("div.logo", {}, say("title"), make("small", {}, say("rail"))),
    make("nav", { "aria-label": say("nav") }, SIX.map(link), make("div.fk-rail-more", {}, [LEARN, ...besidePages(helper)].map(link))),
    make("div.end", {}, make("b.fk-who"), make("br"), make("span.mut.fk-box")));
  const undoWide = make("button.btn.lap.row.fk-undo-top", { type: "button" }, symbol("i-undo"), make("span"));
  const undoFoot = make("button.btn.undo", { type: "button" }, symbol("i-undo"), make("span"));
  const title = make("h1");
  const top = make("header.top", {},
    make("button.tb", { type: "button", "data-page": "home", "aria-label": say("home") }, symbol("i-home")), title, undoWide, themeButton(helper));
  const next = make("button.btn.fk-next", { type: "button" });
  const toRules = make("button.btn.fk-to-rules", { type: "button", "data-page": "rules" }, symbol("i-search"), make("span", {}, say("rules")));
  const foot = make("footer.foot", {}, undoFoot, next, toRules);
  const tabs = make("div.seg.fk-guest-tabs", { role: "tablist" }, SLOTS.map((name) => make("button", { type: "button", role: "tab", "data-page": name }, say(name))));
  const undos = [undoWide, undoFoot];
  for (const button of undos) button.addEventListener("click", () => model.send({ act: "undo", label: model.get("undo_label") }));
  return { rail, undos, title, top, next, toRules, foot, tabs };
}

// One section a page, the slots in them for widgets, and the sheets beside those. `scope` is the strip of what is set once, `share` the
// part of the stored table.
/** @param {import("./helper.js").Helper} helper */
export function helperSections(helper, { scope, share }) {
  const { model, say } = helper;
  const boxSwitch = make("button.fk-switch", { type: "button", role: "switch" },
    make("span.fk-knob", { "aria-hidden": "true" }), make("span", {}, make("b", {}, say("real-box")), make("small.mut")));
  boxSwitch.addEventListener("click", () => {
    boxSwitch.setAttribute("aria-checked", String(!model.get("is_real_box"))); // at once; the kernel confirms
    model.send({ act: "real-box", on: !model.get("is_real_box") });
  });
  const tile = (name) => make(`a.fk-tile-${name}`, { href: `#page=${name}`, "data-page": name }, picture(name), make("div", {}, make("b", {}, say(name)), make("span", {}, say(`${name}-about`))));
  const elsewhere = make("div.fk-elsewhere");
  const homeBox = make("input", {
    type: "search", "aria-label": say("ask-label"), placeholder: say("ask"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", maxlength: MAX_LETTERS, dir: "auto",
  });
  const learnTold = make("small", {}, say("learn-about"));
  const toLearn = make("a.fk-to-learn", { href: `#page=${LEARN}`, "data-page": LEARN }, picture(LEARN), make("span", {}, make("b", {}, say(LEARN)), learnTold), symbol("i-next"));
  const more = make("div.fk-more-pages", {}, besidePages(helper).map((name) => make("a.sheet", { href: `#page=${name}`, "data-page": name }, picture(name), make("div", {}, make("b", {}, say(name)), make("span.mut", {}, say(`${name}-about`))))));
  /** @type {Record<string, HTMLElement>} */
  const sections = {
    home: make("section.fk-home", {},
      make("header.sky", {}, fuji(), make("div.t", {}, make("h1", {}, say("title")), make("p", {}, say("subtitle")))),
      make("div.fk-home-body", {}, make("label.find", {}, symbol("i-search"), homeBox), make("div.fk-set", {}, scope.element, languageButtons(say("language"))), toLearn, make("nav.six", { "aria-label": say("nav") }, SIX.map(tile)), make("nav.fk-more", { "aria-label": say("more") }, more, elsewhere), themeButton(helper))),
    rules: make("section.fk-rules-page"),
    gear: make("section.fk-gear"),
    ...Object.fromEntries(["fight", "setup", "score", "log", ...MORE, BOX, LEARN].map((name) => [name, make("section")])),
    [TOGETHER]: make("section", {}, share.panel),
  };
  const slots = Object.fromEntries([...SLOTS, BOX, LEARN].map((name) => [name, make("div.fk-slot", { "data-slot": name }, MADE_LATE.includes(name) ? make("p.mut", {}, say("loading")) : null)]));
  const board = make("section.sheet.fk-board-sheet");
  const linkSheet = make("section.sheet.fk-link-sheet");
  const boxSheet = make("div.sheet.fk-box-sheet", {}, boxSwitch);
  const pieceSlot = make("div.fk-slot.sheet.fk-pieces-sheet");
  const toPieces = make("button.btn.full", { type: "button", "data-act": "open-pieces", onclick: () => model.send({ act: "open-pieces" }) }, say("to-pieces"));
  pieceSlot.append(make("h2", {}, say("pieces")), make("p.mut", {}, say("pieces-about")), toPieces);
  const puzzleSheet = make("section.sheet.fk-puzzle-sheet");
  const newEvening = make("button.btn.quiet", { type: "button", "data-act": "new-evening", onclick: () => model.send({ act: "new-evening" }) }, say("new-evening"));
  const toFight = make("a.btn.main.full.lap.row.fk-to-fight", { href: "#page=fight", "data-page": "fight" }, say("to-fight"));
  sections.rules.append(slots.rules);
  sections.gear.append(slots.gear, make("div.fk-below", {}, board, make("div.col.fk-beside-board", {}, toFight, puzzleSheet, linkSheet)), pieceSlot);
  for (const name of ["fight", "setup", "score", "log", ...MORE, BOX, LEARN]) sections[name].append(slots[name]);
  const gameBeside = make("p.fk-beside-game", { "data-part": "beside-game", hidden: true });
  sections.score.prepend(gameBeside, make("p.fk-to-dragons", {}, make("a.btn", { href: "#page=dragons", "data-page": "dragons" }, picture("dragons"), say("dragons"))));
  const evening = make("div.fk-new-evening", {}, newEvening, make("p.mut.small", {}, say("new-evening-about")));
  sections.score.append(evening);
  return { boxSwitch, elsewhere, learnTold, homeBox, sections, slots, board, linkSheet, boxSheet, pieceSlot, puzzleSheet, evening, gameBeside };
}
