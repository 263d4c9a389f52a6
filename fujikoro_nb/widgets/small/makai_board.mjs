// Makai Fuda: gold, prizes, the field, and the hand of whoever uncovered it.
import { draw, make, ruleLink, symbol } from "../base/dom.mjs";
import { button } from "../base/page_parts.mjs";
import { backSign, happenedPart, looksOn, oursPart } from "./small_parts.mjs";
import { kindSign, monsterCard } from "./makai_cards.mjs";

/** Returns {parts(view), curtain(view)}. */
export function makaiBoard(say, { answer, send, redrawn }) {
  let picked = { at: -1, place: -1 };

  function parts(view) {
    const { table } = view;
    if (picked.at !== view.at) picked = { at: view.at, place: -1 };
    return {
      left: [makaiHead(table, say), goldPart(table, say), prizePart(table, say), resultPart(table, say), fieldPart(view), table.won ? makaiWon(table, say) : null, oursPart(table.house, say)],
      right: !table.hand.length ? [] : looksOn(view) ? [heldPart(table), backedPart(view)] : [handPart(view), why(table), doPart(view), view.own ? null : advicePart(view), backedPart(view)],
    };
  }

  function fieldPart(view) {
    const { table } = view;
    const isLast = !table.field.length && table.last.length > 0;
    const shown = isLast ? table.last : table.field;
    const waits = view.asked === "match" && !isLast && shown.length < table.players.length;
    const asked = table.players.find(({ on }) => on);
    const called = shortNames(table.players.map(({ name }) => name));
    return make("section", { "data-part": "field" }, make("div.row.fk-makai-line", {}, make("h3.grow", {}, isLast ? say("last-match") : say("match", { n: table.match, all: table.matches })), make("span.mut", {}, table.so_far)),
      make(`ol.fk-makai-field${isLast ? ".is-past" : ""}`, { "aria-label": say("field") }, shown.map((card, at) => make("li", {}, monsterCard(card), make("span", { title: card.who }, `${at + 1}. ${called(card.who)}`), card.on ? make("span.mut", {}, say("supports", { kind: card.on })) : null)),
        waits && asked ? make("li", {}, make("div.fk-makai-empty", {}, asked.me ? say("you") : called(asked.name)), make("span", { title: asked.name }, `${shown.length + 1}. ${called(asked.name)}`)) : null));
  }

  const card = (table) => table.hand[picked.place];

  // Why the touched card cannot be played: a sentence of the engine and its rule; before a touch, what to do.
  function why(table) {
    const touched = card(table);
    if (!touched?.why) return make("p.fk-makai-hint", { "data-part": "hint" }, say(table.kind === "match" ? "pick-card" : table.kind === "predict" ? "pick-back" : "pick-replace"));
    return make("section.verdict.no", { role: "alert", "data-part": "refused" }, make("div.seal", {}, symbol("i-no"), say("no")), make("div", {}, make("p.say", {}, touched.why.text), ruleLink(touched.why.rule, say)));
  }

  function handPart(view) {
    const { table } = view;
    return make("section", { "data-part": "hand" }, make("div.row.fk-makai-line", {}, make("h3.grow", {}, say("hand-makai", { n: table.hand.length })), view.needs_curtain ? button("cover", say("cover"), () => send("cover"), { quiet: true }) : null),
      make("div.fk-makai-hand", { role: "group", style: `--fk-cards:${wide(table.hand.length)}`, "aria-label": say("hand-makai", { n: table.hand.length }) }, table.hand.map((one, place) => make(`button.fk-makai-pick${one.why ? ".is-no" : ".is-yes"}${place === picked.place ? ".is-on" : ""}`, {
        type: "button", "data-key": `card-${place}`, "data-can": String(!one.why), "aria-pressed": String(place === picked.place), "aria-label": [one.name, one.ability, one.why ? say("not-now") : ""].filter(Boolean).join(", "),
        onclick: () => { picked.place = place; redrawn(); },
      }, monsterCard(one), make("span.fk-makai-mark", { "aria-hidden": "true" }, symbol(one.why ? "i-no" : "i-ok", { size: "c20" }))))));
  }

  // On a phone of one's own the hand lies open while others play.
  const heldPart = (table) => make("section", { "data-part": "hand" }, make("h3", {}, say("hand-makai", { n: table.hand.length })),
    make("ul.fk-makai-hand", { style: `--fk-cards:${wide(table.hand.length)}`, "aria-label": say("hand-makai", { n: table.hand.length }) }, table.hand.map((one) => make("li", {}, monsterCard(one)))));

  function doPart(view) {
    const { table } = view;
    const ways = card(table)?.ways ?? [];
    return make("div.fk-makai-do", { "data-part": "do" }, ways.map(({ text, label }, at) => button(`way-${at}`, upper_case(label), () => answer(text), { main: !at })),
      table.answers.map(({ text, label, why: barred }, at) => button(`other-${at}`, upper_case(label), () => answer(text), { icon: barred ? "i-no" : "" })));
  }

  // What other deals say, only when it is asked for.
  function advicePart(view) {
    const { advice, table } = view;
    if (!advice) return make("div", { "data-part": "advise" }, button("advise", say(table.kind === "predict" ? "whom-to-back" : "what-to-play"), () => send("advise", { at: view.at }), { full: true, quiet: true }));
    return make("section.sheet.fk-makai-advice", { "data-part": "advice", role: "status" }, make("h3", {}, say("advice")),
      make("ol", {}, advice.rows.map(({ label, says, share, best }) => make("li", {}, make("b", {}, upper_case(label)), best ? make("span.fk-makai-best", {}, symbol("i-ok", { size: "c20" }), say("advice-best")) : null, make("span.fk-makai-share", { "aria-hidden": "true" }, make("i", { style: `width:${share}%` })), make("span", {}, says)))),
      make("p.mut.small", {}, advice.assumes));
  }

  // Face down even to its owner: it shows while the button is held.
  function backedPart(view) {
    const { backed } = view.table;
    if (!backed) return null;
    const slot = make("span.fk-makai-backed", {}, backSign());
    const show = (isHeld) => { slot.replaceChildren(isHeld ? monsterCard(backed) : backSign()); };
    const hold = button("hold", say("hold"), () => {}, {});
    for (const begins of ["pointerdown", "keydown"]) hold.addEventListener(begins, (/** @type {any} */ event) => { if (!event.key || event.key === " " || event.key === "Enter") show(true); });
    for (const ends of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) hold.addEventListener(ends, () => show(false));
    return make("section.sheet.row.fk-makai-own", { "data-part": "backed" }, slot, make("span.grow", {}, make("b", {}, say("backed")), make("br"), make("span.mut", {}, say("backed-about"))), hold);
  }

  const curtain = (view) => make("section.fk-curtain", { "data-part": "curtain" }, curtainSign(), make("div.fk-curtain-words", {},
    make("h2", { tabindex: -1, "data-part": "head" }, say("pass-to", { who: view.who })), make("p", {}, say("pass-about", { who: view.who })),
    button("uncover", say("i-am", { who: view.who }), () => send("uncover", { seat: view.seat, at: view.at }), { main: true, full: true }),
    happenedPart(view.happened, say, { most: 8 })));

  return { parts, curtain };
}

