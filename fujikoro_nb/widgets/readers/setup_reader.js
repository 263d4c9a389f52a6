// The setup and pack-away lists for people who look on: what is done already, and what somebody could take over.
import { dress, make, noticeLine, put, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";
import { fromTab, toTab } from "../base/page_store.mjs";
import { stepMark, stepParts, stepPicture } from "../evening/setup_parts.mjs";
import { speaker } from "../base/texts.mjs";

const LISTS = ["setup", "pack"];
const KEPT_LIST = "fujikoro-reader-list";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-setup");
  root.classList.add("fk-setup-reader");
  const isNew = watcher();
  let list = LISTS.includes(fromTab(KEPT_LIST)) ? fromTab(KEPT_LIST) : ""; // empty: the one that who writes has in front
  const shown = () => list || model.get("tab");

  const head = make("section.sheet", { "data-part": "table" });
  const refusal = make("div", { role: "status" });
  const tabs = make("div.seg", { role: "tablist", "aria-label": say("lists") }, LISTS.map((name) => make("button", {
    type: "button", role: "tab", "data-key": `list-${name}`, onclick: () => choose(name), onkeydown: move,
  }, say(name))));
  const progress = make("div.fk-setup-progress", { role: "status", "data-part": "progress" });
  const steps = make("ol.fk-setup-steps", { "data-part": "steps" });
  const panel = make("div", { role: "tabpanel" }, progress, steps);
  root.append(noticeLine(model), head, refusal, tabs, panel);

  function choose(name) {
    list = name;
    toTab(KEPT_LIST, name);
    drawAll();
  }

  function move(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    choose(LISTS.find((name) => name !== shown()));
    tabs.querySelector("[aria-selected=true]").focus();
  }

  function step(one, number, isDone) {
    return make(`li.fk-setup-step${isDone ? ".is-done" : ""}`, { "data-step": one.key },
      make("div.fk-setup-what", {},
        make("span.fk-setup-mark", { role: "img", "aria-label": say(isDone ? "is-done" : "is-open") }, isDone ? symbol("i-ok", { size: "c32" }) : null),
        stepPicture(one.symbol, "c44"), make("b", {}, `${number}. ${one.title}`), make("span.fk-setup-say", {}, one.sentence)),
      make("div.fk-setup-more", {}, stepMark(one), stepParts(one, shown(), say)));
  }

  function drawAll() {
    const { sentence, rule } = model.get("refusal");
    if (isNew("head", model.get("summary"), model.get("counted"))) {
      put(head, make("h2", {}, say("table")), make("p", { "data-part": "summary" }, model.get("summary")), make("p.mut.small", {}, model.get("counted")));
    }
    if (isNew("refusal", sentence, rule)) {
      put(refusal, sentence ? make("section.verdict.no", { "data-part": "refusal" }, make("div.seal", {}, symbol("i-no")),
        make("div", {}, make("p.say", {}, sentence), ruleLink(rule, say))) : null);
    }
    for (const part of [tabs, panel]) part.hidden = Boolean(sentence);
    for (const tab of /** @type {Iterable<any>} */ (tabs.children)) {
      const isOn = tab.dataset.key === `list-${shown()}`;
      tab.setAttribute("aria-selected", String(isOn));
      tab.tabIndex = isOn ? 0 : -1;
    }
    const [all, done] = [model.get("lists")[shown()] ?? [], new Set(model.get("ticks")[shown()] ?? [])];
    if (!isNew("steps", shown(), all, [...done])) return;
    const n = all.length;
    panel.setAttribute("aria-label", say(shown()));
    put(progress, make("b.num", {}, done.size === n ? say("progress-all", { n }) : say("progress", { done: done.size, n })),
      make("span.fk-setup-track", { "aria-hidden": "true" }, make("i", { style: `width:${n ? (100 * done.size) / n : 0}%` })));
    redraw(steps, all.map((one, index) => step(one, index + 1, done.has(one.key))));
  }
  const events = "change:summary change:lists change:refusal change:counted change:ticks change:tab";
  model.on(events, drawAll);
  drawAll();
  return () => model.off(events, drawAll);
}

export default { render };
