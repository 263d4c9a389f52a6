// One answer of a small game on its way to the table: sent again with the same id until it is answered. It may name a hidden card, so
// the browser keeps it nowhere; what is tapped meanwhile is not sent, since it was meant for another moment. No DOM.

const PLAY_LONGEST_MS = 4000; // between two tries
const PLAY_FIRST_MS = 300;

/** @typedef {{status: number, body: any, after?: number}} PlayAnswer `after`: seconds to wait */

export class SeatPlay {
  #page;
  #isBusy = false;
  /** @type {() => void} */
  #wake = () => {};

  /**
   * `post` sends a request and gives the answer, or null when there was none; `done` hears that it is on the table, `refused` why it is
   * not; `changed` whether one is on its way; `newId` makes an id; `rest` waits.
   * @param {{post: (what: Record<string, any>) => Promise<PlayAnswer | null>, done: (body: any) => void, refused: (body: any) => void,
   *   changed: (isBusy: boolean) => void, newId: () => string, rest: (ms: number) => Promise<void>}} page
   */
  constructor(page) {
    this.#page = page;
  }

  get isBusy() { return this.#isBusy; }

  /** The link is there again: no need to wait longer. */
  hurry() { this.#wake(); }

  /**
   * Whether it was sent; not while another one is on its way.
   * @param {Record<string, any>} what
   */
  async send(what) {
    if (this.#isBusy) return false;
    this.#become(true);
    try {
      await this.#sendOnce({ ...what, id: this.#page.newId() });
    } finally {
      this.#become(false);
    }
    return true;
  }

  /** @param {Record<string, any>} what */
  async #sendOnce(what) {
    for (let pause = PLAY_FIRST_MS; ; pause = Math.min(PLAY_LONGEST_MS, pause * 2)) {
      const answer = await this.#page.post(what);
      if (answer && answer.status < 300) {
        this.#page.done(answer.body);
        return;
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        this.#page.refused(answer.body);
        return;
      }
      const woken = new Promise((resolve) => { this.#wake = () => resolve(undefined); });
      await Promise.race([this.#page.rest(answer?.after ? answer.after * 1000 : pause), woken]);
    }
  }

  /** @param {boolean} isBusy */
  #become(isBusy) {
    this.#isBusy = isBusy;
    this.#page.changed(isBusy);
  }
}
