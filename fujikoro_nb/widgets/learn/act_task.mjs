// An action in a position, inside a puzzle: the map to look at, boards, what was before, the action, and the answers.
import { make, ruleLink, showInside } from "../base/dom.mjs";
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

  function drawChoices(task, hasEnded) {
    choices.setAttribute("aria-label", say("answers"));
    choices.classList.toggle("is-two", task.choices.length === 2);
    redraw(choices, task.choices.map(({ answer, label, on, rule }) => make("div.fk-act-choice", {},
      make("button.btn", { type: "button", "data-key": `answer-${answer}`, "aria-pressed": String(on), disabled: hasEnded, onclick: () => model.send({ act: "choose", text: answer }) }, label),
      rule ? ruleLink(rule, say) : null)));
  }

  let drawn = "";
  function draw() {
    const { task, ended } = model.get("view");
    const now = JSON.stringify([task ?? null, ended]);
    if (!task || now === drawn) return;
    drawAsked(task);
    drawSeats(task);
    drawChoices(task, Boolean(ended));
    redraw(after, task.after.length ? [make("b", {}, say("engine-says")), make("ul", {}, task.after.map(({ text, rule }) => make("li", {}, text, ...(rule ? [" ", ruleLink(rule, say)] : []))))] : null);
    map.hidden = !task.has_map;
    drawn = now;
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
