// A seat's page: our widgets' own front ends, fed from the table's stream of states; what is tapped goes to the server as requests,
// one after the other, and waits in the browser until it is answered.
import { ReaderModels } from "./reader_models.mjs";
import { frontEnds, pageDrawing, readerBanner, viewsOf } from "./reader_parts.mjs";
import { ReaderStream } from "./reader_stream.mjs";
import { SeatPlay } from "./seat_play.mjs";
import { SeatProgress, SeatQueue } from "./seat_queue.mjs";

const SEND_MS = 8000; // for one request
const WRITES = ["paint", "magic", "clear", "unlock", "blueprint", "backpack", "backpack-monk", "out", "points", "life", "left", "undo"];
const PLAYS = ["answer", "take-back", "again"]; // of a small game
const LOCAL = ["unheard", "redo", "none-left"]; // what only a kernel would answer
const FORGOTTEN = ["taken-over", "not-held", "not-yours", "no-seat"];

// The browser's own store: only a cache of what waits.
function keptTaps(code) {
  const name = `fujikoro-seat-${code}`;
  return {
    keep: (text) => { try { if (text) localStorage.setItem(name, text); else localStorage.removeItem(name); } catch { /* it lasts as long as the page */ } },
    kept: () => { try { return localStorage.getItem(name) ?? ""; } catch { return ""; } },
  };
}

// One request; null when there was no answer, or one of the gate, which the stream tells of.
async function postJson(address, body) {
  const once = new AbortController();
  const patience = setTimeout(() => once.abort(), SEND_MS);
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), cache: "no-store", signal: once.signal });
    if (answer.headers.has("Fujikoro-Key")) return null;
    const isJson = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
    return { status: answer.status, body: isJson ? await answer.json() : null, after: Number(answer.headers.get("Retry-After")) || 0 };
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

// What the page knows of itself beside the table: taps that wait, whether the link is lost, whose last life is meant.
function ownState({ models, rules, hasHost, mayHost }) {
  const page = () => models.get("page");
  const told = { waiting: [], odds: {}, isLost: false, sure: -2, rulesAt: rules, hasHost, mayHost };
  const tell = (news = {}) => {
    Object.assign(told, news);
    page()?.take(told);
  };
  return { page, tell, told, notice: (says) => page()?.set("notice", says ?? "") };
}

// The taps of this phone on their way. `page` = what they need of it.
function seatQueue({ settings, lang, state, progress, person, leftOf, answerGrid, listen }) {
  const queue = new SeatQueue({
    ...keptTaps(settings.code),
    newId, rest,
    post: ({ seat, seen, id, do: what }) => postJson(`${settings.write}?${lang()}`, { seat, seen, id, do: what }),
    async settle(tap) {
      const what = { ...tap.do };
      if (["points", "life", "left"].includes(what.act)) {
        await progress.caughtUp();
        if (what.act === "points") what.score = person()?.points ?? 0;
        else if (what.act === "life") what.left = person()?.lives ?? 0;
        else what.was = leftOf(what.item);
      }
      return { ...tap, do: what, seen: progress.seen };
    },
    done(_tap, body) {
      progress.wrote(body?.version ?? 0);
      state.notice("");
      if (!queue.taps.length) progress.caughtUp().then(answerGrid);
    },
    refused(tap, body) {
      state.notice(body?.said ?? fujikoroLanguage.word("link-unsent"));
      state.tell({ sure: body?.refused === "last-life" ? tap.seat : -2 });
      answerGrid();
      if (!FORGOTTEN.includes(body?.refused)) return;
      queue.forget();
      listen();
    },
    changed: (taps) => state.tell({ waiting: taps }),
  });
  return queue;
}

const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const rest = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(() => resolve(undefined), ms); });

// The answer of a small game or of a duel that this phone gives: to `address`.
function ownAnswer({ address, lang, state, listen }) {
  return new SeatPlay({
    post: (what) => postJson(`${address}?${lang()}`, what),
    done: () => {
      state.notice("");
      state.tell({ refused: {} });
    },
    refused(body) {
      state.notice(""); // the same sentence again is news as well
      if (body?.rule) state.tell({ refused: { text: body.said, rule: body.rule } });
      else state.notice(body?.said ?? fujikoroLanguage.word("link-unsent"));
      if (FORGOTTEN.includes(body?.refused)) listen();
    },
    changed: (isBusy) => state.tell({ waiting: isBusy ? [{}] : [] }),
    newId, rest,
  });
}

