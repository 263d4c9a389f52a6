// The legend explains everything that the map draws.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAP_SIGNS } from "../../fujikoro_nb/widgets/map/hex_map_game.mjs";
import { PIECE_KINDS } from "../../fujikoro_nb/widgets/map/hex_map_pieces.mjs";

test("every kind of piece stands in the legend", () => {
  const shown = new Set(MAP_SIGNS.flatMap(([, ...pieces]) => pieces.map(({ kind }) => kind)));
  assert.deepEqual([...shown].sort(), [...PIECE_KINDS].sort());
});
