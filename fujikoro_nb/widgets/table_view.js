// An evening at a table, for people who look on: the game, and the rulebook. Who writes, and what was done last.
import { dress, make, noticeLine, showInside, symbol } from "./dom.mjs";
import { whenIdle } from "./rules_book.mjs";
import { speaker } from "./texts.mjs";

const TABS = { game: "h-gear", rules: "h-rule" };

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-table-view", { isWhole: true });
  const head = make("p.fk-table-head", { role: "status", "data-part": "head" });
  const trouble = make("p.fk-notice", { role: "alert" });
  const slots = { game: make("div.fk-slot"), rules: make("div.fk-slot") };
  const tabs = make("div.seg", { role: "tablist", "aria-label": say("tabs") }, Object.keys(TABS).map((name) => make("button", {
    type: "button", role: "tab", "data-tab": name, onclick: () => show(name),
  }, symbol(TABS[name], { box: 56 }), make("span", {}, say(`tab-${name}`)))));
  root.append(noticeLine(model), head, trouble, tabs, ...Object.values(slots));
  const stops = [];
  const filled = new Set();

  async function fill(name) {
    if (filled.has(name) || !model.get(name)) return;
    filled.add(name);
    stops.push(await showInside(model, model.get(name), slots[name]));
  }

  function show(name) {
    root.dataset.tab = name;
    for (const one of tabs.children) one.setAttribute("aria-selected", String(one.dataset.tab === name));
    for (const [key, slot] of Object.entries(slots)) slot.hidden = key !== name;
    fill(name);
  }

  tabs.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const all = [...tabs.children];
    const next = all.at((all.indexOf(document.activeElement) + by) % all.length);
    show(next.dataset.tab);
    next.focus();
  });

  function draw() {
    const writer = model.get("writer");
    head.replaceChildren(
      make("b", {}, model.get("title")), " ", make("span.mut", {}, writer ? say("writes", { who: writer }) : say("nobody-writes")),
      " ", make("span.mut.fk-newest", {}, model.get("newest") ? say("newest", { what: model.get("newest") }) : ""));
    trouble.textContent = model.get("trouble");
    trouble.hidden = !model.get("trouble");
    if (!model.get("game")) slots.game.replaceChildren(make("p.mut", {}, say("no-game")));
    else fill("game");
  }

  const listen = [["change:title change:writer change:newest change:trouble change:game", draw]];
  for (const [events, call] of listen) model.on(events, call);
  show("game");
  draw();
  whenIdle(() => root.isConnected && fill("rules")); // so that it is there when the link is not
  return () => {
    for (const [events, call] of listen) model.off(events, call);
    for (const stop of stops) stop();
  };
}

export default { render };
