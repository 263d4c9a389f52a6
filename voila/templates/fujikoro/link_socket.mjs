// What Jupyter's front end takes for a websocket: the parts of one that it uses. It lives longer than the sockets behind it,
// because Jupyter's front end gives up after seven tries: that hears of a closed socket only when the server answers again, and
// its first try is then the last. No DOM.
import { SILENT_MS } from "./link_state.mjs";

const PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 15000]; // between two dials
const OPEN = 1;

/** @type {(index: number) => Promise<void>} */
const pause = (index) => new Promise((go) => {
  setTimeout(go, PAUSES_MS[index]);
});

/**
 * What all sockets of a page share. `hold` keeps a message and says whether it may be sent; `beat` asks the server at once,
 * `reachable` resolves when it answers; `linked` is called with each socket but the first.
 * @typedef {object} Line
 * @property {(...dialled: any[]) => WebSocket} plain makes the browser's own
 * @property {import("./link_kept.mjs").KeptMessages} kept
 * @property {(data: any) => boolean} hold
 * @property {() => void} beat
 * @property {() => Promise<void>} reachable
 * @property {() => void} linked
 * @property {() => number} now the page's clock, in ms
 * @property {LinkSocket | null} socket the one that is used
 * @property {number} dials in a row, without a socket that stayed
 * @property {number} opened
 */

export class LinkSocket {
  static CONNECTING = 0;
  static OPEN = OPEN;
  static CLOSING = 2;
  static CLOSED = 3;
  onopen = /** @type {any} */ (null);
  onmessage = /** @type {any} */ (null);
  onclose = /** @type {any} */ (null);
  onerror = null; // never called: what went wrong is mended here
  binaryType = /** @type {BinaryType} */ ("blob");
  #line;
  #socket = /** @type {any} */ (null);
  #dialled;
  #wasOpen = false;
  #isGivenUp = false;
  #openedAt = 0;
  #heardAt = 0;
  #silences = 0;

  /**
   * @param {Line} line
   * @param {any[]} dialled
   */
  constructor(line, ...dialled) {
    this.#line = line;
    this.#dialled = dialled;
    line.socket = this;
    this.#dial();
  }

  #dial() {
    const socket = this.#line.plain(...this.#dialled);
    this.#openedAt = 0;
    this.#socket = socket;
    socket.onopen = (event) => this.#opened(socket, event);
    socket.onmessage = (event) => {
      this.#heardAt = this.#line.now();
      this.#silences = 0;
      this.#line.kept.heard(event.data);
      this.onmessage?.(event);
    };
    socket.onclose = (event) => this.#closed(socket, event);
  }

  /**
   * @param {WebSocket} socket
   * @param {Event} event
   */
  #opened(socket, event) {
    const line = this.#line;
    this.#wasOpen = true;
    this.#openedAt = this.#heardAt = line.now();
    socket.binaryType = this.binaryType;
    this.onopen?.(event);
    for (const { data } of line.kept.all()) socket.send(/** @type {any} */ (data));
    line.beat();
    // What the kernel said while nobody heard it is asked for again, after what was tapped meanwhile.
    if (line.opened) line.linked();
    line.opened += 1;
  }

  /**
   * @param {WebSocket} socket
   * @param {Event} event
   */
  async #closed(socket, event) {
    const line = this.#line;
    if (socket !== this.#socket) return; // given up for another one
    const stayed = this.#openedAt && line.now() - this.#openedAt > SILENT_MS;
    if (this.#openedAt && !stayed) line.kept.strike();
    line.dials = stayed ? 0 : line.dials + 1;
    await Promise.all([line.reachable(), pause(Math.min(line.dials, PAUSES_MS.length - 1))]);
    if (this.#isGivenUp || socket !== this.#socket) return;
    if (this.#wasOpen) this.onclose?.(event);
    else this.#dial();
  }

  get isOpen() { return this.#socket.readyState === OPEN; }
  get readyState() { return this.#socket.readyState; }
  get protocol() { return this.#socket.protocol; }
  get url() { return this.#socket.url; }

  // Something waits for its answer and nothing is heard: a busy kernel, or a socket that is dead without a word. Sending
  // again is harmless, so a new socket is tried, each time after a longer while.
  look() {
    const [first] = this.#line.kept.all();
    const now = this.#line.now();
    if (!first || !this.isOpen) return;
    const silent = now - Math.max(first.since, this.#heardAt, this.#openedAt);
    if (silent > SILENT_MS * 2 ** Math.min(this.#silences, 5)) {
      this.#silences += 1;
      this.redial();
    }
  }

  // Give the socket up, as if it had closed just now; one that was opened since a moment is kept.
  redial(since = Infinity) {
    const old = this.#socket;
    if (old.readyState !== OPEN || this.#openedAt > since) return;
    const ended = old.onclose;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
    ended.call(old, new CloseEvent("close"));
  }

  /** @param {any} data */
  send(data) {
    if (this.#line.hold(data) && this.isOpen) this.#socket.send(data);
  }

  /** @param {any[]} why */
  close(...why) {
    this.#isGivenUp = true;
    if (this.#line.socket === this) this.#line.socket = null;
    this.#socket.close(...why);
  }
}
