// Finding a rule in the players' words, in the page and without asking the kernel. The same measure, word by word, as
// fujikoro_nb/rulebook/search.py, which explains it; a test compares the two. No DOM.
//
// `data` is what rules_data() of fujikoro_nb/helper/rules_data.py makes: `rules` with id, chapter, modes and players;
// `texts` by language, a list a rule: title, answer, statement, questions; and the numbers and word lists of the search.

/**
 * @typedef {{id: string, chapter: string, modes: string[], players: number[] | null, often: number}} Rule what the search reads of one
 * @typedef {Record<string, string[][]>} Texts by language, a list a rule: title, answer, statement, questions
 * @typedef {{only_asked: number, only_text: number, whole: number, synonym: number, slip: number, spelling: number, least_alike: number,
 *   surely_alike: number, begun: number, part: number, part_least: number, unknown: number, foreign: number, sister: number, named: number,
 *   aside: number, often: number[], often_begun: number[], kinds: number[], topic: number, topic_titles: number, most_letters: number,
 *   most_words: number, most_alike: number, most_misspelt: number, least_slip: number}} Weights search.py says what each does
 * @typedef {{weights: Weights, least_fit: number, least_stem: number, endings: Record<string, string[]>, stop: Record<string, string[]>,
 *   synonyms: Record<string, string[]>, numerals: Record<string, Record<string, string>>, names: Record<string, string>,
 *   sisters: Record<string, string>, aside: string[], special_modes: string[]}} SearchData
 * @typedef {{language: string, rules: Rule[], texts: Texts, search: SearchData}} BookData
 * @typedef {{endings: Record<string, string[]>, least_stem: number}} Endings
 * @typedef {Endings & {numerals: Record<string, Map<string, string>>, stop: Record<string, Set<string>>}} WordLists
 * @typedef {Map<string, Set<string>>} Synonyms
 * @typedef {[string, number]} Weighed a word, and how much of its weight it has
 * @typedef {{mode?: string, players?: number, chapter?: string}} Scope what is left out says nothing
 * @typedef {{id: string, score: number}} Hit
 */

const WORD = /[0-9]+|\p{L}+/gu;

/**
 * Lower case without accents, ligatures taken apart.
 * @param {string} text
 */
export function plain(text) {
  return text.replaceAll("œ", "oe").replaceAll("Œ", "Oe").toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "");
}

/**
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  return plain(text).match(WORD) ?? [];
}

/**
 * @param {string} word
 * @param {string} language
 * @param {Endings} words
 */
export function stemOf(word, language, { endings, least_stem: least }) {
  if (/^[0-9]+$/.test(word)) return word;
  const ending = endings[language].find((each) => word.length - each.length >= least && word.endsWith(each));
  const bare = ending ? word.slice(0, -ending.length) : word;
  const isDoubled = language === "en" && bare.length > least && bare.at(-1) === bare.at(-2) && !"aeiouls".includes(there(bare.at(-1)));
  return isDoubled ? bare.slice(0, -1) : bare;
}

/**
 * @param {string} text
 * @param {string} language
 * @param {WordLists} words
 */
function stemsOf(text, language, words) {
  const all = wordsOf(text).map((word) => words.numerals[language].get(word) ?? word);
  const kept = all.filter((word) => !words.stop[language].has(word));
  return (kept.length ? kept : all).map((word) => stemOf(word, language, words));
}

/** @param {string} word */
function gramsOf(word) {
  const marked = `_${word}_`;
  /** @type {Set<string>} */
  const found = new Set();
  for (let start = 0; start < marked.length - 2; start += 1) found.add(marked.slice(start, start + 3));
  return found;
}

/**
 * A word, and all that is left of it when one letter goes.
 * @param {string} word
 */
function deletionsOf(word) {
  const found = new Set([word]);
  for (let at = 0; at < word.length; at += 1) found.add(word.slice(0, at) + word.slice(at + 1));
  return found;
}

/**
 * What is known to be there: the type checker cannot know that.
 * @template V
 * @param {V | undefined} value
 */
const there = (value) => /** @type {V} */ (value);

/** @type {(one: Weighed, other: Weighed) => number} */
const byWeight = ([a, x], [b, y]) => y - x || (a < b ? -1 : 1);

/**
 * @template V
 * @param {Map<string, V[]>} map
 * @param {string} key
 * @param {V} value
 */
