// The stream that a page looks on by: silence is a loss, a closed one is asked for, and heard anew.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ReaderStream } from "../../voila/templates/fujikoro/reader_stream.mjs";

const settled = async () => { for (let turn = 0; turn < 20; turn += 1) await null; };

class Source {
  readyState = 1;
  heard = new Map();
  constructor(address) { this.address = address; }
  addEventListener(kind, call) { this.heard.set(kind, call); }
  close() { this.readyState = 2; }
  say(kind, data = "") { this.heard.get(kind)?.({ data, target: this }); }
  fail() { this.readyState = 2; this.say("error"); }
}

/** A page that looks on; the server answers what `answer` says. */
function looking(answer = { status: 503, hasKey: false }) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const page = /** @type {any} */ ({ streams: [], seen: [], isPaused: false, lang: "en" });
  globalThis.EventSource = /** @type {any} */ (class extends Source {
    constructor(address) { super(address); page.streams.push(this); }
  });
  globalThis.fetch = /** @type {any} */ (async (address) => {
    page.seen.push(`asked ${address}`);
    return { status: answer.status, headers: { has: () => answer.hasKey } };
  });
  const stream = new ReaderStream({
    address: () => `/events?lang=${page.lang}`, heard: (data) => page.seen.push(data), lost: (isRefused) => page.seen.push(isRefused ? "refused" : "lost"),
    gone: () => page.seen.push("gone"), isPaused: () => page.isPaused,
  });
  stream.listen();
  const pass = async (ms) => { mock.timers.tick(ms); await settled(); };
  return { page, stream, pass };
}

test("every word puts the loss off, and the last silence is one", async () => {
  const { page, pass } = looking();
  for (const kind of ["whole", "beat", "change"]) {
    await pass(2499);
    page.streams[0].say(kind, kind);
  }
  assert.deepEqual(page.seen, ["whole", "beat", "change"]);
  await pass(2500);
  page.streams[0].say("gone");
  assert.deepEqual(page.seen.slice(3), ["lost", "gone"]);
  mock.timers.reset();
});

test("listening anew closes what was heard, also when nobody looks", async () => {
  const { page, stream } = looking();
  page.lang = "fr";
  stream.listen();
  assert.deepEqual(page.streams.map(({ address, readyState }) => [address, readyState]), [["/events?lang=en", 2], ["/events?lang=fr", 1]]);
  page.streams[0].fail(); // of the one before nobody wants to know
  page.isPaused = true;
  stream.listen();
  await settled();
  assert.deepEqual([page.streams.length, page.streams[1].readyState, page.seen], [2, 2, []]);
  mock.timers.reset();
});

test("a stream that closed for good is heard anew a second after the server was asked", async () => {
  const { page, pass } = looking();
  page.streams[0].say("error"); // it tries again by itself
  page.streams[0].fail();
  await settled();
  await pass(999);
  assert.deepEqual([page.streams.length, page.seen], [1, ["asked /events?lang=en"]]);
  await pass(1);
  assert.equal(page.streams.length, 2);
  mock.timers.reset();
});

test("a table with another key is said for good; another refusal is not", async () => {
  const { page, pass } = looking({ status: 403, hasKey: true });
  page.streams[0].fail();
  await settled();
  await pass(60_000);
  assert.deepEqual([page.streams.length, page.seen.slice(1)], [1, ["refused"]]);
  mock.timers.reset();
  const other = looking({ status: 403, hasKey: false });
  other.page.streams[0].fail();
  await settled();
  await other.pass(1000);
  assert.equal(other.page.streams.length, 2);
  mock.timers.reset();
});
