// Who plays what, then the steps to tick: one list to set up, one to pack away. Ticks stay through a reload.
import { dress, make, noticeLine, put, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { button, pendingTaps, redraw, undoButton } from "../base/page_parts.mjs";
import { fromTab, toTab } from "../base/page_store.mjs";
import { stepMark, stepParts, stepPicture } from "./setup_parts.mjs";
import { speaker } from "../base/texts.mjs";

const KEPT = "fujikoro-setup";
const TABS = ["setup", "pack"];

// What a table plays: one question, its answers side by side.
function choice(taps, { name, label, options }) {
  return make("fieldset.fk-setup-choice", { "data-choice": name }, make("legend", {}, label),
    make("div.chips", {}, options.map(({ value, label: text, on }) => button(`${name}.${value}`, text,
      () => taps.send("choose", { name, value }), { on }))));
}

// One thing to do, with a box to tick.
function setupStep(say, taps, tab, one, number) {
  const { key, symbol: name, title, sentence } = one;
  const box = make("input", {
    type: "checkbox", "data-key": `tick-${tab}-${key}`, "data-tick": key,
    onchange: () => taps.send("tick", { tab, key, on: box.checked }),
  });
  return make("li.fk-setup-step", { "data-step": key },
    make("label.fk-setup-what", {}, box, stepPicture(name, "c44"),
      make("b", {}, `${number}. ${title}`), make("span.fk-setup-say", {}, sentence)),
    make("div.fk-setup-more", {}, stepMark(one), stepParts(one, tab, say)));
}

// The list alone, whatever else stands on the page.
function printList() {
  document.body.classList.add("fk-prints-setup");
  window.addEventListener("afterprint", () => document.body.classList.remove("fk-prints-setup"), { once: true });
  window.print();
}

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-setup");
  const isNew = watcher();
  const taps = pendingTaps(model, root, drawTicked); // a tick that was refused goes
  const ticksOf = (tab) => model.get("ticks")[tab] ?? [];
  let isOpen = !TABS.some((tab) => ticksOf(tab).length); // the choices: in the way once somebody ticks

  const table = make("section.sheet.fk-setup-table", { "aria-label": say("table") });
  const refusal = make("div", { role: "status" });
  const tabs = make("div.seg", { role: "tablist", "aria-label": say("lists") });
  const progress = make("div.fk-setup-progress", { role: "status", "data-part": "progress" });
  const list = make("ol.fk-setup-steps", { "data-part": "steps" });
  const panel = make("div", { role: "tabpanel" }, progress, list);
  const tail = make("div.fk-setup-tail", { "data-part": "tail" });
  const bar = make("div.fk-setup-bar", { "data-part": "bar" });
  const door = make("div.fk-setup-door", { "data-part": "door" });
  root.append(noticeLine(model), table, door, refusal, tabs, panel, tail, bar);

  function drawTable() {
    const toggle = button("choices", say(isOpen ? "choose-close" : "choose"), () => {
      isOpen = !isOpen;
      drawTable();
    }, { icon: isOpen ? "i-ok" : "i-pen" });
    toggle.setAttribute("aria-expanded", String(isOpen));
    redraw(table, make("div.row", {}, make("div.grow", {}, make("h2", {}, say("table")), make("p", { "data-part": "summary" }, model.get("summary"))), toggle),
      isOpen ? model.get("choices").map((one) => choice(taps, one)) : null);
  }

  // The way to where the numbers of one's own box are typed, where a page around this one has it.
  function drawDoor() {
    const { title, about } = model.get("door");
    door.hidden = !title;
    if (title) redraw(door, make("a.sheet", { href: "#page=box", "data-page": "box", "data-key": "know-box" }, symbol("house", { size: "c32" }), make("span.grow", {}, make("b", {}, title), make("span.mut", {}, about)), symbol("i-next")));
  }

  function drawRefusal() {
    const { sentence, rule } = model.get("refusal");
    put(refusal, sentence ? make("section.verdict.no", { "data-part": "refusal" }, make("div.seal", {}, symbol("i-no")),
      make("div", {}, make("p.say", {}, sentence), ruleLink(rule, say))) : null);
    for (const part of [tabs, panel, tail]) part.hidden = Boolean(sentence);
    bar.hidden = !model.get("has_undo");
  }

  function drawTabs() {
    const now = model.get("tab");
    redraw(tabs, TABS.map((tab) => make("button", {
      type: "button", role: "tab", "data-key": `tab-${tab}`, "aria-selected": String(tab === now), tabindex: tab === now ? 0 : -1,
      onclick: () => taps.send("tab", { tab }),
      onkeydown: (event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        const other = TABS.find((one) => one !== tab);
        taps.send("tab", { tab: other });
        tabs.querySelector(`[data-key=tab-${other}]`).focus();
      },
    }, say(tab))));
  }

  function drawTicked() {
    const ticked = new Set(ticksOf(model.get("tab")));
    for (const box of list.querySelectorAll("input")) {
      box.checked = ticked.has(box.dataset.tick);
      box.closest("li").classList.toggle("is-done", box.checked);
    }
  }

  function drawSteps() {
    const tab = model.get("tab");
    const shown = model.get("lists")[tab] ?? [];
    panel.setAttribute("aria-label", say(tab));
    if (isNew("steps", tab, shown)) redraw(list, shown.map((one, index) => setupStep(say, taps, tab, one, index + 1)));
    drawTicked();
    const ticked = new Set(ticksOf(tab));
    const [done, n] = [ticked.size, shown.length];
    put(progress, make("b.num", {}, done === n ? say("progress-all", { n }) : say("progress", { done, n })),
      make("span.fk-setup-track", { "aria-hidden": "true" }, make("i", { style: `width:${n ? (100 * done) / n : 0}%` })));
    if (model.get("has_undo")) redraw(bar, undoButton(model.get("undo_label"), say, () => taps.send("undo")));
    redraw(tail, make("p.mut.grow", { "data-part": "sum" }, model.get("counted")),
      button("reset", say("reset"), () => taps.send("reset", { tab }), { icon: "i-clear", disabled: !done }),
      button("print", say("print"), printList, { icon: "i-list" }));
  }

  function drawTicks() {
    drawTabs();
    drawSteps();
  }

  const keep = () => model.get("is_kept_here") && toTab(KEPT, model.get("kept"));
  const drawn = [["change:choices change:summary", drawTable], ["change:refusal", drawRefusal], ["change:door", drawDoor],
    ["change:ticks change:tab change:lists change:undo_label change:counted", drawTicks], ["change:kept", keep]];
  for (const [events, draw] of drawn) model.on(events, draw);
  drawTable();
  drawDoor();
  drawRefusal();
  drawTicks();
  const kept = model.get("is_kept_here") && !model.get("is_restored") ? fromTab(KEPT) : "";
  if (kept) {
    isOpen = false;
    drawTable();
    taps.send("kept", { text: kept });
  }
  return () => {
    for (const [events, draw] of drawn) model.off(events, draw);
    taps.stop();
  };
}

export default { render };
