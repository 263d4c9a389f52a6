import assert from "node:assert/strict";
import { test } from "node:test";
import { isThisComputerOnly, joinHash, splitHash } from "../../fujikoro_nb/widgets/helper_link.mjs";

test("page and gear come apart and together again", () => {
  for (const [page, gear] of [["home", ""], ["fight", ""], ["home", "weapon=WWM..:...&unlocked=1"], ["map", "helmet=WM../.T..+G"]]) {
    const again = splitHash(joinHash(page, gear));
    assert.deepEqual([again.page || "home", again.gear], [page, gear]);
  }
});

test("a link without a page, with the page last, or empty", () => {
  assert.deepEqual(splitHash("#weapon=WWM:&page=gear"), { page: "gear", gear: "weapon=WWM:" });
  assert.deepEqual(splitHash("#weapon=WWM:"), { page: "", gear: "weapon=WWM:" });
  assert.deepEqual(splitHash(""), { page: "", gear: "" });
});

test("a second page and nonsense are left to the kernel, which refuses them", () => {
  assert.deepEqual(splitHash("#page=map&page=gear&<b>"), { page: "map", gear: "page=gear&<b>" });
});

test("who can open a link", () => {
  for (const host of ["localhost", "LOCALHOST", "fuji.localhost", "127.0.0.1", "127.1.2.3", "[::1]", "::1"]) assert.equal(isThisComputerOnly(host), true, host);
  for (const host of ["192.168.1.20", "10.0.0.127", "fuji.local", "mylocalhost", "127.example.org", "[fe80::1]"]) assert.equal(isThisComputerOnly(host), false, host);
});
