// The link between a page and its kernel. A phone sleeps, a cable is pulled, the server is busy: the page says so within
// three seconds, keeps what was tapped meanwhile, and hands it over exactly once when the link is back.
//
// 1. A beat asks the server whether this page's kernel lives, while the page is in sight.
// 2. Every message of a widget is kept until the kernel has dealt with it, and sent again over a new socket. The server
//    knows what it has passed on already and passes nothing on twice (serve/kernels.py).
// 3. Jupyter's front end gives up after seven tries. So it hears of a closed socket only when the server answers again; its
//    first try is then the last.
//
// 4. A question whose answer was lost with a socket is asked again: Jupyter's front end would wait for that answer for ever,
//    and a page that was just being opened would stay empty.
//
// The banner is `#fk-banner`; `kernel` is this page's, `address` where the beat asks.
// A server that people log in to wants a word of its own cookie back, which no foreign page can read.
const fujikoroXsrf = () => (document.cookie.match(/(?:^|; )_xsrf=([^;]*)/) ?? [])[1] ?? "";

function fujikoroLink(kernel, address) {
  const BEAT_MS = 1500;
  const PATIENCE_MS = 1000;
  const TOLD_MS = 6000;
  const MOST_KEPT = 400;
  const LARGEST = 240 * 1024; // bytes; the server hangs up at a little more
  const SILENT_MS = 5000; // no frame for so long while something waits for its answer: the socket may be dead
  const STRIKES = 3; // a message on which the socket closed so often is not sent again
  const REPLIES = { kernel_info_request: "kernel_info_reply", comm_info_request: "comm_info_reply" };
  const ASKING = ["request_state", "request_states"]; // of a widget: the kernel may be asked twice, and nothing changes
  const PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 15000]; // between two dials
  const Plain = window.WebSocket;
  const banner = /** @type {any} */ (document.getElementById("fk-banner"));
  const unanswered = new Map(); // messages of widgets by their id, in their order: {data, strikes, since}
  const questions = new Map(); // what Jupyter's front end asked by its id, while it is not answered: {data, since}
  const waiting = []; // who wants to know that the server answers
  let link = /** @type {any} */ (null); // the page's one websocket
  let state = "on"; // on, lost, ended
  let lostAt = 0;
  let timer = 0;
  let isBeating = false;
  let isRefused = false;

  // ---- what the page says

  function show(next) {
    if (next === state || state === "ended") return;
    if (next === "lost") lostAt = performance.now();
    const wasLostFor = state === "lost" ? performance.now() - lostAt : 0;
    state = next;
    // What was lost for a while may have left a socket that is open and hears nothing; one that was opened since is well.
    if (state === "on" && wasLostFor > SILENT_MS) link?.redial(lostAt);
    document.documentElement.dataset.fkLink = state;
    draw();
  }

  const part = (tag, key, more = {}) => {
    const element = Object.assign(document.createElement(tag), { textContent: fujikoroLanguage.word(key), ...more });
    element.dataset.fkSay = key;
    return element;
  };

  function draw() {
    banner.hidden = state === "on";
    if (state === "lost") banner.replaceChildren(part("span", "link-lost"));
    if (state !== "ended") return;
    const again = part("button", "link-again", { type: "button", className: "btn", onclick: () => location.reload() });
    banner.replaceChildren(part("span", isRefused ? "link-other" : "link-ended"), ...(unanswered.size ? [" ", part("span", "link-unsent")] : []), " ", again);
  }

  // One sentence for a moment: something was not sent, and will not be.
  function tell(key) {
    if (state === "ended") return;
    banner.textContent = fujikoroLanguage.word(key);
    banner.hidden = false;
    setTimeout(() => {
      const now = state;
      state = "";
      show(now);
    }, TOLD_MS);
  }

  // ---- the beat

  async function beat() {
    clearTimeout(timer);
    if (isBeating || state === "ended") return;
    isBeating = true;
    try {
      const headers = new Headers(fujikoroXsrf() ? { "X-XSRFToken": fujikoroXsrf() } : {});
      const answer = await fetch(address, { cache: "no-store", headers, signal: AbortSignal.timeout(PATIENCE_MS) });
      isRefused = answer.status === 403 && answer.headers.has("Fujikoro-Key"); // the table has another one by now
      if (answer.status === 410 || answer.status === 403) show("ended");
      else if (answer.ok) {
        for (const go of waiting.splice(0)) go();
        show(!link || link.isOpen ? "on" : "lost");
        link?.look();
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

  const sizeOf = (data) => (typeof data === "string" ? new TextEncoder().encode(data).length : data.byteLength);

  // Keep a widget's message until it is answered; false: it can be neither kept nor sent.
  function keep(data) {
    const [header, content] = parts(data, ["header", "content"]);
    if (header.msg_type in REPLIES || ASKING.includes(content.data?.method)) {
      questions.set(header.msg_id, { data, since: performance.now() });
      return true;
    }
    if (header.msg_type !== "comm_msg" || content.data?.content?.act === "unheard") return true; // asked anew at each link
    if (sizeOf(data) > LARGEST) tell("link-too-large");
    else if (unanswered.size >= MOST_KEPT) tell("link-full");
    else {
      unanswered.set(header.msg_id, { data, strikes: 0, since: performance.now() });
      if (state === "ended") draw(); // it will not be sent, and that is said
      return true;
    }
    return false;
  }

  function heard(data) {
    if (!unanswered.size && !questions.size) return;
    const [header, parent] = parts(data, ["header", "parent_header"]);
    const asked = questions.get(parent.msg_id);
    if (asked) {
      const [{ msg_type: kind }] = parts(asked.data, ["header"]);
      if (kind in REPLIES ? header.msg_type === REPLIES[kind] : header.msg_type === "status" && isIdle(data)) questions.delete(parent.msg_id);
      return;
    }
    if (header.msg_type !== "status" || !unanswered.has(parent.msg_id)) return;
    if (isIdle(data)) unanswered.delete(parent.msg_id);
  }

  const isIdle = (data) => parts(data, ["content"])[0].execution_state === "idle";

  // The oldest message is the one on which the socket may have closed.
  function strike() {
    const [first] = unanswered;
    if (!first) return;
    first[1].strikes += 1;
    if (first[1].strikes >= STRIKES) unanswered.delete(first[0]);
  }

  // What Jupyter's front end takes for a websocket: the parts of one that it uses.
  class Link {
    static CONNECTING = Plain.CONNECTING;
    static OPEN = Plain.OPEN;
    static CLOSING = Plain.CLOSING;
    static CLOSED = Plain.CLOSED;
    static dials = 0; // in a row, without a socket that stayed
    static opened = 0;
    onopen = /** @type {any} */ (null);
    onmessage = /** @type {any} */ (null);
    onclose = /** @type {any} */ (null);
    onerror = null; // never called: what went wrong is mended here
    binaryType = /** @type {BinaryType} */ ("blob");
    #socket = /** @type {any} */ (null);
    /** @type {[string | URL, (string | string[])?]} */
    #address;
    #wasOpen = false;
    #isGivenUp = false;
    #openedAt = 0;
    #heardAt = 0;
    #silences = 0;

    constructor(...dialled) {
      this.#address = /** @type {any} */ (dialled);
      link = this;
      this.#dial();
    }

    #dial() {
      const socket = new Plain(...this.#address);
      this.#openedAt = 0;
      this.#socket = socket;
      socket.onopen = (event) => {
        this.#wasOpen = true;
        this.#openedAt = this.#heardAt = performance.now();
        socket.binaryType = this.binaryType;
        this.onopen?.(event);
        for (const { data } of [...questions.values(), ...unanswered.values()]) socket.send(data);
        beat();
        // What the kernel said while nobody heard it is asked for again, after what was tapped meanwhile.
        if (Link.opened) dispatchEvent(new Event("fujikoro-linked"));
        Link.opened += 1;
      };
      socket.onmessage = (event) => {
        this.#heardAt = performance.now();
        this.#silences = 0;
        heard(event.data);
        this.onmessage?.(event);
      };
      socket.onclose = async (event) => {
        if (socket !== this.#socket) return; // given up for another one
        const stayed = this.#openedAt && performance.now() - this.#openedAt > SILENT_MS;
        if (this.#openedAt && !stayed) strike();
        Link.dials = stayed ? 0 : Link.dials + 1;
        await Promise.all([reachable(), pause(Math.min(Link.dials, PAUSES_MS.length - 1))]);
        if (this.#isGivenUp || socket !== this.#socket) return;
        if (this.#wasOpen) this.onclose?.(event);
        else this.#dial();
      };
    }

    get isOpen() { return this.#socket.readyState === Plain.OPEN; }
    get readyState() { return this.#socket.readyState; }
    get protocol() { return this.#socket.protocol; }
    get url() { return this.#socket.url; }

    // Something waits for its answer and nothing is heard: a busy kernel, or a socket that is dead without a word. Sending
    // again is harmless, so a new socket is tried, each time after a longer while.
    look() {
      const [first] = [...questions.values(), ...unanswered.values()];
      const now = performance.now();
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
      if (old.readyState !== Plain.OPEN || this.#openedAt > since) return;
      const ended = old.onclose;
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
      ended.call(old, new CloseEvent("close"));
    }

    send(data) {
      if (keep(data) && this.isOpen) this.#socket.send(data);
    }

    close(...why) {
      this.#isGivenUp = true;
      if (link === this) link = null;
      this.#socket.close(...why);
    }
  }

  const pause = (index) => new Promise((go) => {
    setTimeout(go, PAUSES_MS[index]);
  });

  window.WebSocket = /** @type {any} */ (class extends Plain {
    constructor(url, protocols = []) {
      if (String(url).includes(kernel)) return /** @type {any} */ (new Link(url, protocols));
      super(url, protocols);
    }
  });
}
