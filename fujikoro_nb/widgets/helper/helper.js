// The rules helper's page: pages instead of tabs, one undo, and an address that holds the gear.
import { draw, dress, make, noticeLine, put, showInside, symbol } from "../base/dom.mjs";
import { speaker } from "../base/texts.mjs";
import { joinHash, splitHash } from "../base/helper_link.mjs";
import { languageButtons } from "../base/language_choice.mjs";
import { copyLink } from "../base/page_parts.mjs";
import { fromStore, fromTab, toStore, toTab } from "../base/page_store.mjs";
import { MAX_LETTERS, whenIdle } from "../rules/rules_book.mjs";
import { parsePlace } from "../base/rules_place.mjs";
import { setOnce } from "../rules/rules_scope.mjs";
import { sharePart } from "../sharing/share_panel.mjs";

const SIX = ["rules", "gear", "fight", "setup", "score", "log"];
const MORE = ["map", "now", "escape"];
const TOGETHER = "table"; // where only a served page can go
const PAGES = ["home", ...SIX, ...MORE, TOGETHER];
const SLOTS = [...SIX, ...MORE];
const TRAITS = { gear: "grid" }; // of a page's widget, where it is called otherwise
const MADE_LATE = ["map", "setup", "score", "log"];
const ONWARD = { gear: "fight", setup: "score", score: "log", log: "score" };
const REACH_MS = 250;
const UNTOUCHED_MS = 20_000;
const TOUCHES = ["pointerdown", "keydown", "focusin"];
const KEPT = "fujikoro-evening";
const MAX_KEPT = 60001; // one more than is accepted, so that a longer text is said to be damaged
const EDITIONS = ["", "en", "fr", "de"];

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

