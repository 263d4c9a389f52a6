// Answers that are cubes on a board: cubes to lose, to keep when repairing, to pay with.
import { make, symbol } from "../base/dom.mjs";
import { answerButton } from "./answer_dice.mjs";
import { readGear } from "../gear/grid_geometry.mjs";
import { smallBoard } from "../gear/small_board.mjs";

const CUBE_BODIES = { "lose-cubes": loseBody, repair: repairBody, "pay-damage": payBody, "pay-lava": payBody, "pay-eruption": payBody };

// The element that answers this question with cubes; null where it asks for none.
/** @param {import("./answer_parts.mjs").Answering} answering */
export const cubesBody = (answering, question) => CUBE_BODIES[question.kind]?.(answering, question) ?? null;

/** @param {import("./answer_parts.mjs").Answering} answering */
function boardOf(answering, question, need) {
  const { say, redraw } = answering;
  const now = answering.choosing();
  const board = answering.boards(question.seat)[question.area];
  return smallBoard(board, {
    label: say(`grid-${question.area}`, { name: question.who }), free: new Set(question.cells.map((cell) => cell.join(","))), chosen: now.cells,
    name: (letter, column, row) => say(now.cells.has(`${column},${row}`) ? "cell-chosen" : "cell", { material: say(`cube-${letter}`), column, row }),
    choose: (key) => { toggleCube(now, key, board, need); redraw(); },
  });
}

// A further tap on a colour of which enough is chosen takes the place of the one chosen first.
export function toggleCube(now, key, board, need) {
  now.way = -1;
  if (now.cells.delete(key)) return;
  const { cubes } = readGear(board.text, board.split);
  const letter = cubes.get(key) ?? "";
  const same = [...now.cells].filter((one) => cubes.get(one) === letter);
  if (need && same.length >= need[letter]) now.cells.delete(same[0]);
  now.cells.add(key);
}

const cellWords = (cells) => [...cells].join(" ") || "-";

/** @param {import("./answer_parts.mjs").Answering} answering */
function loseBody(answering, question) {
  const { say, play } = answering;
  const now = answering.choosing();
  const heap = Object.entries(question.need).map(([letter, count]) => say(`some-${letter}`, { n: count })).join(", ");
  const total = Object.values(question.need).reduce((sum, count) => sum + count, 0);
  return make("div.fk-play-cells", {}, make("p.say", { role: "status" }, say("take-off-need", { need: heap }), " ", make("span.mut", {}, say("take-off-chosen", { n: now.cells.size }))),
    boardOf(answering, question, question.need), answerButton(play, say("take-off"), () => `lose ${cellWords(now.cells)}`, { disabled: now.cells.size !== total }));
}

/** @param {import("./answer_parts.mjs").Answering} answering */
function repairBody(answering, question) {
  const { say, play, redraw } = answering;
  const now = answering.choosing();
  const next = () => { now.way = (now.way + 1) % question.ways.length; now.cells = new Set(question.ways[now.way].map((cell) => cell.join(","))); redraw(); };
  return make("div.fk-play-cells", {}, make("div.row", {}, make("p.grow", { role: "status" }, now.way < 0 ? say("take-off-chosen", { n: now.cells.size }) : say("way", { n: now.way + 1, count: question.count })),
    make("button.btn", { type: "button", "data-key": "way", onclick: next }, say("way-next"))),
  boardOf(answering, question, null), answerButton(play, say("take-off"), () => `repair ${cellWords(now.cells)}`, { disabled: !now.cells.size }));
}

/** @param {import("./answer_parts.mjs").Answering} answering */
function payBody(answering, question) {
  const { say, play, redraw } = answering;
  const now = answering.choosing();
  const { cubes } = readGear(answering.boards(question.seat)[question.area].text, 0);
  const points = [...now.cells].reduce((sum, key) => sum + question.worth[cubes.get(key) ?? ""], 0) + (now.magic ? question.worth.G : 0);
  return make("div.fk-play-cells", {}, make("div.row", {}, make("p.say.grow", { role: "status" }, say("pay-sum", { points, damage: question.damage })), make("span.mut.small", {}, say("pay-about"))),
    make("div.fk-play-helmet", {}, boardOf(answering, question, null)),
    question.magic && make("button.btn.full", { type: "button", "data-key": "green", "aria-pressed": String(now.magic), onclick: () => { now.magic = !now.magic; redraw(); } }, symbol("cube-G", { size: "c32" }), say("pay-magic", { n: question.worth.G })),
    answerButton(play, say("pay"), () => `pay ${[...now.cells, ...(now.magic ? ["+G"] : [])].join(" ") || "-"}`, { disabled: points < question.damage }));
}
