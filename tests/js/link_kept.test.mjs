// What a page keeps, and when it lets it go: a tap arrives once, whatever becomes of the socket.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptMessages } from "../../voila/templates/fujikoro/link_kept.mjs";

const message = (id, type, content = {}) => JSON.stringify({ header: { msg_id: id, msg_type: type }, parent_header: {}, content });
const tap = (id, text = "") => message(id, "comm_msg", { data: { content: { act: "tap", text } } });
const answer = (to, type, content = {}) => JSON.stringify({ header: { msg_type: type }, parent_header: { msg_id: to }, content });
const idle = (to) => answer(to, "status", { execution_state: "idle" });

function keeping(...messages) {
  let now = 0;
  const kept = new KeptMessages(() => { now += 10; return now; });
  for (const one of messages) assert.equal(kept.keep(one), "");
  return kept;
}
const ids = (kept) => kept.all().map(({ data }) => JSON.parse(data).header.msg_id);

test("a tap is kept until the kernel has dealt with it, in its order", () => {
  const kept = keeping(tap("a"), tap("b"));
  assert.deepEqual(kept.all().map(({ since }) => since), [10, 20]);
  for (const heard of [answer("a", "comm_msg"), answer("a", "status", { execution_state: "busy" }), idle("c")]) kept.heard(heard);
  assert.deepEqual(ids(kept), ["a", "b"]);
  kept.heard(idle("a"));
  assert.deepEqual([ids(kept), kept.unsent], [["b"], 1]);
});

test("a question of Jupyter's is kept until its reply, one of a widget's state until the kernel is idle; both go first", () => {
  const kept = keeping(tap("a"), message("k", "kernel_info_request"), message("c", "comm_info_request"), message("s", "comm_msg", { data: { method: "request_states" } }));
  assert.deepEqual([ids(kept), kept.unsent], [["k", "c", "s", "a"], 1]);
  for (const heard of [idle("k"), answer("c", "kernel_info_reply"), answer("s", "status", { execution_state: "busy" })]) kept.heard(heard);
  assert.equal(ids(kept).length, 4);
  for (const heard of [answer("k", "kernel_info_reply"), answer("c", "comm_info_reply"), idle("s")]) kept.heard(heard);
  assert.deepEqual(ids(kept), ["a"]);
});

test("what is asked anew at each link, and what is no widget's, is sent and not kept", () => {
  const kept = keeping(message("u", "comm_msg", { data: { content: { act: "unheard" } } }), message("x", "execute_request"));
  assert.deepEqual(ids(kept), []);
  kept.heard("not read when nothing waits");
});

test("too large and too many say so", () => {
  const kept = keeping();
  assert.equal(kept.keep(tap("l", "é".repeat(125 * 1024))), "link-too-large");
  for (let n = 0; n < 400; n += 1) assert.equal(kept.keep(tap(`t${n}`)), "");
  assert.equal(kept.keep(tap("more")), "link-full");
  assert.equal(kept.keep(message("k", "kernel_info_request")), "");
  kept.heard(idle("t0"));
  assert.equal(kept.keep(tap("more")), "");
});

test("a message on which the socket closed three times is given up, and the next one counts anew", () => {
  const kept = keeping(tap("a"), tap("b"));
  kept.strike();
  kept.strike();
  assert.deepEqual(ids(kept), ["a", "b"]);
  kept.strike();
  assert.deepEqual(ids(kept), ["b"]);
  kept.strike();
  kept.strike();
  assert.deepEqual(ids(kept), ["b"]);
  kept.strike();
  kept.strike();
  assert.deepEqual(ids(kept), []);
});
