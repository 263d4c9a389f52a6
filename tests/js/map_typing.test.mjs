// Typing the beginning of a place leads to its line of the list.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineTyped } from "../../fujikoro_nb/widgets/map/map_typing.mjs";

const NAMES = [["centre", "the summit"], ["i-1", "ito"], ["i-2", "izu"], ["t-1", "temple of the moon"], ["t-2", "tosa"]];

/** Types letters, a tenth of a second apart; gives the lines that each leads to. */
function typed(letters, here = 0) {
  const state = { text: "", at: -Infinity };
  let at = here;
  return [...letters].map((letter, index) => {
    const found = lineTyped(state, letter, 1000 + index * 100, NAMES, at);
    if (found >= 0) at = found;
    return found;
  });
}

test("a name is found by its id or by what it is called, in any case", () => {
  assert.deepEqual(typed("i-2"), [1, 1, 2]);
  assert.deepEqual(typed("IZ"), [1, 2]);
  assert.deepEqual(typed("the"), [0, 0, 0]);
});

test("the same letter again goes on to the next line, and round again", () => {
  assert.deepEqual(typed("ttt", 3), [0, 3, 4]);
  assert.deepEqual(typed("tttt", 4).at(-1), 0);
});

test("another letter that leads nowhere begins a new name", () => {
  assert.deepEqual(typed("ct"), [0, 0]);
  assert.deepEqual(typed("cto"), [0, 0, 4]);
  assert.deepEqual(typed("q"), [-1]);
});

test("after a second what was typed is forgotten", () => {
  const state = { text: "", at: -Infinity };
  assert.equal(lineTyped(state, "i", 0, NAMES, 0), 1);
  assert.equal(lineTyped(state, "t", 1001, NAMES, 1), 0);
  assert.equal(state.text, "t");
});
