// The rules page itself: the box, what it finds, the answer, and the pages to look through. Everything comes from the
// book in the browser; only a ruling and "try it" go to the kernel, and a finished question for a second opinion.
//
// `host` is the page around: `place()` the text it opens with, `placed(text, {isNew})` where somebody went, `link(text)` its
// address, `tryIt(id)`; `scope()` and `setOnce({mode, players})` where it owns what is set once; each may be missing. What a ranking is made from does not matter here: any is drawn.
import { make, noticeLine, put, symbol } from "../base/dom.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";
import { parsePlace, printPlace } from "../base/rules_place.mjs";
import { NO_PLACE, askingPart } from "./rules_asking.mjs";
import { MAX_LETTERS, NotLoaded, cleaned, growRuleBook, loadRuleBook } from "./rules_book.mjs";
import { playedOf } from "./rules_card.mjs";
import { drawingPart } from "./rules_drawing.mjs";
import { opinionPart } from "./rules_opinion.mjs";
import { MODES_TO_SET, setOnce } from "./rules_scope.mjs";

const ADDRESS_MS = 400; // browsers refuse more than some 200 changes of the address in half a minute
const SCOPE_KEY = "fujikoro-rules-scope";
/** @type {import("./rule_answers.mjs").Ranking} */
const NO_RANKING = { numbers: [], others: [], isCovered: true, isClear: false, sureness: "", named: { topics: [], words: new Set() }, scope: {} };

/**
 * Where a page of rules stands; its parts share it.
 * @typedef {object} RulesPage
 * @property {Model} model
 * @property {Say} say
 * @property {any} host the page around
 * @property {HTMLElement} box
 * @property {string} name what ids begin with: they are the page's, and a notebook may show many
 * @property {ReturnType<typeof rulesFrame>} frame
 * @property {ReturnType<typeof setOnce>} strip
 * @property {any} book null until it is loaded
 * @property {ReturnType<typeof parsePlace>} place where somebody is
 * @property {import("./rule_answers.mjs").Ranking} ranking
 * @property {number} active of the lines: where the arrow keys are; -1: nowhere
 * @property {boolean} isFinished nobody is typing
 * @property {boolean} hasOthers rules of other modes are listed too
 * @property {boolean} isTouched somebody reached for the list since the last letter
 * @property {{mode: string, players: number, scenario: number}} played at the table around
 * @property {() => number} scenario the one that is played where what is set is what is played; 0 without one
 * @property {Record<string, string>} decided options by rule that the kernel has not confirmed yet
 */

function whenSeen(element, act) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    act();
  });
  watch.observe(element);
}

