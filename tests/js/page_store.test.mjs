import assert from "node:assert/strict";
import { test } from "node:test";
import { storeKeyOf } from "../../fujikoro_nb/widgets/base/page_store.mjs";

test("members of a hub share a browser's store and find only what is their own", () => {
  assert.equal(storeKeyOf("fujikoro-evening", "/user/ann/voila/"), "fujikoro-evening:/user/ann/");
  assert.equal(storeKeyOf("fujikoro-evening", "/user/bob/voila/"), "fujikoro-evening:/user/bob/");
});

test("where one table is served, names are as they are", () => {
  for (const base of ["/voila/", "/", ""]) assert.equal(storeKeyOf("fujikoro-evening", base), "fujikoro-evening");
  assert.equal(storeKeyOf("fujikoro-evening"), "fujikoro-evening");
});
