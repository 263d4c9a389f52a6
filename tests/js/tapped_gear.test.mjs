// Gear that was tapped, as it is written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { helmetText, weaponText } from "../../fujikoro_nb/widgets/gear/tapped_gear.mjs";

const cubes = (/** @type {Record<string, string>} */ laid) => new Map(Object.entries(laid));

test("a weapon in the left part is written row by row", () => {
  assert.equal(weaponText(cubes({ "1,1": "W", "2,1": "W", "3,2": "M" }), 5), "WW.../..M..");
  assert.equal(weaponText(cubes({}), 5), "");
});

test("rows above the first cube stay empty", () => {
  assert.equal(weaponText(cubes({ "2,2": "T" }), 5), "...../.T...");
});

test("a right part is written once something lies there", () => {
  assert.equal(weaponText(cubes({ "5,1": "W", "6,1": "M" }), 5), "....W:M");
});

test("a board without a gap is one part", () => {
  assert.equal(weaponText(cubes({ "1,1": "W", "3,1": "M" }), 0), "W.M");
});

test("the cubes of a helmet fill its area", () => {
  assert.equal(helmetText({ W: 2, M: 1, T: 2 }, 4), "WWMT/T");
  assert.equal(helmetText({ W: 0, M: 0, T: 0 }, 4), "");
});