// The parts of the page; `clear()` and `others()` are what its two buttons do.
function rulesFrame(name, say, acts) {
  const input = make("input", {
    type: "search", role: "combobox", "aria-expanded": "false", "aria-controls": `${name}-list`, "aria-autocomplete": "list", "aria-label": say("label"),
    placeholder: say("ask"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", maxlength: MAX_LETTERS, dir: "auto",
  });
  const count = make("span.tag.num.fk-count", { role: "status" });
  const clear = make("button.fk-clear", { type: "button", "aria-label": say("clear"), hidden: true, onclick: () => acts.clear() }, symbol("i-no", { size: "c20" }));
  const list = make("ul.fk-lines-list", { id: `${name}-list`, role: "listbox", "aria-label": say("results") });
  const said = make("div.fk-not-covered", { role: "status" });
  const others = make("button.btn.quiet.fk-more-modes", { type: "button", hidden: true, onclick: () => acts.others() });
  const found = make("div.fk-found", {}, said, list, others);
  const answer = make("div.fk-answer");
  const browse = make("div.fk-browse");
  const unknown = make("p.fk-notice", { role: "alert", hidden: true });
  return { input, count, clear, list, said, others, found, answer, browse, unknown };
}

// The scenario that is played around this page, where what is set here is what is played.
const scenarioOf = ({ mode }, around) => (around.mode && around.mode === mode ? around.scenario ?? 0 : 0);

export function rulesView({ model, box, host, say }) {
  const name = `fk-rules-${(globalThis.fkRulesViews = (globalThis.fkRulesViews ?? 0) + 1)}`;
  /** @type {RulesPage} */
  const page = {
    model, say, host, box, name,
    frame: rulesFrame(name, say, {
      clear: () => typing.ask(""),
      others: () => {
        page.hasOthers = !page.hasOthers;
        drawing.draw();
      },
    }),
    strip: setOnce({ say, set: (change) => { go({ ...page.place, ...change }, { isNew: false }); host.setOnce?.(change); opinions.refine(); } }),
    book: null, place: parsePlace(host.place?.() ?? ""), ranking: NO_RANKING, active: -1, isFinished: true, hasOthers: false, isTouched: false,
    played: { mode: "", players: 0, scenario: 0, ...model.get("played") }, decided: {},
    scenario: () => scenarioOf(page.place, host.scope?.() ?? page.played),
  };
  const { input, count, clear, found, answer, browse, unknown } = page.frame;
  page.strip.show(page.place);
  const inner = make("div.fk-rules-inner", {},
    make("form.fk-ask", { role: "search", onsubmit: (event) => event.preventDefault() }, make("div.find", {}, make("label.fk-ask-label", {}, symbol("i-search"), input), count, clear)),
    page.strip.element, noticeLine(model), unknown, make("div.fk-rules-cols", {}, found, answer), browse);
  box.append(inner);

  const opinions = opinionPart(page, () => {
    rerank();
    drawing.draw();
  });
  const drawing = drawingPart(page, { context, goUp: () => go({ ...page.place, rule: "" }) });
  const typing = askingPart(page, { go, rerank: () => rerank(), draw: () => drawing.draw(), openRule, opinions });

  const scope = () => ({ mode: page.place.mode, players: page.place.players, scenario: page.scenario() });
  const rulings = () => ({ ...model.get("rulings"), ...page.decided });
  function context() {
    return {
      book: page.book, say, rulings: rulings(), scope: scope(), tryIt: host.tryIt ?? null, ranking: page.place.ask ? page.ranking : null,
      box: model.get("box"), hasBox: Boolean(host.hasBox), booklet: host.scope?.().edition ?? "", // the language of the one on the table
      link: host.link ? (id) => host.link(`rule=${encodeURIComponent(id)}`) : null, decide: model.get("decides") ? decide : null,
    };
  }

  // ---- going somewhere
  let writing = 0;
  function go(next, { isNew = true, isLater = false } = {}) {
    const isScope = next.mode !== page.place.mode || next.players !== page.place.players;
    page.place = next;
    if (isScope && !host.setOnce && !page.played.mode) toStore(SCOPE_KEY, printPlace({ mode: next.mode, players: next.players }));
    clearTimeout(writing);
    // What the table around this page plays is no choice of who reads here, and stands in no address.
    const isTables = page.played.mode && page.place.mode === page.played.mode && page.place.players === page.played.players;
    const write = () => host.placed?.(printPlace(isTables ? { ...page.place, mode: "", players: 0 } : page.place), { isNew });
    if (isLater) writing = setTimeout(write, ADDRESS_MS);
    else write();
    rerank();
    drawing.draw();
  }

  function openRule(id, { isQuiet = false } = {}) {
    page.isFinished = true;
    go({ ...page.place, rule: id });
    if (isQuiet) return;
    answer.querySelector(".fk-question")?.focus({ preventScroll: true });
    bringUp();
  }

  function openPage(at) {
    go({ ...page.place, ...NO_PLACE, at });
    browse.querySelector("h2")?.focus({ preventScroll: true });
    bringUp();
  }

  const bringUp = () => (document.body.classList.contains("fk-page") ? scrollTo(0, 0) : box.scrollIntoView({ block: "nearest" }));

  const playedNow = (id, decided = rulings()) => playedOf(page.book.rules[page.book.numberOf.get(id)], decided).name;

  function decide(id, option) {
    if (option === playedNow(id)) return;
    page.decided = { ...page.decided, [id]: option }; // at once; the kernel confirms
    model.send({ act: "ruling", rule: id, option });
    drawing.draw();
  }

  function rerank() {
    page.ranking = page.book && page.place.ask ? page.book.rank(page.place.ask, { scope: scope(), isFinished: page.isFinished }) : NO_RANKING;
    if (page.book) page.ranking = opinions.added(page.ranking);
  }

  for (const part of [found, answer]) part.addEventListener("pointerdown", () => { page.isTouched = true; });

  box.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target.closest("[data-open], [data-at], [data-number]");
    if (!target || !page.book) return;
    event.preventDefault();
    if (target.dataset.at) openPage(target.dataset.at);
    else openRule(target.dataset.open ?? page.book.rules[Number(target.dataset.number)].id);
  });
  const load = () => loadBook(page, drawing, rerank);
  const outside = outsidePart(page, { go, rerank, draw: () => drawing.draw(), playedNow });
  const listen = [["change:rulings", outside.confirmed], ["change:box", () => drawing.draw()], ["change:notice", outside.refused], ["change:language", load], ["change:played", outside.tableChanged], ["msg:custom", opinions.refined]];
  for (const [events, act] of listen) model.on(events, act);
  page.place = firstPlace(page);
  input.value = page.place.ask = cleaned(page.place.ask);
  drawing.draw();
  load();
  return {
    show: outside.show, ask: typing.ask, scope: outside.follow,
    focus: () => input.focus({ preventScroll: true }),
    place: () => printPlace(page.place),
    stop: () => {
      clearTimeout(writing);
      typing.stop();
      for (const [events, act] of listen) model.off(events, act);
    },
  };
}

