// The beat asks while somebody looks and the kernel may live, one question at a time, and never gives up.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Beat } from "../../voila/templates/fujikoro/link_beat.mjs";

const settled = async () => { for (let turn = 0; turn < 10; turn += 1) await null; };

/** A page's beat with timers that a test moves, and the questions that it asked. */
function beating() {
  mock.timers.enable({ apis: ["setTimeout"] });
  const page = /** @type {any} */ ({ asked: 0, told: [], isEnded: false, isHidden: false });
  const beat = new Beat({
    ask: () => new Promise((go, stop) => {
      page.asked += 1;
      page.answer = (ok = true) => go(/** @type {any} */ ({ ok }));
      page.fail = () => stop(new Error("nobody"));
    }),
    told: ({ ok }) => page.told.push(ok), silent: () => page.told.push("silent"), isEnded: () => page.isEnded, isHidden: () => page.isHidden,
  });
  const pass = async (ms) => { mock.timers.tick(ms); await settled(); };
  return { page, beat, pass };
}

test("it goes on after every answer and after none, one question at a time", async () => {
  const { page, beat, pass } = beating();
  await pass(1499);
  assert.equal(page.asked, 0);
  await pass(1);
  beat.now();
  await pass(60_000);
  assert.equal(page.asked, 1);
  page.answer();
  await settled();
  await pass(1500);
  page.fail();
  await settled();
  await pass(1500);
  page.answer(false);
  await settled();
  assert.deepEqual([page.asked, page.told], [3, [true, "silent", false]]);
  mock.timers.reset();
});

test("a page out of sight asks no more by itself, one that has ended not at all", async () => {
  const { page, beat, pass } = beating();
  page.isHidden = true;
  beat.now();
  page.answer();
  await settled();
  await pass(60_000);
  assert.equal(page.asked, 1);
  beat.now();
  assert.equal(page.asked, 2);
  page.isEnded = true;
  page.answer();
  await settled();
  beat.now();
  assert.equal(page.asked, 2);
  mock.timers.reset();
});

test("who waits for the server hears of the next good answer", async () => {
  const { page, beat } = beating();
  let there = 0;
  const come = () => { there += 1; };
  beat.reachable().then(come);
  beat.reachable().then(come);
  page.answer(false);
  await settled();
  assert.deepEqual([page.told, there], [[false], 0]);
  beat.now();
  page.answer();
  await settled();
  assert.deepEqual([page.told, there], [[false, true], 2]);
  mock.timers.reset();
});

test("what cannot be taken is as silence", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const seen = [];
  const beat = new Beat({
    ask: async () => /** @type {any} */ ({ ok: true }), told: () => { throw new Error("no"); }, silent: () => seen.push("silent"), isEnded: () => false, isHidden: () => true,
  });
  await beat.now();
  assert.deepEqual(seen, ["silent"]);
  mock.timers.reset();
});