/** A table with four seats round it. */
function tablePicture() {
  const seats = [[28, 8], [48, 28], [28, 48], [8, 28]].map(([x, y]) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`).join("");
  return draw("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" },
    draw("circle", { cx: 30.5, cy: 30.5, r: 12, style: "fill:var(--fk-b1)" }),
    draw("path", { d: `M16 28a12 12 0 1 0 24 0a12 12 0 1 0-24 0${seats}`, style: "fill:none;stroke:currentColor;stroke-width:2.8" }));
}

/** The picture of a page: colour printed a little off its lines, as on the other tiles. */
function picture(page) {
  if (page === "now" || page === "escape") return quickPicture(page);
  if (page === TOGETHER) return tablePicture();
  if (page !== "map") return symbol(`h-${page === "rules" ? "rule" : page}`, { box: 56 });
  const hexes = [[28, 28], [28, 11], [42.7, 19.5], [42.7, 36.5], [28, 45], [13.3, 36.5], [13.3, 19.5]];
  const outline = ([x, y]) => `M${x - 5} ${y - 8.5}h10l5 8.5-5 8.5h-10l-5-8.5z`;
  return draw("svg", { viewBox: "0 0 56 56", "aria-hidden": "true" },
    draw("path", { d: hexes.map(([x, y]) => outline([x + 2.5, y + 2.5])).join(""), style: "fill:var(--fk-b1)" }),
    draw("path", { d: hexes.map(outline).join(""), style: "fill:none;stroke:currentColor;stroke-width:2.8;stroke-linejoin:round" }));
}

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-helper", { isWhole: true });
  const isOurs = document.body.classList.contains("fk-page"); // in somebody's notebook: no band, no rail, no foot, no address
  root.classList.toggle("is-guest", !isOurs);
  document.body.classList.toggle("fk-has-helper", isOurs);
  const stops = [];
  let page = "home";

  // ---- the table that lies in a store, where this page is served
  let tableCode = splitHash(isOurs ? location.hash : "").table; // stays while the kernel looks for it
  const share = sharePart(model, say, {
    joins: true,
    sign: (code) => make("a.num.fk-share-sign", { href: `#page=${TOGETHER}`, "data-page": TOGETHER }, code),
    address: { read: () => splitHash(isOurs ? location.hash : "").table, write: (code) => { tableCode = code; writeAddress(); } },
    more: ({ code, parts }) => {
      const game = code && model.get("elsewhere").find(({ kind }) => kind === "game");
      if (!game) return null;
      const has = parts.includes("game");
      return [has ? make("p", {}, say("share-game")) : null, make("a.btn.full", { href: `${game.url}#table=${code}`, "data-key": "to-game" }, say(has ? "share-to-game" : "share-new-game"))];
    },
  });
  share.panel.hidden = false;
  const beside = isOurs ? [...MORE, TOGETHER] : MORE;

  // ---- frame
  const link = (name) => make("a", { href: `#page=${name}`, "data-page": name }, picture(name), make("i", {}, say(name)));
  const rail = make("aside.rail", {},
    make("div.logo", {}, say("title"), make("small", {}, say("rail"))),
    make("nav", { "aria-label": say("nav") }, SIX.map(link), make("div.fk-rail-more", {}, beside.map(link))),
    make("div.end", {}, make("b.fk-who"), make("br"), make("span.mut.fk-box")));
  const undoWide = make("button.btn.lap.row.fk-undo-top", { type: "button" }, symbol("i-undo"), make("span"));
  const undoFoot = make("button.btn.undo", { type: "button" }, symbol("i-undo"), make("span"));
  const title = make("h1");
  const themeButton = () => (isOurs && globalThis.fujikoroTheme
    ? make("button.btn.quiet.fk-theme-here", { type: "button", "aria-label": say("theme"), onclick: () => { globalThis.fujikoroTheme(); drawTheme(); } })
    : null);
  const top = make("header.top", {},
    make("button.tb", { type: "button", "data-page": "home", "aria-label": say("home") }, symbol("i-home")), title, undoWide, themeButton());
  const next = make("button.btn.fk-next", { type: "button" });
  const toRules = make("button.btn.fk-to-rules", { type: "button", "data-page": "rules" }, symbol("i-search"), make("span", {}, say("rules")));
  const foot = make("footer.foot", {}, undoFoot, next, toRules);
  const tabs = make("div.seg.fk-guest-tabs", { role: "tablist" }, SLOTS.map((name) => make("button", { type: "button", role: "tab", "data-page": name }, say(name))));
  const notice = noticeLine(model);

  // ---- pages
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
  // ---- what is set once; the evening in the kernel owns it, and every strip is a view of it
  let scope = { mode: "", players: 0, edition: "", ...model.get("scope") };
  function setTable(change) {
    const next = { ...scope, ...change };
    if (next.mode === scope.mode && next.players === scope.players) return;
    scope = next;
    showScope(); // at once, as pending; the kernel confirms
    wait();
    model.send({ act: "set-table", mode: next.mode, players: next.players });
  }
  const shortly = (key, data) => (key.endsWith("-any") ? say("booklet-any") : key === "players-n" ? String(data.n) : say(key)); // three stand side by side on a phone
  const setOnceHere = setOnce({ say: shortly, set: setTable });
  const booklet = make("select", {}, EDITIONS.map((name) => make("option", { value: name }, say(`booklet-${name || "any"}`))));
  booklet.addEventListener("change", () => { wait(); model.send({ act: "edition", edition: booklet.value }); });
  setOnceHere.element.append(make("label", {}, make("span", {}, say("booklet")), booklet));
  function showScope() {
    setOnceHere.show(scope);
    booklet.value = scope.edition;
    rulesHost.view?.scope(scope);
  }
  let unanswered = 0; // choices that the kernel has not answered
  function wait() {
    unanswered += 1;
    setOnceHere.element.classList.add("is-pending");
  }
  function tellScope(told) {
    scope = { ...scope, ...told };
    showScope();
  }
  function answerScope(told) {
    unanswered = Math.max(0, unanswered - 1);
    setOnceHere.element.classList.toggle("is-pending", unanswered > 0);
    tellScope(told);
  }
  // What was answered while nobody heard it is told by the scope itself.
  function forgetChoices() {
    unanswered = 0;
    setOnceHere.element.classList.remove("is-pending");
  }
  const more = make("div.fk-more-pages", {}, beside.map((name) => make("a.sheet", { href: `#page=${name}`, "data-page": name }, picture(name), make("div", {}, make("b", {}, say(name)), make("span.mut", {}, say(`${name}-about`))))));
  const sections = {
    home: make("section.fk-home", {},
      make("header.sky", {}, fuji(), make("div.t", {}, make("h1", {}, say("title")), make("p", {}, say("subtitle")))),
      make("div.fk-home-body", {}, make("label.find", {}, symbol("i-search"), homeBox), make("div.fk-set", {}, setOnceHere.element, languageButtons(say("language"))), make("nav.six", { "aria-label": say("nav") }, SIX.map(tile)), make("nav.fk-more", { "aria-label": say("more") }, more, elsewhere), themeButton())),
    rules: make("section.fk-rules-page"),
    gear: make("section.fk-gear"),
    ...Object.fromEntries(["fight", "setup", "score", "log", ...MORE].map((name) => [name, make("section")])),
    [TOGETHER]: make("section", {}, share.panel),
  };
  const slots = Object.fromEntries(SLOTS.map((name) => [name, make("div.fk-slot", {}, MADE_LATE.includes(name) ? make("p.mut", {}, say("loading")) : null)]));
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
  for (const name of ["fight", "setup", "score", "log", ...MORE]) sections[name].append(slots[name]);
  const gameBeside = make("p.fk-beside-game", { "data-part": "beside-game", hidden: true });
  sections.score.prepend(gameBeside);
  sections.score.append(make("div.fk-new-evening", {}, newEvening, make("p.mut.small", {}, say("new-evening-about"))));
  const main = make("main", { tabindex: -1 }, share.strip, notice, Object.values(sections));
  root.append(make("div.app", {}, rail, make("div.pagecol", {}, top, tabs, main)), foot);

  // ---- going from page to page
  const made = new Set();
  async function fillSlot(name) {
    const trait = TRAITS[name] ?? name;
    if (!slots[name] || made.has(name)) return;
    if (!model.get(trait)) {
      model.send({ act: `open-${name}` });
      return; // comes back with its change
    }
    made.add(name);
    try {
      stops.push(await showInside(model, model.get(trait), slots[name]));
    } catch (fault) {
      made.delete(name); // the link was away while it was made: the next look finds it
      throw fault;
    }
    slots[name].dataset.ready = "true";
  }

  async function fillPieces() {
    if (!model.get("pieces") || made.has("pieces")) return;
    made.add("pieces");
    stops.push(await showInside(model, model.get("pieces"), pieceSlot));
    pieceSlot.querySelector("button")?.focus({ preventScroll: true });
  }

  function show(name, { isNew = true } = {}) {
    page = PAGES.includes(name) ? name : "home";
    for (const [key, section] of Object.entries(sections)) section.hidden = key !== page;
    homeBox.value = "";
    root.dataset.page = page;
    title.textContent = say({ home: "page-home", score: "score-title" }[page] ?? page);
    for (const one of root.querySelectorAll("[data-page]")) {
      one.classList.toggle("is-on", one.dataset.page === page && one.closest(".rail"));
      if (one.dataset.page === page) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
      if (one.getAttribute("role") === "tab") one.setAttribute("aria-selected", String(one.dataset.page === page));
    }
    toRules.hidden = page === "rules";
    const onward = ONWARD[page] ?? "gear";
    next.dataset.page = onward;
    next.replaceChildren(picture(onward), make("span", {}, say(onward)));
    foot.hidden = page === "home";
    (page === "home" ? sections.home.querySelector(".fk-home-body") : sections.gear.querySelector(".fk-beside-board")).append(boxSheet);
    fillSlot(page);
    if (isNew) {
      writeAddress({ isNew: true });
      scrollTo?.(0, 0);
      main.focus({ preventScroll: true });
    }
  }

  root.addEventListener("click", (event) => {
    const target = event.target.closest("[data-page]");
    if (!target || target === root || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (target.dataset.page === "rules") openRules(target.dataset.rulebook ? `rule=${target.dataset.rulebook}` : "");
    else show(target.dataset.page);
  });

  // ---- the rulebook: its page is told where to begin, and tells where somebody went
  let place = "";
  const rulesHost = {
    place: () => place,
    placed: (text, { isNew }) => {
      place = text;
      if (page === "rules") writeAddress({ isNew });
    },
    tryIt: (rule) => model.send({ act: "try", rule }),
    scope: () => scope, // with the booklet, whose places stand first
    setOnce: setTable,
    link: isOurs ? (text) => `${location.origin}${location.pathname}${joinHash("rules", model.get("link"), text, tableCode)}` : null,
    ready: () => {
      if (waiting === null) return;
      show("rules");
      askRules(waiting);
    },
  };
  globalThis.fkRulesHosts ??= new Map();
  const rulesName = model.get("rules").replace("IPY_MODEL_", "");
  globalThis.fkRulesHosts.set(rulesName, rulesHost);
  stops.push(() => globalThis.fkRulesHosts.get(rulesName) === rulesHost && globalThis.fkRulesHosts.delete(rulesName));

  let waiting = null; // what was typed before the rules page was there
  function askRules(text) {
    waiting = rulesHost.view ? null : text;
    rulesHost.view?.ask(text);
  }

  function openRules(text) {
    place = text;
    rulesHost.view?.show(text);
    place = rulesHost.view?.place() ?? text;
    show("rules");
    if (!text && matchMedia("(pointer: fine)").matches) rulesHost.view?.focus();
  }

  homeBox.addEventListener("focus", () => fillSlot("rules"));
  homeBox.addEventListener("input", () => {
    const text = homeBox.value;
    if (!text.trim()) return;
    if (rulesHost.view) show("rules"); // until its box is there, letters go on into this one
    askRules(text);
  });

  // ---- the address
  let written = "";
  function writeAddress({ isNew = false } = {}) {
    if (!isOurs || !model.get("is_opened")) return;
    const hash = joinHash(page, model.get("link"), page === "rules" ? place : "", tableCode);
    const search = new URLSearchParams(location.search);
    search.delete("rule"); // it stands behind # from now on
    const address = `${location.pathname}${search.size ? `?${search}` : ""}${hash}`;
    if (isNew && location.hash !== hash) history.pushState({ fujikoro: page }, "", address);
    else if (location.hash !== hash || history.state?.fujikoro !== page) history.replaceState({ fujikoro: page }, "", address);
    if (hash !== written) copy.forget();
    written = hash;
  }

  function readAddress() {
    const { page: wanted, rules, gear } = splitHash(isOurs ? location.hash : "");
    const asked = isOurs && !wanted ? new URLSearchParams(location.search).get("rule") : "";
    place = asked ? new URLSearchParams({ rule: asked }).toString() : rules;
    rulesHost.view?.show(place);
    show(asked ? "rules" : wanted || (gear ? "gear" : "home"), { isNew: false });
    const { mode, players } = parsePlace(place);
    if ((mode || players) && !readKept()) setTable({ mode, players }); // a link seats nobody at a table that is kept
    model.send({ act: "open-link", text: gear.slice(0, 4000) });
    if (isOurs) share.join();
  }

  // ---- the evening is too long for a link: this tab keeps it, and so does the browser for the next tab
  const readKept = () => (isOurs ? fromTab(KEPT) || fromStore(KEPT) : "");
  function keep() {
    if (!isOurs || !model.get("is_opened")) return;
    toTab(KEPT, model.get("kept"));
    toStore(KEPT, model.get("kept"));
  }
  function restore() {
    const text = readKept();
    if (text) model.send({ act: "kept", text: text.slice(0, MAX_KEPT) });
  }
  const putAside = () => toStore(`${KEPT}-aside`, readKept());

  const onPop = (event) => {
    if (event.state?.fujikoro) {
      if (event.state.fujikoro === "rules") {
        rulesHost.view?.show(splitHash(location.hash).rules, { keepsScope: true });
        place = rulesHost.view?.place() ?? splitHash(location.hash).rules;
      }
      show(event.state.fujikoro, { isNew: false });
      writeAddress(); // going back changes the page, never the gear: that is what undo is for
    } else if (isOurs) {
      readAddress(); // a link that was pasted into this tab
      writeAddress(); // what comes of it is written when the kernel has read it
    }
  };
  addEventListener("popstate", onPop);
  stops.push(() => removeEventListener("popstate", onPop));

  // ---- what is on the pages
  function drawTheme() {
    const other = say(document.documentElement.dataset.theme === "dark" ? "day" : "night");
    for (const button of root.querySelectorAll(".fk-theme-here")) button.textContent = other;
  }

  function drawUndo() {
    const label = model.get("undo_label");
    for (const button of [undoWide, undoFoot]) {
      button.querySelector("span").textContent = label || say("undo-nothing");
      button.disabled = !label;
    }
  }
  for (const button of [undoWide, undoFoot]) button.addEventListener("click", () => model.send({ act: "undo", label: model.get("undo_label") }));
  // The grid would undo only its own changes.
  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z" && event.target.tagName !== "INPUT") {
      event.preventDefault();
      event.stopPropagation();
      model.send({ act: "undo", label: model.get("undo_label") });
    }
  }, { capture: true });

  function drawBox() {
    const isReal = model.get("is_real_box");
    boxSwitch.setAttribute("aria-checked", String(isReal));
    boxSwitch.querySelector("small").textContent = say(isReal ? "real-box-on" : "real-box-off");
    rail.querySelector(".fk-box").textContent = isReal ? say("real-box") : say("change-box-off");
  }

  const chooser = make("select", { "aria-label": say("character"), id: "fk-character" });
  chooser.addEventListener("change", () => model.send({ act: "character", name: chooser.value }));
  const aboutCharacter = make("p.mut.small");
  const steps = make("div.fk-steps");
  const room = make("span.mut");
  const reach = make("div.fk-reach", { "aria-live": "polite" });
  const monkSwitch = make("button.fk-switch", { type: "button", role: "checkbox" },
    make("span.fk-knob", { "aria-hidden": "true" }), make("span", {}, make("b", {}, say("backpack-monk"))));
  monkSwitch.addEventListener("click", () => model.send({ act: "backpack-monk", on: !model.get("board").monk }));
  board.append(
    make("h2", {}, say("board")),
    make("label.fk-field", { for: "fk-character" }, make("span", {}, say("character")), chooser), aboutCharacter,
    make("div.row", {}, make("h3.grow", {}, say("backpack")), room),
    make("p.mut.small", {}, say("backpack-about")), monkSwitch, steps, reach,
  );

  function drawBoard() {
    const state = model.get("board");
    if (chooser.options.length !== model.get("characters").length) {
      chooser.replaceChildren(...model.get("characters").map(({ id, name }) => make("option", { value: id }, name)));
    }
    chooser.value = state.character;
    aboutCharacter.textContent = [state.about, state.so_far].filter(Boolean).join(" ");
    rail.querySelector(".fk-who").textContent = model.get("characters").find(({ id }) => id === state.character)?.name ?? "";
    monkSwitch.hidden = state.always; // that character needs none
    monkSwitch.setAttribute("aria-checked", String(state.monk));
    room.textContent = say("backpack-room", { cubes: state.cubes, max: state.room });
    const focused = steps.contains(document.activeElement) ? document.activeElement.dataset.step : "";
    steps.replaceChildren(...Object.entries(state.backpack).map(([material, count]) => {
      const step = (by, sign, word) => make("button.btn", {
        type: "button", "data-step": `${material}${by}`, "aria-label": say(word, { material: say(`word-${material}`) }),
        disabled: by < 0 ? !count : state.cubes >= state.room, onclick: () => model.send({ act: "backpack", material, by }),
      }, symbol(sign));
      return make("div.fk-step", { role: "group", "aria-label": say(`word-${material}`) },
        step(-1, "i-minus", "backpack-less"), make("span", {}, symbol(`cube-${material}`, { size: "c32" }), make("b.num", {}, String(count))), step(1, "i-plus", "backpack-more"));
    }));
    if (focused) steps.querySelector(`[data-step="${focused}"]:not([disabled])`)?.focus({ preventScroll: true });
    askReach();
  }

  /** What the backpack can craft takes the kernel a while: asked when nobody taps. */
  let asking = 0;
  function askReach() {
    clearTimeout(asking);
    if (!model.get("board").cubes && !model.get("reach").length) return;
    asking = setTimeout(() => model.send({ act: "reach" }), REACH_MS);
  }

  function drawReach() {
    const lines = model.get("reach");
    reach.replaceChildren(...(lines.length ? [make("h3", {}, say("reach")), make("ul", {}, lines.map((line) => make("li", {}, line)))] : []));
  }

  const copy = copyLink(() => location.href, say);
  linkSheet.append(make("p", {}, say("link-about")), copy.element);
  linkSheet.hidden = !isOurs;

  function drawElsewhere() {
    const { code = "", parts = [] } = model.get("shared");
    const game = parts.includes("game") && model.get("elsewhere").find(({ kind }) => kind === "game");
    put(gameBeside, game ? [say("share-game-score"), " ", make("a", { href: `${game.url}#table=${code}` }, say("share-to-game"))] : null);
    gameBeside.hidden = !game;
    elsewhere.replaceChildren(...model.get("elsewhere").map(({ kind, url }) => {
      const isOfTable = kind === "game" && code;
      const about = isOfTable && parts.includes("game") ? say("share-game") : say(`${kind}-about`);
      return make("a.sheet", { href: isOfTable ? `${url}#table=${code}` : url, "data-kind": kind }, make("b", {}, say(kind)), make("span.mut", {}, about));
    }));
    const paper = document.querySelector('meta[name="fujikoro-paper"]')?.content; // only where a server makes it
    if (paper) {
      const place = code ? `${paper.replace(/print$/, "")}table/${code}/print` : paper;
      const address = () => `${place}?${new URLSearchParams({ lang: model.get("language"), ...(code ? {} : { mode: scope.mode }) })}`;
      elsewhere.append(make("a.sheet", { href: address(), target: "_blank", rel: "noopener", "data-kind": "paper", onclick: (event) => { event.currentTarget.href = address(); } },
        make("b", {}, say("paper")), make("span.mut", {}, say(code ? "paper-table" : "paper-about"))));
    }
    elsewhere.hidden = !elsewhere.childElementCount;
  }

  function drawTiles() {
    const told = model.get("tiles");
    for (const name of SIX) sections.home.querySelector(`.fk-tile-${name} span`).textContent = told[name] ?? say(`${name}-about`);
    newEvening.parentElement.hidden = !told.score; // nothing has begun
  }

  const savePuzzle = make("button.btn.full", { type: "button", "data-act": "save-puzzle", onclick: () => model.send({ act: "save-puzzle" }) }, say("puzzle-save"));
  const aboutPuzzle = make("p.mut.small");
  const puzzleSaid = make("p", { role: "status", "data-part": "puzzle-said" });
  const savedPuzzles = make("ul.fk-saved-puzzles");
  puzzleSheet.append(make("h2", {}, say("puzzle")), aboutPuzzle, savePuzzle, puzzleSaid, savedPuzzles);
  function drawPuzzle() {
    const { can, says, saved = [] } = model.get("puzzle");
    savePuzzle.disabled = !can;
    aboutPuzzle.textContent = say(can ? "puzzle-about" : "puzzle-nothing");
    puzzleSaid.textContent = says ?? "";
    savedPuzzles.replaceChildren(...saved.map(({ says: asks, url }) => make("li", {}, make("span", {}, asks), url ? make("a.btn", { href: url }, say("puzzle-solve")) : null)));
  }

  const listen = [
    ["change:undo_label", drawUndo],
    ["change:is_real_box", drawBox],
    ["change:board change:characters", drawBoard],
    ["change:reach", drawReach],
    ["change:cards_changed", askReach],
    ["change:link", () => { writeAddress(); askReach(); }],
    ["change:is_opened", () => { writeAddress(); keep(); root.dataset.opened = "true"; }],
    ...MADE_LATE.map((name) => [`change:${name}`, () => page === name && fillSlot(name)]),
    ["change:kept", keep],
    ["change:scope", () => tellScope(model.get("scope"))],
    ["change:tiles", drawTiles],
    ["change:puzzle", drawPuzzle],
    ["change:pieces", fillPieces],
    ["change:elsewhere change:shared", drawElsewhere],
    ["msg:custom", (message) => ({ show: () => show(message.page), scope: () => answerScope(message.scope), answered: forgetChoices, "put-aside": putAside })[message.kind]?.()],
  ];
  for (const [events, answer] of listen) model.on(events, answer);
  drawTheme();
  drawUndo();
  drawBox();
  drawBoard();
  drawReach();
  drawElsewhere();
  drawTiles();
  drawPuzzle();
  showScope();
  share.begin();
  if (model.get("pieces")) fillPieces(); // a second view in a notebook
  if (model.get("is_opened")) {
    root.dataset.opened = "true"; // a second view in a notebook, or a page that came back
    place = splitHash(isOurs ? location.hash : "").rules;
    show(splitHash(location.hash).page || "home", { isNew: false });
  } else {
    restore();
    readAddress();
  }
  // The book is a quarter of a first visit. It comes with the first touch, so that the first letter finds it open, or when
  // the page was left alone for a while, so that it is there when the link is not.
  const openBook = () => {
    clearTimeout(untouched);
    for (const touch of TOUCHES) root.removeEventListener(touch, openBook, true);
    whenIdle(() => root.isConnected && fillSlot("rules"));
  };
  const untouched = setTimeout(openBook, UNTOUCHED_MS);
  for (const touch of TOUCHES) root.addEventListener(touch, openBook, true);
  return () => {
    clearTimeout(untouched);
    clearTimeout(asking);
    for (const [events, answer] of listen) model.off(events, answer);
    for (const stop of stops) stop();
    share.stop();
    document.body.classList.remove("fk-has-helper");
  };
}

export default { render };
