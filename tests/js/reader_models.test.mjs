// The states of a table's widgets on a page that looks on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ReaderModels } from "../../voila/templates/fujikoro/reader_models.mjs";

/** @param {Record<string, {module: string, state: object}>} news */
function shown(news) {
  const asked = [];
  const manager = {};
  const models = new ReaderModels({ manager, cardOf: async (rule) => { asked.push(rule); return rule === "none" ? null : { id: rule }; } });
  models.take(news);
  const model = (name) => /** @type {any} */ (models.get(name));
  return { models, model, asked, manager };
}

test("what changed is told once, when all of it is there; what did not is not", () => {
  const { models, model } = shown({ page: { module: "p", state: { a: [1], b: 1, c: 1 } } });
  const told = [];
  const hear = () => told.push([model("page").get("a"), model("page").get("b")]);
  model("page").on("change:a change:b", hear);
  model("page").on("change:c", () => told.push("c"));
  models.take({ page: { module: "p", state: { a: [1], b: 1, c: 1 } } });
  assert.deepEqual(told, []);
  models.take({ page: { module: "p", state: { a: [2], b: 2 } } });
  assert.deepEqual(told, [[[2], 2]]);
  model("page").off("change:a", hear);
  models.take({ page: { module: "p", state: { a: [3] } } });
  model("page").set("c", 1);
  model("page").set("c", 2);
  assert.deepEqual(told, [[[2], 2], "c"]);
});

test("a widget that is there stays; one of another front end, or after a change of language, is another", () => {
  const { models, model, manager } = shown({ page: { module: "p", state: { inner: "x" } } });
  const page = model("page");
  assert.deepEqual([page.name, page.cid, page.module, page.widget_manager === manager], ["page", "page", "p", true]);
  let found = /** @type {any} */ (null);
  page.on("change:inner", () => { found = models.get("page.inner"); });
  models.take({ page: { module: "p", state: { inner: "y" } }, "page.inner": { module: "i", state: { a: 1 } } });
  assert.equal(found?.get("a"), 1); // what is told of it is there already
  models.take({ page: { module: "q", state: {} } });
  assert.ok(model("page") !== page);
  models.clear();
  assert.equal(models.get("page"), undefined);
});

test("what is chosen stays here, and a rule is looked up", async () => {
  const { model, asked } = shown({ map: { module: "m", state: { selected: "I-1.2", confirmed: null, rule_card: {} } }, page: { module: "p", state: { selected: 1 } } });
  model("map").save_changes();
  model("page").save_changes();
  assert.deepEqual([model("map").get("confirmed"), model("page").get("confirmed")], ["I-1.2", undefined]);
  let opened = 0;
  model("map").on("change:rule_card", () => { opened += 1; });
  await model("map").send({ act: "rule", rule: "a.b" });
  await model("map").send({ act: "rule", rule: "none" });
  assert.deepEqual([model("map").get("rule_card"), opened], [{ id: "a.b" }, 1]);
  await model("map").send({ act: "close-rule" });
  await model("map").send({ act: "undo" });
  assert.deepEqual([model("map").get("rule_card"), opened, asked], [{}, 1, ["a.b", "none"]]);
});

test("whoever hears of any change hears of several at once as one, and of none when nothing is other", () => {
  const { models, model } = shown({ page: { module: "p", state: { a: 1, b: 1 } } });
  let heard = 0;
  model("page").on("change", () => { heard += 1; });
  models.take({ page: { module: "p", state: { a: 2, b: 2 } } });
  models.take({ page: { module: "p", state: { a: 2 } } });
  model("page").set("b", 2);
  assert.equal(heard, 1);
  model("page").set("b", 3);
  assert.equal(heard, 2);
});

test("a page that writes is asked first what a widget wants", async () => {
  const asked = [];
  const looked = [];
  const act = (message) => { asked.push(message); return message.act === "paint"; };
  const models = new ReaderModels({ manager: {}, cardOf: async (rule) => { looked.push(rule); return { id: rule }; }, act });
  models.take({ page: { module: "p", state: { rule_card: {} } } });
  const page = /** @type {any} */ (models.get("page"));
  await page.send({ act: "paint", rule: "x" });
  await page.send({ act: "rule", rule: "move.steps.base" });
  assert.deepEqual([asked.length, looked, page.get("rule_card")], [2, ["move.steps.base"], { id: "move.steps.base" }]);
});
