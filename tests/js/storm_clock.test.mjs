import assert from "node:assert/strict";
import { test } from "node:test";

import { CELL, boardParts, clockText, cornerOf, secondsLeft } from "../../fujikoro_nb/widgets/quick/storm_clock.mjs";

test("the time left is what was given, with what answers brought or cost, and never below nothing", () => {
  assert.equal(secondsLeft(180, 0, 1000, 1000), 180);
  assert.equal(secondsLeft(180, -10, 1000, 61000), 110);
  assert.equal(secondsLeft(180, 5, 0, 180000), 5);
  assert.equal(secondsLeft(180, 0, 0, 999000), 0);
});

test("the clock shows a second until it is over", () => {
  assert.deepEqual([180, 59.2, 0.1, 0].map(clockText), ["3:00", "1:00", "0:01", "0:00"]);
});

test("both parts of a weapon grid lie side by side with a gap", () => {
  const { parts, width, height } = boardParts(8, 5, 5);
  assert.equal(parts.length, 2);
  assert.equal(parts[0].width, 5 * CELL);
  assert.equal(parts[1].width, 3 * CELL);
  assert.ok(parts[1].x > parts[0].x + parts[0].width);
  assert.equal(cornerOf(6, 1, 5).x, parts[1].x);
  assert.equal(cornerOf(2, 3, 5).y, parts[0].y + 2 * CELL);
  assert.ok(width > 8 * CELL && height > 5 * CELL);
});

test("a helmet is one part", () => {
  assert.equal(boardParts(4, 4, 4).parts.length, 1);
});
