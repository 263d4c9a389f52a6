// The kernel's second opinion is asked once a question, and put in only where nothing moves under a finger.
import assert from "node:assert/strict";
import { test } from "node:test";
import { opinionPart } from "../../fujikoro_nb/widgets/rules/rules_opinion.mjs";

/** A page of rules with a question on it, and what became of it. */
function asked(ask = "may the monk swim", more = {}) {
  const sent = [];
  let ranked = 0;
  const model = { get: () => true, send: (message) => sent.push(message) };
  const book = { data: { language: "en" }, refined: (ranking, { ids }) => ({ ...ranking, numbers: ids }) };
  const page = /** @type {any} */ ({ model, book, place: { ask, rule: "", at: "", mode: "", players: 0 }, scenario: () => 0, active: -1, isFinished: true, isTouched: false, ...more });
  const opinions = opinionPart(page, () => { ranked += 1; });
  const about = (question = ask) => ({ kind: "refined", question, mode: "", players: 0, scenario: 0, language: "en", ids: [7, 8] });
  const shown = () => opinions.added({ numbers: [1], others: [], isCovered: true, isClear: true, sureness: "", named: { topics: [], words: new Set() }, scope: {} }).numbers;
  return { page, opinions, sent, about, shown, ranked: () => ranked };
}

test("a finished question is asked once, and its answer is put in", () => {
  const { opinions, sent, about, shown, ranked } = asked();
  opinions.refine();
  opinions.refine();
  assert.deepEqual(sent, [{ act: "meaning", question: "may the monk swim", mode: "", players: 0, scenario: 0, language: "en" }]);
  assert.deepEqual(shown(), [1]);
  opinions.refined(about());
  assert.deepEqual([shown(), ranked()], [[7, 8], 1]);
  opinions.refine();
  assert.equal(sent.length, 1);
});

test("a single word, an open rule, a touched list or a question in writing asks nobody", () => {
  for (const { opinions, sent } of [asked("monk"), asked("the monk", { place: { ask: "the monk", rule: "a.b", mode: "", players: 0 } }), asked("the monk", { isTouched: true }),
    asked("the monk", { isFinished: false }), asked("the monk", { active: 0 }), asked("the monk", { book: null })]) {
    opinions.refine();
    assert.deepEqual(sent, []);
  }
});

test("an answer to another question waits until that one is asked again", () => {
  const { page, opinions, about, shown } = asked();
  opinions.refined(about("may the dragon swim"));
  assert.deepEqual(shown(), [1]);
  page.place.ask = "may the dragon swim";
  assert.equal(opinions.putIn(), true);
  assert.deepEqual(shown(), [7, 8]);
});

test("what comes while somebody reaches for the list stays out, and a new letter leaves it out again", () => {
  const { page, opinions, about, shown } = asked();
  page.isTouched = true;
  opinions.refined(about());
  assert.deepEqual(shown(), [1]);
  page.isTouched = false;
  assert.equal(opinions.putIn(), true);
  opinions.leaveOut();
  assert.deepEqual(shown(), [1]);
  opinions.refined({ ...about(), kind: "answered" });
  assert.deepEqual(shown(), [1]);
});
