// The path of lessons and the lines of ratings: in the picture, in order, none on top of another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CURVE, WIDTH, bandPoints, curvePoints, mountainHeight, pathPoints, ratingBounds, slopes, snow } from "../../fujikoro_nb/widgets/quick/learn_geometry.mjs";

const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);

test("lessons lie one above the other in the picture, a finger apart", () => {
  for (const count of [1, 2, 5, 12, 20]) {
    const points = pathPoints(count);
    assert.equal(points.length, count);
    points.forEach(({ x, y }, index) => {
      assert.ok(x >= 30 && x <= WIDTH / 2 && y >= 30 && y <= mountainHeight(count) - 30, `${count} ${index}`);
      if (index) assert.ok(points[index - 1].y - y >= 60);
    });
  }
});

test("the mountain is narrower above, and reaches from the foot to the summit", () => {
  const height = mountainHeight(5);
  const wide = (low, high) => {
    const xs = numbers(slopes(height, low, high)).filter((_, index) => index % 2 === 0);
    return Math.max(...xs) - Math.min(...xs);
  };
  assert.ok(wide(0, 0.3) > wide(0.3, 0.6) && wide(0.3, 0.6) > wide(0.6, 1));
  const ys = numbers(slopes(height, 0, 1)).filter((_, index) => index % 2);
  assert.equal(Math.max(...ys), height);
  assert.ok(Math.min(...ys) > 0);
  assert.ok(numbers(snow(height)).filter((_, index) => index % 2).every((y) => y < height / 2));
});

test("ratings lie between whole hundreds, two hundred apart at least", () => {
  assert.deepEqual(ratingBounds([[1000, 1040, 1015]]), { low: 1000, high: 1200 });
  assert.deepEqual(ratingBounds([[1000], [870, 1310]]), { low: 800, high: 1400 });
});

test("a line goes one step to the right a puzzle, up with the rating", () => {
  const bounds = { low: 1000, high: 1200 };
  const [first, second, third] = curvePoints([1000, 1200, 1100], bounds, 2);
  assert.deepEqual(first, { x: CURVE.left, y: CURVE.height - CURVE.bottom });
  assert.equal(second.y, CURVE.top);
  assert.equal(third.x, CURVE.width - CURVE.right);
  assert.ok(Math.abs(third.y - (first.y + second.y) / 2) < 1e-9);
  assert.equal(second.x - first.x, third.x - second.x);
  assert.deepEqual(curvePoints([1000], bounds, 0), [first]);
});

test("the band goes out above the line and back below it, and ends where the picture does", () => {
  const bounds = { low: 1000, high: 1200 };
  const band = bandPoints([1100, 1150], [200, 20], bounds, 1);
  assert.deepEqual(band, [...curvePoints([1200, 1170], bounds, 1), ...curvePoints([1000, 1130], bounds, 1).reverse()]);
});