// Where a page begins: what the page around it has set, what its table plays, or what was set here the last time.
/** @param {RulesPage} page */
function firstPlace({ place, host, played }) {
  if (host.scope) return { ...place, mode: host.scope().mode, players: host.scope().players };
  if (place.mode || place.players) return place;
  if (played.mode) return { ...place, mode: played.mode, players: played.players };
  const kept = parsePlace(fromStore(SCOPE_KEY));
  return { ...place, mode: MODES_TO_SET.includes(kept.mode) ? kept.mode : "", players: kept.players };
}

// Brings the book in the page's language: one language first, then the others.
/** @param {RulesPage} page */
async function loadBook(page, drawing, rerank) {
  const { model, box, say } = page;
  const { browse } = page.frame;
  const language = model.get("language");
  put(browse, make("p.mut.wait.fk-loading", {}, say("loading")));
  try {
    const loaded = await loadRuleBook(model, language);
    if (model.get("language") !== language) return; // another one was chosen meanwhile
    page.book = loaded;
    drawing.anew();
    box.dataset.ready = language;
    box.dataset.languages = String(page.book.languages.length);
    rerank();
    drawing.draw();
    // The other languages are half of the book's way to a phone, and for those who look for something.
    whenSeen(box, () => growRuleBook(model, loaded, () => {
      if (page.book !== loaded) return;
      box.dataset.languages = String(page.book.languages.length);
      if (!page.place.ask || page.active >= 0) return;
      rerank();
      drawing.draw();
    }));
  } catch (fault) {
    if (!(fault instanceof NotLoaded)) throw fault;
    put(browse, make("p", {}, say("not-loaded")), make("button.btn", { type: "button", onclick: () => loadBook(page, drawing, rerank) }, say("again"))); // no connection
  }
}

// What a page around this one, and the kernel, tell it.
/** @param {RulesPage} page */
function outsidePart(page, { go, rerank, draw, playedNow }) {
  const { model, host } = page;
  const { input } = page.frame;

  // A place from outside: a link, or back and forward, which change the page but never what is set once.
  function show(text, { keepsScope = false } = {}) {
    const next = parsePlace(text);
    const hasScope = !keepsScope && (next.mode || next.players);
    const set = { mode: page.place.mode, players: page.place.players };
    page.place = { ...next, ...(hasScope ? {} : set) };
    if (hasScope) host.setOnce?.({ mode: next.mode, players: next.players });
    page.isFinished = true;
    page.active = -1;
    input.value = page.place.ask = cleaned(page.place.ask);
    rerank();
    draw();
  }

  // What is set once, from a page around this one, which owns it.
  function follow({ mode, players }) {
    if (mode !== page.place.mode || players !== page.place.players) go({ ...page.place, mode, players }, { isNew: false });
    else {
      rerank(); // the scenario may be another one
      draw(); // what was asked for here may have been refused, and the booklet may be another one
    }
  }

  // The table that this page looks on at plays something else now; whoever set something here keeps it.
  function tableChanged() {
    const { mode = "", players = 0, scenario = 0 } = model.get("played");
    const isOurs = page.place.mode === page.played.mode && page.place.players === page.played.players;
    page.played = { mode, players, scenario };
    if (isOurs) go({ ...page.place, mode, players }, { isNew: false });
  }

  function confirmed() {
    const isOpen = ([id, option]) => playedNow(id, model.get("rulings")) !== option;
    page.decided = Object.fromEntries(Object.entries(page.decided).filter(isOpen));
    draw();
  }

  function refused() {
    if (model.get("notice")) page.decided = {};
    draw();
  }

  return { show, follow, tableChanged, confirmed, refused };
}
