// When a new question may be answered: not by the tap that was meant for the one before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AFTER_DRAWN_MS, AFTER_TAP_MS, opensAt } from "../../fujikoro_nb/widgets/base/game_guard.mjs";

test("a double tap of 400 ms is one tap, however soon the next question is drawn", () => {
  for (const drawn of [1005, 1100, 1250, 1399]) assert.ok(opensAt(drawn, 1000) > 1400, String(drawn));
});

test("a tap just after a late question is no answer to it", () => {
  assert.ok(opensAt(1900, 1000) > 1900 + 200);
});

test("nobody who reads is held up: the first tap of a second is enough", () => {
  assert.ok(AFTER_TAP_MS <= 500 && AFTER_DRAWN_MS <= 250);
  assert.ok(opensAt(1100, 1000) <= 1500);
});
