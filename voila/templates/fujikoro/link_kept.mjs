// What a page keeps until its kernel has dealt with it, to be sent again over a new socket. No DOM.
//
// 1. Every message of a widget. The server knows what it has passed on already and passes nothing on twice (serve/kernels.py).
// 2. A question whose answer was lost with a socket: Jupyter's front end would wait for that answer for ever, and a page that
//    was just being opened would stay empty.
import { isIdle, partsOf, sizeOf } from "./link_messages.mjs";

/** @typedef {import("./link_messages.mjs").Data} Data */
/** @typedef {{data: Data, since: number}} Kept `since` in ms on the page's clock */

const MOST_KEPT = 400;
const LARGEST = 240 * 1024; // bytes; the server hangs up at a little more
const STRIKES = 3; // a message on which the socket closed so often is not sent again
/** @type {Record<string, string>} */
const REPLIES = { kernel_info_request: "kernel_info_reply", comm_info_request: "comm_info_reply" };
const ASKING = ["request_state", "request_states"]; // of a widget: the kernel may be asked twice, and nothing changes

export class KeptMessages {
  /** @type {Map<string, Kept & {strikes: number}>} of widgets by their id, in their order */
  #unanswered = new Map();
  /** @type {Map<string, Kept>} what Jupyter's front end asked by its id, while it is not answered */
  #questions = new Map();
  #now;

  /** @param {() => number} now the page's clock, in ms */
  constructor(now) {
    this.#now = now;
  }

  /** How many messages of widgets the kernel has not dealt with. */
  get unsent() { return this.#unanswered.size; }

  /** @returns {Kept[]} questions first, each kind in its order */
  all() { return [...this.#questions.values(), ...this.#unanswered.values()]; }

  /**
   * Keep what has to be answered. Returns the key of the sentence that says why a message can be neither kept nor sent, else "".
   * @param {Data} data
   */
  keep(data) {
    const [header, content] = partsOf(data, ["header", "content"]);
    const since = this.#now();
    if (header.msg_type in REPLIES || ASKING.includes(content.data?.method)) this.#questions.set(header.msg_id, { data, since });
    else if (header.msg_type !== "comm_msg" || content.data?.content?.act === "unheard") return ""; // asked anew at each link
    else if (sizeOf(data) > LARGEST) return "link-too-large";
    else if (this.unsent >= MOST_KEPT) return "link-full";
    else this.#unanswered.set(header.msg_id, { data, strikes: 0, since });
    return "";
  }

  /**
   * What the kernel says: whatever it answers is kept no longer.
   * @param {Data} data
   */
  heard(data) {
    if (!this.#unanswered.size && !this.#questions.size) return;
    const [header, parent] = partsOf(data, ["header", "parent_header"]);
    const asked = this.#questions.get(parent.msg_id);
    if (asked) {
      const [{ msg_type: kind }] = partsOf(asked.data, ["header"]);
      if (kind in REPLIES ? header.msg_type === REPLIES[kind] : header.msg_type === "status" && isIdle(data)) this.#questions.delete(parent.msg_id);
    } else if (header.msg_type === "status" && this.#unanswered.has(parent.msg_id) && isIdle(data)) this.#unanswered.delete(parent.msg_id);
  }

  /** A socket closed soon after it had opened: the oldest message is the one on which it may have closed. */
  strike() {
    const [first] = this.#unanswered;
    if (!first) return;
    first[1].strikes += 1;
    if (first[1].strikes >= STRIKES) this.#unanswered.delete(first[0]);
  }
}
