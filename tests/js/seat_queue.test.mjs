// Taps on their way to a table: one by one, again with the same id, none twice, none lost by a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SeatProgress, SeatQueue, readTaps } from "../../voila/templates/fujikoro/seat_queue.mjs";

/** @typedef {{posted: any[], done: any[], refused: any[], rests: number[], kept: string}} Heard */

function paged(answers, { kept = "" } = {}) {
  /** @type {Heard} */
  const heard = { posted: [], done: [], refused: [], rests: [], kept };
  let made = 0;
  const page = {
    post: async (tap) => {
      heard.posted.push(tap);
      const next = answers.length ? answers.shift() : { status: 200, body: { version: heard.posted.length } };
      return typeof next === "function" ? next() : next;
    },
    settle: async (tap) => ({ ...tap, seen: 7 + made }),
    done: (tap, body) => heard.done.push([tap.do.n, body.version]),
    refused: (tap, body) => heard.refused.push([tap.do.n, body.said]),
    changed: () => {},
    keep: (text) => { heard.kept = text; },
    kept: () => heard.kept,
    newId: () => `id-${String(made += 1).padStart(6, "0")}`,
    rest: async (ms) => { heard.rests.push(ms); },
  };
  return { heard, queue: new SeatQueue(page) };
}

const soon = () => new Promise((resolve) => { setTimeout(resolve); });
const over = async (queue) => { while (queue.taps.length) await soon(); };
const act = (n) => ({ act: "out", n });

test("taps go one after the other, each with its own id", async () => {
  const { heard, queue } = paged([]);
  for (const n of [1, 2, 3]) queue.add(4, act(n));
  await over(queue);
  assert.deepEqual(heard.done.map(([n]) => n), [1, 2, 3]);
  assert.equal(new Set(heard.posted.map((tap) => tap.id)).size, 3);
  assert.ok(heard.posted.every((tap) => tap.seat === 4 && tap.seen >= 7));
  assert.equal(heard.kept, "");
});

test("without an answer the same tap is sent again, later and later, with what it was meant for", async () => {
  const { heard, queue } = paged([null, { status: 503, body: null }, { status: 429, body: {}, after: 3 }]);
  queue.add(0, act(1));
  await over(queue);
  assert.deepEqual(heard.rests, [400, 800, 3000]);
  assert.equal(new Set(heard.posted.map((tap) => JSON.stringify(tap))).size, 1);
  assert.deepEqual(heard.done, [[1, 4]]);
});

test("a refusal is told, and the next tap goes on", async () => {
  const { heard, queue } = paged([{ status: 409, body: { said: "too late" } }]);
  queue.add(0, act(1));
  queue.add(0, act(2));
  await over(queue);
  assert.deepEqual([heard.refused, heard.done.map(([n]) => n)], [[[1, "too late"]], [2]]);
});

test("what waited when the page was closed is sent by the next one under its old id", async () => {
  const { heard, queue } = paged([() => new Promise(() => {})]);
  queue.add(2, act(1));
  await soon();
  const again = paged([], { kept: heard.kept });
  assert.equal(again.queue.taps.length, 1);
  again.queue.run();
  await over(again.queue);
  assert.deepEqual(again.heard.posted, heard.posted);
});

test("what was forgotten meanwhile is not told of", async () => {
  let answer;
  const { heard, queue } = paged([() => new Promise((resolve) => { answer = resolve; })]);
  queue.add(2, act(1));
  await soon();
  queue.forget();
  answer({ status: 200, body: {} });
  await soon();
  assert.deepEqual([heard.done, heard.refused, queue.taps], [[], [], []]);
});

test("so many may wait, and no more", () => {
  const { queue } = paged([() => new Promise(() => {})]);
  const added = Array.from({ length: 61 }, (_, n) => queue.add(0, act(n)));
  assert.deepEqual([added.filter(Boolean).length, added.at(-1)], [60, false]);
});

test("what no page wrote is nothing", () => {
  for (const text of ["", "[", "{}", "[1]", '[{"id":1}]', '[{"id":"a","do":{"act":"out"}}]']) assert.deepEqual(readTaps(text), []);
});

test("a page has caught up when it is drawn as it was after its own last write", async () => {
  const progress = new SeatProgress();
  await progress.caughtUp();
  progress.drawn(5);
  progress.wrote(7);
  assert.equal(progress.seen, 7);
  let isThere = false;
  const there = progress.caughtUp().then(() => { isThere = true; });
  progress.drawn(6);
  await Promise.resolve();
  assert.equal(isThere, false);
  progress.drawn(8);
  await there;
  assert.equal(progress.seen, 8);
});
