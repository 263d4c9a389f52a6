// The stream that a page hears a table by, and what comes when it is silent or closed. No DOM.

const PATIENCE_MS = 5000; // for one request
const SILENCE_MS = 2500; // the stream beats every second
const AGAIN_MS = 1000;
const CLOSED = 2;

export class ReaderStream {
  /** @type {EventSource | null} */
  #stream = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  #page;

  /**
   * `heard` hears each word of the stream, be it empty; `lost` hears that there is none, and `true` when the table has another key
   * by now; `gone` that the table has gone; `isPaused` = nobody looks, and nothing is missing.
   * @param {{address: () => string, heard: (data: string) => void, lost: (isRefused: boolean) => void, gone: () => void, isPaused: () => boolean}} page
   */
  constructor(page) {
    this.#page = page;
  }

  /** Hear it anew. */
  listen = () => {
    this.close();
    if (this.#page.isPaused()) return; // a phone in a pocket asks for nothing
    const stream = new EventSource(this.#page.address());
    this.#stream = stream;
    for (const kind of ["whole", "change", "beat"]) {
      stream.addEventListener(kind, (event) => {
        this.#await();
        this.#page.heard(/** @type {MessageEvent} */ (event).data);
      });
    }
    stream.addEventListener("gone", () => this.#page.gone());
    this.#await();
    stream.addEventListener("error", () => {
      if (stream === this.#stream && stream.readyState === CLOSED) this.#again();
    });
  };

  close() { this.#stream?.close(); }

  #await() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#page.lost(false), SILENCE_MS);
  }

  // A stream that was closed for good: the server is away, or it has another key by now, which only a plain request tells.
  async #again() {
    const once = new AbortController();
    const patience = setTimeout(() => once.abort(), PATIENCE_MS);
    const isRefused = await fetch(this.#page.address(), { cache: "no-store", signal: once.signal })
      .then((answer) => answer.status === 403 && answer.headers.has("Fujikoro-Key"), () => false);
    clearTimeout(patience);
    once.abort();
    if (!isRefused) setTimeout(this.listen, AGAIN_MS);
    else {
      clearTimeout(this.#silence);
      this.#page.lost(true);
    }
  }
}
