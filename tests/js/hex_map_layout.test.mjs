import assert from "node:assert/strict";
import { test } from "node:test";
import { HEX_STEPS, hexMiddle } from "../../fujikoro_nb/widgets/map/hex_map_geometry.mjs";
import { groundColours, hexesPath, letterAt, placePieces, spaceMiddle, spacePath, walkPath } from "../../fujikoro_nb/widgets/map/hex_map_layout.mjs";

const figure = (seat) => ({ kind: "samurai", seat });
const dragon = { kind: "dragon" };
const token = { kind: "token" };
const number = { kind: "number" };
const FLOWER = [[0, 0], ...HEX_STEPS];
const HEAPS = [
  [], [token], [token, number], [figure(0)], [figure(0), token], [figure(0), token, number], [figure(0), figure(1)],
  [figure(0), figure(1), token], [dragon], [dragon, figure(0)], [dragon, token, number], [dragon, figure(0), figure(1), token],
];

test("every piece of a hex is placed once, its middle within the hex, and none hides another's middle", () => {
  for (const pieces of HEAPS) {
    for (const hex of [[0, 0], [3, -2]]) {
      const placed = placePieces([hex], pieces);
      assert.ok(pieces.every((piece) => placed.some((one) => one.piece === piece)));
      assert.equal(placed.length, pieces.length);
      const [mx, my] = hexMiddle(hex);
      for (const one of placed) {
        assert.ok(Math.abs(one.x - mx) < 0.87 && Math.hypot(one.x - mx, one.y + my) < 0.95, JSON.stringify(one));
        assert.ok(one.size >= 0.4, "large enough to be seen");
        const others = placed.filter((other) => other !== one);
        assert.ok(others.every((other) => Math.hypot(other.x - one.x, other.y - one.y) > 0.3));
      }
    }
  }
});

test("six figures on a tile of seven hexes stand on six petals, its cards in a row that does not leave the tile", () => {
  const figures = [0, 1, 2, 3, 4, 5].map(figure);
  for (const count of [1, 2, 3, 6, 7]) {
    const cards = Array.from({ length: count }, (_, k) => ({ kind: "blueprint", id: k }));
    const placed = placePieces(FLOWER, [...cards, ...figures]);
    assert.equal(placed.length, count + 6);
    const feet = placed.filter(({ piece }) => piece.kind === "samurai");
    assert.equal(new Set(feet.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`)).size, 6);
    for (const { x, y, size } of placed) assert.ok(Math.hypot(x, y) + size / 3 < 2.6);
  }
});

test("the ends of a bridge hold their figures on hexes of their own", () => {
  const end = FLOWER.slice(0, 4);
  const placed = placePieces(end, [figure(0), figure(1), figure(2), figure(3)]);
  const near = placed.map(({ x, y }) => FLOWER.findIndex((hex) => {
    const [hx, hy] = hexMiddle(hex);
    return Math.hypot(x - hx, y + hy) < 0.9;
  }));
  assert.deepEqual([...new Set(near)].sort(), [1, 2, 3]);
});

test("the middle of a space is the mean of its hexes, on a screen's axis", () => {
  assert.deepEqual(spaceMiddle([[0, 0]]).map(Math.abs), [0, 0]);
  assert.ok(spaceMiddle([[0, 1]])[1] > 0, "south is down");
  const [x, y] = spaceMiddle(FLOWER);
  assert.ok(Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9);
});

test("a path has a closed ring a hex, and a space of several hexes one ring of all", () => {
  assert.equal(hexesPath([[0, 0], [1, 0]], 0.9).match(/M/g)?.length, 2);
  assert.match(hexesPath([[0, 0]], 1), /^M0\.000,-1\.000(L[-\d.]+,[-\d.]+){5}Z$/);
  assert.equal(hexesPath([], 1), "");
  assert.equal(spacePath(FLOWER, 0.9).match(/[ML]/g)?.length, 18);
  assert.equal(spacePath([[2, 2]], 0.9), hexesPath([[2, 2]], 0.9));
});

test("a walk stops short of its target and needs two spaces", () => {
  assert.equal(walkPath([[0, 0], [2, 0]], 0.5), "M0.000,0.000L1.500,0.000");
  assert.equal(walkPath([[0, 0], [2, 0], [2, 2]], 0.5), "M0.000,0.000L2.000,0.000L2.000,1.500");
  assert.equal(walkPath([[0, 0]]), "");
  assert.equal(walkPath([]), "");
});

test("letters go on after Z and none comes twice", () => {
  assert.deepEqual([0, 1, 25, 26, 27, 51, 52, 701, 702].map(letterAt), ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
  assert.equal(new Set(Array.from({ length: 220 }, (_, k) => letterAt(k))).size, 220);
});

test("the ground shows lava before anything, what is unexplored, and levels only where a tile lies", () => {
  const spaces = ["centre", "I-1.0", "I-1.1", "I-2.0", "bridge-1.a"];
  const bare = [3, 0, 0, 0, 3];
  const scale = { safe: 3, hidden: 4, lava: 5 };
  const picture = { is_game: true, ground: { "I-1": "open" }, spaces: { "I-1.1": { lava: "tile" } } };
  assert.deepEqual(groundColours(spaces, bare, picture, scale), [3, 0, 5, 4, 3]);
  assert.deepEqual(groundColours(spaces, bare, { is_game: false, ground: {}, spaces: {} }, scale), bare);
});
