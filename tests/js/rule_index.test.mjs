// How much each text shares with a question; that the numbers are Python's is shown by tests/browser/test_rule_search.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LanguageIndex } from "../../fujikoro_nb/widgets/rules/rule_index.mjs";
import { TEXTS, book } from "./small_book.mjs";

const index = () => book().index("en");
const best = (question, how = {}) => [...index().scores(question, how)].sort(([, one], [, other]) => other - one)[0]?.[0];

test("a text word for word is the best there is", () => {
  const scores = index().scores(TEXTS.en[2][0]);
  assert.ok(/** @type {number} */ (scores.get(2)) > 0.7);
  assert.ok(Math.max(...scores.values()) <= 1);
  assert.equal(best(TEXTS.en[2][0]), 2);
});

test("a word that more texts of a rule have tells more", () => {
  const weights = { ...book().search.weights, kinds: [1, 1, 1, 1] };
  const words = book().words;
  const often = [["x", "y", "z", "lava one"], ["lava a", "lava b", "lava c", "lava two"]];
  const found = new LanguageIndex(often, "en", words, weights, new Map()).scores("lava");
  assert.ok(/** @type {number} */ (found.get(1)) > /** @type {number} */ (found.get(0)));
});

test("a word stands for those that are spelt alike, begun alike or mean the same", () => {
  const alike = (word, isTyping = false) => index().alike(word, isTyping).map(([other]) => other);
  assert.ok(alike("lavva").includes("lava"));
  assert.ok(alike("hit").includes("strike"));
  assert.ok(alike("mo", true).includes("monk"));
  assert.deepEqual(alike("zzzz"), []);
});

test("words that only name a topic weigh less", () => {
  assert.equal(best("dragon lava"), best("dragon lava", { telling: [] }));
  assert.equal(best("dragon strikes lava", { telling: ["dragon", "strikes"] }), 2);
});

test("how much of a question is known", () => {
  assert.equal(index().known("lava"), 1);
  assert.equal(index().known("zzzz qqqq"), 0);
  assert.equal(index().known(""), 0);
});