function push(map, key, value) {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

class LanguageIndex {
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
    /** @type {Map<string, number[]>} */
    this.entriesWith = new Map();
    /** @type {Map<string, number>} */
    this.idf = new Map();
    this.n = Math.max(texts.length, 1);
    for (const [word, numbers] of this.postings) {
      const held = [...new Set(numbers.map((number) => this.entryOf[number]))];
      this.entriesWith.set(word, held);
      this.idf.set(word, this.idfOf(held.length) * ((titled.get(word) ?? 0) >= weights.topic_titles ? weights.topic : 1));
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
    if (/^[0-9]+$/.test(word)) return [...found];
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
   * By the number of a rule.
   * @param {string} question
   * @param {{isTyping?: boolean}} how
   */
  scores(question, { isTyping = false } = {}) {
    const w = this.weights;
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
        const held = new Set(candidates.flatMap(([other]) => this.entriesWith.get(other)));
        idf = held.size ? this.idfOf(held.size) : this.unknownIdf;
      } else if (!idf) idf = candidates.length ? Math.max(...candidates.map(([other, weight]) => there(this.idf.get(other)) * weight)) : this.unknownIdf;
      total += idf;
      /** @type {Map<number, number>} */
      const best = new Map();
      /** @type {Map<number, number>} */
      const bestOfEntry = new Map();
      for (let at = candidates.length - 1; at >= 0; at -= 1) { // the best come last and stay
        const [other, weight] = candidates[at];
        const value = Math.min(idf, there(this.idf.get(other))) * weight;
        for (const number of there(this.postings.get(other))) best.set(number, value);
        for (const number of there(this.entriesWith.get(other))) bestOfEntry.set(number, value);
      }
      for (const [number, value] of best) shared.set(number, (shared.get(number) ?? 0) + value);
      for (const [number, value] of bestOfEntry) ofEntry.set(number, (ofEntry.get(number) ?? 0) + value);
    }
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const [number, common] of shared) {
      const onlyText = Math.max(0, this.mass[number] - common);
      const score = (common / (common + w.only_asked * (total - common) + w.only_text * onlyText)) * this.kind[number];
      const entry = this.entryOf[number];
      if (score > (found.get(entry) ?? 0)) found.set(entry, score);
    }
    const share = w.whole / (1 + w.whole);
    for (const [entry, score] of found) found.set(entry, (1 - share) * score + share * Math.min(1, there(ofEntry.get(entry)) / total));
    return found;
  }
}

/**
 * @param {string[]} lines
 * @param {string} language
 * @param {WordLists} words
 */
function synonymsOf(lines, language, words) {
  /** @type {Synonyms} */
  const found = new Map();
  for (const line of lines) {
    const group = new Set(wordsOf(line).map((word) => stemOf(word, language, words)));
    for (const word of group) {
      if (!found.has(word)) found.set(word, new Set());
      for (const other of group) if (other !== word) there(found.get(word)).add(other);
    }
  }
  return found;
}

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
    /** @type {WordLists} */
    this.words = { ...search, numerals, stop: each(search.stop, (some) => new Set(some)) };
    this.names = new Map(Object.entries(search.names));
    /** @type {Map<string, LanguageIndex>} */
    this.indexes = new Map();
  }

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
   * @param {Rule} rule
   * @param {Scope} scope
   */
  admits(rule, { mode = "", players = 0, chapter = "" }) {
    if (chapter && rule.chapter !== chapter) return false;
    if (mode && !(rule.modes.length ? rule.modes : [this.search.sisters[rule.chapter]]).includes(mode)) return false;
    return !players || !rule.players || (rule.players[0] <= players && players <= rule.players[1]);
  }

  /**
   * How well the best of these hits answers; below search.least_fit the rules do not cover the question.
   * @param {string} question
   * @param {Hit[]} hits
   */
  fit(question, hits, languages = Object.keys(this.texts)) {
    const read = [...question].slice(0, this.search.weights.most_letters).join("");
    const known = Math.max(...languages.map((spoken) => this.index(spoken).known(read)));
    return hits.length ? hits[0].score * Math.sqrt(known) : 0;
  }

  /**
   * Best first.
   * @param {string} question
   * @param {{scope?: Scope, limit?: number, isTyping?: boolean, languages?: string[]}} how
   */
  find(question, { scope = {}, limit = 10, isTyping = false, languages = Object.keys(this.texts) } = {}) {
    const w = this.search.weights;
    const read = [...question].slice(0, w.most_letters).join("");
    const best = new Array(this.rules.length).fill(0);
    for (const spoken of languages) {
      const prior = spoken === this.language ? 1 : w.foreign;
      for (const [number, score] of this.index(spoken).scores(read, { isTyping })) best[number] = Math.max(best[number], prior * score);
    }
    const game = wordsOf(read).map((word) => this.names.get(word)).find(Boolean) ?? "";
    /** @type {Hit[]} */
    const hits = [];
    best.forEach((score, number) => {
      const rule = this.rules[number];
      if (score > 0 && this.admits(rule, scope)) hits.push({ id: rule.id, score: score * this.prior(rule, game, scope, isTyping) });
    });
    return hits.sort((a, b) => b.score - a.score).slice(0, limit);
  }

  /**
   * @param {Rule} rule
   * @param {string} game
   * @param {Scope} scope
   * @param {boolean} isTyping
   */
  prior({ chapter, often: asked }, game, scope, isTyping) {
    const { weights: w, sisters, aside, special_modes: special } = this.search;
    const often = (isTyping ? w.often_begun : w.often)[asked];
    if (scope.chapter || special.includes(scope.mode ?? "")) return often;
    if (chapter in sisters) return often * (chapter === game ? w.named : w.sister);
    if (game) return often * w.sister;
    return often * (aside.includes(chapter) ? w.aside : 1);
  }
}
