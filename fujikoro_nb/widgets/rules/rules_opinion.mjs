// A second opinion on a question: the kernel compares meanings once a question is finished, and what it finds is put in only
// where nothing moves under a finger. No DOM.
import { wordsOf } from "./rule_words.mjs";

const LEAST_WORDS = 2; // a single word means what it says

/**
 * @typedef {{question: string, mode: string, players: number, scenario: number, language: string}} About what was asked
 * @typedef {About & {kind: string, [found: string]: any}} Opinion as the kernel tells it
 * @typedef {import("./rule_answers.mjs").Ranking} Ranking what a question brings
 * @typedef {object} Page what is read of a page of rules
 * @property {{get(trait: string): any, send(message: object): void}} model
 * @property {{data: {language: string}, refined(ranking: Ranking, opinion: any): Ranking} | null} book null until it is loaded
 * @property {{ask: string, rule: string, mode: string, players: number}} place
 * @property {() => number} scenario the one that is played, 0 without one
 * @property {number} active
 * @property {boolean} isFinished
 * @property {boolean} isTouched
 */

/**
 * `ranked` ranks anew and draws.
 * @param {Page} page
 * @param {() => void} ranked
 */
export function opinionPart(page, ranked) {
  /** @type {Opinion | null} */
  let opinion = null; // the newest one: of which question, and what it says
  let isOpinionIn = false;
  let asking = ""; // the question that the kernel was asked last
  const question = () => ({ question: page.place.ask, mode: page.place.mode, players: page.place.players, scenario: page.scenario(), language: page.book?.data.language ?? "" });
  /** @type {(about: About) => string} */
  const keyOf = (about) => JSON.stringify([about.question, about.mode, about.players, about.scenario, about.language]);
  /** @type {(about: About) => boolean} */
  const isOpinionOn = (about) => opinion !== null && keyOf(opinion) === keyOf(about);
  const canMove = () => page.isFinished && !page.place.rule && page.active < 0 && !page.isTouched;

  function putIn() {
    if (!canMove() || isOpinionIn || !isOpinionOn(question())) return false;
    isOpinionIn = true;
    ranked();
    return true;
  }

  function refine() {
    if (!page.book || !page.model.get("has_meaning") || !canMove() || wordsOf(page.place.ask).length < LEAST_WORDS) return;
    if (isOpinionOn(question()) || asking === keyOf(question())) return;
    asking = keyOf(question());
    page.model.send({ act: "meaning", ...question() });
  }

  /** @param {Opinion} message */
  function refined(message) {
    if (message.kind !== "refined") return;
    isOpinionIn &&= isOpinionOn(message);
    opinion = message;
    putIn();
  }

  return {
    refine, refined, putIn,
    leaveOut: () => {
      isOpinionIn = false;
    },
    /**
     * A ranking with what the opinion adds, where it is put in.
     * @param {Ranking} ranking
     */
    added: (ranking) => (page.book && isOpinionIn && isOpinionOn(question()) ? page.book.refined(ranking, opinion) : ranking),
  };
}
