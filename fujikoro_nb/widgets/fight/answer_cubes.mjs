// Answers that are cubes: on a board to lose, to keep when repairing, to pay with; teeth that a group shares.
import { make, symbol } from "../base/dom.mjs";
import { button, plusMinus, redraw } from "../base/page_parts.mjs";
import { figure } from "../gear/cast_card.mjs";
import { answerButton } from "./answer_dice.mjs";
import { readGear } from "../gear/grid_geometry.mjs";
import { smallBoard } from "../gear/small_board.mjs";

const CUBE_BODIES = { "lose-cubes": loseBody, repair: repairBody, "pay-damage": payBody, "pay-lava": payBody, "pay-eruption": payBody };

// The element that answers this question with cubes; null where it asks for none.
/** @param {import("./answer_parts.mjs").Answering} answering */
export const cubesBody = (answering, question) => CUBE_BODIES[question.kind]?.(answering, question) ?? null;

/** @param {import("./answer_parts.mjs").Answering} answering */
function boardOf(answering, question, need) {
  const { say, redraw: again } = answering;
  const now = answering.choosing();
  const board = answering.boards(question.seat)[question.area];
  return smallBoard(board, {
    label: say(`grid-${question.area}`, { name: question.who }), free: new Set(question.cells.map((cell) => cell.join(","))), chosen: now.cells,
    name: (letter, column, row) => say(now.cells.has(`${column},${row}`) ? "cell-chosen" : "cell", { material: say(`cube-${letter}`), column, row }),
    choose: (key) => { toggleCube(now, key, board, need); again(); },
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
  const { say, play, redraw: again } = answering;
  const now = answering.choosing();
  const next = () => { now.way = (now.way + 1) % question.ways.length; now.cells = new Set(question.ways[now.way].map((cell) => cell.join(","))); again(); };
  return make("div.fk-play-cells", {}, make("div.row", {}, make("p.grow", { role: "status" }, now.way < 0 ? say("take-off-chosen", { n: now.cells.size }) : say("way", { n: now.way + 1, count: question.count })),
    make("button.btn", { type: "button", "data-key": "way", onclick: next }, say("way-next"))),
  boardOf(answering, question, null), answerButton(play, say("take-off"), () => `repair ${cellWords(now.cells)}`, { disabled: !now.cells.size }));
}

/** @param {import("./answer_parts.mjs").Answering} answering */
function payBody(answering, question) {
  const { say, play, redraw: again } = answering;
  const now = answering.choosing();
  const { cubes } = readGear(answering.boards(question.seat)[question.area].text, 0);
  const points = [...now.cells].reduce((sum, key) => sum + question.worth[cubes.get(key) ?? ""], 0) + (now.magic ? question.worth.G : 0);
  return make("div.fk-play-cells", {}, make("div.row", {}, make("p.say.grow", { role: "status" }, say("pay-sum", { points, damage: question.damage })), make("span.mut.small", {}, say("pay-about"))),
    make("div.fk-play-helmet", {}, boardOf(answering, question, null)),
    question.magic && make("button.btn.full", { type: "button", "data-key": "green", "aria-pressed": String(now.magic), onclick: () => { now.magic = !now.magic; again(); } }, symbol("cube-G", { size: "c32" }), say("pay-magic", { n: question.worth.G })),
    answerButton(play, say("pay"), () => `pay ${[...now.cells, ...(now.magic ? ["+G"] : [])].join(" ") || "-"}`, { disabled: points < question.damage }));
}

/** What was given to each, kept as long as the same share is asked: after undo another roll has the same `at`. */
export function countsByShare() {
  /** @type {{of: string, counts: number[]}} */
  let known = { of: "", counts: [] };
  return ({ teeth, seats }, at) => {
    const of = JSON.stringify([at, teeth, seats.map(({ seat, told }) => [seat, told.length])]);
    if (known.of !== of) known = { of, counts: seats.map(() => 0) };
    return known.counts;
  };
}

/** Returns the part for a question's `share`: what was tapped stays while the page is drawn anew, until `at` or the share is another one. */
export function teethPart({ say, answer }) {
  const countsOf = countsByShare();

  return ({ teeth, lost, seats }, at) => {
    const counts = countsOf({ teeth, seats }, at);
    const box = make("section.fk-share-teeth", { "data-part": "share-teeth" });

    function person({ seat, name, colour, told }, index, left) {
      const count = counts[index];
      const step = (by) => { counts[index] += by; draw(); return box; };
      const title = say("teeth-for", { name });
      return make("li.sheet", { role: "group", "aria-label": title }, figure(colour, say), make("span.grow", {}, make("b", {}, name), make("small.mut", {}, told[count])),
        symbol("cube-T", { size: "c32" }), plusMinus(`share-${seat}`, { count, most: Math.min(told.length - 1, count + left), step, less: say("teeth-less", { what: title }), more: say("teeth-more", { what: title }) }));
    }

    function draw() {
      const left = teeth - counts.reduce((sum, one) => sum + one, 0);
      const who = seats.map(({ name }, index) => `${name} ${counts[index]}`).join(", ");
      redraw(box, make("p.fk-teeth-left", { role: "status" }, make("b.num", {}, say("teeth-left", { n: left, of: teeth }))), lost ? make("p.mut", {}, lost) : null,
        make("ul", {}, seats.map((one, index) => person(one, index, left))),
        button("share-send", left ? say("teeth-first") : say("teeth-send", { who }), () => answer(`share ${counts.join(" ")}`), { main: true, full: true, disabled: left !== 0 }));
    }

    draw();
    return box;
  };
}
