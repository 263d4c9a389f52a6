// The address of a page: who can open it, and the text behind # of the helper's: which page, at which table, where in
// the rulebook, and the gear; `learned` is what a link brings of somebody's ratings. No DOM.
import { isPlaceKey } from "./rules_place.mjs";

/**
 * Whether a link with this host leads back to the computer it is opened on, so that a phone finds nothing there.
 * @param {string} hostname
 */
export function isThisComputerOnly(hostname) {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname);
}

/**
 * "#page=rules&table=CODE&rule=ID&weapon=WWM:..." to {page: "rules", table: "CODE", rules: "rule=ID", gear: "weapon=WWM:..."}; the gear's text is Python's to read.
 * @param {string} hash
 */
export function splitHash(hash) {
  const parts = hash.replace(/^#/, "").split("&").filter(Boolean);
  const page = parts.find((part) => part.startsWith("page="));
  const table = parts.find((part) => /^table=[a-z]{3}[-_]?[a-z]{3}$/i.test(part)); // facts of a position are called so too
  const learned = parts.find((part) => part.startsWith("learned="));
  const others = parts.filter((part) => part !== page && part !== table && part !== learned);
  const isOfRules = (/** @type {string} */ part) => part.includes("=") && isPlaceKey(part.split("=")[0]);
  return {
    page: page ? page.slice("page=".length) : "",
    learned: learned ? learned.slice("learned=".length) : "",
    table: table ? table.slice("table=".length) : "",
    rules: others.filter(isOfRules).join("&"),
    gear: others.filter((part) => !isOfRules(part)).join("&"),
  };
}

/**
 * @param {string} page
 * @param {string} gear
 * @param {string} rules
 * @param {string} table
 */
export function joinHash(page, gear, rules = "", table = "") {
  const parts = [page === "home" ? "" : `page=${page}`, table ? `table=${table}` : "", rules, gear].filter(Boolean);
  return parts.length ? `#${parts.join("&")}` : "";
}
