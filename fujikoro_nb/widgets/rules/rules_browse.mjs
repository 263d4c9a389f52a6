// Looking through the rulebook: by the moment of the game, by chapter, and where booklets differ.
import { make, markSign, symbol } from "../base/dom.mjs";
import { answerOf, boxOf, boxTag, decisionOf, smallStamp, stampOf } from "./rules_card.mjs";

// One rule as a line: question, answer, stamp. In a list of results it is an option with this id, elsewhere a link. What
// does not answer the question (`isNear`) wears no yes or no, nor does what the table decided.
export function ruleLine(number, context, { optionId = "", isNear = false } = {}) {
  const { book, say, rulings } = context;
  const rule = book.rules[number];
  const decision = decisionOf(rule, rulings);
  const tags = [
    boxTag(rule, context),
    decision ? make("span.tag.near", {}, symbol("i-pen", { size: "c20" }), say("decided")) : null,
    rule.conflict?.kind === "conflict" ? make("span.tag.near.fk-differ", {}, symbol("i-but", { size: "c20" }), say("differ")) : null,
    ...rule.holds.map((limit) => make("span.tag", {}, limit)),
  ].filter(Boolean);
  const inside = [
    smallStamp(isNear ? "say" : stampOf(number, context), say),
    make("span.fk-line-text", {}, make("b", {}, book.question(number)), make("span.fk-line-answer", {}, decision || answerOf(number, context), markSign(boxOf(rule, context)?.mark ?? "")),
      tags.length ? make("span.fk-line-tags", {}, tags) : null),
  ];
  return optionId
    ? make("li.fk-line", { role: "option", id: optionId, "data-number": number, "aria-selected": "false" }, inside)
    : make("a.fk-line", { href: `?rule=${encodeURIComponent(rule.id)}`, "data-open": rule.id }, inside);
}

// Lines of these rules; those of other modes wait behind a button.
function lines(numbers, context) {
  const { book, scope, say } = context;
  const list = make("div.fk-lines-list", {}, numbers.filter((number) => book.admits(number, scope)).map((number) => ruleLine(number, context)));
  const others = numbers.filter((number) => !book.admits(number, scope));
  if (!others.length) return [list];
  const more = make("button.btn.quiet.fk-more-modes", {
    type: "button",
    onclick: () => {
      list.append(...others.map((number) => ruleLine(number, context)));
      more.remove();
    },
  }, say("more-modes", { n: others.length }));
  return [list, more];
}

const countOf = (numbers, { book, scope }) => numbers.filter((number) => book.admits(number, scope)).length;

// A chapter that draws its lines when it is opened.
function folded(chapter, context) {
  const { book, say } = context;
  const numbers = book.numbersOf(chapter);
  const box = make("details.fk-chapter", {}, make("summary", {}, make("b", {}, book.chapterName[chapter]), " ", make("span.mut", {}, say("n-rules", { n: countOf(numbers, context) }))));
  box.addEventListener("toggle", () => box.open && box.children.length === 1 && box.append(...lines(numbers, context)));
  return box;
}

export function startPage(context) {
  const { book, say } = context;
  const isSister = ({ id }) => id in book.data.search.sisters;
  const chapters = [...book.data.chapters].sort((a, b) => Number(isSister(a)) - Number(isSister(b))); // the game itself first
  return [
    make("h2", {}, say("phases")),
    make("nav.fk-phases", { "aria-label": say("phases") }, book.data.phases.map(({ id, name, about }) => make("a", { href: `#at=phase.${id}`, "data-at": `phase.${id}` }, make("b", {}, name), make("span", {}, about)))),
    make("a.sheet.fk-to-disagreements", { href: "#at=disagreements", "data-at": "disagreements" },
      make("b", {}, say("disagreements")), make("span.mut", {}, say("disagreements-about")), make("span.tag.near", {}, String(disputed(context).length))),
    make("h2", {}, say("chapters")),
    make("nav.chips", { "aria-label": say("chapters") }, chapters.map(({ id, name }) => make("a.btn", { href: `#at=chapter.${id}`, "data-at": `chapter.${id}` }, name))),
  ];
}

