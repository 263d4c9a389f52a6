// The rulebook in the browser: loaded once a language, indexed when the page has time, searched without the kernel.
import { answered, isCalled, shownOf } from "./rule_answers.mjs";
import { RuleSearch } from "./rule_search.mjs";
import { wordsOf } from "./rule_words.mjs";

export const MAX_LETTERS = 400; // what the search reads, and what the box keeps
export const MAX_FOUND = 12;
const MAX_NEAR = 5; // listed where nothing really fits
const NEAR = 0.6; // a rule is listed when it has this share of the best one's score
const CLEAR = 0.92; // the best one is meant when no other has this share
const PATIENCE_MS = 10_000; // that long a kernel may take for a part of the book
const SURELY = 1.25; // an unfinished question fits from this share of the least fit on: half words fit by chance
const LEAST_ASKED_WORDS = 3; // fewer look something up, and ask nothing


// What somebody typed or a link brought: one line, no control characters, no half letters, at most 400.
export function cleaned(text) {
  return String(text).slice(0, MAX_LETTERS).replace(/\p{Cc}+/gu, " ").replace(/\p{Cs}/gu, "\uFFFD");
}

export function whenIdle(act) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: 4000 });
  else setTimeout(act, 300); // Safari
}

class RuleBook {
  constructor(data) {
    this.data = data;
    this.rules = data.rules;
    this.texts = data.texts[data.language];
    this.search = new RuleSearch(data);
    this.least = data.search.bounds.covered;
    this.numberOf = new Map(data.rules.map((rule, number) => [rule.id, number]));
    this.chapterName = Object.fromEntries(data.chapters.map(({ id, name }) => [id, name]));
    this.languages = []; // those whose index is there
    this.coming = new Map(); // the texts of the others, as promises
    this.index(data.language);
  }

  index(language) {
    this.search.index(language);
    this.languages.push(language);
  }

  // The other languages, one at a time and only while nothing else is to be done, so that typing never waits. All
  // views of this book share what is going on.
  async indexOthers(load, grown) {
    for (const language of Object.keys(this.data.search.endings)) {
      if (this.languages.includes(language)) continue;
      const texts = this.coming.get(language) ?? load(language);
      this.coming.set(language, texts);
      this.data.texts[language] = await texts;
      await new Promise(whenIdle);
      if (!this.languages.includes(language)) this.index(language);
      grown();
    }
  }

  title(number) { return this.texts[number][0]; }
  answer(number) { return this.texts[number][1]; }
  says(number) { return this.texts[number][2]; }
  question(number) { return this.texts[number][3] ?? this.texts[number][0]; }

  admits(number, scope) { return this.search.admits(this.rules[number], scope); }
  numbersOf(chapter) { return this.rules.flatMap((rule, number) => (rule.chapter === chapter ? [number] : [])); }

  // What a question brings. While somebody types, its last word may be unfinished, and nothing is sure yet.
  /** @returns {import("./rule_answers.mjs").Ranking} */
  rank(question, { scope, isFinished = true }) {
    const isAsked = isFinished && wordsOf(question).length >= LEAST_ASKED_WORDS;
    return isAsked ? this.judged(question, scope) : this.lookUp(question, scope);
  }

  // Places in `rules` of these hits, at most so many.
  numbers(hits, most) { return hits.slice(0, most).map(({ id }) => this.numberOf.get(id)); }

  // A finished question: surely this rule, one of two or three, or none.
  judged(question, scope) {
    const told = answered(this.search, question, { scope, limit: MAX_FOUND, languages: this.languages });
    const shown = this.numbers(shownOf(told), MAX_FOUND);
    const least = told.sureness === "uncovered" ? 0 : NEAR * (told.hits[0]?.score ?? 0);
    const listed = this.numbers(told.hits.filter(({ score }) => score >= least), MAX_FOUND);
    return this.ranking({ shown, listed, sureness: told.sureness, named: told.named, scope: told.scope, others: this.othersOf(question, scope, told.hits) });
  }

  /** @returns {import("./rule_answers.mjs").Ranking} */
  ranking({ shown, listed, sureness, named, scope, others }) {
    const isCovered = sureness !== "uncovered";
    const isSure = sureness === "sure";
    return {
      numbers: isSure ? listed : isCovered ? shown : listed.slice(0, MAX_NEAR),
      others: isSure ? others : isCovered ? listed.filter((number) => !shown.includes(number)) : [],
      isCovered, isClear: isSure, sureness, named, scope,
    };
  }

