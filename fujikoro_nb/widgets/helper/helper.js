// The rules helper's page: pages instead of tabs, one undo, and an address that holds the gear.
import { dress, make, noticeLine } from "../base/dom.mjs";
import { splitHash } from "../base/helper_link.mjs";
import { copyLink } from "../base/page_parts.mjs";
import { fromStore } from "../base/page_store.mjs";
import { speaker } from "../base/texts.mjs";
import { whenIdle } from "../rules/rules_book.mjs";
import { sharePart } from "../sharing/share_panel.mjs";
import { addressPart } from "./helper_address.mjs";
import { LEARN, MADE_LATE, SIX, TOGETHER, drawTheme, helperFrame, helperSections } from "./helper_frame.mjs";
import { pagesPart, rulebookPart } from "./helper_pages.mjs";
import { scopePart } from "./helper_scope.mjs";
import { boardSheet, elsewhereLinks, puzzlePart } from "./helper_sheets.mjs";

const UNTOUCHED_MS = 20_000;
const TOUCHES = ["pointerdown", "keydown", "focusin"];

/**
 * The helper's page; its parts share it.
 * @typedef {object} Helper
 * @property {Model} model
 * @property {Say} say
 * @property {HTMLElement} root
 * @property {boolean} isOurs the page is ours alone; in somebody's notebook it has no band, no rail, no foot, no address
 * @property {string} page the one that is shown
 * @property {string} place where somebody is in the rulebook, as text of a link
 * @property {string} tableCode of the stored table; stays while the kernel looks for it
 * @property {any} rulesHost what the rules page finds around it
 * @property {ReturnType<typeof helperFrame>} frame
 * @property {ReturnType<typeof helperSections>} parts
 * @property {HTMLElement} main
 * @property {(() => void)[]} stops what ends with the page
 */

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-helper", { isWhole: true });
  const isOurs = document.body.classList.contains("fk-page");
  root.classList.toggle("is-guest", !isOurs);
  document.body.classList.toggle("fk-has-helper", isOurs);
  /** @type {Helper} */
  const helper = /** @type {any} */ ({ model, say, root, isOurs, page: "home", place: "", tableCode: splitHash(isOurs ? location.hash : "").table, rulesHost: null, stops: [] }); // its frame, parts and main part follow
  const share = tableOf(helper, () => address.write());
  const scope = scopePart(helper);
  const frame = helper.frame = helperFrame(helper);
  const notice = noticeLine(model);
  const parts = helper.parts = helperSections(helper, { scope, share });
  const main = helper.main = make("main", { tabindex: -1 }, share.strip, notice, Object.values(parts.sections));
  root.append(make("div.app", {}, frame.rail, make("div.pagecol", {}, frame.top, frame.tabs, main)), frame.foot);
  const copy = copyLink(() => location.href, say);
  parts.linkSheet.append(make("p", {}, say("link-about")), copy.element);
  parts.linkSheet.hidden = !isOurs;
  const pages = pagesPart(helper, { writeAddress: (how) => address.write(how) });
  rulebookPart(helper, { show: pages.show, fillSlot: pages.fillSlot, writeAddress: (how) => address.write(how), scope });
  const address = addressPart(helper, { written: copy.forget, show: pages.show, share, setTable: scope.setTable });
  const board = boardSheet(helper);
  const elsewhere = elsewhereLinks(helper, scope);
  const puzzle = puzzlePart(helper);
  undoByKey(helper);
  helper.stops.push(footHeight(helper));

  function drawUndo() {
    const label = model.get("undo_label");
    for (const button of frame.undos) {
      button.querySelector("span").textContent = label || say("undo-nothing");
      button.disabled = !label;
    }
  }

  function drawBox() {
    const isReal = model.get("is_real_box");
    parts.boxSwitch.setAttribute("aria-checked", String(isReal));
    parts.boxSwitch.querySelector("small").textContent = say(isReal ? "real-box-on" : "real-box-off");
    frame.rail.querySelector(".fk-box").textContent = isReal ? say("real-box") : say("change-box-off");
  }

  function drawTiles() {
    const told = model.get("tiles");
    for (const name of SIX) parts.sections.home.querySelector(`.fk-tile-${name} span`).textContent = told[name] ?? say(`${name}-about`);
    parts.evening.hidden = !told.score; // nothing has begun
    parts.learnTold.textContent = model.get("learn_told") || say("learn-about");
  }

  const listen = [
    ["change:undo_label", drawUndo],
    ["change:is_real_box", drawBox],
    ["change:board change:characters", board.draw],
    ["change:reach", board.drawReach],
    ["change:cards_changed", board.askReach],
    ["change:link", () => { address.write(); board.askReach(); }],
    ["change:is_opened", () => { address.write(); address.keep(); root.dataset.opened = "true"; }],
    ...MADE_LATE.map((name) => [`change:${name}`, () => (helper.page === name || name === LEARN) && pages.fillSlot(name)]),
    ["change:kept", address.keep],
    ["change:scope", () => scope.tell(model.get("scope"))],
    ["change:tiles change:learn_told", drawTiles],
    ["change:puzzle", puzzle.draw],
    ["change:pieces", pages.fillPieces],
    ["change:elsewhere change:shared", elsewhere.draw],
    ["msg:custom", (message) => ({ show: () => pages.show(message.page), scope: () => scope.answer(message.scope), answered: scope.forget, "put-aside": address.putAside })[message.kind]?.()],
  ];
  for (const [events, answer] of listen) model.on(events, answer);
  drawTheme(helper);
  drawUndo();
  drawBox();
  board.draw();
  board.drawReach();
  elsewhere.draw();
  drawTiles();
  puzzle.draw();
  scope.show();
  share.begin();
  if (model.get("pieces")) pages.fillPieces(); // a second view in a notebook
  if (model.get("is_opened")) {
    root.dataset.opened = "true"; // a second view in a notebook, or a page that came back
    helper.place = splitHash(isOurs ? location.hash : "").rules;
    pages.show(splitHash(location.hash).page || "home", { isNew: false });
  } else {
    address.restore();
    address.read();
  }
  const forgetTouches = openBookLater(helper, pages.fillSlot);
  const learned = () => isOurs && model.get("elsewhere").some(({ store }) => store && fromStore(store));
  whenIdle(() => root.isConnected && learned() && pages.fillSlot(LEARN)); // home says how far one is
  return () => {
    forgetTouches();
    board.stop();
    for (const [events, answer] of listen) model.off(events, answer);
    for (const stop of helper.stops) stop();
    share.stop();
    document.body.classList.remove("fk-has-helper");
  };
}

