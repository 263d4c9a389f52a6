// An evening at a table, for people who look on: score, sheets of the small games, rulings, setup, the game, and the rulebook; whatever there is.
import { dress, make, noticeLine, showInside, symbol, watcher } from "../base/dom.mjs";
import { button, lateCard, partNotCome } from "../base/page_parts.mjs";
import { fromTab, toTab } from "../base/page_store.mjs";
import { whenIdle } from "../rules/rules_book.mjs";
import { speaker } from "../base/texts.mjs";

const TABS = { game: "h-gear", score: "h-score", sheets: "s-card", rulings: "h-log", setup: "h-setup", rules: "h-rule" };
const PATIENCE = 500; // ms, before a part that is on its way says so
const KEPT_PLACE = "fujikoro-reader-place";

// A link to a rule, or to ask for one, opens the rulebook; a reload what was shown last.
function placeKept() {
  const first = { tab: location.hash.startsWith("#page=rules") ? "rules" : "", isLate: false, y: 0 };
  try {
    return { ...first, ...JSON.parse(fromTab(KEPT_PLACE) || "{}") };
  } catch {
    return first; // not what we wrote
  }
}

// Left and right go through the tabs that are there.
function arrows(tabs, show) {
  tabs.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const all = [...tabs.children].filter((one) => !one.hidden);
    const next = all.at((all.indexOf(document.activeElement) + by) % all.length);
    show(next.dataset.tab);
    next.focus();
  });
}

// Tells once, when the evening comes to its end.
function ending(model) {
  let was = model.get("is_over");
  return () => {
    const before = was;
    was = model.get("is_over");
    return was && !before;
  };
}

// Draws a part into its place, once; `leave` holds how each that is drawn goes again.
function filler(model, say, slots, leave) {
  return async function fill(name) {
    if (leave[name]) return;
    const making = leave[name] = () => {};
    const soon = setTimeout(() => slots[name].replaceChildren(make("p.mut", { role: "status" }, say("coming"))), PATIENCE);
    let stop;
    try {
      stop = await showInside(model, model.get(name), slots[name]);
    } catch {
      if (leave[name] !== making) return;
      delete leave[name];
      slots[name].replaceChildren(...partNotCome(say, () => fill(name)));
      return;
    } finally {
      clearTimeout(soon);
    }
    if (leave[name] === making) {
      leave[name] = stop;
      return;
    }
    stop(); // it went while it was being made
    slots[name].replaceChildren();
    if (!leave[name]) return;
    leave[name](); // and came again
    delete leave[name];
    await fill(name);
  };
}

