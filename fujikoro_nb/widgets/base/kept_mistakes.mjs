// The puzzles made of one's own mistakes that this browser keeps, the newest first.
import { fromStore, toStore } from "./page_store.mjs";

const STORE = "fujikoro-mistakes";
const MOST_MISTAKES = 20;

/** @returns {{id: string, says: string, code: string}[]} */
export function keptMistakes() {
  try {
    const kept = JSON.parse(fromStore(STORE) || "[]");
    return Array.isArray(kept) ? kept.filter((one) => ["id", "says", "code"].every((name) => typeof one?.[name] === "string")) : [];
  } catch {
    return []; // not ours
  }
}

export function keepMistake({ id, says, code }) {
  toStore(STORE, JSON.stringify([{ id, says, code }, ...keptMistakes().filter((one) => one.id !== id)].slice(0, MOST_MISTAKES)));
}

export function dropMistake(id) {
  toStore(STORE, JSON.stringify(keptMistakes().filter((one) => one.id !== id)));
}
