// What a question names: a mode, a scenario, a character or a small game, and which rules hold there. The same as
// fujikoro_nb/rulebook/topics.py, which explains it; a test compares the two. No DOM.
import { there, wordsOf } from "./rule_words.mjs";

const SOME_WORDS = "~";
const MOST_BETWEEN = 3;
const SET_ONCE = ["mode", "game"];

/**
 * @typedef {Record<string, string[]>} Phrases by language
 * @typedef {{id: string, kind: string, modes: string[], own: string[], named: Phrases, hinted: Phrases, unless: Phrases}} TopicData
 * @typedef {{frames: Phrases, topics: TopicData[], sisters: Record<string, string>}} TopicsData
 * @typedef {{id: string, chapter: string, modes: string[]}} OfTopic what is read of a rule
 * @typedef {{topics: RuleTopic[], words: Set<string>}} Named what a question names, and the words that only name it
 * @typedef {string[][]} Parsed phrases as their words
 */

class RuleTopic {
  /**
   * @param {TopicData} data
   * @param {RuleTopics} all
   */
  constructor(data, all) {
    this.id = data.id;
    this.kind = data.kind;
    this.modes = data.modes;
    this.own = data.own;
    this.all = all;
    this.named = parsed(data.named);
    this.hinted = parsed(data.hinted);
    this.unless = parsed(data.unless);
    /** @type {Map<string, boolean>} */
    this.held = new Map();
  }

  /** @param {OfTopic} rule */
  sharesMode(rule) {
    return this.all.modesOf(rule).some((mode) => this.modes.includes(mode));
  }

  /** @param {string} mode */
  isSetBy(mode) { return SET_ONCE.includes(this.kind) && this.modes.length === 1 && this.modes[0] === mode; }

  /** @param {OfTopic} rule */
  owns(rule) {
    return this.own.some((begin) => rule.id.startsWith(begin)) && this.sharesMode(rule);
  }

  /** @param {OfTopic} rule */
  holds(rule) {
    if (!this.held.has(rule.id)) {
      this.held.set(rule.id, this.sharesMode(rule) && (this.owns(rule) || this.all.of(rule).every(({ kind }) => kind !== this.kind)));
    }
    return there(this.held.get(rule.id));
  }
}

export class RuleTopics {
  /**
   * @param {TopicsData} data
   * @param {Record<string, Map<string, string>>} numerals by language
   */
  constructor({ frames, topics, sisters }, numerals) {
    this.sisters = sisters;
    this.numerals = numerals;
    this.frames = parsed(frames);
    this.topics = topics.map((each) => new RuleTopic(each, this));
    this.byId = new Map(this.topics.map((each) => [each.id, each]));
    /** @type {Map<string, RuleTopic[]>} */
    this.owners = new Map();
  }

  /**
   * Where a rule holds: modes of Fuji Koro, or its small game.
   * @param {OfTopic} rule
   */
  modesOf(rule) {
    return rule.modes.length ? rule.modes : [this.sisters[rule.chapter]];
  }

  /**
   * The topics whose own a rule is.
   * @param {OfTopic} rule
   */
  of(rule) {
    if (!this.owners.has(rule.id)) this.owners.set(rule.id, this.topics.filter((each) => each.owns(rule)));
    return there(this.owners.get(rule.id));
  }

  /** @param {number} number */
  scenario(number) {
    return number ? this.byId.get(`scenario-${number}`) ?? null : null;
  }

  /**
   * What a question names, in any language. A title that is said in other words counts where nothing of its kind is named.
   * @param {string} question
   * @returns {Named}
   */
  namedIn(question) {
    const spoken = wordsOf(question);
    const heard = Object.entries(this.numerals).map(([language, figures]) => /** @type {[string, string[]]} */ ([language, spoken.map((word) => figures.get(word) ?? word)]));
    /** @type {Set<string>} */
    const words = new Set();
    /** @type {RuleTopic[]} */
    const outright = [];
    /** @type {RuleTopic[]} */
    const hinted = [];
    for (const each of this.topics) {
      if (stands(each.unless, heard)) continue;
      const naming = heard.flatMap(([language, some]) => placesOf(each.named[language] ?? [], some)).flat();
      if (naming.length) {
        outright.push(each);
        for (const at of naming) words.add(spoken[at]);
      } else if (stands(each.hinted, heard)) hinted.push(each);
    }
    if (!hinted.length || !stands(this.frames, heard)) return { topics: outright, words };
    const kinds = new Set(outright.map(({ kind }) => kind));
    const topics = new Set([...outright, ...hinted.filter(({ kind }) => !kinds.has(kind))]);
    return { topics: this.topics.filter((each) => topics.has(each)), words };
  }
}

/**
 * @param {Phrases} phrases
 * @returns {Record<string, Parsed>}
 */
const parsed = (phrases) => Object.fromEntries(Object.entries(phrases).map(([language, some]) => [language, some.map((phrase) => phrase.split(" "))]));

/**
 * @param {Record<string, Parsed>} phrases
 * @param {[string, string[]][]} heard
 */
const stands = (phrases, heard) => heard.some(([language, words]) => placesOf(phrases[language] ?? [], words).length > 0);

/**
 * Of each phrase that stands in a text, where its first occurrence has its words.
 * @param {Parsed} phrases
 * @param {string[]} words
 */
function placesOf(phrases, words) {
  /** @type {number[][]} */
  const found = [];
  for (const phrase of phrases) {
    for (let start = 0; start < words.length; start += 1) {
      const places = placesFrom(phrase, words, start);
      if (!places) continue;
      found.push(places);
      break;
    }
  }
  return found;
}

/**
 * @param {string[]} phrase
 * @param {string[]} words
 * @param {number} start
 * @returns {number[] | null} null where the phrase does not begin there
 */
function placesFrom(phrase, words, start) {
  if (!phrase.length) return [];
  if (phrase[0] === SOME_WORDS) {
    for (let skipped = 0; skipped <= MOST_BETWEEN; skipped += 1) {
      const places = placesFrom(phrase.slice(1), words, start + skipped);
      if (places) return places;
    }
    return null;
  }
  if (start >= words.length || !fitsPart(phrase[0], words[start])) return null;
  const rest = placesFrom(phrase.slice(1), words, start + 1);
  return rest && [start, ...rest];
}

/**
 * @param {string} part
 * @param {string} word
 */
const fitsPart = (part, word) => (part.endsWith("*") ? word.startsWith(part.slice(0, -1)) : word === part);