// Whose table it is, who writes, and what was done last.
function headline(model, say) {
  const [writer, newest] = [model.get("writer"), model.get("newest")];
  return [make("b", {}, model.get("title")), " ", make("span.mut", {}, writer ? say("writes", { who: writer }) : say("nobody-writes")),
    " ", make("span.mut.fk-newest", {}, newest ? say("newest", { what: newest }) : "")];
}

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-table-view", { isWhole: true });
  const isNew = watcher();
  const names = Object.keys(TABS);
  const head = make("p.fk-table-head", { role: "status", "data-part": "head" });
  const trouble = make("div.fk-table-trouble", { role: "alert" });
  const card = make("article.sheet.fk-late-card", { id: "fk-late-card", "data-part": "late-card", hidden: true });
  const come = button("late", say("late"), () => turnCard(card.hidden), { icon: "i-seat" });
  come.setAttribute("aria-controls", "fk-late-card");
  const print = make("a.btn", { href: `${location.pathname}/print?lang=${model.get("language")}`, target: "_blank", rel: "noopener", "data-key": "print" }, symbol("i-list"), make("span", {}, say("print")));
  const slots = Object.fromEntries(names.map((name) => [name, make("div.fk-slot", { role: "tabpanel", "aria-labelledby": `fk-tab-${name}`, hidden: true })]));
  const tabs = make("div.seg.fk-table-tabs", { role: "tablist", "aria-label": say("tabs") }, names.map((name) => make("button", {
    type: "button", role: "tab", id: `fk-tab-${name}`, "data-tab": name, onclick: () => show(name),
  }, symbol(TABS[name], { box: 56 }), make("span", {}, say(`tab-${name}`)))));
  const empty = make("p.fk-table-empty.mut", { "data-part": "empty" }, say("no-part"));
  root.append(noticeLine(model), head, make("div.chips.fk-table-acts", {}, come, print), card, trouble, tabs, empty, ...Object.values(slots));
  const leave = {};
  let now = "";
  let place = placeKept();
  const hasEnded = ending(model); // while somebody looks: then everybody sees the last page

  const fill = filler(model, say, slots, leave);

  arrows(tabs, show);

  const there = () => names.filter((name) => model.get(name));

  // The part that somebody chose, as long as it is there; else the first one.
  function show(name, isChosen = true) {
    now = name;
    root.dataset.tab = name;
    for (const one of /** @type {Iterable<any>} */ (tabs.children)) {
      one.setAttribute("aria-selected", String(one.dataset.tab === name));
      one.tabIndex = one.dataset.tab === name ? 0 : -1;
    }
    for (const [key, slot] of Object.entries(slots)) slot.hidden = key !== name;
    if (isChosen) {
      place = { ...place, tab: name };
      keepPlace();
    }
    return fill(name);
  }

  function turnCard(isOpen) {
    card.hidden = !isOpen;
    come.setAttribute("aria-expanded", String(isOpen));
    /** @type {Node} */ (come.lastChild).textContent = say(isOpen ? "late-away" : "late");
    place = { ...place, isLate: isOpen };
    keepPlace();
  }

  function draw() {
    head.replaceChildren(...headline(model, say));
    if (isNew("trouble", model.get("trouble"))) trouble.replaceChildren(...model.get("trouble").map((line) => make("p.fk-notice", {}, line)));
    const late = model.get("late");
    come.hidden = !late.length;
    if (isNew("late", late)) card.replaceChildren(...lateCard(say, late));
    if (!late.length) card.hidden = true;
    else if (place.isLate && card.hidden) turnCard(true);
    const parts = there();
    for (const name of names) {
      const isThere = parts.includes(name);
      tabs.querySelector(`[data-tab=${name}]`).hidden = !isThere;
      if (!isThere && leave[name]) {
        leave[name]();
        delete leave[name];
        slots[name].replaceChildren();
      }
    }
    empty.hidden = parts.length > 1 || model.get("trouble").length > 0;
    tabs.hidden = parts.length < 2;
    if (hasEnded() && parts.includes("score")) {
      show("score").then(() => scrollTo(0, 0));
      return;
    }
    const stay = now === "rules" && !place.tab ? "" : now; // the rulebook stands in while there is nothing else
    const wanted = [place.tab, stay, model.get("first"), parts[0]].find((name) => parts.includes(name));
    if (wanted === now) {
      fill(now); // what did not come while the link was lost
      return;
    }
    show(wanted, false).then(scrollBack);
  }

  // ---- where this phone was: the part, the card, and how far down; a reload comes back to it

  function keepPlace() {
    toTab(KEPT_PLACE, JSON.stringify({ ...place, y: Math.round(scrollY) }));
  }

  function scrollBack() {
    const { y } = place;
    place = { ...place, y: 0 }; // once: afterwards nobody but the reader scrolls
    if (y) requestAnimationFrame(() => scrollTo(0, y));
  }

  const events = `change:title change:writer change:newest change:trouble change:late change:is_over ${names.map((name) => `change:${name}`).join(" ")}`;
  model.on(events, draw);
  addEventListener("pagehide", keepPlace);
  draw();
  whenIdle(() => root.isConnected && fill("rules")); // so that it is there when the link is not
  return () => {
    model.off(events, draw);
    removeEventListener("pagehide", keepPlace);
    for (const stop of Object.values(leave)) stop();
  };
}

export default { render };
