// Finding a rule in the players' words, in the page and without asking the kernel. The same, number by number, as
// fujikoro_nb/rulebook/search.py, which explains it; a test compares the two. No DOM.
//
// `data` is what rules_data() of fujikoro_nb/helper/rules_data.py makes: `rules` with id, chapter, modes and players;
// `texts` by language, a list a rule: title, answer, statement, questions; and the numbers and word lists of the search.
import { LanguageIndex } from "./rule_index.mjs";
import { RuleTopics } from "./rule_topics.mjs";
import { synonymsOf, there } from "./rule_words.mjs";

/**
 * @typedef {{id: string, chapter: string, modes: string[], players: number[] | null, often: number}} Rule what the search reads of one
 * @typedef {Record<string, string[][]>} Texts by language, a list a rule: title, answer, statement, questions
 * @typedef {{weights: import("./rule_index.mjs").Weights, bounds: import("./rule_answers.mjs").Bounds, least_stem: number,
 *   endings: Record<string, string[]>, joined: Record<string, string>, whole: Record<string, Record<string, string>>, stop: Record<string, string[]>, empty: Record<string, string[]>, synonyms: Record<string, string[]>,
 *   numerals: Record<string, Record<string, string>>, frames: import("./rule_topics.mjs").Phrases,
 *   topics: import("./rule_topics.mjs").TopicData[], sisters: Record<string, string>, aside: string[], special_modes: string[]}} SearchData
 * @typedef {{language: string, rules: Rule[], texts: Texts, search: SearchData}} BookData
 * @typedef {{mode?: string, players?: number, chapter?: string, scenario?: number}} Scope what is left out says nothing
 * @typedef {{id: string, score: number, likeness: number}} Hit
 * @typedef {import("./rule_topics.mjs").Named} Named
 */

/** @type {Named} */
const NOTHING_NAMED = { topics: [], words: new Set() };

export class RuleSearch {
  /** @param {BookData} data */
  constructor({ language, rules, texts, search }) {
    this.language = language;
    this.rules = rules;
    this.texts = texts;
    this.search = search;
    /** @type {<A, B>(lists: Record<string, A>, made: (some: A) => B) => Record<string, B>} */
    const each = (lists, made) => Object.fromEntries(Object.entries(lists).map(([spoken, some]) => [spoken, made(some)]));
    // Maps, because a question may well hold the word "constructor".
    const numerals = each(search.numerals, (some) => new Map(Object.entries(some)));
    /** @type {import("./rule_words.mjs").WordLists} */
    this.words = { ...search, numerals, joined: each(search.joined, (some) => some ? new RegExp(some) : null), whole: each(search.whole, (some) => new Map(Object.entries(some))), stop: each(search.stop, (some) => new Set(some)), empty: each(search.empty, (some) => new Set(some)) };
    this.topics = new RuleTopics(search, numerals);
    this.byId = new Map(rules.map((rule) => [rule.id, rule]));
    /** @type {Map<string, LanguageIndex>} */
    this.indexes = new Map();
  }

  /** @param {string} id */
  rule(id) { return there(this.byId.get(id)); }

  /**
   * What is read of a question: nobody asks a longer one.
   * @param {string} question
   */
  read(question) { return [...question].slice(0, this.search.weights.most_letters).join(""); }

  /**
   * An index is made when it is first asked: the chosen language at once, the others when the page has time.
   * @param {string} language
   * @returns {LanguageIndex}
   */
  index(language) {
    if (!this.indexes.has(language)) {
      const synonyms = synonymsOf(this.search.synonyms[language], language, this.words);
      this.indexes.set(language, new LanguageIndex(this.texts[language], language, this.words, this.search.weights, synonyms));
    }
    return there(this.indexes.get(language));
  }

  /**
   * @param {Rule | import("./rule_topics.mjs").OfTopic & {players: number[] | null}} rule
   * @param {Scope} scope
   */
  admits(rule, { mode = "", players = 0, chapter = "", scenario = 0 }) {
    if (chapter && rule.chapter !== chapter) return false;
    if (mode && !this.topics.modesOf(rule).includes(mode)) return false;
    const played = this.topics.scenario(scenario);
    if (played && !played.holds(rule)) return false;
    return !players || !rule.players || (rule.players[0] <= players && players <= rule.players[1]);
  }

