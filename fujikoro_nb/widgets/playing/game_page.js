// The game: map and question side by side on a laptop, one after the other in tabs on a phone.
import { dress, make, noticeLine, showInside, symbol } from "../base/dom.mjs";
import { counselPart } from "../guided/counsel.mjs";
import { mistakePart, openLinked, reviewPart } from "../guided/review.mjs";
import { FIRST_GAME, guidePart, guidedStart } from "../guided/guide.mjs";
import { primersPart } from "./game_primers.mjs";
import { questionPart } from "./game_question.mjs";
import { sideParts } from "./game_side.mjs";
import { symbolsPart } from "./game_signs.mjs";
import { startPart } from "./game_start.mjs";
import { button, fromLink, toLink } from "../base/page_parts.mjs";
import { fromStore, fromTab, toStore, toTab } from "../base/page_store.mjs";
import { sharePart } from "../sharing/share_panel.mjs";
import { speaker } from "../base/texts.mjs";

const GAME = "fujikoro-game"; // under which name the browser keeps it
const TABS = ["map", "do", "boards", "log"];
let drawn = 0; // pages drawn so far: ids of panes are the page's own
const TAB_SIGNS = { map: "i-flag", do: "i-list", boards: "h-gear", log: "h-log" };

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-game", { isWhole: true });
  const isOurs = document.body.classList.contains("fk-page");
  root.classList.toggle("is-guest", !isOurs);
  document.body.classList.toggle("fk-has-game", isOurs);
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const isFirst = model.get("is_first");
  const keptAs = isFirst ? FIRST_GAME : GAME;
  const stops = [], lookBack = reviewPart(model, say, root), mistake = mistakePart(model, say);

  const title = make("h1");
  const symbols = symbolsPart(say);
  const primers = primersPart(model, say);
  const helper = model.get("helper_address");
  const menu = gameMenu(say, send, { symbols, primers, openReview: isFirst ? null : lookBack.open, openShare: isOurs && !isFirst ? () => share.open() : null });
  const home = helper ? make("a.tb", { href: helper, "aria-label": say("to-helper") }, symbol("i-home")) : null;
  const side = sideParts(model, say);
  const top = make("header.top", {}, home, title, menu);

  const share = sharePart(model, say, { address: tableAddress(home, helper) });
  const offer = make("div", { "data-part": "offer" });
  const slot = make("div.fk-map-slot", {}, make("p.mut", {}, say("map-loading")));
  const question = questionPart(model, say, { toMap: () => tabs.show("map"), toAnswers: () => tabs.show("do") });
  const guide = guidePart(model, say, root);
  const counsel = counselPart(model, say);
  const start = (isFirst ? guidedStart : startPart)(model, say, { kept: () => fromStore(keptAs) });
  const tabs = stageTabs(root, say);
  const play = make("section.fk-play", {}, share.panel, side.status,
    make("div.fk-cols", {},
      tabs.pane("div.fk-left", "map", slot),
      make("div.fk-right", {}, mistake.element, question.card, guide.coach, primers.card, question.told, tabs.list("fk-side-tabs"),
        tabs.pane("div.fk-pane", "do", question.body, counsel.element, offer, side.happened, side.travel),
        tabs.pane("div.fk-pane", "boards", side.boards),
        tabs.pane("div.fk-pane", "log", side.log))),
    symbols.element, primers.drawer);
  const foot = make("footer.foot.fk-foot", {}, tabs.list("fk-foot-tabs"));
  const main = make("main", {}, share.strip, noticeLine(model), start.element, guide.review, lookBack.element, play);
  root.append(top, main, foot);

  let hasMap = false;
  async function drawStage() {
    const isPlay = model.get("stage") === "play";
    root.dataset.stage = model.get("stage");
    start.element.hidden = isPlay;
    play.hidden = foot.hidden = menu.hidden = !isPlay;
    drawTitle();
    if (!isPlay) start.draw();
    if (!isPlay || hasMap) return;
    hasMap = true;
    stops.push(await showInside(model, model.get("map"), slot));
  }

  function drawTitle() {
    root.dataset.counting = String(Boolean(model.get("status").counting));
    root.dataset.group = String(model.get("status").group?.round !== undefined);
    title.textContent = model.get("stage") === "play" ? model.get("guide").title ?? model.get("status").said : say(isFirst ? "guide-page" : "title");
  }

  let askedAt = "";
  function drawAsked() {
    const { at, kind, part, has_map: onMap } = model.get("asked");
    root.dataset.asked = kind ?? "";
    root.dataset.part = part ?? "";
    root.dataset.at = at ?? "";
    root.dataset.onMap = String(Boolean(onMap));
    const key = `${at} ${kind}`;
    // A new question on a phone opens where it is answered, unless somebody is reading boards or the log.
    // The end of the game is told to everybody.
    if (key !== askedAt && (part === "over" || ["map", "do"].includes(tabs.shown()))) tabs.show(onMap || part === "bot" ? "map" : "do");
    askedAt = key;
  }

  function forget() {
    toTab(keptAs, "");
    toStore(keptAs, "");
    start.draw();
  }

  root.addEventListener("keydown", (/** @type {any} */ event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.tagName === "INPUT" || event.target.closest(".fk-grid")) return;
    event.preventDefault();
    if (model.get("stage") === "play") send(event.shiftKey ? "redo" : "undo", { at: model.get("asked").at });
  });

  let hasOffer = false;
  async function drawOffer() {
    if (hasOffer || !model.get("offer")) return;
    hasOffer = true;
    stops.push(await showInside(model, model.get("offer"), offer));
  }

  const drawJob = () => { root.dataset.busy = String(Boolean(model.get("job").who)); };
  const listen = [
    ["change:stage", drawStage],
    ["change:status change:guide", drawTitle],
    ["change:asked", drawAsked],
    ["change:job", drawJob],
    ["change:save", () => keep(model, keptAs)],
    ["change:offer", drawOffer],
    ["change:refused_saves", forget],
    ["msg:custom", download],
  ];
  for (const [events, answer] of listen) model.on(events, answer);
  tabs.show("map");
  drawJob();
  drawAsked();
  drawOffer();
  drawStage();
  share.begin();
  const isThere = isOurs && !isFirst && share.join();
  const kept = fromTab(keptAs);
  if (!(isOurs && !isFirst && openLinked(model)) && !isThere && kept && model.get("stage") === "start" && !model.get("table").waits) send("restore", { save: kept.slice(0, 220000) });
  root.dataset.ready = "true";
  return () => {
    for (const [events, answer] of listen) model.off(events, answer);
    for (const stop of [...stops, side.stop, share.stop, question.stop, counsel.stop, lookBack.stop, mistake.stop, primers.stop, guide.stop, start.stop]) stop();
    document.body.classList.remove("fk-has-game");
  };
}

