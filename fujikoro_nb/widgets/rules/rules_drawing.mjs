// What a page of rules shows: lines found, an answer, and pages to look through.
import { make, put, symbol } from "../base/dom.mjs";
import { listedOf } from "./rules_asking.mjs";
import { chapterPage, disagreementsPage, phasePage, ruleLine, startPage } from "./rules_browse.mjs";
import { MAX_FOUND } from "./rules_book.mjs";
import { answerCard, stampOf } from "./rules_card.mjs";

// `context()` is what lines and cards need, `goUp()` leaves a rule. Returns {draw(), anew()}, which forgets what was drawn.
/** @param {import("./rules_view.mjs").RulesPage} page */
export function drawingPart(page, { context, goUp }) {
  const { say, box, name } = page;
  const { input, count, clear, list, said, others, found, answer, browse, unknown } = page.frame;
  const isWide = () => box.clientWidth >= 760;

  // The rule whose answer stands beside the list without being asked for; on a phone only where one is clearly meant.
  function preview() {
    if (page.active >= 0) return isWide() ? listedOf(page)[page.active] : undefined;
    if (!page.ranking.isCovered || isOpen()) return undefined;
    return isWide() || (page.isFinished && page.ranking.isClear) ? page.ranking.numbers[0] : undefined;
  }

  // Several rules may answer, and one chooses among them.
  const isOpen = () => ["two", "unsure"].includes(page.ranking.sureness);

  function draw() {
    page.strip.show(page.place);
    const isAsking = Boolean(page.place.ask);
    if (document.activeElement !== input && input.value !== page.place.ask) input.value = page.place.ask;
    clear.hidden = !isAsking;
    if (!page.book) return;
    const number = page.place.rule ? page.book.numberOf.get(page.place.rule) : isAsking ? preview() : undefined;
    const isUnknown = Boolean(page.place.rule) && number === undefined;
    unknown.hidden = !isUnknown;
    unknown.textContent = isUnknown ? say("unknown", { rule: page.place.rule }) : "";
    box.dataset.view = isAsking ? "results" : number === undefined ? "browse" : "rule";
    box.toggleAttribute("data-preview", number !== undefined && !page.place.rule); // on a phone its first lines only
    drawFound(isAsking, number);
    drawAnswer(number);
    drawBrowse(isAsking || number !== undefined);
  }

  function drawFound(isAsking, opened) {
    const all = isAsking ? listedOf(page) : [];
    found.hidden = !isAsking;
    const isCut = Math.max(page.ranking.numbers.length, page.hasOthers ? page.ranking.others.length : 0) >= MAX_FOUND;
    count.hidden = !isAsking || !page.ranking.isCovered || isOpen();
    count.textContent = count.hidden ? "" : say(isCut ? "found-best" : "found", { n: all.length });
    said.dataset.sureness = isAsking && page.isFinished ? page.ranking.sureness : "";
    put(said, isAsking && page.isFinished ? saidOf(all) : []);
    const parts = context();
    list.hidden = !all.length;
    list.replaceChildren(...all.map((number, at) => {
      const line = ruleLine(number, parts, { optionId: `${name}-option-${number}`, isNear: !page.ranking.isCovered || isOpen() });
      line.classList.toggle("is-on", number === opened);
      line.setAttribute("aria-selected", String(at === page.active || (page.active < 0 && number === opened)));
      return line;
    }));
    input.setAttribute("aria-expanded", String(all.length > 0));
    if (page.active >= 0 && all[page.active] !== undefined) input.setAttribute("aria-activedescendant", `${name}-option-${all[page.active]}`);
    else input.removeAttribute("aria-activedescendant");
    others.hidden = !isAsking || !page.ranking.others.length;
    const kind = isOpen() ? "near" : "modes";
    others.textContent = say(page.hasOthers ? `fewer-${kind}` : `more-${kind}`, { n: page.ranking.others.length });
  }

  // What stands over the list: that we are not sure, that two come equally near, or that no rule answers.
  function saidOf(all) {
    const { sureness, isCovered, numbers } = page.ranking;
    if (isOpen()) return [make("p.say", {}, say(sureness, { n: numbers.length }))];
    if (isCovered) return [];
    return [make("p.say", {}, say(all.length ? "not-covered-near" : "not-covered")), all.length ? null : make("p.mut", {}, say("nothing-near"))];
  }

  let drawn = "";
  function drawAnswer(number) {
    const up = number !== undefined && page.place.rule ? (page.place.ask ? "back-results" : page.place.at ? "" : "back-start") : null;
    const parts = context();
    const key = JSON.stringify([number ?? -1, up, parts.scope, parts.booklet, parts.rulings, parts.box, page.book.data.language,
      number === undefined ? "" : [stampOf(number, parts), page.book.missed(number, page.ranking)]]);
    answer.hidden = number === undefined;
    if (key === drawn) return; // the focus, opened lines and a copied address stay
    drawn = key;
    const focused = answer.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    put(answer, number === undefined ? [] : [up === null ? null : backLink(up), answerCard(number, parts)]);
    if (focused) answer.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  // Up from an answer: to the results, the page it was found on, or the start.
  function backLink(word) {
    return make("button.btn.quiet.fk-up", { type: "button", onclick: goUp }, symbol("i-next"), make("span", {}, word ? say(word) : nameOf(page.place.at)));
  }

  function nameOf(at) {
    const [kind, id] = at.split(".");
    if (kind === "phase") return page.book.data.phases.find((phase) => phase.id === id)?.name ?? say("back-start");
    if (kind === "chapter") return page.book.chapterName[id] ?? say("back-start");
    return say(kind === "disagreements" ? "disagreements" : "back-start");
  }

  let browsed = "";
  function drawBrowse(isHidden) {
    browse.hidden = isHidden;
    if (isHidden) return;
    const parts = context();
    const key = JSON.stringify([page.place.at, parts.scope, parts.rulings, parts.box, page.book.data.language]);
    if (key === browsed) return;
    browsed = key;
    const [kind, id] = page.place.at.split(".");
    const shown = { phase: () => phasePage(id, parts), chapter: () => chapterPage(id, parts), disagreements: () => disagreementsPage(parts) }[kind]?.();
    put(browse, ...(shown ? [make("button.btn.quiet.fk-up", { type: "button", "data-at": "start" }, symbol("i-next"), make("span", {}, say("back-start"))), ...shown] : startPage(parts)));
  }

  return {
    draw,
    anew: () => {
      drawn = browsed = "";
    },
  };
}
