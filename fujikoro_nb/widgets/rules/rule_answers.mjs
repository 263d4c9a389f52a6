// What is said to a question: surely this rule, one of these, or that the rules do not cover it. The same as
// fujikoro_nb/rulebook/answers.py, which explains it; a test compares the two. No DOM.

/**
 * @typedef {import("./rule_topics.mjs").Named} Named
 * @typedef {import("./rule_topics.mjs").OfTopic} OfTopic
 * @typedef {"sure" | "two" | "unsure" | "uncovered"} Sureness
 * @typedef {{covered: number, sure: number, near: number, elsewhere: number, told: number, ahead: number, lead: number}} Bounds
 * @typedef {{hits: import("./rule_search.mjs").Hit[], sureness: Sureness, named: Named, scope: import("./rule_search.mjs").Scope,
 *   elsewhere: import("./rule_search.mjs").Hit | null}} Answered
 */

/**
 * @typedef {object} Ranking what a question brings, rules as places in the book
 * @property {number[]} numbers best first
 * @property {number[]} others behind a button: of other modes, or what comes near too
 * @property {boolean} isCovered
 * @property {boolean} isClear the first one is meant, and no other
 * @property {"" | Sureness} sureness of an answer; "" where nothing was asked, or nobody has finished asking
 * @property {Named} named
 * @property {import("./rule_search.mjs").Scope} scope what is set, and the question does not speak against
 */

/** @type {Record<Sureness, number>} */
const SHOWN = { sure: 1, two: 2, unsure: 3, uncovered: 0 };
const LEAST_HITS = 3;

/**
 * The rules that may answer; that of another mode first, where it fits far better.
 * @param {Answered} answered
 */
export function shownOf({ hits, sureness, elsewhere }) {
  const first = elsewhere ? [elsewhere] : [];
  return [...first, ...hits.filter(({ id }) => id !== elsewhere?.id)].slice(0, SHOWN[sureness]);
}

/**
 * Whether a rule is of the modes, scenario, character and game that are asked about.
 * @param {OfTopic & {players: number[] | null}} rule
 * @param {import("./rule_search.mjs").RuleSearch} search
 * @param {Named} named
 * @param {import("./rule_search.mjs").Scope} scope
 */
export function isCalled(rule, search, named, scope) {
  if (named.topics.some((each) => !each.holds(rule)) || !search.admits(rule, scope)) return false;
  const own = search.topics.of(rule);
  const isSet = (/** @type {typeof own[number]} */ each) => each === search.topics.scenario(scope.scenario ?? 0) || Boolean(scope.chapter) || each.isSetBy(scope.mode ?? "");
  const called = new Set([...named.topics, ...own.filter(isSet)]);
  return own.every(({ kind }) => own.some((each) => each.kind === kind && called.has(each)));
}

/**
 * The rules that fit a question, and how surely the first one answers.
 * @param {import("./rule_search.mjs").RuleSearch} search
 * @param {string} question
 * @param {{scope?: import("./rule_search.mjs").Scope, limit?: number, languages?: string[]}} how
 * @returns {Answered}
 */
export function answered(search, question, { scope = {}, limit = 10, languages = Object.keys(search.texts) } = {}) {
  const bounds = search.search.bounds;
  const named = search.topics.namedIn(search.read(question));
  const left = search.beside(scope, named);
  const fits = search.likeness(question, { languages });
  const hits = search.ranked(fits, { named, scope: left, limit: Math.max(limit, LEAST_HITS) });
  const anywhere = search.ranked(fits, { scope: { chapter: scope.chapter }, limit: 1 });
  const elsewhere = elsewhereOf(search, anywhere, hits, named, left, bounds);
  const mayAnswer = hits.length > 0 && !elsewhere && isCalled(search.rule(hits[0].id), search, named, left);
  let sureness = surenessOf(search.fit(question, hits, languages), hits, bounds, { mayAnswer, told: search.told(question, languages) });
  if (elsewhere && search.fit(question, anywhere, languages) >= bounds.sure) sureness = "unsure";
  return { hits: hits.slice(0, limit), sureness, named, scope: left, elsewhere };
}

/**
 * @param {number} fit
 * @param {import("./rule_search.mjs").Hit[]} hits
 * @param {Bounds} bounds
 * @param {{mayAnswer: boolean, told: number}} asked
 * @returns {Sureness}
 */
function surenessOf(fit, hits, bounds, { mayAnswer, told }) {
  if (fit < bounds.covered || !hits.length) return "uncovered";
  if (fit < bounds.sure || !mayAnswer) return "unsure";
  const open = Math.min(bounds.near, 1 - bounds.lead * (1 - fit)); // the worse it fits, the farther ahead it has to be
  const least = open - bounds.ahead * Math.max(0, bounds.told - told);
  if (told < bounds.told && hits.length > 1 && hits[1].score >= least * hits[0].score) return "unsure";
  const near = hits.filter(({ score }) => score >= open * hits[0].score).length;
  return near === 1 ? "sure" : near === 2 ? "two" : "unsure";
}

/**
 * @param {import("./rule_search.mjs").RuleSearch} search
 * @param {import("./rule_search.mjs").Hit[]} anywhere
 * @param {import("./rule_search.mjs").Hit[]} hits
 * @param {Named} named
 * @param {import("./rule_search.mjs").Scope} scope
 * @param {Bounds} bounds
 */
function elsewhereOf(search, [best], hits, named, scope, bounds) {
  if (!best) return null;
  const rule = search.rule(best.id);
  const holds = search.admits(rule, scope) && named.topics.every((each) => each.holds(rule));
  const least = hits.length ? bounds.elsewhere * hits[0].likeness : bounds.covered;
  return holds || best.likeness < least ? null : best;
}
