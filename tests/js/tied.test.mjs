// A number and what belongs to it are never on two lines.
import assert from "node:assert/strict";
import { test } from "node:test";

import { tied } from "../../fujikoro_nb/widgets/base/dom.mjs";

test("a percent sign stays with its number, a range with its rating", () => {
  assert.equal(tied("wins 100 %, loses 0 %"), "wins 100\u00a0%, loses 0\u00a0%");
  assert.equal(tied("Rating 1234 ± 350 now"), "Rating 1234\u00a0±\u00a0350 now");
  assert.equal(tied("nothing to tie: 3 of 8"), "nothing to tie: 3 of 8");
});
