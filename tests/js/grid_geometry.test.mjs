import assert from "node:assert/strict";
import { test } from "node:test";
import { CELL, GAP, cellAt, cellsBetween, clamps, height, keyOf, left, outline, parts, readGear, step, top, width, writePattern } from "../../fujikoro_nb/widgets/gear/grid_geometry.mjs";

const WEAPON = { columns: 8, rows: 5, split: 5 };
const HELMET = { columns: 4, rows: 4, split: 0 };

test("the weapon grid is two parts with a gap between them", () => {
  const [one, other] = parts(WEAPON);
  assert.equal(one.width, 5 * CELL);
  assert.equal(other.width, 3 * CELL);
  assert.equal(other.x - (one.x + one.width), GAP);
  assert.equal(parts(HELMET).length, 1);
  assert.equal(width(WEAPON), 2 * left(WEAPON, 1) + 8 * CELL + GAP);
  assert.equal(height(HELMET), 2 * top(1) + 4 * CELL);
});

test("every point of a cell finds its cell", () => {
  for (const board of [WEAPON, HELMET]) {
    for (let column = 1; column <= board.columns; column += 1) {
      for (let row = 1; row <= board.rows; row += 1) {
        for (const [dx, dy] of [[0.1, 0.1], [CELL / 2, CELL / 2], [CELL - 0.1, CELL - 0.1]]) {
          assert.deepEqual(cellAt(board, left(board, column) + dx, top(row) + dy), [column, row]);
        }
      }
    }
    assert.equal(cellAt(board, -1, top(1)), null);
    assert.equal(cellAt(board, left(board, 1), height(board) + 1), null);
  }
});

test("the gap belongs to the nearer part", () => {
  const edge = left(WEAPON, 5) + CELL;
  assert.deepEqual(cellAt(WEAPON, edge + 1, top(2) + 1), [5, 2]);
  assert.deepEqual(cellAt(WEAPON, edge + GAP - 1, top(2) + 1), [6, 2]);
});

test("a fast stroke leaves no hole", () => {
  const from = { x: left(WEAPON, 1) + 5, y: top(3) + 5 };
  const to = { x: left(WEAPON, 8) + 5, y: top(3) + 5 };
  assert.deepEqual(cellsBetween(WEAPON, from, to).map(([column]) => column), [1, 2, 3, 4, 5, 6, 7, 8]);
});

// The outline of a set of cells has as many unit edges as cells have free sides.
function edges(path) {
  return (path.match(/[HV]/g) ?? []).length;
}

test("an outline has one edge for each free side", () => {
  assert.equal(edges(outline(HELMET, [[1, 1]])), 4);
  assert.equal(edges(outline(HELMET, [[1, 1], [2, 1]])), 6);
  assert.equal(edges(outline(HELMET, [[1, 1], [2, 1], [1, 2], [2, 2]])), 8);
  assert.equal(edges(outline(HELMET, [[1, 1], [2, 2]])), 8);
});

test("an outline runs across the gap where a weapon does", () => {
  assert.equal(edges(outline(WEAPON, [[5, 1], [6, 1]])), 6);
  assert.equal(edges(outline(WEAPON, [[5, 1], [6, 1]], { joins: false })), 8);
});

test("a clamp for each row in which cubes touch across the gap", () => {
  const cubes = new Map([[5, 2], [6, 2], [5, 3], [6, 4], [1, 1]].map(([c, r]) => [keyOf(c, r), "M"]));
  assert.deepEqual(clamps(WEAPON, cubes), [2]);
  assert.deepEqual(clamps(HELMET, cubes), []);
});

test("arrows stop at the edges", () => {
  assert.deepEqual(step(WEAPON, [5, 1], "ArrowRight"), [6, 1]);
  assert.deepEqual(step(WEAPON, [8, 5], "ArrowRight"), [8, 5]);
  assert.deepEqual(step(WEAPON, [1, 1], "ArrowUp"), [1, 1]);
  assert.deepEqual(step(WEAPON, [3, 2], "Home"), [1, 2]);
  assert.deepEqual(step(WEAPON, [3, 2], "End"), [8, 2]);
  assert.equal(step(WEAPON, [3, 2], "m"), null);
});

test("notation of weapons, worn gear and magic is read", () => {
  const weapon = readGear("..M..:M/W+G@1,2", 5);
  assert.deepEqual([...weapon.cubes], [["3,1", "M"], ["6,1", "M"], ["1,2", "W"]]);
  assert.equal(weapon.magic, "1,2");
  assert.equal(readGear("WW+G").magic, "worn");
  assert.equal(readGear("WW").magic, null);
});

test("a pattern is written from its top left", () => {
  const { cubes } = readGear("...../..MMT/....M");
  assert.equal(writePattern(cubes), "MMT/..M");
  assert.equal(writePattern(new Map()), "");
});
