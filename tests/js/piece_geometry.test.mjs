import assert from "node:assert/strict";
import { test } from "node:test";
import { FLOWER, blankTile, flowerStep, number, tell, textsOf, tileOf, turned, untell } from "../../fujikoro_nb/widgets/pieces/piece_geometry.mjs";

const PLAIN = Array(7).fill("plain");

test("the flower is the middle and its six neighbours, clockwise from the north-east", () => {
  assert.deepEqual(FLOWER, [[0, 0], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]]);
});

test("space after space, and what is not told is bare rock", () => {
  let tile = blankTile();
  assert.deepEqual(textsOf(tile), PLAIN);
  for (const picture of ["monk", "lava", "scroll red"]) tile = tell(tile, picture);
  assert.deepEqual(textsOf(tile), ["monk", "lava", "scroll red", "plain", "plain", "plain", "plain"]);
  assert.equal(tile.at, 3);
});

test("after the last space the eye stays there, and goes back to what was passed over", () => {
  let tile = { ...blankTile(), at: 2 };
  for (let n = 0; n < 6; n += 1) tile = tell(tile, "plain");
  assert.equal(tile.at, 1); // 2 to 6, then the middle
  tile = tell(tile, "monk");
  assert.equal(tile.at, 1);
});

test("a dragon is in the middle, wherever the eye is, and there is one", () => {
  let tile = tell({ ...blankTile(), at: 4 }, "dragon blue");
  assert.equal(tile.at, 4);
  tile = tell(tell(tile, "monk"), "dragon red");
  assert.deepEqual(textsOf(tile), ["dragon red", "plain", "plain", "plain", "monk", "plain", "plain"]);
});

test("a number is bare rock on a new space and joins the picture of a told one; lava never erupts", () => {
  let tile = number(blankTile(), 5);
  assert.deepEqual([textsOf(tile)[0], tile.at], ["plain 5", 1]);
  tile = { ...tell(tile, "scroll pink"), at: 1 };
  tile = number(tile, 2);
  assert.deepEqual([textsOf(tile)[1], tile.at], ["scroll pink 2", 1]);
  assert.equal(textsOf(number(tile, 2))[1], "scroll pink");
  tile = tell({ ...tile, at: 1 }, "lava");
  assert.equal(textsOf(tile)[1], "lava");
  assert.equal(textsOf(number({ ...tile, at: 1 }, 3))[1], "plain 3");
  assert.equal(textsOf(untell({ ...tile, at: 1 }))[1], "plain");
});

test("texts of a file come in and go out again", () => {
  const texts = ["dragon white", "scroll red 3", "plain 5", "lava", "exit", "monk", "plain"];
  assert.deepEqual(textsOf(tileOf(texts)), texts);
});

test("six turns are none, one moves every petal a sixth clockwise", () => {
  const texts = ["monk", "plain 1", "plain 2", "plain 3", "plain 4", "plain 5", "lava"];
  let tile = turned(tileOf(texts));
  assert.deepEqual(textsOf(tile), ["monk", "lava", "plain 1", "plain 2", "plain 3", "plain 4", "plain 5"]);
  for (let n = 0; n < 5; n += 1) tile = turned(tile);
  assert.deepEqual(textsOf(tile), texts);
});

test("arrows lead to the space that lies that way, and every space is reached", () => {
  assert.equal(flowerStep(0, "ArrowRight"), 2);
  assert.equal(flowerStep(0, "ArrowLeft"), 5);
  assert.equal(flowerStep(5, "ArrowRight"), 0);
  assert.equal(flowerStep(2, "ArrowRight"), 2);
  assert.equal(flowerStep(6, "ArrowRight"), 1);
  const seen = new Set([0]);
  for (const at of seen) for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) seen.add(flowerStep(at, key));
  assert.equal(seen.size, 7);
  assert.equal(flowerStep(3, "Enter"), 3);
});
