// How sure an answer is; that it is as sure as Python's is shown by tests/browser/test_rule_search.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, isCalled, shownOf } from "../../fujikoro_nb/widgets/rules/rule_answers.mjs";
import { RULES, book } from "./small_book.mjs";

test("an answer is sure, one of two or three, or none; a stamp wants its rule to be called", () => {
  const search = book();
  const sure = (text, scope = {}) => answered(search, text, { scope }).sureness;
  assert.equal(sure("the dragon strikes back"), "sure");
  assert.equal(sure("bicycle insurance qwx"), "uncovered");
  const told = answered(search, "scenario 3: the dragon strikes back");
  assert.equal(shownOf(told).length, 1);
  const [dragon, monk] = RULES;
  const called = (rule, text, scope = {}) => isCalled(rule, search, search.topics.namedIn(text), scope);
  assert.equal(called(dragon, "a dragon"), true);
  assert.equal(called(dragon, "a dragon in scenario 2"), true);
  assert.equal(called(monk, "a monk"), false, "nobody asked for its scenario");
  assert.equal(called(monk, "a monk", { mode: "competitive", scenario: 2 }), true);
  assert.equal(called(monk, "a monk as a team"), false);
});

test("a question that says little of what it is about is not answered surely", () => {
  const search = book();
  assert.equal(search.told("what is the thing"), 0);
  assert.ok(search.told("moves along the road") > search.told("what moves"));
  const bounds = search.search.bounds;
  const sure = (told) => answered(Object.assign(book(), { search: { ...search.search, bounds: { ...bounds, told } } }), "the dragon strikes back a step").sureness;
  assert.equal(sure(0), "sure");
  assert.equal(sure(search.told("the dragon strikes back a step") + 7), "unsure", "the monk's steps come too near for so few words");
});

test("what only another mode has is shown first, and once, whether that mode is named or set", () => {
  for (const [text, scope] of /** @type {const} */ ([["as a team: moving a monk along the road", {}], ["moving a monk along the road", { mode: "coop" }]])) {
    const told = answered(book(), text, { scope });
    assert.equal(told.sureness, "unsure");
    const shown = shownOf(told).map(({ id }) => id);
    assert.equal(shown[0], "monk.move");
    assert.equal(new Set(shown).size, shown.length);
  }
  assert.equal(answered(book(), "moving a monk along the road", { scope: { mode: "coop" } }).elsewhere?.id, "monk.move");
});