  /**
   * What is left of what is set beside what a question names: that counts more than what is played this evening.
   * @param {Scope} scope
   * @param {Named} named
   * @returns {Scope}
   */
  beside(scope, { topics }) {
    const { mode: set = "", scenario: played = 0 } = scope;
    const others = topics.filter(({ kind }) => kind !== "character");
    const mode = others.length && !others.some(({ modes }) => modes.includes(set)) ? "" : set;
    const isOther = others.some((each) => each.kind === "scenario" && each !== this.topics.scenario(played));
    return { ...scope, mode, scenario: isOther || mode !== set ? 0 : played };
  }

  /**
   * How well the best of these hits answers.
   * @param {string} question
   * @param {Hit[]} hits
   */
  fit(question, hits, languages = Object.keys(this.texts)) {
    const read = this.read(question);
    const known = Math.max(...languages.map((spoken) => this.index(spoken).known(read)));
    return hits.length ? hits[0].likeness * known : 0;
  }

  /**
   * How much the words of a question weigh that tell what it is about, in the language where they say least.
   * @param {string} question
   */
  told(question, languages = Object.keys(this.texts)) {
    const read = this.read(question);
    return Math.min(...languages.map((spoken) => this.index(spoken).told(read)));
  }

  /**
   * Best first.
   * @param {string} question
   * @param {{scope?: Scope, limit?: number, isTyping?: boolean, languages?: string[]}} how
   */
  find(question, { scope = {}, limit = 10, isTyping = false, languages = Object.keys(this.texts) } = {}) {
    const named = this.topics.namedIn(this.read(question));
    return this.ranked(this.likeness(question, { isTyping, languages }), { named, scope: this.beside(scope, named), limit, isTyping });
  }

  /**
   * How near each rule's texts are to a question, from 0 to 1.
   * @param {string} question
   * @param {{isTyping?: boolean, languages?: string[]}} how
   */
  likeness(question, { isTyping = false, languages = Object.keys(this.texts) } = {}) {
    const read = this.read(question);
    const telling = this.topics.namedIn(read).words;
    /** @type {number[]} */
    const best = new Array(this.rules.length).fill(0);
    for (const spoken of languages) {
      const prior = spoken === this.language ? 1 : this.search.weights.foreign;
      for (const [number, score] of this.index(spoken).scores(read, { isTyping, telling })) best[number] = Math.max(best[number], prior * score);
    }
    return best;
  }

  /**
   * @param {number[]} fits
   * @param {{named?: Named, scope?: Scope, limit?: number, isTyping?: boolean}} how
   */
  ranked(fits, { named = NOTHING_NAMED, scope = {}, limit = 10, isTyping = false } = {}) {
    /** @type {Hit[]} */
    const hits = [];
    fits.forEach((likeness, number) => {
      const rule = this.rules[number];
      if (likeness > 0 && this.admits(rule, scope)) hits.push({ id: rule.id, score: likeness * this.prior(rule, named, scope, isTyping), likeness });
    });
    return hits.sort((a, b) => b.score - a.score).slice(0, limit);
  }

  /**
   * What a rule's score is multiplied by: how often tables ask for it, whether it is a special case or named.
   * @param {Rule} rule
   * @param {Named} named
   * @param {Scope} scope
   * @param {boolean} isTyping
   */
  prior(rule, named, scope, isTyping) {
    const { weights: w, sisters, aside, special_modes: special } = this.search;
    const isEvening = Boolean(this.topics.scenario(scope.scenario ?? 0)?.owns(rule));
    let prior = (isTyping ? w.often_begun : w.often)[rule.often];
    if (isEvening) prior *= w.evening;
    let isMeant = Boolean(scope.chapter) || special.includes(scope.mode ?? "");
    for (const topic of named.topics) {
      const isOwn = topic.owns(rule);
      prior *= isOwn ? w.own : topic.holds(rule) ? 1 : w.apart;
      isMeant ||= isOwn;
    }
    if (isMeant) return prior;
    if (rule.chapter in sisters) return prior * (named.topics.length ? 1 : w.sister);
    return prior * (aside.includes(rule.chapter) && !isEvening ? w.aside : 1);
  }
}
