import assert from "node:assert/strict";
import { test } from "node:test";

import { atEnd, wayTo } from "../../fujikoro_nb/widgets/base/kept_place.mjs";

/** A tree of parts: their sort, and what is in them. */
function part(tagName, ...children) {
  const one = { tagName, children, parentElement: null };
  for (const child of children) child.parentElement = one;
  return one;
}

const page = (last = "INPUT") => part("DIV", part("HEADER"), part("MAIN", part("P"), part("SECTION", part("LABEL"), part(last))));

test("the way to a part leads to the same part of the same page drawn again", () => {
  const before = page();
  const input = before.children[1].children[1].children[1];
  const way = wayTo(before, input);
  assert.deepEqual(way, [1, 1, 1]);
  assert.equal(atEnd(before, { way, tag: "INPUT" }), input);
  const after = page();
  assert.equal(atEnd(after, { way, tag: "INPUT" }), after.children[1].children[1].children[1]);
});

test("another sort of part, or none, is nothing", () => {
  const way = [1, 1, 1];
  assert.equal(atEnd(page("BUTTON"), { way, tag: "INPUT" }), null);
  assert.equal(atEnd(part("DIV", part("HEADER")), { way, tag: "INPUT" }), null);
  assert.equal(atEnd(page(), { way: null, tag: "INPUT" }), null);
});

test("a part of another page has no way", () => {
  assert.equal(wayTo(page(), page().children[0]), null);
  const one = page();
  assert.deepEqual(wayTo(one, one), []);
});
