// Jupyter's front end sees one socket, while behind it one takes another's place and what is kept is sent again.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { KeptMessages } from "../../voila/templates/fujikoro/link_kept.mjs";
import { LinkSocket } from "../../voila/templates/fujikoro/link_socket.mjs";

const tap = (id) => JSON.stringify({ header: { msg_id: id, msg_type: "comm_msg" }, parent_header: {}, content: { data: { content: { act: "tap" } } } });
const idle = (to) => JSON.stringify({ header: { msg_type: "status" }, parent_header: { msg_id: to }, content: { execution_state: "idle" } });
const settled = async () => { for (let turn = 0; turn < 20; turn += 1) await null; };

class Plain {
  readyState = 0;
  protocol = "p";
  binaryType = "blob";
  sent = [];
  closed = /** @type {any} */ (null);
  onopen = /** @type {any} */ (null);
  onmessage = /** @type {any} */ (null);
  onclose = /** @type {any} */ (null);
  constructor(url) { this.url = url; }
  send(data) { this.sent.push(JSON.parse(data).header.msg_id); }
  close(...why) { this.closed = why; }
  open() { this.readyState = 1; this.onopen({ type: "open" }); }
  end() { this.readyState = 3; this.onclose({ type: "close" }); }
}

/** A page with a link that is not open yet. The server answers at once. */
function linked() {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.CloseEvent ??= /** @type {any} */ (Event);
  const clock = { now: 1000 };
  const sockets = [];
  const seen = [];
  const kept = new KeptMessages(() => clock.now);
  /** @type {any} */
  const line = {
    plain: (url) => { sockets.push(new Plain(url)); return sockets.at(-1); },
    kept, hold: (data) => !kept.keep(data), beat: () => seen.push("beat"), reachable: async () => {}, linked: () => seen.push("linked"),
    now: () => clock.now, socket: null, dials: 0, opened: 0,
  };
  const link = new LinkSocket(line, "ws://k", []);
  link.onopen = () => seen.push("open");
  link.onclose = () => seen.push("close");
  link.onmessage = ({ data }) => seen.push(JSON.parse(data).header.msg_type);
  const pass = async (ms) => { clock.now += ms; mock.timers.tick(ms); await settled(); };
  return { link, line, sockets, seen, clock, pass };
}

test("it looks like the socket behind it, and what is sent before that is open goes with its opening", () => {
  const { link, line, sockets, seen } = linked();
  link.binaryType = "arraybuffer";
  link.send(tap("a"));
  assert.deepEqual([line.socket === link, link.readyState, link.isOpen, link.url, link.protocol], [true, 0, false, "ws://k", "p"]);
  sockets[0].open();
  link.send(tap("b"));
  assert.deepEqual([sockets[0].sent, sockets[0].binaryType, seen], [["a", "b"], "arraybuffer", ["open", "beat"]]);
  sockets[0].onmessage({ data: idle("a") });
  assert.deepEqual([line.kept.unsent, seen.at(-1)], [1, "status"]);
  link.close(1000);
  assert.deepEqual([line.socket, sockets[0].closed], [null, [1000]]);
  mock.timers.reset();
});

test("one that never opened is dialled again after longer and longer pauses, and nobody hears of it", async () => {
  const { sockets, seen, pass } = linked();
  for (const wait of [500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
    const before = sockets.length;
    sockets.at(-1).end();
    await settled();
    await pass(wait - 1);
    assert.equal(sockets.length, before);
    await pass(1);
    assert.equal(sockets.length, before + 1);
  }
  assert.deepEqual(seen, []);
  mock.timers.reset();
});

test("one that closed is told of when the server answers; the next one brings what is kept and asks for what was missed", async () => {
  const { link, line, sockets, seen, pass } = linked();
  sockets[0].open();
  link.send(tap("a"));
  await pass(6000);
  sockets[0].end();
  await pass(0);
  assert.deepEqual([seen, line.dials], [["open", "beat", "close"], 0]);
  const next = new LinkSocket(line, "ws://k", []);
  next.onopen = () => seen.push("open");
  sockets[1].open();
  assert.deepEqual([sockets[1].sent, seen.slice(3)], [["a"], ["open", "beat", "linked"]]);
  mock.timers.reset();
});

test("a message on which three sockets closed at once is not sent a fourth time", async () => {
  const { link, line, sockets, pass } = linked();
  link.send(tap("a"));
  for (let round = 0; round < 3; round += 1) {
    if (round) new LinkSocket(line, "ws://k", []);
    sockets.at(-1).open();
    sockets.at(-1).end();
    await pass(20_000);
  }
  assert.deepEqual([line.kept.unsent, line.dials], [0, 3]);
  mock.timers.reset();
});

test("one that has been silent for five seconds while something waits is given up", async () => {
  const { link, line, sockets, seen, pass } = linked();
  sockets[0].open();
  await pass(60_000);
  link.look(); // nothing waits
  link.send(tap("a"));
  await pass(5000);
  link.look();
  assert.equal(sockets[0].closed, null);
  await pass(1);
  link.look();
  assert.deepEqual([sockets[0].closed, sockets[0].onmessage], [[], null]);
  await pass(0);
  assert.deepEqual([seen.at(-1), line.dials], ["close", 0]);
  mock.timers.reset();
});

test("one that was opened since a loss is kept", async () => {
  const { link, sockets, clock } = linked();
  sockets[0].open();
  link.redial(clock.now - 1);
  assert.equal(sockets[0].closed, null);
  link.redial(clock.now);
  assert.deepEqual(sockets[0].closed, []);
  mock.timers.reset();
});

test("one that its owner closed is neither told of nor dialled again", async () => {
  const { link, sockets, seen, pass } = linked();
  link.close();
  sockets[0].end();
  await pass(60_000);
  assert.deepEqual([sockets.length, seen], [1, []]);
  mock.timers.reset();
});
