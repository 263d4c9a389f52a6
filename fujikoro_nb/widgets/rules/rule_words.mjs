// Words as the search compares them: plain letters, endings taken off, and the letter groups that a misspelling keeps. The
// same, word by word, as fujikoro_nb/rulebook/stems.py and wording.py. No DOM.

/**
 * @typedef {{endings: Record<string, string[]>, joined: Record<string, RegExp | null>, whole: Record<string, Map<string, string>>, least_stem: number}} Endings
 * @typedef {Endings & {numerals: Record<string, Map<string, string>>, stop: Record<string, Set<string>>, empty: Record<string, Set<string>>}} WordLists
 * @typedef {Map<string, Set<string>>} Synonyms
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
 * @param {string} given
 * @param {string} language
 * @param {Endings} words
 */
export function stemOf(given, language, { endings, joined, whole, least_stem: least }) {
  if (/^[0-9]+$/.test(given)) return given;
  const known = whole[language].get(given);
  if (known) return known;
  const verb = joined[language]; // of separable verbs "ge" and "zu" are taken out
  const word = verb ? given.replace(verb, "$1$2") : given;
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
export function stemsOf(text, language, words) {
  const all = wordsOf(text).map((word) => words.numerals[language].get(word) ?? word);
  const kept = all.filter((word) => !words.stop[language].has(word));
  return (kept.length ? kept : all).map((word) => stemOf(word, language, words));
}

/** @param {string} word */
export function gramsOf(word) {
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
export function deletionsOf(word) {
  const found = new Set([word]);
  for (let at = 0; at < word.length; at += 1) found.add(word.slice(0, at) + word.slice(at + 1));
  return found;
}

/**
 * What is known to be there: the type checker cannot know that.
 * @template V
 * @param {V | undefined} value
 */
export const there = (value) => /** @type {V} */ (value);

/**
 * @param {string[]} lines
 * @param {string} language
 * @param {WordLists} words
 */
export function synonymsOf(lines, language, words) {
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