// What is not asked every day: the save, words, sharing, leaving.
function gameMenu(say, send, { symbols, primers, openReview, openShare }) {
  const menu = make("details.fk-menu", {}, make("summary.btn.quiet", { "data-key": "menu" }, symbol("i-list", { label: say("menu") })),
    make("div.sheet", {},
      button("download", say("download"), () => { menu.open = false; send("download"); }, { full: true }),
      make("p.mut.small", {}, say("download-about")),
      openReview ? button("to-review", say("review"), () => { menu.open = false; openReview(); }, { full: true }) : null,
      button("to-symbols", say("symbols"), () => { menu.open = false; symbols.open(); }, { full: true }),
      button("to-primers", say("primers-title"), () => { menu.open = false; primers.open(); }, { full: true }),
      openShare ? button("to-share", say("share-title"), () => { menu.open = false; openShare(); }, { full: true }) : null,
      button("leave", say("leave-game"), () => { menu.open = false; send("leave"); }, { full: true }),
      openShare && globalThis.fujikoroTheme ? button("theme", say("theme"), () => { menu.open = false; globalThis.fujikoroTheme?.(); }, { full: true }) : null));
  return menu;
}

// Two lists of tabs, of which a window shows one: at the foot of a phone, beside the map on a laptop. Returns {list(class), pane(what, name,
// ...children), show(name), shown()}.
function stageTabs(root, say) {
  const number = ++drawn;
  let tab = "map";
  const paneId = (name) => `fk-game-${number}-${name}`;
  const list = (name) => make(`div.seg.${name}`, { role: "tablist", "aria-label": say("tabs-game"), onkeydown: turnTabs }, TABS.map((one) => make("button", { type: "button", role: "tab", "data-tab": one, "aria-controls": paneId(one), onclick: () => show(one) }, name === "fk-foot-tabs" ? symbol(TAB_SIGNS[one], { box: one === "boards" || one === "log" ? 56 : 44 }) : null, make("span", {}, say(`tab-${one}`)))));
  const pane = (what, name, ...children) => make(what, { "data-pane": name, id: paneId(name), role: "tabpanel", "aria-label": say(`tab-${name}`) }, ...children);

  function show(name) {
    tab = name;
    root.dataset.tab = tab;
    for (const one of root.querySelectorAll("[role=tab][aria-controls]")) {
      const isOn = one.dataset.tab === (tab === "map" && one.closest(".fk-side-tabs") ? "do" : tab);
      one.setAttribute("aria-selected", String(isOn));
      one.tabIndex = isOn ? 0 : -1;
    }
    if (innerWidth < 900) scrollTo?.(0, 0);
  }

  // Arrows, Home and End go from tab to tab and open each.
  function turnTabs(event) {
    const there = [...event.currentTarget.children].filter((one) => one.checkVisibility());
    const here = there.indexOf(document.activeElement);
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || here < 0) return;
    event.preventDefault();
    const target = there.at(next % there.length);
    show(target.dataset.tab);
    target.focus();
  }

  return { list, pane, show, shown: () => tab };
}

// The table in the page's address; `home` leads to the helper's evening of the same table.
const tableAddress = (home, helper) => ({
  read: () => fromLink("table"),
  write: (code) => {
    if (code !== fromLink("table")) toLink({ table: code });
    if (home) home.href = code ? `${helper}#table=${code}` : helper;
  },
});

function keep(model, key) {
  const save = model.get("save");
  if (!save) return;
  toTab(key, save);
  toStore(key, save);
}

function download(message, buffers) {
  if (message.kind !== "save") return;
  const address = URL.createObjectURL(new Blob([buffers[0]], { type: "application/json" }));
  const link = make("a", { href: address, download: message.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export default { render };
