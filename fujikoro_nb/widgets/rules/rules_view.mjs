// The rules page itself: the box, what it finds, the answer, and the pages to look through. Everything comes from the
// book in the browser; only a ruling and "try it" go to the kernel, and a finished question for a second opinion.
//
// `host` is the page around: `place()` the text it opens with, `placed(text, {isNew})` where somebody went, `link(text)` its
// address, `tryIt(id)`; `scope()` and `setOnce({mode, players})` where it owns what is set once; each may be missing. What a ranking is made from does not matter here: any is drawn.
import { make, noticeLine, put, symbol } from "../base/dom.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";
import { answerCard, playedOf } from "./rules_card.mjs";
import { chapterPage, disagreementsPage, phasePage, ruleLine, startPage } from "./rules_browse.mjs";
import { MAX_FOUND, MAX_LETTERS, NotLoaded, cleaned, growRuleBook, hasMeaning, loadRuleBook } from "./rules_book.mjs";
import { parsePlace, printPlace } from "../base/rules_place.mjs";
import { MODES_TO_SET, setOnce } from "./rules_scope.mjs";

const PAUSE_MS = 600; // then a question is taken to be finished
const ADDRESS_MS = 400; // browsers refuse more than some 200 changes of the address in half a minute
const SCOPE_KEY = "fujikoro-rules-scope";
const NO_RANKING = { numbers: [], others: [], isCovered: true, isClear: false };
const NO_PLACE = { ask: "", rule: "", at: "" };

function whenSeen(element, act) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    act();
  });
  watch.observe(element);
}

