// A table of a small game, inside a lesson: its own board, without what does not belong to the task.
import { make } from "../base/dom.mjs";
import { drawnInside, redraw } from "../base/page_parts.mjs";
import { fujiBoard } from "./fuji_board.mjs";
import { makaiBoard } from "./makai_board.mjs";
import { happenedPart } from "./small_parts.mjs";

const BOARDS = { fuji99: fujiBoard, makai: makaiBoard };
const ALWAYS = ["field", "hand", "hint", "refused", "do", "ours", "path", "bag", "ask", "won"];

/** The name of a part of a board: its own, or that of the first part in it. */
const partOf = (element) => element.dataset.part ?? element.querySelector("[data-part]")?.dataset.part ?? "";

/** The board of a game, by its name. */
export const boardOf = (game, say, how) => BOARDS[game](say, how);

/** The parts of a board that belong to a task, what is to be tapped above the mark of our own cards. */
export function shownParts(board, small) {
  const { left, right } = board.parts(small);
  const shown = [...ALWAYS, ...small.shows].filter((part) => part !== "hand" || small.table.hand?.length);
  const parts = [...left, ...right].filter((element) => element && shown.includes(partOf(element)));
  const isMark = (element) => partOf(element) === "ours";
  return [...parts.filter((part) => !isMark(part)), ...parts.filter(isMark)];
}

/** Stands where the board of a lesson stands: {slot, grid, begin(page), end()}. */
export function smallInside(model, say) {
  const slot = make("div.fk-slot.fk-small-task", {});
  let game = "";
  /** @type {any} */
  let board = null;
  let drawn = "";

  function draw() {
    const { small } = model.get("view");
    const now = JSON.stringify(small ?? null);
    if (!small || now === drawn) return;
    drawn = now;
    redrawn();
  }

  function redrawn() {
    const { small } = model.get("view");
    if (small.game !== game) {
      game = small.game;
      const send = (act, fields = {}) => model.send({ act, ...fields });
      board = boardOf(game, say, { answer: (text) => send("choose", { text, at: model.get("view").small.at }), send, redrawn });
    }
    slot.dataset.at = String(small.at);
    slot.dataset.asked = small.asked;
    redraw(slot, ...shownParts(board, small), small.happened.length ? happenedPart(small.happened, say) : null);
  }

  return drawnInside(model, slot, draw);
}
