// What a question names; that it is what Python finds is shown by tests/browser/test_rule_search.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES, book } from "./small_book.mjs";

test("modes and scenarios are told by their names, and by other words beside one that announces them", () => {
  const named = (text) => book().topics.namedIn(text).topics.map(({ id }) => id).join();
  assert.equal(named("as a team, may we"), "coop");
  assert.equal(named("no coop please"), "");
  assert.equal(named("Scenario two"), "scenario-2");
  assert.equal(named("in the scenario where the monks all walk"), "scenario-2");
  assert.equal(named("where the monks walk"), "");
  assert.equal(named("scenario 3 where monks walk"), "scenario-3");
});

test("the words that name are told, those of a paraphrase are not", () => {
  const words = (text) => [...book().topics.namedIn(text).words];
  assert.deepEqual(words("Scenario two: a monk"), ["scenario", "two"]);
  assert.deepEqual(words("in the scenario where the monks all walk"), []);
  assert.deepEqual(words(""), []);
});

test("a rule is of its topics, and holds in no other of their kind", () => {
  const { topics } = book();
  const [dragon, monk, lava, solo] = RULES;
  const two = topics.scenario(2);
  assert.deepEqual(topics.of(monk).map(({ id }) => id), ["scenario-2"]);
  assert.deepEqual([dragon, monk, lava, solo].map((rule) => two?.holds(rule)), [true, true, false, false]);
  assert.equal(two?.owns(monk), true);
  assert.deepEqual(topics.modesOf(solo), ["solo"]);
  assert.equal(topics.scenario(0), null);
  assert.equal(topics.byId.get("solo")?.isSetBy("solo"), true);
  assert.equal(two?.isSetBy("competitive"), false);
});