// What the widgets of a seat ask for: a tap for the queue, another seat, odds; or something that only a kernel would answer.
function seatActs({ settings, lang, state, view, queue, play, race, listen, look, tapped }) {
  const client = Math.random().toString(36).slice(2, 10);

  function write(act, fields) {
    const seat = view().seat ?? -2;
    if (seat < 0) return;
    let what = { act, ...fields };
    if (act === "undo" && !fields.of) {
      const of = view().me?.undo?.of;
      if (!of || queue().taps.length) return; // the board's own key for undo: only what the button names
      what = { act, of };
    }
    if (fields.stroke) what.stroke = `${client} ${fields.stroke}`.slice(0, 60);
    state.tell({ sure: -2 });
    if (!queue().add(seat, what)) state.notice(fujikoroLanguage.word("link-full"));
  }

  async function sit({ seat, over }) {
    if (view().hand === "host" && seat >= 0) {
      look(seat);
      return;
    }
    const answer = await postJson(`${settings.sit}?${lang()}`, { seat, over });
    if (answer?.status === 200) queue().forget();
    else state.notice(answer?.body?.said ?? fujikoroLanguage.word("link-lost-seat"));
    listen();
  }

  async function odds(question) {
    state.tell({ odds: { isBusy: true } });
    const answer = await postJson(`${settings.odds}?${lang()}`, question);
    state.tell({ odds: answer?.body ?? { said: fujikoroLanguage.word("link-lost-seat") } });
  }

  return (message) => {
    const { act, client: whose, seq, ...fields } = message;
    if (LOCAL.includes(act)) return true;
    if (whose) tapped([whose, seq]);
    if (act === "sit") sit(fields);
    else if (act === "stand-up") postJson(settings.leave, {}).then(listen);
    else if (act === "odds") odds(fields);
    else if (PLAYS.includes(act)) play.send({ seat: view().seat ?? -2, at: fields.at, text: fields.text ?? "", then: fields.then ?? "", again: act === "again" });
    else if (act === "duel") race.send({ seat: view().seat ?? -2, round: fields.round, do: fields.do, at: fields.at, yes: fields.yes });
    else if (WRITES.includes(act)) write(act, fields);
    else return false;
    return true;
  };
}

export function fujikoroSeat(settings) {
  const { events, fronts, cards, code } = settings;
  const banner = readerBanner();
  const progress = new SeatProgress();
  const lang = () => `lang=${fujikoroLanguage.now()}`;
  const listen = () => stream.listen();
  let seatOfHost = -2;

  const manager = viewsOf((name) => models.get(name), frontEnds(fronts));
  async function cardOf(rule) {
    const answer = await fetch(`${cards}${encodeURIComponent(rule)}?table=${code}&${lang()}`);
    return answer.ok ? answer.json() : null;
  }
  const models = new ReaderModels({ manager, cardOf, act: (message) => act(message) });
  const state = ownState({ models, rules: settings.rules, hasHost: settings.hasHost, mayHost: settings.mayHost });
  const view = () => state.page()?.get("view") ?? {};
  const leftOf = (item) => view().ending?.left.find((one) => one.seat === view().seat)?.items.find((one) => one.item === item)?.count ?? 0;
  const person = () => view().people?.find((one) => one.seat === view().seat);

  // The board shows its own drawing of what waits until it hears that it is answered.
  let newest = /** @type {[string, number]} */ (["", 0]);
  const answerGrid = () => { if (!queue.taps.length) models.get("page.grid")?.set("answered", newest); };
  const queue = seatQueue({ settings, lang, state, progress, person, leftOf, answerGrid, listen });
  const play = ownAnswer({ address: settings.play, lang, state, listen });
  const race = ownAnswer({ address: settings.duel, lang, state, listen });
  const act = seatActs({
    settings, lang, state, view, listen, play, race,
    queue: () => queue,
    look: (seat) => { seatOfHost = seat; listen(); },
    tapped: (which) => { newest = which; },
  });

  const drawn = pageDrawing(() => manager.create_view(models.get("page")));
  let isDrawn = false;
  function draw() {
    isDrawn = true;
    state.tell({ waiting: queue.taps });
    return drawn();
  }

  function heard(data) {
    banner.found();
    if (state.told.isLost) {
      state.tell({ isLost: false });
      queue.hurry();
      play.hurry();
      race.hurry();
    }
    const { version, models: news = {}, now } = data ? JSON.parse(data) : {};
    const isOther = isDrawn && news.page?.state.language && news.page.state.language !== state.page()?.get("language");
    if (isOther) models.clear(); // another language: every word is another one
    if (isDrawn && news.page) delete news.page.state.notice; // this page's own
    models.take(news);
    if (now) state.tell({ ahead: now - Date.now() }); // how far the server's clock is before this phone's
    if (isOther) draw();
    if (version !== undefined) {
      document.documentElement.dataset.fkVersion = String(version);
      progress.drawn(version);
    }
    if (isDrawn || !state.page()) return;
    draw();
    queue.run(); // what waited when this page was closed
  }

  const stream = new ReaderStream({
    address: () => `${events}?${lang()}${seatOfHost >= 0 ? `&seat=${seatOfHost}` : ""}`,
    heard,
    lost: (isRefused) => {
      banner.lost(isRefused ? "link-other" : "link-lost-seat");
      state.tell({ isLost: true });
    },
    gone: () => location.reload(),
    isPaused: () => document.hidden && isDrawn,
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? stream.close() : stream.listen()));
  addEventListener("online", stream.listen);
  addEventListener("fujikoro-language", stream.listen);
  stream.listen();
}
