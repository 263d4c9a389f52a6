// A question about a table of a small game, inside a puzzle: the table, open hands, the answers, and what each comes to.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { drawnInside, redraw } from "../base/page_parts.mjs";
import { monsterCard } from "./makai_cards.mjs";
import { boardOf, shownParts } from "./small_task.mjs";

const MOST_LETTERS = 16; // of an answer that has room in a third of a phone's width

/** Stands where the board of a puzzle stands: {slot, grid, begin(page), end()}. */
export function smallPuzzleInside(model, say) {
  const table = make("div.fk-small-task");
  const hands = make("div.fk-small-hands");
  const choices = make("div.fk-small-choices", { role: "group" });
  const after = make("div.fk-small-after", { "aria-live": "polite" });
  const slot = make("div.fk-slot.fk-small-puzzle", {}, table, hands, choices, after);
  let drawn = "";
  let game = "";
  /** @type {any} */
  let board = null;

  function drawTable(small) {
    if (small.game !== game) {
      game = small.game;
      board = boardOf(game, say, { answer: () => {}, send: () => {}, redrawn: () => {} });
    }
    redraw(table, ...shownParts(board, small));
  }

  function drawHands(list) {
    redraw(hands, list.map(({ name, cards }) => make("section", { "data-part": "open-hand" }, make("h3", {}, say("hand-of", { who: name })),
      make("ul.fk-makai-hand", { style: "--fk-cards:6", "aria-label": say("hand-of", { who: name }) }, cards.map((one) => make("li", {}, monsterCard(one)))))));
  }

  function drawChoices(list, hasEnded) {
    choices.setAttribute("aria-label", say("answers"));
    choices.classList.toggle("is-four", list.length === 4);
    choices.classList.toggle("is-many", list.length > 6 && !list.some(({ label }) => label.length > MOST_LETTERS));
    redraw(choices, list.map(({ answer, label, on }) => make("button.btn", { type: "button", "data-key": `answer-${answer}`, "aria-pressed": String(on), disabled: hasEnded, onclick: () => model.send({ act: "choose", text: answer }) }, label)));
  }

  function drawAfter(list) {
    redraw(after, list.length ? [make("h3", {}, say("every-answer")), make("ul", {}, list.map(({ label, text, rule, right, mine }) => make(`li${right ? ".is-right" : ""}`, {},
      make("span.fk-small-verdict", {}, symbol(right ? "i-ok" : "i-no", { size: "c20" }), make("b", {}, label), mine ? make("span.mut", {}, say("yours")) : null), make("span", {}, text, rule ? [" ", ruleLink(rule, say)] : null))))] : null);
  }

  function draw() {
    const { small, task, ended } = model.get("view");
    const now = JSON.stringify([small ?? null, task ?? null, ended]);
    if (!small || now === drawn) return;
    drawn = now;
    drawTable(small);
    drawHands(task.hands);
    drawChoices(task.choices, Boolean(ended));
    drawAfter(task.after);
  }

  return drawnInside(model, slot, draw);
}
