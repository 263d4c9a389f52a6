// Going from page to page of the helper, and into its rulebook.
import { make, showInside } from "../base/dom.mjs";
import { joinHash } from "../base/helper_link.mjs";
import { BOX, LEARN, MORE, SIX, TOGETHER, picture } from "./helper_frame.mjs";

const PAGES = ["home", ...SIX, ...MORE, TOGETHER, BOX, LEARN];
const TRAITS = { gear: "grid" }; // of a page's widget, where it is called otherwise
const ONWARD = { gear: "fight", setup: "score", score: "log", log: "score", box: "setup" };

// `writeAddress(how)` is the page's. Returns {show(name, how), fillSlot(name), fillPieces()}.
/** @param {import("./helper.js").Helper} helper */
export function pagesPart(helper, { writeAddress }) {
  const { model, say, root, frame, parts, stops } = helper;
  const { sections, slots, pieceSlot } = parts;
  const made = new Set();

  async function fillSlot(name) {
    const trait = TRAITS[name] ?? name;
    if (!slots[name] || made.has(name)) return;
    if (!model.get(trait)) {
      model.send({ act: `open-${name}` });
      return; // comes back with its change
    }
    made.add(name);
    try {
      stops.push(await showInside(model, model.get(trait), slots[name]));
    } catch (fault) {
      made.delete(name); // the link was away while it was made: the next look finds it
      throw fault;
    }
    slots[name].dataset.ready = "true";
  }

  async function fillPieces() {
    if (!model.get("pieces") || made.has("pieces")) return;
    made.add("pieces");
    stops.push(await showInside(model, model.get("pieces"), pieceSlot));
    pieceSlot.querySelector("button")?.focus({ preventScroll: true });
  }

  function show(name, { isNew = true } = {}) {
    helper.page = PAGES.includes(name) ? name : "home";
    for (const [key, section] of Object.entries(sections)) section.hidden = key !== helper.page;
    parts.homeBox.value = "";
    root.dataset.page = helper.page;
    frame.title.textContent = say({ home: "page-home", score: "score-title" }[helper.page] ?? helper.page);
    for (const one of root.querySelectorAll("[data-page]")) {
      one.classList.toggle("is-on", one.dataset.page === helper.page && one.closest(".rail"));
      if (one.dataset.page === helper.page) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
      if (one.getAttribute("role") === "tab") one.setAttribute("aria-selected", String(one.dataset.page === helper.page));
    }
    frame.toRules.hidden = helper.page === "rules";
    const onward = ONWARD[helper.page] ?? "gear";
    frame.next.dataset.page = onward;
    frame.next.replaceChildren(picture(onward), make("span", {}, say(onward)));
    frame.foot.hidden = helper.page === "home";
    (helper.page === "home" ? sections.home.querySelector(".fk-home-body") : sections.gear.querySelector(".fk-beside-board")).append(parts.boxSheet);
    fillSlot(helper.page);
    if (isNew) {
      writeAddress({ isNew: true });
      scrollTo?.(0, 0);
      helper.main.focus({ preventScroll: true });
    }
  }

  return { show, fillSlot, fillPieces };
}

// The rulebook: its page is told where to begin, and tells where somebody went.
/** @param {import("./helper.js").Helper} helper */
export function rulebookPart(helper, { show, fillSlot, writeAddress, scope }) {
  const { model, root, isOurs, stops, parts } = helper;
  /** @type {any} */
  const rulesHost = helper.rulesHost = {
    place: () => helper.place,
    placed: (text, { isNew }) => {
      helper.place = text;
      if (helper.page === "rules") writeAddress({ isNew });
    },
    tryIt: (rule) => model.send({ act: "try", rule }),
    hasBox: true,
    scope: scope.now, // with the booklet, whose places stand first
    setOnce: scope.setTable,
    link: isOurs ? (text) => `${location.origin}${location.pathname}${joinHash("rules", model.get("link"), text, helper.tableCode)}` : null,
    ready: () => {
      if (waiting === null) return;
      show("rules");
      askRules(waiting);
    },
  };
  const hosts = globalThis.fkRulesHosts ??= new Map();
  const rulesName = model.get("rules").replace("IPY_MODEL_", "");
  hosts.set(rulesName, rulesHost);
  stops.push(() => { if (hosts.get(rulesName) === rulesHost) hosts.delete(rulesName); });

  let waiting = null; // what was typed before the rules page was there
  function askRules(text) {
    waiting = rulesHost.view ? null : text;
    rulesHost.view?.ask(text);
  }

  function openRules(text) {
    helper.place = text;
    rulesHost.view?.show(text);
    helper.place = rulesHost.view?.place() ?? text;
    show("rules");
    if (!text && matchMedia("(pointer: fine)").matches) rulesHost.view?.focus();
  }

  root.addEventListener("click", (/** @type {any} */ event) => {
    const target = event.target.closest("[data-page]");
    if (!target || target === root || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (target.dataset.stop) model.send({ act: "box-stop", stop: target.dataset.stop });
    if (target.dataset.page === "rules") openRules(target.dataset.rulebook ? `rule=${target.dataset.rulebook}` : "");
    else show(target.dataset.page);
  });

  parts.homeBox.addEventListener("focus", () => fillSlot("rules"));
  parts.homeBox.addEventListener("input", () => {
    const text = parts.homeBox.value;
    if (!text.trim()) return;
    if (rulesHost.view) show("rules"); // until its box is there, letters go on into this one
    askRules(text);
  });
}