const LONG_WORD = 8; // letters that a quarter of a phone's width takes in one line, whichever they are

// What people are called under a card: their first word, where that is nobody else's; a longer one ends with dots. The gold has the whole name.
/** @param {string[]} names */
export function shortNames(names) {
  const first = (/** @type {string} */ name) => name.split(/[\s-]/, 1)[0] || name;
  const cut = (/** @type {string} */ word) => ([...word].length > LONG_WORD ? `${[...word].slice(0, LONG_WORD - 1).join("")}…` : word);
  return (/** @type {string} */ name) => (names.filter((one) => cut(first(one)) === cut(first(name))).length > 1 ? name : cut(first(name)));
}

const wide = (cards) => Math.min(6, Math.max(4, cards));

const upper_case = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function makaiHead(table, say) {
  const which = table.tournaments ? say("tournament-of", { n: table.tournament, all: table.tournaments }) : say("tournament", { n: table.tournament });
  const asked = table.players.find(({ on }) => on);
  return make("div.fk-small-head", {}, make("h2", { tabindex: -1, "data-part": "head" }, table.won ? say("over") : asked?.me ? say("your-turn", { who: asked.name }) : asked ? say("turn-of", { who: asked.name }) : which),
    make("span.mut", {}, which, table.tournaments ? "" : `, ${say("first-to", { n: table.enough })}`));
}

