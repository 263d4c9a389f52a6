// The answer to one question: verdict, rule, who disagrees, where it stands, what to look at next.
import { draw, make, markLine, markSign, markTag, ruleId, symbol } from "../base/dom.mjs";
import { copyLink } from "../base/page_parts.mjs";

const MARKS = { yes: "ok", no: "no", say: "told" };

// The stamp of an answer: round for yes, square for no; a rule that is simply told wears the open book.
function stamp(seal, say) {
  return seal === "say"
    ? make("div.fk-book", { "aria-hidden": "true" }, symbol("h-rule", { box: 56 }))
    : make("div.seal", {}, symbol(`i-${MARKS[seal]}`), say(seal));
}

export function smallStamp(seal, say) {
  return seal === "say"
    ? make("span.fk-mark.told", { "aria-hidden": "true" }, draw("svg", { viewBox: "0 0 44 44" }, draw("path", { d: "M9 14h26M9 23h26M9 32h16", style: "fill:none;stroke:currentColor;stroke-width:4;stroke-linecap:round" })))
    : make(`span.fk-mark.${MARKS[seal]}`, {}, symbol(`i-${MARKS[seal]}`, { label: say(seal) }));
}

// The stamp of a rule: none of a yes or no where it is not of the mode, scenario, character or game that was asked about, nor where
// the table plays another reading.
export function stampOf(number, { book, rulings, ranking, scope }) {
  const rule = book.rules[number];
  const isMeant = ranking ? book.isCalled(number, ranking) : book.admits(number, scope);
  return isMeant && !decisionOf(rule, rulings) ? rule.seal : "say";
}

// The option that the table plays; ours, the first, is no decision. Undefined for a rule without a choice.
export function playedOf(rule, rulings) {
  const options = rule.conflict?.options ?? [];
  return options.find(({ name }) => name === rulings[rule.id]) ?? options[0];
}

// What the table plays instead of our reading: the sentence, or "" where it plays ours.
export function decisionOf(rule, rulings) {
  const played = playedOf(rule, rulings);
  return played && played !== rule.conflict.options[0] ? played.says : "";
}

// What the owner's box says of a rule's numbers that no booklet prints; undefined for every other rule.
export const boxOf = (rule, { box = {} }) => box[rule.id];
// Answer, and whole rule, with the numbers of the box where it has any.
export const answerOf = (number, { book, box = {} }) => box[book.rules[number].id]?.answer || book.answer(number);
export const saysOf = (number, { book, box = {} }) => box[book.rules[number].id]?.says || book.says(number);
export const boxTag = (rule, context) => markTag(boxOf(rule, context));

// `context`: book, say, rulings, scope, decide(id, option), tryIt(id) and link(id), each of the three or null. Where the table plays
// another reading than ours, that one is the answer, and no yes or no of ours stands beside it.
export function answerCard(number, context) {
  const { book, say, rulings } = context;
  const rule = book.rules[number];
  const decision = decisionOf(rule, rulings);
  const seal = stampOf(number, context);
  const own = boxOf(rule, context);
  const sign = () => markSign(own?.mark ?? "");
  const heading = make("h2.fk-question", { tabindex: -1 }, book.question(number), sign());
  const link = ruleId(rule.id);
  link.dataset.open = rule.id;
  return make("article.fk-card", { "data-card": rule.id }, heading,
    make(`section.verdict.${MARKS[seal]}`, { "data-part": "verdict" }, stamp(seal, say),
      make("div", {}, decision ? make("span.tag.near.fk-decided", {}, symbol("i-pen", { size: "c20" }), say("decided")) : null,
        make("p.say", {}, decision || answerOf(number, context), sign()), link)),
    markLine(own, context.hasBox ? say("type-own") : ""),
    decision ? make("div.fk-otherwise", {}, make("p", {}, say("decided-ours", { says: answerOf(number, context) })), make("p.fk-says", {}, saysOf(number, context), sign())) : null,
    elsewhere(number, context),
    decision ? null : make("p.fk-says", {}, saysOf(number, context), sign()),
    chips(rule, book, say),
    make("button.btn.fk-whole", { type: "button", "data-open": rule.id }, say("whole")),
    rule.conflict ? dispute(rule, context) : null,
    rule.try ? showTry(rule, context) : null,
    whereItStands(rule, context),
    seeAlso(rule, context),
    context.link ? copyLink(() => context.link(rule.id), say).element : null);
}

function showTry(rule, context) {
  if (context.tryIt) return tryIt(rule, context);
  if (!context.decide) return null; // who looks on has nothing to try it with
  return make("p.mut.small.fk-try-text", { "data-part": "try" }, make("b", {}, context.say("try")), " ", make("code", {}, rule.try));
}

// What the question names, or this table plays, and the rule does not hold for.
function elsewhere(number, { book, scope, ranking, say }) {
  const rule = book.rules[number];
  const missed = ranking ? book.missed(number, ranking) : [];
  const isOther = !missed.length && scope.mode && !book.admits(number, { mode: scope.mode });
  const isSpecial = ranking && !missed.length && !isOther && !book.isCalled(number, ranking); // nobody asked for its scenario, say
  const isMore = scope.players && rule.players && (scope.players < rule.players[0] || scope.players > rule.players[1]);
  return [
    missed.length ? make("p.fk-elsewhere-note", {}, say("asked-elsewhere", { asked: missed.join(", "), holds: rule.holds.join(", ") })) : null,
    isSpecial ? make("p.fk-elsewhere-note", {}, say("asked-special", { holds: rule.holds.join(", ") })) : null,
    isOther ? make("p.fk-elsewhere-note", {}, say("elsewhere-mode", { mode: say(`mode-${scope.mode}`) })) : null,
    isMore ? make("p.fk-elsewhere-note", {}, say("elsewhere-players", { n: scope.players })) : null,
  ];
}

