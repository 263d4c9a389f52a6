// The taps of a seat on their way to the table: one after the other, each with an id of its own and again until it is answered, so
// that none is lost and none is done twice. No DOM.

const LONGEST_MS = 8000; // between two tries
const FIRST_MS = 400;
const MOST_WAITING = 60;

/** @typedef {{id: string, do: Record<string, any>, seat: number, seen?: number}} Tap `seen` is settled when it is sent first */
/** @typedef {{status: number, body: any, after?: number}} Answer `after`: seconds to wait */

export class SeatQueue {
  /** @type {Tap[]} */
  #taps;
  #page;
  #isRunning = false;
  #pause = FIRST_MS;
  /** @type {() => void} */
  #wake = () => {};

  /**
   * `post` sends a request and gives the answer, or null when there was none; `settle` says what the page shows just before a tap is
   * sent first; `done` hears of each tap that is on the table, `refused` why one is not; `changed` of the taps that wait; `keep` and
   * `kept` write and read them in the browser; `newId` makes an id; `rest` waits.
   * @param {{post: (tap: Tap) => Promise<Answer | null>, settle: (tap: Tap) => Promise<Tap>, done: (tap: Tap, body: any) => void,
   *   refused: (tap: Tap, body: any) => void, changed: (taps: Tap[]) => void, keep: (text: string) => void, kept: () => string,
   *   newId: () => string, rest: (ms: number) => Promise<void>}} page
   */
  constructor(page) {
    this.#page = page;
    this.#taps = readTaps(page.kept());
  }

  /** Those that wait, the oldest first. */
  get taps() { return [...this.#taps]; }

  /**
   * One more; false when too many wait already.
   * @param {number} seat
   * @param {Record<string, any>} what
   */
  add(seat, what) {
    if (this.#taps.length >= MOST_WAITING) return false;
    this.#become([...this.#taps, { id: this.#page.newId(), do: what, seat }]);
    this.run();
    return true;
  }

  /** None waits any more: the seat is another one's. */
  forget() { this.#become([]); }

  /** The link is there again: no need to wait longer. */
  hurry() {
    this.#pause = FIRST_MS;
    this.#wake();
    this.run();
  }

  /** Send what waits. */
  async run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#taps.length) await this.#sendFirst();
    } finally {
      this.#isRunning = false;
    }
  }

  async #sendFirst() {
    let tap = this.#taps[0];
    if (tap.seen === undefined) {
      tap = await this.#page.settle(tap);
      if (this.#taps[0]?.id !== tap.id) return; // forgotten meanwhile
      this.#become([tap, ...this.#taps.slice(1)]);
    }
    const answer = await this.#page.post(tap);
    if (this.#taps[0]?.id !== tap.id) return;
    if (answer && answer.status < 300) {
      this.#pause = FIRST_MS;
      this.#become(this.#taps.slice(1));
      this.#page.done(tap, answer.body);
    } else if (answer && answer.status < 500 && answer.status !== 429) {
      this.#become(this.#taps.slice(1));
      this.#page.refused(tap, answer.body);
    } else {
      const pause = answer?.after ? answer.after * 1000 : this.#pause;
      this.#pause = Math.min(LONGEST_MS, this.#pause * 2);
      const woken = new Promise((resolve) => { this.#wake = () => resolve(undefined); });
      await Promise.race([this.#page.rest(pause), woken]);
    }
  }

  /** @param {Tap[]} taps */
  #become(taps) {
    this.#taps = taps;
    this.#page.keep(taps.length ? JSON.stringify(taps) : "");
    this.#page.changed(this.taps);
  }
}

/**
 * What a page wrote before; anything else is nothing.
 * @param {string} text
 * @returns {Tap[]}
 */
export function readTaps(text) {
  try {
    const taps = JSON.parse(text || "[]");
    const isTap = (/** @type {any} */ tap) => typeof tap?.id === "string" && typeof tap?.do?.act === "string" && Number.isInteger(tap?.seat);
    return Array.isArray(taps) && taps.every(isTap) ? taps.slice(0, MOST_WAITING) : [];
  } catch {
    return []; // not what we wrote
  }
}

// How far the table is drawn, and how far the own writes have come.
export class SeatProgress {
  #drawn = 0;
  #wrote = 0;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** The version that a tap of now is meant for: what is drawn, the own last write included. */
  get seen() { return Math.max(this.#drawn, this.#wrote); }

  /** @param {number} version */
  wrote(version) { this.#wrote = Math.max(this.#wrote, version); }

  /** @param {number} version */
  drawn(version) {
    this.#drawn = version;
    if (version < this.#wrote) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const call of waiting) call();
  }

  /** Once the table is drawn as it was after the own last write. */
  caughtUp() {
    if (this.#drawn >= this.#wrote) return Promise.resolve();
    return new Promise((resolve) => { this.#waiting.push(() => resolve(undefined)); });
  }
}
