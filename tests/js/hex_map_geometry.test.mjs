import assert from "node:assert/strict";
import { test } from "node:test";
import { HEX_STEPS, MAP_ZOOMS, hexAt, hexCorners, hexMiddle, hexOutline, hexPath, mapWindow, pixelToPlane, zoomOn } from "../../fujikoro_nb/widgets/map/hex_map_geometry.mjs";

const within = (radius) => {
  const found = [];
  for (let q = -radius; q <= radius; q += 1) {
    for (let r = -radius; r <= radius; r += 1) if (Math.abs(q + r) <= radius) found.push([q, r]);
  }
  return found;
};
const near = (a, b) => Math.abs(a - b) < 1e-9;

test("the middle of a hex, and every point well inside it, belongs to it", () => {
  for (const hex of within(10)) {
    const [x, y] = hexMiddle(hex);
    assert.deepEqual(hexAt(x, y), hex);
    for (const [cx, cy] of hexCorners(hex)) assert.deepEqual(hexAt(x + 0.98 * (cx - x), y + 0.98 * (cy - y)), hex);
  }
});

test("a point just beyond an edge belongs to the neighbour that the edge faces", () => {
  const [x, y] = hexMiddle([2, -1]);
  HEX_STEPS.forEach(([q, r], k) => {
    const [a, b] = [hexCorners([2, -1])[k], hexCorners([2, -1])[(k + 1) % 6]];
    const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    assert.deepEqual(hexAt(x + 1.02 * (mx - x), y + 1.02 * (my - y)), [2 + q, -1 + r]);
  });
});

test("the outline of one hex has six edges, of a flower eighteen, and both are closed", () => {
  const flower = [[0, 0], ...HEX_STEPS];
  for (const [hexes, edges] of /** @type {[number[][], number][]} */ ([[[[3, 1]], 6], [flower, 18], [[[0, 0], [1, 0]], 10]])) {
    const { x, y } = hexOutline(hexes);
    assert.equal(x.length, edges + 1);
    assert.ok(near(x[0], x.at(-1)) && near(y[0], y.at(-1)));
    for (let k = 0; k < edges; k += 1) assert.ok(near(Math.hypot(x[k + 1] - x[k], y[k + 1] - y[k]), 1));
  }
});

test("the path of a hex starts at its top and is closed", () => {
  assert.match(hexPath([[0, 0]]), /^M[-\d.]+,[-\d.]+(L[-\d.]+,[-\d.]+){5}Z$/);
});

test("no hexes have no outline", () => {
  assert.deepEqual(hexOutline([]), { x: [], y: [] });
});

test("a window shows the whole map undistorted, and stays on the map when it is nearer", () => {
  const bounds = { left: -16, right: 16, bottom: -15, top: 15 };
  for (const box of [{ width: 660, height: 716 }, { width: 366, height: 370 }, { width: 1200, height: 300 }]) {
    const whole = mapWindow(box, bounds, 1, [100, 100]);
    assert.ok(whole.x[0] <= -16 + 1e-9 && whole.x[1] >= 16 - 1e-9 && whole.y[0] <= -15 + 1e-9 && whole.y[1] >= 15 - 1e-9);
    for (const zoom of MAP_ZOOMS) {
      const view = mapWindow(box, bounds, zoom, [14, -14]);
      assert.ok(near((view.x[1] - view.x[0]) * view.side, box.width) && near((view.y[1] - view.y[0]) * view.side, box.height));
      if (view.x[1] - view.x[0] < 32) assert.ok(view.x[0] >= -16 - 1e-9 && view.x[1] <= 16 + 1e-9);
    }
  }
});

test("all points are seen, as near as that goes", () => {
  const bounds = { left: -16, right: 16, bottom: -15, top: 15 };
  const box = { width: 366, height: 270 };
  for (const points of [[[0, 0]], [[-5, 2], [4, -3]], [[-14, 0], [14, 0], [0, 13]]]) {
    const { zoom, middle } = zoomOn(box, bounds, points);
    const { x, y } = mapWindow(box, bounds, zoom, middle);
    for (const [px, py] of points) assert.ok(x[0] < px && px < x[1] && y[0] < py && py < y[1]);
    if (zoom < 4) {
      const closer = mapWindow(box, bounds, zoom * 1.5, middle);
      assert.ok(points.some(([px, py]) => px - 1 < closer.x[0] || px + 1 > closer.x[1] || py - 1 < closer.y[0] || py + 1 > closer.y[1]));
    }
  }
  assert.equal(zoomOn(box, bounds, [[3, 4]]).zoom, 4);
});

test("a pixel is found again in the plane", () => {
  const box = { width: 400, height: 300 };
  const view = mapWindow(box, { left: -16, right: 16, bottom: -15, top: 15 }, 2.5, [3, 4]);
  assert.deepEqual(pixelToPlane(0, 0, box, view), [view.x[0], view.y[1]]);
  const [x, y] = pixelToPlane(200, 150, box, view);
  assert.ok(near(x, (view.x[0] + view.x[1]) / 2) && near(y, (view.y[0] + view.y[1]) / 2));
});