const goldPart = (table, say) => make(`ul.fk-makai-gold${table.players.some(({ name }) => name.split(/[\s-]/).some((word) => word.length > LONG_WORD)) ? ".is-long" : ""}`, { "data-part": "gold" }, table.players.map(({ name, gold, on, backed, leads, start }) => make(`li${on ? ".is-on" : ""}`, {}, make("b", {}, name), make("span.num", {}, say("gold", { n: gold })),
  make("small.mut", {}, [leads ? say("leads") : "", start ? say("starts") : "", backed && table.kind === "predict" ? say("back-yes") : ""].filter(Boolean).join(", ")))));

function prizePart(table, say) {
  const most = Math.max(...table.prizes.map(({ wins }) => wins));
  return make("ul.fk-makai-prizes", { "aria-label": say("prizes"), "data-part": "prizes" }, table.prizes.map(({ kind, name, wins, chips }) => make(`li${wins && wins === most ? ".is-first" : ""}`, {}, kindSign(kind), make("b", {}, name),
    make("span.fk-makai-die", { role: "img", "aria-label": say("won-times", { n: wins }) }, String(wins)),
    make(`span.fk-makai-chip${chips ? "" : ".is-none"}`, { role: "img", "aria-label": chips ? say("chip", { n: chips }) : say("chip-none") }, chips ? String(chips) : ""))));
}

// The prizes of the tournament that has just ended, until a card of the next one lies on the field.
const resultPart = ({ result }, say) => (result ? make("section.sheet.fk-small-told", { "data-part": "result", role: "status" }, make("h3", {}, result.title),
  make("ol", {}, result.lines.map(({ text, rule }) => make("li", {}, make("span", {}, text), " ", ruleLink(rule, say))))) : null);

const makaiWon = (table, say) => make("section.verdict.ok", { role: "status", "data-part": "won" }, make("div.seal", {}, say("ok")), make("p.say", {}, say("won-makai", { n: table.won.length, who: table.won.map((seat) => table.players[seat].name).join(", ") })));

function curtainSign() {
  const folds = Array.from({ length: 6 }, (_, at) => draw("path", { d: `M${-10 + at * 74} 34q10 130-6 266h46q14-130 8-266z`, style: "fill:#12294a;opacity:.55" }));
  return draw("svg.fk-curtain-sign", { viewBox: "0 0 366 300", preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true" }, draw("path", { d: "M0 0h366v300H0z", style: "fill:#1d3b66" }), folds,
    draw("path", { d: "M0 0h366v30H0z", style: "fill:var(--fk-verm-block);stroke:#1e1a17;stroke-width:2.5" }), draw("path", { d: `M0 30${"q18 26 36.6 0".repeat(10)}`, style: "fill:#d9a441;stroke:#1e1a17;stroke-width:2.5" }),
    draw("circle", { cx: 183, cy: 150, r: 56, style: "fill:#fcfaf4;stroke:#1e1a17;stroke-width:3" }),
    draw("path", { d: "M171 190 157 169q-4-9 5-7l11 11v-33q5-8 10 0v22-33q5-8 10 0v28-22q5-8 10 0v30q0 18-8 25z", style: "fill:none;stroke:#1e1a17;stroke-width:4;stroke-linejoin:round;stroke-linecap:round" }));
}
