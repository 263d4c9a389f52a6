import assert from "node:assert/strict";
import { test } from "node:test";

import { countsByShare } from "../../fujikoro_nb/widgets/fight/answer_cubes.mjs";

const share = (teeth, ...seats) => ({ teeth, seats: seats.map((seat) => ({ seat, told: Array.from({ length: teeth + 1 }, String) })) });

test("teeth given out stay while the page is drawn anew", () => {
  const counts = countsByShare();
  counts(share(3, 0, 1), 3)[0] += 2;
  assert.deepEqual(counts(share(3, 0, 1), 3), [2, 0]);
});

test("another roll after undo begins with nothing, as do other fighters and the next question", () => {
  const others = [{ other: share(1, 0, 1), at: 3 }, { other: share(3, 0, 1, 2), at: 3 }, { other: share(3, 0, 2), at: 3 }, { other: share(3, 0, 1), at: 5 }];
  for (const { other, at } of others) {
    const counts = countsByShare();
    counts(share(3, 0, 1), 3)[0] += 3;
    assert.deepEqual(counts(other, at), other.seats.map(() => 0));
  }
});