// The table that lies in a store, where this page is served.
/** @param {Helper} helper */
function tableOf(helper, writeAddress) {
  const { model, say, isOurs } = helper;
  const share = sharePart(model, say, {
    joins: true,
    sign: (code) => make("a.num.fk-share-sign", { href: `#page=${TOGETHER}`, "data-page": TOGETHER }, code),
    address: { read: () => splitHash(isOurs ? location.hash : "").table, write: (code) => { helper.tableCode = code; writeAddress(); } },
    more: ({ code, parts }) => {
      const game = code && model.get("elsewhere").find(({ kind }) => kind === "game");
      if (!game) return null;
      const has = parts.includes("game");
      return [has ? make("p", {}, say("share-game")) : null, make("a.btn.full", { href: `${game.url}#table=${code}`, "data-key": "to-game" }, say(has ? "share-to-game" : "share-new-game"))];
    },
  });
  share.panel.hidden = false;
  return share;
}

// What sticks to the lower edge stands above the foot, which is as high as its words need.
/** @param {Helper} helper */
function footHeight({ root, frame }) {
  const measured = new ResizeObserver(() => {
    const height = frame.foot.offsetHeight;
    if (height) root.style.setProperty("--fk-foot-height", `${height}px`);
    else root.style.removeProperty("--fk-foot-height");
  });
  measured.observe(frame.foot);
  return () => measured.disconnect();
}

// The grid would undo only its own changes.
/** @param {Helper} helper */
function undoByKey({ model, root }) {
  root.addEventListener("keydown", (/** @type {any} */ event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z" && event.target.tagName !== "INPUT") {
      event.preventDefault();
      event.stopPropagation();
      model.send({ act: "undo", label: model.get("undo_label") });
    }
  }, { capture: true });
}

// The book is a quarter of a first visit. It comes with the first touch, so that the first letter finds it open, or when
// the page was left alone for a while, so that it is there when the link is not.
/** @param {Helper} helper */
function openBookLater({ root }, fillSlot) {
  const openBook = () => {
    clearTimeout(untouched);
    for (const touch of TOUCHES) root.removeEventListener(touch, openBook, true);
    whenIdle(() => root.isConnected && fillSlot("rules"));
  };
  const untouched = setTimeout(openBook, UNTOUCHED_MS);
  for (const touch of TOUCHES) root.addEventListener(touch, openBook, true);
  return () => clearTimeout(untouched);
}

export default { render };
