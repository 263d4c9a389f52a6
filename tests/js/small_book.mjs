// A book of four rules, for the tests of the search.
import { RuleSearch } from "../../fujikoro_nb/widgets/rules/rule_search.mjs";

export const WEIGHTS = {
  only_asked: 0.3, only_text: 0.35, whole: 1.5, half_often: 1, nearest: 3, synonym: 0.45, slip: 0.8, spelling: 0.8, least_alike: 0.4, surely_alike: 0.6, begun: 0.9, part: 0.45, part_least: 0.1,
  unknown: 0.9, foreign: 0.85, sister: 0.85, own: 1.35, apart: 0.4, telling: 0.3, evening: 1.1, aside: 0.88, often: [0.98, 1, 1.02, 1.04], often_begun: [0.85, 1, 1.15, 1.3], kinds: [0.95, 0.85, 0.9, 1],
  topic: 1.6, topic_titles: 4, most_letters: 400, most_words: 40, most_alike: 24, most_misspelt: 6, least_slip: 4,
};
/** @type {import("../../fujikoro_nb/widgets/rules/rule_search.mjs").SearchData} */
export const SEARCH = {
  weights: WEIGHTS, bounds: { covered: 0.21, sure: 0.4, near: 0.92, elsewhere: 1.25, told: 3, ahead: 0.1, lead: 0.1 }, least_stem: 3, endings: { en: ["ing", "s"], fr: ["s"] }, joined: { en: "", fr: "" }, whole: { en: { roads: "roads" }, fr: {} }, stop: { en: ["the", "a", "of", "is"], fr: ["le"] }, empty: { en: ["thing", "what"], fr: [] },
  synonyms: { en: ["hit strike"], fr: [] }, numerals: { en: { two: "2" }, fr: {} }, sisters: { solo: "solo" }, aside: [], special_modes: ["solo"],
  frames: { en: ["scenario"] },
  topics: [
    { id: "coop", kind: "mode", modes: ["coop"], own: [], named: { en: ["coop", "as a team"] }, hinted: {}, unless: { en: ["no coop"] } },
    { id: "scenario-2", kind: "scenario", modes: ["competitive"], own: ["monk."], named: { en: ["scenario 2"] }, hinted: { en: ["monks ~ walk*"] }, unless: {} },
    { id: "scenario-3", kind: "scenario", modes: ["competitive"], own: ["lava."], named: { en: ["scenario 3"] }, hinted: {}, unless: {} },
    { id: "solo", kind: "game", modes: ["solo"], own: ["solo."], named: { en: ["solo"] }, hinted: {}, unless: {} },
  ],
};
export const RULES = [
  { id: "dragon.strike", chapter: "fight", modes: ["competitive", "coop"], players: null, often: 1 },
  { id: "monk.move", chapter: "monks", modes: ["competitive"], players: [3, 6], often: 1 },
  { id: "lava.cost", chapter: "move", modes: ["competitive", "coop"], players: null, often: 1 },
  { id: "solo.end", chapter: "solo", modes: [], players: null, often: 1 },
];
export const TEXTS = {
  en: [
    ["The dragon strikes back", "It rolls all its dice", "A dragon strikes with every die that it has."],
    ["Moving a monk", "Two steps along the road", "A monk moves two steps."],
    ["The price of lava", "Cubes of the sandals", "Whoever crosses lava pays with cubes."],
    ["The end of a solo game", "At the ninth round", "The game is over after the ninth round."],
  ],
  fr: [["Le dragon", "Il frappe", ""], ["Le moine", "Il marche", ""], ["La lave", "Elle coûte", ""], ["La fin", "Au neuvième tour", ""]],
};
export const book = () => new RuleSearch({ language: "en", rules: RULES, texts: TEXTS, search: SEARCH });
export const ids = (question, how = {}) => book().find(question, how).map(({ id }) => id);