export function phasePage(id, context) {
  const { book, say } = context;
  const phase = book.data.phases.find((each) => each.id === id);
  return phase && [
    make("h2", { tabindex: -1 }, phase.name), make("p.mut", {}, phase.about),
    phase.rules.length ? make("h3", {}, say("asked-most")) : null,
    ...(phase.rules.length ? lines(phase.rules, context) : []),
    make("h3", {}, say("chapters")),
    phase.chapters.map((chapter) => folded(chapter, context)),
  ].flat();
}

export function chapterPage(id, context) {
  const { book, say } = context;
  const numbers = book.numbersOf(id);
  return numbers.length && [
    make("h2", { tabindex: -1 }, book.chapterName[id]),
    make("p.mut", {}, say("n-rules", { n: countOf(numbers, context) })), ...lines(numbers, context),
  ];
}

// ---- where booklets differ

const KINDS = ["conflict", "silent", "minor"];
const isOfSister = (book, number) => book.rules[number].chapter in book.data.search.sisters;

// The disputed rules of the mode that is set, those of the game itself first.
function disputed({ book, scope }) {
  const all = book.rules.flatMap((rule, number) => (rule.conflict && book.admits(number, scope) ? [number] : []));
  return all.sort((a, b) => Number(isOfSister(book, a)) - Number(isOfSister(book, b)));
}

function concerns(rule, seed) {
  const { books } = rule.conflict;
  return Object.keys(books).length ? seed in books : rule.places.some((place) => place[0] === seed);
}

export function disagreementsPage(context) {
  const { book, say, rulings } = context;
  const all = disputed(context);
  const count = (kind) => all.filter((number) => book.rules[number].conflict.kind === kind).length;
  const decided = all.filter((number) => decisionOf(book.rules[number], rulings));
  const groups = make("div.fk-groups");
  const booklet = make("select", {}, make("option", { value: "" }, say("filter-any")),
    Object.entries(book.data.booklets).map(([seed, { name }]) => make("option", { value: seed }, name)));
  const onlyDecided = make("button.btn", { type: "button", "aria-pressed": "false" }, say("filter-decided"));

  function fill() {
    const isOnlyDecided = onlyDecided.getAttribute("aria-pressed") === "true";
    const kept = all.filter((number) => (!booklet.value || concerns(book.rules[number], booklet.value)) && (!isOnlyDecided || decided.includes(number)));
    const sections = KINDS.map((kind) => [kind, kept.filter((number) => book.rules[number].conflict.kind === kind)]).filter(([, some]) => some.length);
    groups.replaceChildren(...(sections.length
      ? sections.map(([kind, some]) => make("section.fk-group", { "data-kind": kind },
        make("h3", {}, say("group-title", { group: say(`group-${kind}`), n: some.length })),
        make("div.fk-lines-list", {}, some.map((number) => disputeLine(number, context)))))
      : [make("p", {}, say("filter-none"))]));
  }
  booklet.addEventListener("change", fill);
  onlyDecided.addEventListener("click", () => {
    onlyDecided.setAttribute("aria-pressed", String(onlyDecided.getAttribute("aria-pressed") !== "true"));
    fill();
  });
  fill();
  return [
    make("h2", { tabindex: -1 }, say("disagreements")),
    make("p", { "data-part": "count" }, say("disagreements-count", { all: all.length, conflict: count("conflict"), silent: count("silent"), minor: count("minor") })),
    make("p.mut", {}, decided.length ? say("disagreements-decided", { n: decided.length }) : say("disagreements-undecided")),
    make("div.row.wrap.fk-filters", {}, make("label.row.fk-booklet", {}, make("span", {}, say("filter-booklet")), booklet), onlyDecided),
    groups,
  ];
}

function disputeLine(number, context) {
  const { book, say, rulings } = context;
  const rule = book.rules[number];
  const decision = decisionOf(rule, rulings);
  return make("a.fk-line.fk-plain", { href: `?rule=${encodeURIComponent(rule.id)}`, "data-open": rule.id }, make("span.fk-line-text", {},
    make("b", {}, book.title(number)),
    make("span.fk-line-answer", {}, say("played-here", { ruling: decision || boxOf(rule, context)?.ruling || rule.conflict.ruling })),
    make("span.fk-line-tags", {}, boxTag(rule, context), decision ? make("span.tag.near", {}, say("decided")) : null, make("span.tag", {}, book.chapterName[rule.chapter]))));
}
