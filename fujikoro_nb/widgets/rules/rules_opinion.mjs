// A second opinion on a question: the kernel compares meanings once a question is finished, and what it finds is put in only
// where nothing moves under a finger. No DOM.
import { wordsOf } from "./rule_search.mjs";

const LEAST_WORDS = 2; // a single word means what it says

// `ranked()` ranks anew and draws. Returns {refine(), refined(message), putIn(), leaveOut(), added(ranking)}.
/** @param {import("./rules_view.mjs").RulesPage} page */
export function opinionPart(page, ranked) {
  /** @type {any} */
  let opinion = null; // the newest one: of which question, and what it says
  let isOpinionIn = false;
  let asking = ""; // the question that the kernel was asked last
  const question = () => ({ question: page.place.ask, mode: page.place.mode, players: page.place.players, language: page.book?.data.language ?? "" });
  const keyOf = (about) => JSON.stringify([about.question, about.mode, about.players, about.language]);
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
    /** A ranking with what the opinion adds, where it is put in. */
    added: (ranking) => (isOpinionIn && isOpinionOn(question()) ? page.book.refined(ranking, opinion) : ranking),
  };
}
