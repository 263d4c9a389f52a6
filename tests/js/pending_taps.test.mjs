// What was tapped looks pending until it is answered, also where the answers themselves were lost on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pendingTaps } from "../../fujikoro_nb/widgets/base/page_parts.mjs";

function page() {
  const sent = [];
  let hear = /** @type {any} */ (null);
  let click = /** @type {any} */ (null);
  const model = /** @type {any} */ ({ on: (_, act) => { hear = act; }, off: () => {}, send: (message) => sent.push(message) });
  const box = /** @type {any} */ ({ addEventListener: (_, act) => { click = act; } });
  const button = () => {
    const one = { isPending: false, matches: () => true, closest: () => one, setAttribute: () => {}, classList: { toggle: (_, on) => { one.isPending = on; } } };
    return one;
  };
  let done = 0;
  const taps = pendingTaps(model, box, () => { done += 1; });
  const tap = (one, act) => {
    click({ target: one });
    taps.send(act);
  };
  return { sent, hear: (message) => hear(message), button, tap, done: () => done };
}

test("each answer frees one tap, in their order", () => {
  const { sent, hear, button, tap, done } = page();
  const [first, second] = [button(), button()];
  tap(first, "a");
  tap(second, "b");
  tap(second, "b"); // it is on its way
  assert.deepEqual(sent.map(({ act }) => act), ["a", "b"]);
  hear({ kind: "answered" });
  assert.deepEqual([first.isPending, second.isPending, done()], [false, true, 0]);
  hear({ kind: "other" });
  hear({ kind: "answered" });
  assert.deepEqual([second.isPending, done()], [false, 1]);
});

test("after a lost link one word frees all that was sent before", () => {
  const { sent, hear, button, tap, done } = page();
  const [first, second] = [button(), button()];
  tap(first, "a");
  tap(second, "b");
  hear({ kind: "answered", all: true });
  assert.deepEqual([first.isPending, second.isPending, done()], [false, false, 1]);
  tap(second, "b");
  assert.equal(sent.length, 3);
});
