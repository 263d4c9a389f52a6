// A place in the rulebook as text of a link, whatever a link holds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlaceKey, parsePlace, printPlace } from "../../fujikoro_nb/widgets/base/rules_place.mjs";

test("any text is a place, and what makes no sense in it is left out", () => {
  assert.deepEqual(parsePlace("ask=monk%20ba&mode=chess&players=9"), { ask: "monk ba", rule: "", at: "", mode: "", players: 0 });
  assert.deepEqual(parsePlace("rule=a.b&at=phase.fight&mode=solo&players=1"), { ask: "", rule: "a.b", at: "phase.fight", mode: "solo", players: 1 });
  for (const odd of ["%", "ask=%ff%00", "players=1e0&players=2", "=&&==", "rule"]) assert.doesNotThrow(() => printPlace(parsePlace(odd)));
  assert.equal(parsePlace(`ask=${"x".repeat(100000)}`).ask.length, 400);
});

test("a place comes back from its text, half letters as the sign for none", () => {
  for (const ask of ["monk & dragon = ?", "#1 100%", "größe œuf", "🐉", "‮rtl"]) assert.equal(parsePlace(printPlace({ ...parsePlace(""), ask })).ask, ask);
  assert.equal(parsePlace(printPlace({ ...parsePlace(""), ask: "a\ud800b" })).ask, "a\ufffdb");
});

test("what stands in a place, and what does not", () => {
  for (const key of ["ask", "rule", "at", "mode", "players"]) assert.ok(isPlaceKey(key), key);
  for (const key of ["page", "table", "weapon", ""]) assert.ok(!isPlaceKey(key), key);
});
