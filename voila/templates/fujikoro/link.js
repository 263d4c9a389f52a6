// The link between a page and its kernel. A phone sleeps, a cable is pulled, the server is busy: the page says so within
// three seconds, keeps what was tapped meanwhile, and hands it over exactly once when the link is back.
//
// A beat asks the server whether this page's kernel lives (link_beat.mjs). What was sent is kept until the kernel has dealt with
// it (link_kept.mjs), and sent again over a new socket, of which Jupyter's front end hears as little as can be (link_socket.mjs).
import { Beat } from "./link_beat.mjs";
import { KeptMessages } from "./link_kept.mjs";
import { LinkSocket } from "./link_socket.mjs";
import { LinkState } from "./link_state.mjs";

const PATIENCE_MS = 1000; // for the answer to a beat
const TOLD_MS = 6000;

const now = () => performance.now();

// A server that people log in to wants a word of its own cookie back, which no foreign page can read.
const xsrf = () => (document.cookie.match(/(?:^|; )_xsrf=([^;]*)/) ?? [])[1] ?? "";

const said = (tag, key, more = {}) => {
  const element = Object.assign(document.createElement(tag), { textContent: fujikoroLanguage.word(key), ...more });
  element.dataset.fkSay = key;
  return element;
};

// The banner `#fk-banner`: it shows a state, and `tell` shows one sentence for a moment: something was not sent, and will not be.
/**
 * @param {KeptMessages} kept
 * @param {() => LinkSocket | null} socket
 */
function linkBanner(kept, socket) {
  const element = /** @type {any} */ (document.getElementById("fk-banner"));
  const banner = { isRefused: false, state: new LinkState({ drawn, found: (since) => socket()?.redial(since), now }), draw, tell };

  function draw() {
    const { is } = banner.state;
    element.hidden = is === "on";
    if (is === "lost") element.replaceChildren(said("span", "link-lost"));
    if (is !== "ended") return;
    // Without the right key the very page that is loaded asks for the link.
    const again = said("button", banner.isRefused ? "link-enter" : "link-again", { type: "button", className: "btn", onclick: () => location.reload() });
    element.replaceChildren(said("span", banner.isRefused ? "link-other" : "link-ended"), ...(kept.unsent ? [" ", said("span", "link-unsent")] : []), " ", again);
  }

  function drawn(is) {
    document.documentElement.dataset.fkLink = is;
    draw();
  }

  function tell(key) {
    if (banner.state.is === "ended") return;
    element.textContent = fujikoroLanguage.word(key);
    element.hidden = false;
    setTimeout(() => banner.state.again(), TOLD_MS);
  }

  return banner;
}

// Link a page to its kernel, whose id is `kernel`; `address` is where the beat asks.
export function fujikoroLink(kernel, address) {
  const Plain = window.WebSocket;
  const kept = new KeptMessages(now);
  const banner = linkBanner(kept, () => line.socket);
  const { state } = banner;

  const beat = new Beat({
    ask: () => {
      const headers = new Headers(xsrf() ? { "X-XSRFToken": xsrf() } : {});
      return fetch(address, { cache: "no-store", headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    },
    told: (answer) => {
      banner.isRefused = answer.status === 403 && answer.headers.has("Fujikoro-Key"); // the table has another one by now
      if (answer.status === 410 || answer.status === 403) state.become("ended");
      else if (answer.ok) {
        state.become(!line.socket || line.socket.isOpen ? "on" : "lost");
        line.socket?.look();
      } else state.become("lost");
    },
    silent: () => state.become("lost"),
    isEnded: () => state.is === "ended",
    isHidden: () => document.hidden,
  });
  document.addEventListener("visibilitychange", () => document.hidden || beat.now());
  addEventListener("online", beat.now);
  addEventListener("pageshow", beat.now);

  // Whether a message may be sent.
  function hold(data) {
    const before = kept.unsent;
    const refusal = kept.keep(data);
    if (refusal) banner.tell(refusal);
    else if (kept.unsent > before && state.is === "ended") banner.draw(); // it will not be sent, and that is said
    return !refusal;
  }

  /** @type {import("./link_socket.mjs").Line} */
  const line = {
    plain: (url, protocols) => new Plain(url, protocols), kept, hold, beat: beat.now, reachable: () => beat.reachable(),
    linked: () => dispatchEvent(new Event("fujikoro-linked")), now, socket: null, dials: 0, opened: 0,
  };

  window.WebSocket = /** @type {any} */ (class extends Plain {
    constructor(url, protocols = []) {
      // eslint-disable-next-line no-constructor-return -- whoever makes a browser's own socket to the kernel gets ours
      if (String(url).includes(kernel)) return /** @type {any} */ (new LinkSocket(line, url, protocols));
      super(url, protocols);
    }
  });
}

// A closed page ends its kernel; one that the browser keeps for "back" still needs it.
export function fujikoroFarewell(address) {
  addEventListener("pagehide", (event) => {
    if (!event.persisted) navigator.sendBeacon(`${address}?_xsrf=${xsrf()}`);
  });
}
