import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isThisComputerOnly, joinHash, splitHash } from "../../fujikoro_nb/widgets/base/helper_link.mjs";

test("page and gear come apart and together again", () => {
  for (const [page, gear] of [["home", ""], ["fight", ""], ["home", "weapon=WWM..:...&unlocked=1"], ["map", "helmet=WM../.T..+G"]]) {
    const again = splitHash(joinHash(page, gear));
    assert.deepEqual([again.page || "home", again.gear], [page, gear]);
  }
});

test("a link without a page, with the page last, or empty", () => {
  assert.deepEqual(splitHash("#weapon=WWM:&page=gear"), { page: "gear", learned: "", table: "", rules: "", gear: "weapon=WWM:" });
  assert.deepEqual(splitHash("#weapon=WWM:"), { page: "", learned: "", table: "", rules: "", gear: "weapon=WWM:" });
  assert.deepEqual(splitHash(""), { page: "", learned: "", table: "", rules: "", gear: "" });
});

test("a second page and nonsense are left to the kernel, which refuses them", () => {
  assert.deepEqual(splitHash("#page=map&page=gear&<b>"), { page: "map", learned: "", table: "", rules: "", gear: "page=gear&<b>" });
});

test("a place in the rulebook stands beside the gear", () => {
  const hash = "#page=rules&ask=monk%20ba&rule=gather.monk.backpack&mode=coop&players=3&weapon=WWM:";
  const apart = splitHash(hash);
  assert.deepEqual(apart, { page: "rules", learned: "", table: "", rules: "ask=monk%20ba&rule=gather.monk.backpack&mode=coop&players=3", gear: "weapon=WWM:" });
  assert.equal(joinHash(apart.page, apart.gear, apart.rules), hash);
});

test("a table stands before the place and the gear", () => {
  const hash = "#page=score&table=BCDFGH&weapon=WWM:";
  const apart = splitHash(hash);
  assert.deepEqual(apart, { page: "score", learned: "", table: "BCDFGH", rules: "", gear: "weapon=WWM:" });
  assert.equal(joinHash(apart.page, apart.gear, apart.rules, apart.table), hash);
});

test("what a link brings of somebody's ratings is none of the gear", () => {
  assert.deepEqual(splitHash("#page=learn&learned=aB_-9&weapon=WWM:"), { page: "learn", learned: "aB_-9", table: "", rules: "", gear: "weapon=WWM:" });
});

test("who can open a link", () => {
  for (const host of ["localhost", "LOCALHOST", "fuji.localhost", "127.0.0.1", "127.1.2.3", "[::1]", "::1"]) assert.equal(isThisComputerOnly(host), true, host);
  for (const host of ["192.168.1.20", "10.0.0.127", "fuji.local", "mylocalhost", "127.example.org", "[fe80::1]"]) assert.equal(isThisComputerOnly(host), false, host);
});

test("links that were sent before the rooms were built lead where they led", () => {
  const kept = JSON.parse(readFileSync(new URL("../golden/saves/2026-11-23-b575d6fe/links.json", import.meta.url), "utf8"));
  const gear = "weapon=MWWWM:MMM&helmet=WM../.T..+G&unlocked=1&character=tomoe&backpack=WM&backpack-monk=1&dragon=12/9/4";
  assert.deepEqual(splitHash(kept.gear), { page: "", learned: "", table: "", rules: "", gear });
  assert.deepEqual(splitHash(kept.fight), {
    page: "fight", learned: "", table: "", rules: "", gear: "weapon=WWMT.:...&helmet=WM../T...&dragon=8/1/3&rulings=combat.helmet.absorb:tooth-two",
  });
  assert.deepEqual(splitHash(kept.rule), { page: "rules", learned: "", table: "", rules: "rule=combat.helmet.absorb", gear: "weapon=WWM..:..." });
  assert.deepEqual(splitHash(kept.table), { page: "score", learned: "", table: kept.table.slice(-6), rules: "", gear: "" });
});
