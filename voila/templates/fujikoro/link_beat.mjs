// The beat of a page: again and again it asks the server whether the page's kernel lives, while the page is in sight. No DOM.

const BEAT_MS = 1500;

export class Beat {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isBeating = false;
  /** @type {(() => void)[]} who wants to know that the server answers */
  #waiting = [];
  #page;

  /**
   * `ask` asks once, and rejects when nobody answers in time; `told` hears the answer, and `silent` that there was none or that
   * it could not be taken; nobody asks once `isEnded`, nor goes on by itself while `isHidden`.
   * @param {{ask: () => Promise<Response>, told: (answer: Response) => void, silent: () => void, isEnded: () => boolean, isHidden: () => boolean}} page
   */
  constructor(page) {
    this.#page = page;
    this.#timer = setTimeout(this.now, BEAT_MS);
  }

  /** Ask at once, unless a question is on its way. */
  now = async () => {
    clearTimeout(this.#timer);
    if (this.#isBeating || this.#page.isEnded()) return;
    this.#isBeating = true;
    try {
      const answer = await this.#page.ask();
      if (answer.ok) for (const go of this.#waiting.splice(0)) go();
      this.#page.told(answer);
    } catch { // no answer in time, or nobody there
      this.#page.silent();
    }
    this.#isBeating = false;
    clearTimeout(this.#timer);
    if (!this.#page.isHidden() && !this.#page.isEnded()) this.#timer = setTimeout(this.now, BEAT_MS);
  };

  /**
   * Asks at once; resolves when the server answers.
   * @returns {Promise<void>}
   */
  reachable() {
    return new Promise((go) => {
      this.#waiting.push(go);
      this.now();
    });
  }
}
