// The arrows of dragons: beside what they come from, short of what they lead to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowLine, tileHexes } from "../../fujikoro_nb/widgets/map/hex_map_walks.mjs";

test("an arrow leaves both ends free", () => {
  assert.equal(arrowLine([0, 0], [5, 0]), "M0.750,0.000L4.050,0.000");
  assert.equal(arrowLine([0, 0], [0, -5], 1), "M0.000,-0.750L0.000,-4.000");
});

test("between neighbours of one tile there is no room for one", () => {
  assert.equal(arrowLine([0, 0], [1.5, 0]), "");
});

test("a tile is ringed whole, and the central one, which is a single space, as well", () => {
  /** @param {string} space */
  const get = (space) => (space === "centre" ? [[0, 9], [1, 9]] : [[Number(space.at(-1)), 0]]);
  const hexesOf = { get };
  assert.deepEqual(tileHexes(hexesOf, "I-1.3"), [0, 1, 2, 3, 4, 5, 6].map((number) => [number, 0]));
  assert.deepEqual(tileHexes(hexesOf, "centre"), [[0, 9], [1, 9]]);
});
