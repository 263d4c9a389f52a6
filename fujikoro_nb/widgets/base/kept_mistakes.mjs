// The puzzles made of one's own mistakes that this browser keeps, the newest first: decisions of games, questions of
// storms, checks of lessons.
import { button } from "./page_parts.mjs";
import { fromStore, toStore } from "./page_store.mjs";

const STORE = "fujikoro-mistakes";
const MOST_MISTAKES = 20; // of each kind: a game's takes thousands of letters

/**
 * `kind` says where it is tried again: a "storm", a "check" of the lesson `lesson`, or a "game".
 * @typedef {{id: string, says: string, code: string, kind: string, lesson: string}} Mistake
 */

/** @returns {Mistake[]} */
export function keptMistakes() {
  try {
    const kept = JSON.parse(fromStore(STORE) || "[]");
    if (!Array.isArray(kept)) return [];
    const isText = (/** @type {unknown} */ value) => typeof value === "string";
    return kept.filter((one) => [one?.id, one?.says, one?.code, one?.kind ?? "", one?.lesson ?? ""].every(isText))
      .map(({ id, says, code, kind = "game", lesson = "" }) => ({ id, says, code, kind: kind === "mistake" ? "game" : kind, lesson })); // once kept under that name
  } catch {
    return []; // not ours
  }
}

/** @param {{id: string, says: string, code: string, kind?: string, lesson?: string}} mistake */
export function keepMistake({ id, says, code, kind = "game", lesson = "" }) {
  const others = keptMistakes().filter((one) => one.id !== id);
  let left = MOST_MISTAKES;
  const kept = [{ id, says, code, kind, lesson }, ...others].filter((one) => one.kind !== kind || left-- > 0);
  toStore(STORE, JSON.stringify(kept));
}

/** @param {string} id */
export function dropMistake(id) {
  toStore(STORE, JSON.stringify(keptMistakes().filter((one) => one.id !== id)));
}

// A button that keeps a mistake, and lets it go again. `changed` is told of both.
/**
 * @param {{id: string, says: string, code: string, kind: string, lesson?: string}} mistake
 * @param {Say} say
 */
export function keepButton(mistake, say, changed = () => {}) {
  const key = `keep-${mistake.id}`;
  const made = () => {
    const isKept = keptMistakes().some(({ id }) => id === mistake.id);
    return button(key, say(isKept ? "mistake-kept" : "mistake-keep"), () => {
      if (isKept) dropMistake(mistake.id);
      else keepMistake(mistake);
      const next = made();
      element.replaceWith(next);
      next.focus();
      element = next;
      changed();
    }, { on: isKept, icon: "i-keep" });
  };
  let element = made();
  return element;
}
