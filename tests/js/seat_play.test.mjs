// An answer on its way: again with the same id until it is answered, one at a time, and nowhere kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SeatPlay } from "../../voila/templates/fujikoro/seat_play.mjs";

/** @typedef {{posted: any[], done: number[], refused: string[], busy: boolean[], rests: number[]}} Heard */

function paged(answers) {
  /** @type {Heard} */
  const heard = { posted: [], done: [], refused: [], busy: [], rests: [] };
  let made = 0;
  const play = new SeatPlay({
    post: async (what) => {
      heard.posted.push(what);
      return answers.shift();
    },
    done: (body) => heard.done.push(body.version),
    refused: (body) => heard.refused.push(body.said),
    changed: (isBusy) => heard.busy.push(isBusy),
    newId: () => {
      made += 1;
      return `id-${made}`;
    },
    rest: async (ms) => { heard.rests.push(ms); },
  });
  return { heard, play };
}

test("an answer is sent again with its id until somebody answers", async () => {
  const { heard, play } = paged([null, { status: 503, body: null }, { status: 429, body: null, after: 2 }, { status: 200, body: { version: 9 } }]);
  assert.equal(await play.send({ text: "B7", at: 4 }), true);
  assert.deepEqual(heard.posted, Array(4).fill({ text: "B7", at: 4, id: "id-1" }));
  assert.deepEqual(heard.done, [9]);
  assert.deepEqual(heard.rests, [300, 600, 2000]);
  assert.deepEqual(heard.busy, [true, false]);
});

test("a refusal is told, and the next answer has another id", async () => {
  const { heard, play } = paged([{ status: 409, body: { said: "no" } }, { status: 200, body: { version: 3 } }]);
  await play.send({ text: "B7" });
  await play.send({ text: "G2" });
  assert.deepEqual(heard.refused, ["no"]);
  assert.deepEqual(heard.posted.map(({ id, text }) => [id, text]), [["id-1", "B7"], ["id-2", "G2"]]);
});

test("what is tapped while one is on its way is not sent", async () => {
  const { heard, play } = paged([{ status: 200, body: { version: 1 } }]);
  const first = play.send({ text: "B7" });
  assert.equal(play.isBusy, true);
  assert.equal(await play.send({ text: "B7" }), false);
  await first;
  assert.equal(heard.posted.length, 1);
});
