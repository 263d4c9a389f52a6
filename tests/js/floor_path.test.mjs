// The path of Fuji 99: rows of ten, to and fro, without a jump, and pawns beside each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATH_HEIGHT, PATH_WIDTH, asideOf, lineOf, spotOf } from "../../fujikoro_nb/widgets/small/floor_path.mjs";

test("every floor lies in the picture and one step from the one before", () => {
  for (let floor = 0; floor <= 99; floor += 1) {
    const { x, y } = spotOf(floor);
    assert.ok(x > 0 && x < PATH_WIDTH && y > 0 && y < PATH_HEIGHT, `${floor}`);
    if (!floor) continue;
    const before = spotOf(floor - 1);
    const isTurn = floor % 10 === 0;
    assert.equal(Math.abs(x - before.x) < 1e-9, isTurn, `${floor}: straight down only at a full ten`);
    assert.equal(y > before.y, isTurn, `${floor}`);
  }
});

test("tens stand at the edges by turns, so that distance can be counted", () => {
  assert.equal(spotOf(0).x, spotOf(20).x);
  assert.ok(Math.abs(spotOf(10).x - spotOf(30).x) < 1e-9);
  assert.ok(spotOf(10).x > spotOf(20).x);
});

test("a line names each floor once, both ends among them; no way is one spot", () => {
  assert.equal(lineOf(41, 50).split("L").length, 10);
  assert.equal(lineOf(7, 7).split("L").length, 1);
});

test("pawns on one floor stand apart, alone in the middle", () => {
  const floors = [5, 5, 9, 5];
  const aside = floors.map((_, seat) => asideOf(floors, seat));
  assert.equal(aside[2], 0);
  assert.equal(new Set([aside[0], aside[1], aside[3]]).size, 3);
  assert.equal(aside[0] + aside[1] + aside[3], 0);
});
