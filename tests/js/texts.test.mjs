import assert from "node:assert/strict";
import { test } from "node:test";
import { fill } from "../../fujikoro_nb/widgets/base/texts.mjs";

test("slots and plurals", () => {
  assert.equal(fill("{a} of {b}", { a: 1, b: 2 }), "1 of 2");
  assert.equal(fill("{n:plural:# cube|# cubes}", { n: 1 }), "1 cube");
  assert.equal(fill("{n:plural:# cube|# cubes}", { n: 3 }), "3 cubes");
  assert.equal(fill("{n:plural:One way out|# ways out}", { n: 1 }), "One way out");
});

test("each language has its own singular", () => {
  assert.equal(fill("{n:plural:one|many}", { n: 0 }, "fr"), "one");
  assert.equal(fill("{n:plural:one|many}", { n: 0 }, "en"), "many");
});

test("a missing datum is our fault and says so", () => {
  assert.throws(() => fill("{a}", {}), /no datum/);
});
