// How far somebody came in the first game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { furthest } from "../../fujikoro_nb/widgets/guided/first_game.mjs";

test("whoever begins anew stays as far as before", () => {
  assert.equal(furthest("1.12", "1.0"), "1.12");
  assert.equal(furthest("1.4", "1.5"), "1.5");
});

test("what is damaged, or nothing, gives way", () => {
  assert.equal(furthest("", "1.0"), "1.0");
  assert.equal(furthest("1.99999", "1.3"), "1.3");
});
