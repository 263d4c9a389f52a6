// Whether a page has its kernel, as the page says it. No DOM.

export const SILENT_MS = 5000; // no frame for so long while something waits for its answer: the socket may be dead

/** @typedef {"on" | "lost" | "ended"} State the last one is for good */

export class LinkState {
  /** @type {State | ""} "" only while it is said again */
  is = "on";
  #lostAt = 0;
  #page;

  /**
   * `drawn` is called with each new state; `found` before it, when a link is back that was lost for a while, with the moment of
   * its loss; `now` is the page's clock in ms.
   * @param {{drawn: (state: State) => void, found: (since: number) => void, now: () => number}} page
   */
  constructor(page) {
    this.#page = page;
  }

  /** @param {State} next */
  become(next) {
    if (next === this.is || this.is === "ended") return;
    const now = this.#page.now();
    if (next === "lost") this.#lostAt = now;
    const wasLostFor = this.is === "lost" ? now - this.#lostAt : 0;
    this.is = next;
    // What was lost for a while may have left a socket that is open and hears nothing; one that was opened since is well.
    if (next === "on" && wasLostFor > SILENT_MS) this.#page.found(this.#lostAt);
    this.#page.drawn(next);
  }

  /** Say the state again, after a sentence that stood in its place. */
  again() {
    const now = /** @type {State} */ (this.is);
    this.is = "";
    this.become(now);
  }
}
