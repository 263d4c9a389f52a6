// An action in a position, inside a puzzle: the map to look at, boards, what was before, the action, and the answers.
import { differing, make, ruleLink, showInside } from "../base/dom.mjs";
import { drawnInside, redraw } from "../base/page_parts.mjs";
import { smallBoard } from "../gear/small_board.mjs";

// Stands where the board of a puzzle stands: {slot, grid, begin(page), end()}.
export function actInside(model, say) {
  const asked = make("div.fk-act-asked");
  const map = make("div.fk-turn-map", { hidden: true });
  const seats = make("div.fk-act-seats");
  const choices = make("div.fk-act-choices", { role: "group" });
  const after = make("div.fk-fight-after", { "aria-live": "polite" });
  const slot = make("div.fk-slot.fk-turn-task.fk-map-task.fk-act-task", {}, asked, map, seats, choices, after);
  let leave = () => {};
  let isOn = false;

  const list = (lines) => lines.length ? make("ul.fk-act-lines", {}, lines.map((line) => make("li", {}, line))) : null;

  function drawAsked(task) {
    redraw(asked,
      list(task.facts),
      task.story.length ? make("details.fk-act-story", { open: task.story.length < 4 }, make("summary", {}, say("before", { n: task.story.length })), 
        make("ul.fk-act-lines", {}, task.story.map(({ text, told }) => make("li", {}, text, told.length ? make("ul.fk-act-told.mut", {}, told.map((one) => make("li", {}, one.text))) : null)))) : null,
      task.asked ? make("p.mut.fk-act-question", {}, task.asked) : null,
      make("p.fk-act-act", {}, make("b", {}, task.act)));
  }

  function drawSeats(task) {
    redraw(seats, task.is_after ? make("p.fk-act-then", {}, make("b", {}, say("then-lies"))) : null, task.seats.map(({ name, colour, is_on: isActing, boards, lines }) => make(`section.fk-act-seat${isActing ? ".is-on" : ""}`, { "data-seat": colour },
      name ? make("h3", {}, name) : null,
      boards.length ? make("div.fk-turn-gear", {}, boards.map(({ kind, name: called, board }) => make("figure", { "data-board": kind, style: `width:${board.columns * 30 + 12}px` },
        make("figcaption", {}, called), smallBoard(board, { label: name ? `${name}: ${called}` : called })))) : null,
      list(lines))));
  }

  let buttons = [];
  function drawChoices(task, hasEnded) {
    choices.setAttribute("aria-label", say("answers"));
    choices.classList.toggle("is-two", task.choices.length === 2);
    buttons = task.choices.map(({ answer, label }) => make("button.btn", { type: "button", "data-key": `answer-${answer}`, disabled: hasEnded, onclick: () => model.send({ act: "choose", text: answer }) }, label));
    redraw(choices, task.choices.map(({ rule }, index) => make("div.fk-act-choice", {}, buttons[index], rule ? ruleLink(rule, say) : null)));
  }

  function drawAfter(task) {
    redraw(after, task.after.length ? [make("b", {}, say("engine-says")), make("ul", {}, task.after.map(({ text, rule }) => make("li", {}, text, ...(rule ? [" ", ruleLink(rule, say)] : []))))] : null);
  }

  // A tap on an answer changes which one is pressed, and nothing else: what somebody opened above stays open.
  const [askedDiffers, seatsDiffer, choicesDiffer, afterDiffers] = Array.from({ length: 4 }, differing);
  function draw() {
    const { id, task, ended } = model.get("view");
    if (!task) return;
    if (askedDiffers([id, task.facts, task.story, task.asked, task.act])) drawAsked(task);
    if (seatsDiffer([id, task.is_after, task.seats])) drawSeats(task);
    if (choicesDiffer([id, ended, task.choices.map(({ answer, label, rule }) => [answer, label, rule])])) drawChoices(task, Boolean(ended));
    task.choices.forEach(({ on }, index) => buttons[index].setAttribute("aria-pressed", String(on)));
    if (afterDiffers(task.after)) drawAfter(task);
    map.hidden = !task.has_map;
    if (task.has_map) showMap();
  }

  // The map is laid out when it is wanted first: hidden it would have no size.
  async function showMap() {
    if (isOn) return;
    isOn = true;
    leave = await showInside(model, model.get("map"), map);
  }

  return drawnInside(model, slot, draw, async () => () => leave());
}
