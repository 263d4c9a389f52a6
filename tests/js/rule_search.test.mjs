// The search of the rules, on a book of four; that it does what Python's does is shown by tests/browser/test_rule_search.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SEARCH, book, ids } from "./small_book.mjs";

test("the rule whose words are asked comes first, also misspelt, begun, by a synonym or in another language", () => {
  assert.equal(ids("what does the dragon strike")[0], "dragon.strike");
  assert.equal(ids("prise of lavva")[0], "lava.cost");
  assert.equal(ids("mon", { isTyping: true })[0], "monk.move");
  assert.equal(ids("hits")[0], "dragon.strike");
  assert.equal(ids("la lave")[0], "lava.cost");
  assert.deepEqual(ids("lave", { languages: ["en"] }).filter((id) => id === "solo.end"), []);
});

test("mode, players and chapter leave out what they do not have", () => {
  assert.deepEqual(ids("monk", { scope: { mode: "coop" } }), []);
  assert.deepEqual(ids("monk", { scope: { players: 2 } }), []);
  assert.deepEqual(ids("monk", { scope: { players: 3 } }), ["monk.move"]);
  assert.deepEqual(ids("monk", { scope: { chapter: "fight" } }), []);
  assert.deepEqual(ids("ninth round", { scope: { mode: "solo" } }), ["solo.end"]);
});

test("a question of strange words fits badly, one in the rules' words well", () => {
  const search = book();
  const fit = (question) => search.fit(question, search.find(question));
  assert.ok(fit("the dragon strikes back") > SEARCH.bounds.covered);
  assert.ok(fit("bicycle helmet insurance lava") < SEARCH.bounds.covered);
  assert.equal(search.fit("zzz qqq", []), 0);
  assert.deepEqual(ids("constructor __proto__"), []);
});

test("what a question names counts more than what is set, and a rule of another scenario comes last", () => {
  const search = book();
  assert.deepEqual(search.beside({ mode: "competitive", scenario: 3 }, search.topics.namedIn("coop")), { mode: "", scenario: 0 });
  assert.deepEqual(search.beside({ mode: "competitive", scenario: 3 }, search.topics.namedIn("scenario 2")), { mode: "competitive", scenario: 0 });
  assert.equal(ids("scenario 2: lava monk")[0], "monk.move");
  assert.equal(ids("scenario 3: lava monk")[0], "lava.cost");
  assert.ok(!ids("lava monk", { scope: { scenario: 2 } }).includes("lava.cost"));
});
