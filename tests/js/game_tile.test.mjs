// Where the seven spaces of a drawn tile lie: as on the map, petals clockwise from the north-east.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tileSpots } from "../../fujikoro_nb/widgets/gear/game_tile.mjs";

const near = (one, other) => one.every((value, index) => Math.abs(value - other[index]) < 1e-9);

test("the first petal lies in the north-east, the next ones follow clockwise", () => {
  const [middle, northEast, east, southEast, southWest, west, northWest] = tileSpots(0);
  assert.deepEqual(middle, [0, 0]);
  assert.ok(northEast[0] > 0 && northEast[1] < 0);
  assert.ok(east[0] > 0 && Math.abs(east[1]) < 1e-9);
  assert.ok(southEast[0] > 0 && southEast[1] > 0);
  assert.ok(southWest[0] < 0 && southWest[1] > 0);
  assert.ok(west[0] < 0 && Math.abs(west[1]) < 1e-9);
  assert.ok(northWest[0] < 0 && northWest[1] < 0);
});

test("one sixth turns each petal to the place of the next one, the middle stays", () => {
  const [before, after] = [tileSpots(2), tileSpots(3)];
  assert.deepEqual(after[0], [0, 0]);
  for (let petal = 1; petal <= 6; petal += 1) assert.ok(near(after[petal], before[(petal % 6) + 1]));
});

test("six sixths are none", () => {
  tileSpots(6).forEach((spot, index) => assert.ok(near(spot, tileSpots(0)[index])));
});