function chips(rule, book, say) {
  const chapter = book.chapterName[rule.chapter];
  return make("p.fk-tags", { "data-part": "holds" },
    make("button.tag.ind", { type: "button", "data-at": `chapter.${rule.chapter}` }, chapter),
    rule.holds.filter((limit) => limit !== chapter).map((limit) => make("span.tag", {}, limit)),
    rule.is_played ? null : make("span.tag.near", {}, say("not-played")));
}

// ---- where booklets differ

function dispute(rule, context) {
  const { book, say, rulings } = context;
  const { kind, options, books, ruling, reason, is_switch: isSwitch } = rule.conflict;
  const quotes = make("div.fk-quotes", {}, Object.entries(books).map(([seed, text]) => make("p.quote", {}, make("b", {}, book.data.booklets[seed]?.name ?? seed), make("br"), text)));
  const head = make("div.row.fk-dispute-head", {}, make("h3.grow", {}, say(kind)), against(books, say));
  if (!options.length) {
    return make("section.fk-dispute", { "data-part": "dispute" }, head, quotes,
      make("p.fk-ruling", {}, make("b", {}, say("played-here", { ruling }))), reason ? make("p.mut.fk-reason", {}, reason) : null);
  }
  const chosen = playedOf(rule, rulings).name;
  if (!context.decide) {
    return make("section.fk-dispute", { "data-part": "dispute" }, head,
      make("ul.says.fk-says-only", { "aria-label": say(kind) }, options.map(({ name, says }, at) => make(`li${name === chosen ? ".is-on" : ""}`, { "data-reading": name },
        make("span.dot", { "aria-hidden": "true" }), make("span", {}, make("b", {}, says), at ? null : make("span.mut.fk-books", {}, say("our-default")),
          name === chosen ? make("span.tag.ind", {}, say("plays")) : null)))),
      quotes, reason ? make("p.mut.fk-reason", {}, reason) : null);
  }
  const group = make("div.says", { role: "radiogroup", "aria-label": say(kind) }, options.map(({ name, says }, at) => {
    const isOn = name === chosen;
    return make(`button${isOn ? ".is-on" : ""}`, {
      type: "button", role: "radio", "aria-checked": String(isOn), tabindex: isOn ? 0 : -1, "data-key": `reading-${name}`,
      onclick: () => context.decide(rule.id, name),
    }, make("span.dot", { "aria-hidden": "true" }), make("span", {}, make("b", {}, says), at ? null : make("span.mut.fk-books", {}, say("our-default"))));
  }));
  group.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...group.children]);
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  });
  group.addEventListener("focusin", ({ target }) => {
    for (const radio of /** @type {Iterable<any>} */ (group.children)) radio.tabIndex = radio === target ? 0 : -1;
  });
  return make("section.fk-dispute", { "data-part": "dispute" }, head, group,
    make("p.mut.small", {}, say(isSwitch ? "is-switch" : "is-noted")),
    quotes, reason ? make("p.mut.fk-reason", {}, reason) : null);
}

function against(books, say) {
  const counts = new Map();
  for (const text of Object.values(books)) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [more, fewer, ...rest] = [...counts.values()].sort((a, b) => b - a);
  return fewer && !rest.length ? make("span.tag.near", {}, say("against", { more, fewer })) : null;
}

// ---- try it, where it stands, see also

function tryIt(rule, { say, tryIt: open }) {
  const page = new URLSearchParams(rule.try).get("page") ?? "gear";
  return make("section", { "data-part": "try" }, make("h3", {}, say("try")),
    make("div.sheet.row.fk-try", {}, symbol(`h-${page}`, { box: 56, size: "c44" }),
      make("span.grow", {}, say(`try-${page}`)),
      make("button.btn", { type: "button", "data-key": "try", onclick: () => open(rule.id) }, say("try-open"))));
}

// The booklet on the table comes first.
function whereItStands(rule, { book, say, booklet }) {
  const nameOf = (seed) => {
    const { name, edition } = book.data.booklets[seed];
    return edition ? say("where-book", { name, edition }) : name;
  };
  const isOurs = (seed) => Number(book.data.booklets[seed].language === booklet);
  const seeds = [...new Set(rule.places.map(([seed]) => seed))].sort((one, other) => isOurs(other) - isOurs(one));
  const headings = (seed) => rule.places.filter((place) => place[0] === seed)
    .map(([, heading, page]) => make("span.fk-heading", {}, page ? say("where-page", { heading, page }) : heading));
  if (!seeds.length) return make("section", { "data-part": "where" }, make("h3", {}, say("where")), make("p.mut", {}, say("where-derived")));
  return make("section", { "data-part": "where" }, make("h3", {}, say("where")),
    make("ul.fk-where", {}, seeds.map((seed) => make("li", {}, make("b", {}, nameOf(seed)), make("span.fk-headings", {}, headings(seed))))),
    make("details.fk-lines", {}, make("summary", {}, say("lines")),
      make("ul", {}, rule.places.map(([seed, heading, , lines]) => make("li", {}, make("b", {}, book.data.booklets[seed].name), " ", say("lines-of", { heading, lines }))))));
}

function seeAlso(rule, { book, say }) {
  if (!rule.see.length) return null;
  return make("section", { "data-part": "see" }, make("h3", {}, say("see")),
    make("div.chips", {}, rule.see.slice(0, 8).map((number) => make("a.btn", {
      href: `?rule=${encodeURIComponent(book.rules[number].id)}`, "data-open": book.rules[number].id,
    }, book.title(number)))));
}
