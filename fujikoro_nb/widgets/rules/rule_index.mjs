// How much each single text of the rules shares with a question. The same measure, word by word, as
// fujikoro_nb/rulebook/lexical.py, which explains it; a test compares the two. No DOM.
import { deletionsOf, gramsOf, stemOf, stemsOf, there, wordsOf } from "./rule_words.mjs";

/**
 * @typedef {import("./rule_words.mjs").WordLists} WordLists
 * @typedef {import("./rule_words.mjs").Synonyms} Synonyms
 * @typedef {{only_asked: number, only_text: number, whole: number, half_often: number, nearest: number, synonym: number, slip: number, spelling: number, least_alike: number,
 *   surely_alike: number, begun: number, part: number, part_least: number, unknown: number, foreign: number, sister: number, own: number,
 *   apart: number, telling: number, evening: number, aside: number, often: number[], often_begun: number[], kinds: number[], topic: number,
 *   topic_titles: number, most_letters: number, most_words: number, most_alike: number, most_misspelt: number, least_slip: number}} Weights
 *   lexical.py says what each does
 * @typedef {[string, number]} Weighed a word, and how much of its weight it has
 */

/** @type {(one: Weighed, other: Weighed) => number} */
const byWeight = ([a, x], [b, y]) => y - x || (a < b ? -1 : 1);

/**
 * @template K, V
 * @param {Map<K, V[]>} map
 * @param {K} key
 * @param {V} value
 */
