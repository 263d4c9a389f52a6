// What was tapped on a crafting board is drawn at once, and the kernel's answer takes its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pendingGear } from "../../fujikoro_nb/widgets/gear/pending_gear.mjs";

/** A crafting board as the kernel told it, and what went to the kernel. */
function board(traits = {}) {
  const state = {
    board: { weapon: { columns: 8, rows: 5, split: 5 }, helmet: { columns: 4, rows: 4, split: 0 }, sandals: { columns: 4, rows: 3, split: 0 } },
    weapon: "WW", helmet: "", sandals: "", fixed: {}, hand: null, answered: ["", 0], ...traits,
  };
  const sent = [];
  const drawn = [];
  const model = /** @type {any} */ ({ get: (name) => state[name], send: (message) => sent.push(message) });
  return { state, sent, drawn, gear: pendingGear(model, (kind) => drawn.push(kind)) };
}
const keys = (gear, kind) => [...gear.drawn(kind).cubes].map(([key, letter]) => `${letter}${key}`).sort();

test("a stroke is drawn before the kernel answers, and told to it with a number", () => {
  const { sent, drawn, gear } = board();
  gear.paint("weapon", "M", [[3, 1], [4, 1]], "s");
  assert.deepEqual(keys(gear, "weapon"), ["M3,1", "M4,1", "W1,1", "W2,1"]);
  assert.deepEqual([drawn, sent[0].act, sent[0].cells, sent[0].seq], [["weapon"], "paint", [[3, 1], [4, 1]], 1]);
  assert.deepEqual([...gear.waitingKeys("weapon")], ["3,1", "4,1"]);
  assert.equal(gear.waitingKeys("helmet").size, 0);
});

test("what is there already, or given, is asked of nobody", () => {
  const { sent, gear } = board({ fixed: { weapon: [[1, 1]] } });
  gear.paint("weapon", "W", [[1, 1], [2, 1]], "s");
  gear.paint("weapon", ".", [[1, 1], [5, 1]], "s");
  assert.deepEqual(sent, []);
});

test("the kernel's answer frees what was sent up to its number, of this page alone", () => {
  const { state, sent, gear } = board();
  gear.paint("weapon", "M", [[3, 1]], "");
  gear.paint("weapon", "T", [[4, 1]], "");
  state.answered = ["another page", 2];
  assert.equal(gear.answered(), false);
  state.answered = [sent[0].client, 1];
  assert.equal(gear.answered(), false);
  assert.deepEqual(keys(gear, "weapon"), ["T4,1", "W1,1", "W2,1"]);
  state.answered = [sent[0].client, 2];
  assert.equal(gear.answered(), true);
  assert.equal(gear.isWaiting(), false);
});

test("a hand that runs out lays no more; the kernel is asked for the first that it lacks", () => {
  const { sent, gear } = board({ hand: ["W", "W", "W", "M"] });
  assert.deepEqual(gear.left(), { W: 1, M: 1, T: 0 });
  gear.paint("weapon", "W", [[3, 1], [4, 1], [5, 1]], "");
  assert.deepEqual(sent[0].cells, [[3, 1], [4, 1]]);
  assert.deepEqual(keys(gear, "weapon"), ["W1,1", "W2,1", "W3,1"]);
  assert.deepEqual(gear.left(), { W: 0, M: 1, T: 0 });
});

test("given cubes are no part of the hand, and a cube taken off goes back into it", () => {
  const { gear } = board({ hand: ["W"], fixed: { weapon: [[1, 1]] } });
  assert.deepEqual(gear.left(), { W: 0, M: 0, T: 0 });
  gear.paint("weapon", ".", [[2, 1]], "");
  assert.deepEqual(gear.left(), { W: 1, M: 0, T: 0 });
});

test("the green cube lies on a cube of a weapon, and is worn with a helmet", () => {
  const { gear } = board({ helmet: "W" });
  gear.putMagic("weapon", [1, 1]);
  assert.equal(gear.drawn("weapon").magic, "1,1");
  gear.putMagic("weapon", [5, 5]); // no cube there
  assert.equal(gear.drawn("weapon").magic, "1,1");
  gear.putMagic("weapon", [1, 1]);
  assert.equal(gear.drawn("weapon").magic, null);
  gear.putMagic("helmet", [3, 3]);
  assert.equal(gear.drawn("helmet").magic, "worn");
});

test("with its cube the green one goes as well", () => {
  const { gear } = board({ weapon: "WW+G@2,1" });
  assert.equal(gear.drawn("weapon").magic, "2,1");
  gear.paint("weapon", ".", [[2, 1]], "");
  assert.equal(gear.drawn("weapon").magic, null);
});