export function rulesView({ model, box, host, say }) {
  let book = null;
  let place = parsePlace(host.place?.() ?? "");
  let ranking = NO_RANKING;
  let active = -1; // of the lines: where the arrow keys are
  let isFinished = true; // nobody is typing
  let hasOthers = false; // rules of other modes are listed too
  let played = { mode: "", players: 0, ...model.get("played") };
  let decidedNow = {}; // options by rule that the kernel has not confirmed yet
  const name = `fk-rules-${(globalThis.fkRulesViews = (globalThis.fkRulesViews ?? 0) + 1)}`; // ids are the page's, and a notebook may show many
  const strips = [];

  // ---- the frame
  const input = make("input", {
    type: "search", role: "combobox", "aria-expanded": "false", "aria-controls": `${name}-list`, "aria-autocomplete": "list", "aria-label": say("label"),
    placeholder: say("ask"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", maxlength: MAX_LETTERS, dir: "auto",
  });
  const count = make("span.tag.num.fk-count", { role: "status" });
  const clear = make("button.fk-clear", { type: "button", "aria-label": say("clear"), hidden: true, onclick: () => ask("") }, symbol("i-no", { size: "c20" }));
  const list = make("ul.fk-lines-list", { id: `${name}-list`, role: "listbox", "aria-label": say("results") });
  const said = make("div.fk-not-covered", { role: "status" });
  const others = make("button.btn.quiet.fk-more-modes", { type: "button", hidden: true, onclick: () => { hasOthers = !hasOthers; draw(); } });
  const found = make("div.fk-found", {}, said, list, others);
  const answer = make("div.fk-answer");
  const browse = make("div.fk-browse");
  const unknown = make("p.fk-notice", { role: "alert", hidden: true });
  const inner = make("div.fk-rules-inner", {},
    make("form.fk-ask", { role: "search", onsubmit: (event) => event.preventDefault() }, make("div.find", {}, make("label.fk-ask-label", {}, symbol("i-search"), input), count, clear)),
    strip(), noticeLine(model), unknown, make("div.fk-rules-cols", {}, found, answer), browse);
  box.append(inner);

  const booklet = () => host.scope?.().edition ?? ""; // the language of the one on the table
  const scope = () => ({ mode: place.mode, players: place.players });
  const rulings = () => ({ ...model.get("rulings"), ...decidedNow });
  const context = () => ({
    book, say, rulings: rulings(), scope: scope(), booklet: booklet(), tryIt: host.tryIt ?? null,
    link: host.link ? (id) => host.link(`rule=${encodeURIComponent(id)}`) : null, decide: model.get("decides") ? decide : null,
  });

  function strip() {
    const made = setOnce({ say, set: (change) => { go({ ...place, ...change }, { isNew: false }); host.setOnce?.(change); refine(); } });
    strips.push(made);
    made.show(place);
    return made.element;
  }

  // ---- going somewhere
  let writing = 0;
  function go(next, { isNew = true, isLater = false } = {}) {
    const isScope = next.mode !== place.mode || next.players !== place.players;
    place = next;
    if (isScope && !host.setOnce && !played.mode) toStore(SCOPE_KEY, printPlace(scope()));
    clearTimeout(writing);
    // What the table around this page plays is no choice of who reads here, and stands in no address.
    const isTables = played.mode && place.mode === played.mode && place.players === played.players;
    const write = () => host.placed?.(printPlace(isTables ? { ...place, mode: "", players: 0 } : place), { isNew });
    if (isLater) writing = setTimeout(write, ADDRESS_MS);
    else write();
    rerank();
    draw();
  }

  function openRule(id, { isQuiet = false } = {}) {
    isFinished = true;
    go({ ...place, rule: id });
    if (isQuiet) return;
    answer.querySelector(".fk-question")?.focus({ preventScroll: true });
    bringUp();
  }

  function openPage(at) {
    go({ ...place, ...NO_PLACE, at });
    browse.querySelector("h2")?.focus({ preventScroll: true });
    bringUp();
  }

  const bringUp = () => (document.body.classList.contains("fk-page") ? scrollTo(0, 0) : box.scrollIntoView({ block: "nearest" }));

  const playedNow = (id, decided = rulings()) => playedOf(book.rules[book.numberOf.get(id)], decided).name;

  function decide(id, option) {
    if (option === playedNow(id)) return;
    decidedNow = { ...decidedNow, [id]: option }; // at once; the kernel confirms
    model.send({ act: "ruling", rule: id, option });
    draw();
  }

  // ---- asking
  let pausing = 0;
  let painting = 0;
  let asked = null; // how to find what was typed last; null: it is found
  function ask(text, { isFocused = true } = {}) {
    const wanted = cleaned(text);
    if (input.value !== wanted) input.value = wanted;
    const isFirst = Boolean(wanted.trim()) !== Boolean(place.ask);
    isFinished = !wanted.trim();
    isOpinionIn = isTouched = false;
    active = -1;
    hasOthers = false;
    clearTimeout(pausing);
    pausing = setTimeout(finish, PAUSE_MS);
    asked = () => go({ ...place, ...NO_PLACE, ask: wanted.trim() ? wanted : "" }, { isNew: isFirst, isLater: !isFirst });
    cancelAnimationFrame(painting);
    painting = requestAnimationFrame(findNow);
    if (isFocused) input.focus({ preventScroll: true });
  }

  // What was typed is found at the next picture, or at once when a key wants to do something with it.
  function findNow() {
    const find = asked;
    asked = null;
    cancelAnimationFrame(painting);
    find?.();
  }
  input.addEventListener("input", () => ask(input.value, { isFocused: false }));

  function rerank() {
    ranking = book && place.ask ? book.rank(place.ask, { scope: scope() }) : NO_RANKING;
    if (book && isOpinionIn && isOpinionOn(question())) ranking = book.refined(ranking, opinion);
  }

  // ---- a second opinion: the kernel compares meanings once a question is finished, and what it finds is put in only
  // where nothing moves under a finger
  let opinion = null; // the newest one: of which question, and what it says
  let isOpinionIn = false;
  let asking = ""; // the question that the kernel was asked last
  let isTouched = false; // somebody reached for the list since the last letter
  for (const part of [found, answer]) part.addEventListener("pointerdown", () => { isTouched = true; });
  const question = () => ({ question: place.ask, mode: place.mode, players: place.players, language: book?.data.language ?? "" });
  const keyOf = (about) => JSON.stringify([about.question, about.mode, about.players, about.language]);
  const isOpinionOn = (about) => opinion !== null && keyOf(opinion) === keyOf(about);
  const canMove = () => isFinished && !place.rule && active < 0 && !isTouched;

  function finish() {
    isFinished = true;
    if (isTouched) return; // a line that is drawn anew would lose the tap that is on its way
    if (!putIn()) draw();
    refine();
  }

  function putIn() {
    if (!canMove() || isOpinionIn || !isOpinionOn(question())) return false;
    isOpinionIn = true;
    rerank();
    draw();
    return true;
  }

  function refine() {
    if (!book || !model.get("has_meaning") || !canMove() || !hasMeaning(place.ask)) return;
    if (isOpinionOn(question()) || asking === keyOf(question())) return;
    asking = keyOf(question());
    model.send({ act: "meaning", ...question() });
  }

  function refined(message) {
    if (message.kind !== "refined") return;
    isOpinionIn &&= isOpinionOn(message);
    opinion = message;
    putIn();
  }

  const listed = () => (hasOthers ? [...ranking.numbers, ...ranking.others] : ranking.numbers);
  const isWide = () => box.clientWidth >= 760;

  // The rule whose answer stands beside the list without being asked for; on a phone only where one is clearly meant.
  function preview() {
    if (active >= 0) return isWide() ? listed()[active] : undefined;
    if (!ranking.isCovered) return undefined;
    return isWide() || (isFinished && ranking.isClear) ? ranking.numbers[0] : undefined;
  }

  input.addEventListener("keydown", (event) => {
    if (["ArrowDown", "ArrowUp", "Enter", "Escape"].includes(event.key)) findNow();
    const all = listed();
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && place.ask && all.length) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      active = active < 0 ? (step > 0 ? 0 : all.length - 1) : (active + step + all.length) % all.length;
      if (place.rule) go({ ...place, rule: "" }, { isNew: false });
      else draw();
      list.children[active]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(pausing);
      const number = active >= 0 ? all[active] : ranking.isCovered ? all[0] : undefined;
      if (matchMedia("(pointer: coarse)").matches) input.blur(); // the keyboard of a phone would cover the answer
      if (number !== undefined) openRule(book.rules[number].id, { isQuiet: true });
      else {
        isTouched = false;
        finish();
      }
    } else if (event.key === "Escape" && (place.ask || place.rule)) {
      event.preventDefault();
      event.stopPropagation();
      if (place.rule) go({ ...place, rule: "" });
      else ask("");
    }
  });

  box.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target.closest("[data-open], [data-at], [data-number]");
    if (!target || !book) return;
    event.preventDefault();
    if (target.dataset.at) openPage(target.dataset.at);
    else openRule(target.dataset.open ?? book.rules[Number(target.dataset.number)].id);
  });

  // ---- drawing
  function draw() {
    for (const one of strips) one.show(place);
    const isAsking = Boolean(place.ask);
    if (document.activeElement !== input && input.value !== place.ask) input.value = place.ask;
    clear.hidden = !isAsking;
    if (!book) return;
    const number = place.rule ? book.numberOf.get(place.rule) : isAsking ? preview() : undefined;
    const isUnknown = Boolean(place.rule) && number === undefined;
    unknown.hidden = !isUnknown;
    unknown.textContent = isUnknown ? say("unknown", { rule: place.rule }) : "";
    box.dataset.view = isAsking ? "results" : number === undefined ? "browse" : "rule";
    box.toggleAttribute("data-preview", number !== undefined && !place.rule); // on a phone its first lines only
    drawFound(isAsking, number);
    drawAnswer(number);
    drawBrowse(isAsking || number !== undefined);
  }

  function drawFound(isAsking, opened) {
    const all = isAsking ? listed() : [];
    found.hidden = !isAsking;
    const isCut = Math.max(ranking.numbers.length, hasOthers ? ranking.others.length : 0) >= MAX_FOUND;
    count.hidden = !isAsking || !ranking.isCovered;
    count.textContent = count.hidden ? "" : say(isCut ? "found-best" : "found", { n: all.length });
    put(said, isAsking && !ranking.isCovered && isFinished ? [
      make("p.say", {}, say(all.length ? "not-covered-near" : "not-covered")), all.length ? null : make("p.mut", {}, say("nothing-near")),
    ] : []);
    const parts = context();
    list.hidden = !all.length;
    list.replaceChildren(...all.map((number, at) => {
      const line = ruleLine(number, parts, { optionId: `${name}-option-${number}`, isNear: !ranking.isCovered });
      line.classList.toggle("is-on", number === opened);
      line.setAttribute("aria-selected", String(at === active || (active < 0 && number === opened)));
      return line;
    }));
    input.setAttribute("aria-expanded", String(all.length > 0));
    if (active >= 0 && all[active] !== undefined) input.setAttribute("aria-activedescendant", `${name}-option-${all[active]}`);
    else input.removeAttribute("aria-activedescendant");
    others.hidden = !isAsking || !ranking.others.length;
    others.textContent = say(hasOthers ? "fewer-modes" : "more-modes", { n: ranking.others.length });
  }

  let drawn = "";
  function drawAnswer(number) {
    const up = number !== undefined && place.rule ? (place.ask ? "back-results" : place.at ? "" : "back-start") : null;
    const key = JSON.stringify([number ?? -1, up, place.mode, place.players, booklet(), rulings(), book.data.language]);
    answer.hidden = number === undefined;
    if (key === drawn) return; // the focus, opened lines and a copied address stay
    drawn = key;
    const focused = answer.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    put(answer, number === undefined ? [] : [up === null ? null : backLink(up), answerCard(number, context())]);
    if (focused) answer.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  // Up from an answer: to the results, the page it was found on, or the start.
  function backLink(word) {
    const up = () => go({ ...place, rule: "" });
    return make("button.btn.quiet.fk-up", { type: "button", onclick: up }, symbol("i-next"), make("span", {}, word ? say(word) : nameOf(place.at)));
  }

  function nameOf(at) {
    const [kind, id] = at.split(".");
    if (kind === "phase") return book.data.phases.find((phase) => phase.id === id)?.name ?? say("back-start");
    if (kind === "chapter") return book.chapterName[id] ?? say("back-start");
    return say(kind === "disagreements" ? "disagreements" : "back-start");
  }

  let browsed = "";
  function drawBrowse(isHidden) {
    browse.hidden = isHidden;
    if (isHidden) return;
    const key = JSON.stringify([place.at, place.mode, place.players, rulings(), book.data.language]);
    if (key === browsed) return;
    browsed = key;
    const parts = context();
    const [kind, id] = place.at.split(".");
    const page = { phase: () => phasePage(id, parts), chapter: () => chapterPage(id, parts), disagreements: () => disagreementsPage(parts) }[kind]?.();
    put(browse, ...(page ? [make("button.btn.quiet.fk-up", { type: "button", "data-at": "start" }, symbol("i-next"), make("span", {}, say("back-start"))), ...page] : startPage(parts)));
  }

  // ---- the book
  async function load() {
    const language = model.get("language");
    put(browse, make("p.mut.wait.fk-loading", {}, say("loading")));
    try {
      const loaded = await loadRuleBook(model, language);
      if (model.get("language") !== language) return; // another one was chosen meanwhile
      book = loaded;
      drawn = browsed = "";
      box.dataset.ready = language;
      box.dataset.languages = String(book.languages.length);
      rerank();
      draw();
      // The other languages are half of the book's way to a phone, and for those who look for something.
      whenSeen(box, () => growRuleBook(model, loaded, () => {
        if (book !== loaded) return;
        box.dataset.languages = String(book.languages.length);
        if (!place.ask || active >= 0) return;
        rerank();
        draw();
      }));
    } catch (fault) {
      if (!(fault instanceof NotLoaded)) throw fault;
      put(browse, make("p", {}, say("not-loaded")), make("button.btn", { type: "button", onclick: load }, say("again"))); // no connection
    }
  }

  // A place from outside: a link, or back and forward, which change the page but never what is set once.
  function show(text, { keepsScope = false } = {}) {
    const next = parsePlace(text);
    const hasScope = !keepsScope && (next.mode || next.players);
    place = { ...next, ...(hasScope ? {} : scope()) };
    if (hasScope) host.setOnce?.(scope());
    isFinished = true;
    active = -1;
    input.value = place.ask = cleaned(place.ask);
    rerank();
    draw();
  }

  // What is set once, from a page around this one, which owns it.
  function follow({ mode, players }) {
    if (mode !== place.mode || players !== place.players) go({ ...place, mode, players }, { isNew: false });
    else draw(); // what was asked for here may have been refused, and the booklet may be another one
  }

  // The table that this page looks on at plays something else now; whoever set something here keeps it.
  function tableChanged() {
    const { mode = "", players = 0 } = model.get("played");
    const isOurs = place.mode === played.mode && place.players === played.players;
    played = { mode, players };
    if (isOurs) go({ ...place, mode, players }, { isNew: false });
  }

  function confirmed() {
    const isOpen = ([id, option]) => playedNow(id, model.get("rulings")) !== option;
    decidedNow = Object.fromEntries(Object.entries(decidedNow).filter(isOpen));
    draw();
  }

  function refused() {
    if (model.get("notice")) decidedNow = {};
    draw();
  }

  const listen = [["change:rulings", confirmed], ["change:notice", refused], ["change:language", load], ["change:played", tableChanged], ["msg:custom", refined]];
  for (const [events, act] of listen) model.on(events, act);
  if (host.scope) place = { ...place, mode: host.scope().mode, players: host.scope().players };
  else if (played.mode) place = { ...place, ...(place.mode || place.players ? {} : played) };
  else if (!place.mode && !place.players) {
    const kept = parsePlace(fromStore(SCOPE_KEY));
    place = { ...place, mode: MODES_TO_SET.includes(kept.mode) ? kept.mode : "", players: kept.players };
  }
  input.value = place.ask = cleaned(place.ask);
  draw();
  load();
  return {
    show, ask, scope: follow,
    focus: () => input.focus({ preventScroll: true }),
    place: () => printPlace(place),
    stop: () => {
      clearTimeout(writing);
      clearTimeout(pausing);
      cancelAnimationFrame(painting);
      for (const [events, act] of listen) model.off(events, act);
    },
  };
}