function push(map, key, value) {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

export class LanguageIndex {
  /**
   * @param {string[][]} texts
   * @param {string} language
   * @param {WordLists} words
   * @param {Weights} weights
   * @param {Synonyms} synonyms
   */
  constructor(texts, language, words, weights, synonyms) {
    this.language = language;
    this.words = words;
    this.weights = weights;
    this.synonyms = synonyms;
    this.whole = new Set(words.whole[language].values());
    /** @type {number[]} */
    this.entryOf = [];
    /** @type {number[]} */
    this.kind = [];
    /** @type {Set<string>[]} */
    const stems = [];
    /** @type {Map<string, number>} */
    const titled = new Map();
    texts.forEach((each, entry) => each.forEach((text, at) => {
      this.entryOf.push(entry);
      this.kind.push(weights.kinds[Math.min(at, 3)]);
      const held = new Set(stemsOf(text, language, words));
      stems.push(held);
      if (at === 0) held.forEach((word) => titled.set(word, (titled.get(word) ?? 0) + 1));
    }));
    /** @type {Map<string, number[]>} */
    this.postings = new Map();
    stems.forEach((some, number) => some.forEach((word) => push(this.postings, word, number)));
    this.nTexts = texts.map((each) => each.length);
    /** @type {Map<string, Map<number, number>>} By word the entries that have it, each with how many of its texts do. */
    this.entriesWith = new Map();
    /** @type {Map<string, number>} */
    this.idf = new Map();
    this.n = Math.max(texts.length, 1);
    for (const [word, numbers] of this.postings) {
      /** @type {Map<number, number>} */
      const held = new Map();
      for (const number of numbers) held.set(this.entryOf[number], (held.get(this.entryOf[number]) ?? 0) + 1);
      this.entriesWith.set(word, held);
      this.idf.set(word, this.idfOf(held.size) * ((titled.get(word) ?? 0) >= weights.topic_titles ? weights.topic : 1));
    }
    this.unknownIdf = this.idfOf(0) * weights.unknown;
    this.mass = stems.map((some) => [...some].reduce((sum, word) => sum + there(this.idf.get(word)), 0));
    /** @type {Map<string, string[]>} */
    this.wordsWith = new Map();
    /** @type {Map<string, string[]>} */
    this.slips = new Map();
    for (const word of this.postings.keys()) {
      for (const gram of gramsOf(word)) push(this.wordsWith, gram, word);
      if (word.length >= weights.least_slip && !/^[0-9]+$/.test(word)) {
        for (const shorter of deletionsOf(word)) push(this.slips, shorter, word);
      }
    }
    /** @type {Map<string, Weighed[]>} */
    this.memo = new Map();
  }

  /** @param {number} held */
  idfOf(held) {
    return Math.log(1 + (this.n - held + 0.5) / (held + 0.5));
  }

  /**
   * @param {string} word
   * @param {boolean} isTyping
   * @returns {Weighed[]}
   */
  alike(word, isTyping) {
    const key = `${isTyping ? "…" : ""}${word}`;
    if (!this.memo.has(key)) {
      if (this.memo.size > 20000) this.memo.clear();
      this.memo.set(key, this.findAlike(word, isTyping));
    }
    return there(this.memo.get(key));
  }

  /**
   * @param {string} word
   * @param {boolean} isTyping
   * @returns {Weighed[]}
   */
  findAlike(word, isTyping) {
    const w = this.weights;
    /** @type {Map<string, number>} */
    const found = new Map();
    /** @type {(other: string, weight: number) => void} */
    const take = (other, weight) => {
      if (this.postings.has(other) && weight > (found.get(other) ?? 0)) found.set(other, weight);
    };
    take(word, 1);
    for (const other of this.synonyms.get(word) ?? []) take(other, w.synonym);
    if (/^[0-9]+$/.test(word) || (this.whole.has(word) && !isTyping)) return [...found].sort(byWeight); // no part of another one, and not misspelt
    for (const other of this.postings.keys()) {
      if (isTyping && other.startsWith(word)) take(other, w.begun);
      if (word.length >= 4 && other.length >= 4 && other !== word && (word.includes(other) || other.includes(word))) {
        take(other, (w.part * Math.min(word.length, other.length)) / Math.max(word.length, other.length) + w.part_least);
      }
    }
    if (!this.postings.has(word) && !isTyping) {
      for (const [other, weight] of this.speltAlike(word)) {
        take(other, weight);
        if (weight >= w.surely_alike) for (const synonym of this.synonyms.get(other) ?? []) take(synonym, weight * w.synonym);
      }
    }
    return [...found].sort(byWeight).slice(0, w.most_alike);
  }

  /**
   * @param {string} word
   * @returns {Weighed[]}
   */
  speltAlike(word) {
    const w = this.weights;
    /** @type {Map<string, number>} */
    const found = new Map();
    if (word.length >= w.least_slip) {
      for (const shorter of deletionsOf(word)) for (const other of this.slips.get(shorter) ?? []) found.set(other, w.slip);
    }
    const asked = gramsOf(word);
    /** @type {Map<string, number>} */
    const common = new Map();
    for (const gram of asked) for (const other of this.wordsWith.get(gram) ?? []) common.set(other, (common.get(other) ?? 0) + 1);
    for (const [other, n] of common) {
      const share = (2 * n) / (asked.size + other.length);
      if (n > 1 && share >= w.least_alike && w.spelling * share > (found.get(other) ?? 0)) found.set(other, w.spelling * share);
    }
    return [...found].sort(byWeight).slice(0, w.most_misspelt);
  }

  /**
   * How much of a question's weight stands in any text at all.
   * @param {string} question
   */
  known(question) {
    let total = 0;
    let found = 0;
    for (const word of new Set(stemsOf(question, this.language, this.words))) {
      const weight = this.idf.get(word) ?? this.idfOf(0);
      total += weight;
      const candidates = this.idf.has(word) ? [] : this.alike(word, false);
      if (this.idf.has(word)) found += weight;
      else if (candidates.length) found += Math.min(weight, Math.max(...candidates.map(([other, share]) => there(this.idf.get(other)) * share))) * candidates[0][1];
    }
    return total ? found / total : 0;
  }

  /**
   * How much the words of a question weigh that tell what it is about.
   * @param {string} question
   */
  told(question) {
    const words = [...new Set(stemsOf(question, this.language, this.words))].filter((word) => !this.words.empty[this.language].has(word));
    return words.reduce((sum, word) => sum + (this.idf.get(word) ?? this.idfOf(0)), 0);
  }

  /**
   * By the number of a rule. `telling` are words that only name a mode, a scenario, a character or a game, and weigh less.
   * @param {string} question
   * @param {{isTyping?: boolean, telling?: Iterable<string>}} how
   */
  scores(question, { isTyping = false, telling = [] } = {}) {
    const w = this.weights;
    const lighter = new Set([...telling].map((word) => stemOf(word, this.language, this.words)));
    let asked = [...new Set(stemsOf(question, this.language, this.words))].slice(0, w.most_words);
    /** @type {string | undefined} */
    let last;
    if (isTyping && asked.length && !/\s$/.test(question)) {
      // What is being typed may only look like a word that says nothing: "to" becomes "tooth".
      last = stemOf(there(wordsOf(question).at(-1)), this.language, this.words);
      asked = [...asked.filter((word) => word !== last), last].slice(-w.most_words);
    }
    /** @type {Map<number, number>} */
    const shared = new Map();
    /** @type {Map<number, number>} */
    const ofEntry = new Map();
    let total = 0;
    for (const word of asked) {
      const candidates = this.alike(word, word === last);
      let idf = this.idf.get(word);
      if (word === last) { // one term, as frequent as all the words that begin so
        const held = new Set(candidates.flatMap(([other]) => [...there(this.entriesWith.get(other)).keys()]));
        idf = held.size ? this.idfOf(held.size) : this.unknownIdf;
      } else if (!idf) idf = candidates.length ? Math.max(...candidates.map(([other, weight]) => there(this.idf.get(other)) * weight)) : this.unknownIdf;
      const told = lighter.has(word) ? w.telling : 1;
      idf *= told;
      total += idf;
      /** @type {Map<number, number>} */
      const best = new Map();
      /** @type {Map<number, number>} */
      const bestOfEntry = new Map();
      for (let at = candidates.length - 1; at >= 0; at -= 1) { // the best come last and stay
        const [other, weight] = candidates[at];
        const value = Math.min(idf, there(this.idf.get(other)) * told) * weight;
        for (const number of there(this.postings.get(other))) best.set(number, value);
        for (const [number, n] of there(this.entriesWith.get(other))) {
          const often = (value * n) / (n + w.half_often);
          if (often > (bestOfEntry.get(number) ?? 0)) bestOfEntry.set(number, often);
        }
      }
      for (const [number, value] of best) shared.set(number, (shared.get(number) ?? 0) + value);
      for (const [number, value] of bestOfEntry) ofEntry.set(number, (ofEntry.get(number) ?? 0) + value);
    }
    /** @type {Map<number, number[]>} */
    const ofTexts = new Map();
    for (const [number, common] of shared) {
      const onlyText = Math.max(0, this.mass[number] - common);
      const score = (common / (common + w.only_asked * (total - common) + w.only_text * onlyText)) * this.kind[number];
      push(ofTexts, this.entryOf[number], score);
    }
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const [entry, scores] of ofTexts) found.set(entry, this.ofEntry(entry, scores, Math.min(1, there(ofEntry.get(entry)) / total)));
    return found;
  }

  /**
   * The score of a rule by what its texts share with a question, and by how often they have its words.
   * @param {number} entry
   * @param {number[]} scores
   * @param {number} often
   */
  ofEntry(entry, scores, often) {
    const { nearest, whole } = this.weights;
    const [best, ...others] = scores.sort((a, b) => b - a).slice(0, nearest);
    const mean = others.reduce((sum, each) => sum + each, best) / Math.min(nearest, this.nTexts[entry]);
    const share = whole / (1 + whole);
    const cube = best * best * best;
    return Math.max(cube * cube, ((1 - share) * (best + mean)) / 2 + share * often);
  }
}
