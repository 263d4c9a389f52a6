// A reader's front ends: one that is lost is asked for again under another address, and the page says what does not come.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { frontEnds, pageDrawing } from "../../voila/templates/fujikoro/reader_parts.mjs";

const FRONTS = { "map.js": "/front/map.js?v=a", "map.css": "/front/map.css?v=b" };
const settled = async () => { for (let turn = 0; turn < 20; turn += 1) await null; };

/** An element that keeps what it is given. */
function element(tag = "div") {
  const one = /** @type {any} */ ({ tag, dataset: {}, children: [], removed: false });
  one.replaceChildren = (...parts) => { one.children = parts; };
  one.querySelector = (wanted) => one.children.find((part) => part.tag === wanted) ?? null;
  one.setAttribute = () => {};
  one.remove = () => { one.removed = true; };
  return one;
}

let page = /** @type {any} */ (null);

/** A page that is still loading. */
function begin() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  page = { shown: element(), loading: element(), text: element("p"), html: element(), styles: [] };
  globalThis.fujikoroLanguage = /** @type {any} */ ({ word: (key) => `<${key}>` });
  globalThis.document = /** @type {any} */ ({
    documentElement: page.html,
    createElement: element,
    head: { append: (style) => page.styles.push(style.href) },
    getElementById: (name) => (name === "fk-shown" ? page.shown : page.loading),
    querySelector: (which) => (which === "#fk-loading p" ? page.text : null),
  });
}

/** What a promise failed with. */
const failing = async (/** @type {any} */ promise) => { try { await promise; return ""; } catch (fault) { return String(fault); } };

/** Front ends of a server that loses the first `lost` requests. */
function fetching(lost) {
  const asked = [];
  const load = frontEnds(FRONTS, async (address) => {
    asked.push(address);
    if (asked.length <= lost) throw new Error("lost");
    return { default: "a front end" };
  });
  return { asked, load };
}

test("a front end is fetched once, with its style", async () => {
  begin();
  const { asked, load } = fetching(0);
  assert.equal(await load("map"), "a front end");
  assert.equal(await load("map"), "a front end");
  assert.deepEqual([asked, page.styles], [["/front/map.js?v=a"], ["/front/map.css?v=b"]]);
});

test("one that did not come at all is asked for anew by who needs it later, its style once", async () => {
  begin();
  const { asked, load } = fetching(5);
  const first = failing(load("map"));
  for (const pause of [300, 1000, 3000, 6000]) {
    await settled();
    mock.timers.tick(pause);
  }
  assert.match(await first, /lost/);
  assert.equal(await load("map"), "a front end");
  assert.equal(new Set(asked).size, 6);
  assert.equal(page.styles.length, 1);
});

test("a lost one is asked for again under another address", async () => {
  begin();
  const { asked, load } = fetching(2);
  const coming = load("map");
  for (let turn = 0; turn < 2; turn += 1) {
    await settled();
    mock.timers.tick(1000);
  }
  assert.equal(await coming, "a front end");
  assert.deepEqual(asked, ["/front/map.js?v=a", "/front/map.js?v=a&again=1", "/front/map.js?v=a&again=2"]);
});

test("one that never comes ends after five tries", async () => {
  begin();
  const { asked, load } = fetching(99);
  const coming = failing(load("map"));
  for (let turn = 0; turn < 5; turn += 1) {
    await settled();
    mock.timers.tick(6000);
  }
  assert.equal(await coming, "Error: lost");
  assert.equal(asked.length, 5);
});

test("a page that is drawn takes the place of what went before", async () => {
  begin();
  const gone = /** @type {string[]} */ ([]);
  const draw = pageDrawing(async () => /** @type {any} */ ({ el: "page", remove: () => gone.push("first") }));
  await draw();
  assert.deepEqual([page.shown.children, page.html.dataset.fkReady, page.loading.removed], [["page"], "true", true]);
  await draw();
  assert.deepEqual(gone, ["first"]);
  mock.timers.tick(60_000);
  assert.deepEqual(page.text.children, []);
});

test("one that cannot be drawn says so and offers to load it again", async () => {
  begin();
  const draw = pageDrawing(async () => { throw new Error("lost"); });
  assert.equal(await failing(draw()), "Error: lost");
  const [said, , again] = page.text.children;
  assert.deepEqual([said.textContent, again.textContent, again.tag], ["<loading-stuck>", "<link-again>", "button"]);
  assert.equal(page.html.dataset.fkReady, undefined);
});

test("one that does not come says so, until it comes all the same", async () => {
  begin();
  let come = /** @type {any} */ (null);
  const draw = pageDrawing(() => new Promise((go) => { come = go; }));
  const drawing = draw();
  mock.timers.tick(19_999);
  assert.deepEqual(page.text.children, []);
  mock.timers.tick(1);
  assert.equal(page.text.children[0].dataset.fkSay, "loading-stuck");
  assert.equal(page.html.dataset.fkStuck, "true");
  come({ el: "page", remove: () => {} });
  await drawing;
  assert.deepEqual([page.html.dataset.fkStuck, page.loading.removed], [undefined, true]);
});
