// The search of the rules, on a book of four; that it does what Python's does is shown by tests/browser/test_rule_search.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleSearch, plain, stemOf, wordsOf } from "../../fujikoro_nb/widgets/rules/rule_search.mjs";

const WEIGHTS = {
  only_asked: 0.3, only_text: 0.35, whole: 0.6, synonym: 0.45, slip: 0.8, spelling: 0.8, least_alike: 0.4, surely_alike: 0.6, begun: 0.9, part: 0.45, part_least: 0.1,
  unknown: 0.9, foreign: 0.85, sister: 0.8, named: 1.2, aside: 0.88, often: [0.98, 1, 1.02, 1.04], often_begun: [0.85, 1, 1.15, 1.3], kinds: [0.95, 0.85, 0.9, 1],
  topic: 1.6, topic_titles: 4, most_letters: 400, most_words: 40, most_alike: 24, most_misspelt: 6, least_slip: 4,
};
const SEARCH = {
  weights: WEIGHTS, least_fit: 0.45, least_stem: 3, endings: { en: ["ing", "s"], fr: ["s"] }, stop: { en: ["the", "a", "of", "is"], fr: ["le"] },
  synonyms: { en: ["hit strike"], fr: [] }, numerals: { en: { two: "2" }, fr: {} }, names: { solo: "solo" }, sisters: { solo: "solo" }, aside: [], special_modes: ["solo"],
};
const RULES = [
  { id: "dragon.strike", chapter: "fight", modes: ["competitive", "coop"], players: null, often: 1 },
  { id: "monk.move", chapter: "monks", modes: ["competitive"], players: [3, 6], often: 1 },
  { id: "lava.cost", chapter: "move", modes: ["competitive", "coop"], players: null, often: 1 },
  { id: "solo.end", chapter: "solo", modes: [], players: null, often: 1 },
];
const TEXTS = {
  en: [
    ["The dragon strikes back", "It rolls all its dice", "A dragon strikes with every die that it has."],
    ["Moving a monk", "Two steps along the road", "A monk moves two steps."],
    ["The price of lava", "Cubes of the sandals", "Whoever crosses lava pays with cubes."],
    ["The end of a solo game", "At the ninth round", "The game is over after the ninth round."],
  ],
  fr: [["Le dragon", "Il frappe", ""], ["Le moine", "Il marche", ""], ["La lave", "Elle coûte", ""], ["La fin", "Au neuvième tour", ""]],
};
const book = () => new RuleSearch({ language: "en", rules: RULES, texts: TEXTS, search: SEARCH });
const ids = (question, how = {}) => book().find(question, how).map(({ id }) => id);

test("words are compared without accents, capitals and ligatures", () => {
  assert.equal(plain("Œufs, STRASSE, ß, été"), "oeufs, strasse, ss, ete");
  assert.deepEqual(wordsOf("Player's 2 monks—où?"), ["player", "s", "2", "monks", "ou"]);
});

test("an ending goes where a stem is left, and a doubled letter with it", () => {
  assert.equal(stemOf("strikes", "en", SEARCH), "strike");
  assert.equal(stemOf("hitting", "en", SEARCH), "hit");
  assert.equal(stemOf("rolls", "en", SEARCH), "roll");
  assert.equal(stemOf("its", "en", SEARCH), "its");
  assert.equal(stemOf("1000", "en", SEARCH), "1000");
});

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
  assert.ok(fit("the dragon strikes back") > SEARCH.least_fit);
  assert.ok(fit("bicycle helmet insurance lava") < SEARCH.least_fit);
  assert.equal(search.fit("zzz qqq", []), 0);
  assert.deepEqual(ids("constructor __proto__"), []);
});
