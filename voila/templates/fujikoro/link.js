// The link between a page and its kernel. A phone sleeps, a cable is pulled, the server is busy: the page says so within
// three seconds, keeps what was tapped meanwhile, and hands it over exactly once when the link is back.
//
// 1. A beat asks the server whether this page's kernel lives, while the page is in sight.
// 2. Every message of a widget is kept until the kernel has dealt with it, and sent again over a new socket. The server
//    knows what it has passed on already and passes nothing on twice (table/kernels.py).
// 3. Jupyter's front end gives up after seven tries. So it hears of a closed socket only when the server answers again; its
//    first try is then the last.
//
// The banner is `#fk-banner`; `kernel` is this page's, `address` where the beat asks.
function fujikoroLink(kernel, address) {
  const BEAT_MS = 1500;
  const PATIENCE_MS = 1000;
  const MOST_KEPT = 400;
  const Plain = window.WebSocket;
  const banner = document.getElementById("fk-banner");
  const unanswered = new Map(); // messages of widgets by their id, in their order
  const waiting = []; // who wants to know that the server answers
  let state = "on"; // on, lost, ended
  let timer = 0;
  let isBeating = false;

  // ---- what the page says

  function show(next) {
    if (next === state || state === "ended") return;
    state = next;
    document.documentElement.dataset.fkLink = state;
    if (state === "on") banner.hidden = true;
    else {
      const key = state === "lost" ? "link-lost" : "link-ended";
      const text = Object.assign(document.createElement("span"), { textContent: fujikoroLanguage.word(key) });
      text.dataset.fkSay = key;
      banner.replaceChildren(text);
      if (state === "ended") {
        const again = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: fujikoroLanguage.word("link-again") });
        again.dataset.fkSay = "link-again";
        again.addEventListener("click", () => location.reload());
        banner.append(" ", again);
      }
      banner.hidden = false;
    }
  }

  // ---- the beat

  async function beat() {
    clearTimeout(timer);
    if (isBeating || state === "ended") return;
    isBeating = true;
    try {
      const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.status === 410 || answer.status === 403) show("ended"); // its kernel, or the whole table and its key
      else if (answer.ok) {
        show("on");
        for (const go of waiting.splice(0)) go();
      } else show("lost");
    } catch { // no answer in time, or nobody there
      show("lost");
    }
    isBeating = false;
    clearTimeout(timer);
    if (!document.hidden && state !== "ended") timer = setTimeout(beat, BEAT_MS);
  }

  const reachable = () => new Promise((go) => {
    waiting.push(go);
    beat();
  });
  document.addEventListener("visibilitychange", () => document.hidden || beat());
  addEventListener("online", beat);
  addEventListener("pageshow", beat);
  timer = setTimeout(beat, BEAT_MS);

  // ---- messages

  // Header and, where asked for, content of a message, in Jupyter's binary format or its older one of plain JSON.
  function parts(data, names) {
    if (typeof data === "string") {
      const message = JSON.parse(data);
      return names.map((name) => message[name]);
    }
    const view = new DataView(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength);
    const start = (index) => Number(view.getBigUint64(8 * (index + 1), true));
    const order = ["channel", "header", "parent_header", "metadata", "content"];
    return names.map((name) => {
      const index = order.indexOf(name);
      const text = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start(index), start(index + 1) - start(index)));
      return JSON.parse(text);
    });
  }

  function keep(data) {
    const [header] = parts(data, ["header"]);
    if (header.msg_type !== "comm_msg") return;
    unanswered.set(header.msg_id, data);
    if (unanswered.size > MOST_KEPT) unanswered.delete(unanswered.keys().next().value);
  }

  function heard(data) {
    if (!unanswered.size) return;
    const [header, parent] = parts(data, ["header", "parent_header"]);
    if (header.msg_type !== "status" || !unanswered.has(parent.msg_id)) return;
    const [content] = parts(data, ["content"]);
    if (content.execution_state === "idle") unanswered.delete(parent.msg_id);
  }

  // What Jupyter's front end takes for a websocket: the parts of one that it uses.
  class Link {
    static CONNECTING = Plain.CONNECTING;
    static OPEN = Plain.OPEN;
    static CLOSING = Plain.CLOSING;
    static CLOSED = Plain.CLOSED;
    onopen = null;
    onmessage = null;
    onclose = null;
    onerror = null; // never called: what went wrong is mended here
    binaryType = "blob";
    #socket = null;
    #wasOpen = false;
    #isGivenUp = false;

    constructor(url, protocols = []) {
      this.#dial(url, protocols);
    }

    #dial(url, protocols) {
      const socket = new Plain(url, protocols);
      this.#socket = socket;
      socket.onopen = (event) => {
        this.#wasOpen = true;
        socket.binaryType = this.binaryType;
        this.onopen?.(event);
        for (const data of unanswered.values()) socket.send(data);
      };
      socket.onmessage = (event) => {
        heard(event.data);
        this.onmessage?.(event);
      };
      socket.onclose = async (event) => {
        await reachable();
        if (this.#isGivenUp) return;
        if (this.#wasOpen) this.onclose?.(event);
        else this.#dial(url, protocols);
      };
    }

    get readyState() { return this.#socket.readyState; }
    get protocol() { return this.#socket.protocol; }
    get url() { return this.#socket.url; }

    send(data) {
      keep(data);
      if (this.#socket.readyState === Plain.OPEN) this.#socket.send(data);
    }

    close(...why) {
      this.#isGivenUp = true;
      this.#socket.close(...why);
    }
  }

  window.WebSocket = class extends Plain {
    constructor(url, protocols = []) {
      if (String(url).includes(kernel)) return new Link(url, protocols);
      super(url, protocols);
    }
  };
}