  // What only other modes have, where a mode or a number of players is set.
  othersOf(question, scope, hits, isTyping = false) {
    if (!scope.mode && !scope.players) return [];
    const least = NEAR * (hits[0]?.score ?? 0);
    const found = this.search.find(question, { limit: 40, isTyping, languages: this.languages });
    return this.numbers(found.filter(({ id, score }) => score >= least && !this.admits(this.numberOf.get(id), scope)), MAX_FOUND);
  }

  /** @returns {import("./rule_answers.mjs").Ranking} */
  lookUp(question, scope) {
    const find = (isTyping) => this.search.find(question, { scope, limit: 40, isTyping, languages: this.languages });
    const best = (hits) => hits[0]?.score ?? 0;
    const fit = (hits) => this.search.fit(question, hits, this.languages);
    const surely = SURELY * this.least;
    const begun = find(true);
    const finished = fit(begun) >= surely ? begun : find(false); // an unfinished word is not corrected: perhaps it is finished, and misspelt
    const hits = best(finished) > best(begun) ? finished : begun;
    const isCovered = fit(begun) >= surely || fit(finished) >= this.least;
    const kept = hits.filter(({ score }) => score >= (isCovered ? NEAR * best(hits) : 0));
    const isClear = fit(hits) >= surely && (kept.length === 1 || kept[1].score < CLEAR * best(hits));
    const named = this.search.topics.namedIn(question);
    return {
      numbers: this.numbers(kept, isCovered ? MAX_FOUND : MAX_NEAR), others: this.othersOf(question, scope, hits, true), isCovered, isClear,
      sureness: isCovered ? "" : "uncovered", named, scope: this.search.beside(scope, named),
    };
  }

  // The ranking with the kernel's second opinion in it.
  refined(ranking, { ids, shown, sureness }) {
    const numbersOf = (some) => some.map((id) => this.numberOf.get(id)).filter((number) => number !== undefined);
    return this.ranking({ ...ranking, listed: numbersOf(ids).slice(0, MAX_FOUND), shown: numbersOf(shown), sureness });
  }

  // Whether a rule may answer a question with a plain yes or no: it is of the mode, scenario, character and game asked about.
  isCalled(number, { named, scope }) { return isCalled(this.rules[number], this.search, named, scope); }

  // What a question names and a rule does not hold for, as one reads it.
  missed(number, { named }) { return named.topics.filter((each) => !each.holds(this.rules[number])).map(({ id }) => this.data.topics[id]); }
}

// A part of the book did not come, or not whole. Whatever else goes wrong is a fault of ours, and shows as one.
export class NotLoaded extends Error {
  name = "NotLoaded";
}

async function partOf(model, part, language) {
  try {
    return await transferred(model, part, language);
  } catch (cause) {
    throw new NotLoaded(`${part} in ${language}`, { cause });
  }
}

async function transferred(model, part, language) {
  const address = document.querySelector(`meta[name="fujikoro-${part}"][data-language="${language}"]`)?.content;
  if (address) {
    const answer = await fetch(address);
    if (answer.ok) return answer.json();
  }
  const bytes = await fromKernel(model, part, language);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

function fromKernel(model, part, language) {
  return new Promise((resolve, reject) => {
    const end = (settle, value) => {
      clearTimeout(waiting);
      model.off("msg:custom", take);
      settle(value);
    };
    const take = (message, buffers) => message.kind === part && message.language === language && end(resolve, buffers[0]);
    const waiting = setTimeout(() => end(reject, new Error("no answer from the kernel")), PATIENCE_MS);
    model.on("msg:custom", take);
    model.send({ act: "book", part, language });
  });
}

// The book of a language, one for all widgets of a page; what failed is tried afresh at the next call.
export function loadRuleBook(model, language) {
  const books = globalThis.fkRuleBooks ??= new Map();
  if (!books.has(language)) {
    const coming = partOf(model, "rules", language).then((data) => new RuleBook(data));
    coming.catch(() => books.delete(language));
    books.set(language, coming);
  }
  return books.get(language);
}

// What the other languages add to the search; without them the page searches its own.
export async function growRuleBook(model, book, grown) {
  try {
    await book.indexOthers((language) => partOf(model, "rule-texts", language), grown);
  } catch (fault) {
    if (!(fault instanceof NotLoaded)) throw fault;
    book.coming.clear();
  }
}
