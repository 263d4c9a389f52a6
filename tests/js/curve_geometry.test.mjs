// The curve of the odds: areas without a gap, and numbers that do not touch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CURVE_HEIGHT, CURVE_WIDTH, curveArea, curveNumbers } from "../../fujikoro_nb/widgets/fight/curve_geometry.mjs";

test("an area begins and ends at the left and is as wide as the curve", () => {
  const rows = [[0.5, 0.25, 0.25], [0.25, 0.25, 0.5]];
  const area = curveArea(rows, () => 0, (row) => row[0]);
  assert.equal(area, `M0.0 ${(CURVE_HEIGHT / 2).toFixed(1)}h180.0L180.0 112.5h180.0L${CURVE_WIDTH.toFixed(1)} 150.0h-180.0L180.0 150.0h-180.0Z`);
});

test("what lies over one area begins where that one ends", () => {
  const rows = [[0.4, 0.3, 0.3]];
  const ends = (row) => row[0];
  const lower = curveArea(rows, () => 0, ends).split("L")[0];
  const upper = curveArea(rows, ends, () => 1).split("L")[1];
  assert.equal(lower.match(/ ([\d.]+)h/)?.[1], upper.match(/ ([\d.]+)h/)?.[1]);
});

test("of few numbers all are shown, of many at most twelve and the present one", () => {
  assert.deepEqual(curveNumbers(5, 3), [1, 2, 3, 4, 5]);
  for (const count of [12, 14, 30, 99]) {
    for (let health = 1; health <= count; health += 1) {
      const numbers = curveNumbers(count, health);
      assert.ok(numbers.includes(health) && numbers.length <= 13, `${count} ${health}`);
      const near = Math.ceil(count / 12);
      for (const number of numbers) assert.ok(number === health || Math.abs(number - health) >= near);
    }
  }
});
