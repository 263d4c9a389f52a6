// What a lesson and a puzzle have in common: parts of the page, and what the browser keeps.
import { draw, make, ruleLink, showInside, symbol } from "./dom.mjs";
import { isThisComputerOnly } from "./helper_link.mjs";

// Replace the children, and give the focus back to the button or rule link that had it, or to what took its place.
export function redraw(box, ...children) {
  const place = box.contains(document.activeElement) ? placeOf(document.activeElement, box) : null;
  box.replaceChildren(...children.flat().filter((child) => child));
  if (place) box.querySelectorAll(place.selector)[place.index]?.focus();
  return Boolean(place) && !box.contains(document.activeElement);
}

// How to find an element again: a key stands once, the link of one rule may stand several times.
function placeOf(element, box) {
  const { key, rule } = element.dataset;
  if (key) return { selector: `[data-key="${CSS.escape(key)}"]:not([disabled])`, index: 0 };
  if (!rule) return null;
  const selector = `[data-rule="${CSS.escape(rule)}"]`;
  return { selector, index: [...box.querySelectorAll(selector)].indexOf(element) };
}

/**
 * @param {string} key
 * @param {Child} label
 * @param {(event: any) => void} onclick
 * @param {{main?: boolean, on?: boolean | null, quiet?: boolean, icon?: string, disabled?: boolean, full?: boolean}} how
 */
export function button(key, label, onclick, { main = false, on = null, quiet = false, icon = "", disabled = false, full = false } = {}) {
  const classes = ["btn", main ? "main" : "", quiet ? "quiet" : "", full ? "full" : "", on ? "is-on" : ""].filter(Boolean);
  return make(`button.${classes.join(".")}`, {
    type: "button", "data-key": key, disabled, onclick, "aria-pressed": on === null ? null : String(on),
  }, icon ? symbol(icon) : null, make("span", {}, label));
}

// Sends acts; what was tapped looks pending until Python has answered, because nothing is drawn as done before it is kept.
// `answered` is called when nothing waits any more, be it done or refused.
/**
 * @param {Model} model
 * @param {HTMLElement} box
 * @param {() => void} answered
 */
export function pendingTaps(model, box, answered = () => {}) {
  /** @type {(HTMLElement | null)[]} */
  const waiting = [];
  /** @type {HTMLElement | null} */
  let tapped = null;
  let sentAt = -1;
  const mark = (one, isPending) => {
    one?.classList.toggle("is-pending", isPending);
    one?.setAttribute("aria-busy", String(isPending));
  };
  box.addEventListener("click", (/** @type {any} */ { target }) => { tapped = target.closest("button, label"); }, { capture: true });
  const hear = ({ kind, all = false }) => {
    if (kind !== "answered") return;
    const done = waiting.splice(0, all ? waiting.length : 1); // all: the answers themselves may have been lost
    for (const one of done) if (!waiting.includes(one)) mark(one, false);
    if (!waiting.length) answered();
  };
  model.on("msg:custom", hear);
  return {
    /**
     * @param {string} act
     * @param {{[name: string]: any}} fields
     */
    send: (act, fields = {}) => {
      const one = tapped;
      tapped = null; // what a change of a field sends belongs to no button
      if (one?.matches("button") && waiting.includes(one)) return; // it is on its way: a second tap would count twice
      // Another tap while one is on its way speaks of what that one will have made.
      if ("at" in fields) sentAt = waiting.length ? Math.max(fields.at, sentAt + 1) : fields.at;
      waiting.push(one);
      mark(one, true);
      model.send({ act, ...fields, ...("at" in fields ? { at: sentAt } : {}) });
    },
    stop: () => model.off("msg:custom", hear),
  };
}

// Seal, sentence, rule: round for right, hexagon for "legal, but", square for illegal.
export function verdict(shown, say) {
  const box = make(`section.verdict.${shown.seal}`, { "data-part": "verdict" },
    make("div.seal", {}, symbol(`i-${shown.seal}`), shown.word),
    make("div", {},
      make("p.say", {}, shown.sentence),
      shown.rule ? ruleLink(shown.rule, say) : null,
      shown.more ? make("p.fk-more", {}, shown.more) : null,
    ));
  return box;
}

// A card's pattern, drawn from the top left: "WM/.M".
export function pattern(text, label, cell = 24) {
  const rows = text.split("/");
  const columns = Math.max(...rows.map((row) => row.length));
  const size = { width: columns * cell, height: rows.length * cell };
  const cubes = rows.flatMap((row, y) => [...row].map((letter, x) => (letter === "." ? null : draw("use", {
    href: `#fk-cube-${letter}`, x: x * cell + 1, y: y * cell + 1, width: cell - 2, height: cell - 2,
  }))));
  return draw("svg", { viewBox: `0 0 ${size.width} ${size.height}`, ...size, role: "img", "aria-label": label }, cubes);
}

// A card with its name, and a house on what is the house's own invention.
export function card({ name, mark, house, pattern: text }, cell) {
  return make("figure.gc", { "data-part": "card" }, make("div.pat", {}, pattern(text, `${name}: ${text}`, cell)),
    make("figcaption", {}, make("b", {}, name), mark ? make("span.tag", {}, house && symbol("house", { size: "c20" }), mark) : null));
}

// The ways on, as Python names them; one that cannot be taken yet is not the main one.
export function actionButtons(actions, send) {
  return actions.map(({ act, label, main, off = false }) => button(act, label, () => send(act), { main: main && !off, disabled: off }));
}

export function undoButton(label, say, send) {
  return button("undo", label || say("undo-nothing"), () => send("undo"), { icon: "i-undo", disabled: !label });
}

// What was just said, and the way on, are in sight; nothing moves while they already are. Call it with each verdict.
export function bringerUp(...elements) {
  let said = "";
  return (shown) => {
    const now = JSON.stringify(shown ?? null);
    if (shown && now !== said) for (const element of elements) element.scrollIntoView({ block: "nearest" });
    said = now;
  };
}

// The board of a lesson or a puzzle: `slot` shows it, `grid` is its model as soon as it is there. `begin` follows the
// page's own model: `show` draws `view`, `keep` puts away what is kept, `restore` gives what was; `redrawn` = events of the
// board, and what they redraw.
export function boardInside(model, box) {
  let leave = () => {};
  /** @type {any} */
  const board = { slot: make("div.fk-slot"), grid: null };
  board.begin = async ({ show, keep, keptOn, restore, redrawn: [events, redrawn] }) => {
    model.on("change:view", show);
    model.on(keptOn, keep);
    show();
    board.grid = await model.widget_manager.get_model(model.get("grid").replace("IPY_MODEL_", ""));
    board.grid.on(events, redrawn, box);
    leave = await showInside(model, model.get("grid"), board.slot);
    bringBack(model, restore());
    show();
  };
  board.end = () => {
    board.grid?.off(null, null, box);
    leave();
  };
  return board;
}

// What stands where the board of a puzzle or lesson stands, drawn by `drawTask` whenever `view` changes: {slot, grid,
// begin(page), end()}. `inside` brings another widget into it, before what was kept comes back, and gives how it leaves.
export function drawnInside(model, slot, drawTask, inside = async () => () => {}) {
  const listen = [];
  let leave = () => {};
  return {
    slot, grid: null,
    async begin({ show, keep, keptOn, restore }) {
      const both = () => { drawTask(); show(); };
      listen.push(["change:view", both], [keptOn, keep]);
      for (const [events, answer] of listen) model.on(events, answer);
      both();
      leave = await inside();
      bringBack(model, restore());
    },
    end: () => {
      for (const [events, answer] of listen) model.off(events, answer);
      leave();
    },
  };
}

// What the browser keeps is brought back once. A page that is drawn again, in another language say, goes on where it was:
// it only hears which day it is.
export function bringBack(model, kept) {
  const nothing = Object.fromEntries(Object.keys(kept).map((name) => [name, ""]));
  model.send({ act: "restore", ...(model.get("is_opened") ? nothing : kept), today: today() });
}

// The cubes in hand as buttons; the chosen one stays chosen. `grid` is the model of the board.
export function hand(cubes, grid, say, words) {
  const chosen = grid.get("chosen");
  return make("div.fk-hand", { role: "group", "aria-label": words.label, "data-part": "hand" }, cubes.map(({ letter, left }) => {
    const isOn = letter === chosen;
    const name = letter === "." ? words.off : say(`word-${letter}`);
    return make(`button.fk-cube${isOn ? ".is-on" : ""}${left === 0 ? ".is-out" : ""}`, {
      type: "button", "data-key": `cube-${letter}`, "aria-pressed": String(isOn),
      "aria-label": left === null ? name : `${name} ${left}`,
      onclick: () => {
        grid.set("chosen", letter);
        grid.save_changes();
      },
    }, letter === "." ? symbol("i-eraser", { size: "c32" }) : symbol(`cube-${letter}`, { size: "c32" }),
    left === null ? null : make("b.num", {}, `× ${left}`));
  }));
}

// The way from a lesson or a puzzle to all of them; nothing where there is none.
export function toPlace(model, say) {
  const href = model.get("place");
  return href ? make("a.btn.quiet.fk-to-place", { href, "data-key": "place" }, symbol("i-list"), say("to-place")) : null;
}

// The way from a puzzle to the duel of two phones; nothing where there is none.
export function toDuel(model, say) {
  const href = model.get("duel");
  return href ? make("a.btn.quiet.fk-to-place", { href, "data-key": "duel" }, symbol("i-seat"), say("to-duel")) : null;
}

// Difficulty as peaks, with the words beside them for a screen reader.
export function peaks(number, label) {
  return make("span.peaks", { role: "img", "aria-label": label }, [1, 2, 3, 4, 5].map((peak) => draw("svg", { viewBox: "0 0 20 18" },
    draw("path", { d: "M1 17L8 3h4l7 14z", style: `fill:${peak <= number ? "var(--fk-rock)" : "none"};stroke:var(--fk-line);stroke-width:1.5` }),
    peak <= number ? draw("path", { d: "M8 3h4l2.5 5-2-1-2.5 2-2.5-2-2 1z", style: "fill:var(--fk-sheet)" }) : null)));
}

// ---- what the browser keeps: a text in its store, and in the link where the page is ours alone

const isNotebook = () => Boolean(document.querySelector(".jp-LabShell #jp-top-panel, .jp-NotebookPanel"));

export function fromLink(key) {
  return new URLSearchParams(location.hash.slice(1)).get(key) ?? "";
}

function withValues(values) {
  const parts = new URLSearchParams(location.hash.slice(1));
  for (const [key, value] of Object.entries(values)) {
    if (value) parts.set(key, value);
    else parts.delete(key);
  }
  return parts.toString();
}

export function toLink(values) {
  if (isNotebook()) return; // JupyterLab's address is not ours
  const text = withValues(values);
  if (text !== location.hash.slice(1)) history.replaceState(history.state, "", text ? `#${text}` : location.pathname + location.search);
}

// This page's link with these values in it.
export const linkWith = (values) => `${location.href.split("#")[0]}#${withValues(values)}`;

// Where other devices find this server: the page's own address, or the server's own in the network where the page was
// opened on the very machine. {origin, isHereOnly}: nobody but this machine finds it.
export function placeForPhones() {
  const named = document.querySelector('meta[name="fujikoro-phones"]')?.content; // only where a network is served
  const origin = isThisComputerOnly(location.hostname) && named ? named : location.origin;
  return { origin, isHereOnly: isThisComputerOnly(new URL(origin).hostname) };
}

// A button that copies a link, with what became of it. The link is shown selected as well: over http in the house
// network, or without permission, a page may not write to the clipboard by itself. Returns {element, forget()}; forget
// puts away what was copied, because it is no longer this page's link.
export function copyLink(link, say) {
  const address = make("input.fk-link", { type: "text", readonly: true, hidden: true, "aria-label": say("link"), "data-part": "link" });
  const status = make("p.mut.small", { role: "status" });
  const copy = button("copy-link", say("copy-link"), async () => {
    const place = placeForPhones();
    address.value = link().replace(location.origin, place.origin);
    address.hidden = false;
    address.focus();
    address.select();
    const isCopied = await write(address.value);
    const said = [say(isCopied ? "link-copied" : "link-selected")];
    if (place.isHereOnly) said.push(say("link-here-only"));
    status.textContent = said.join(" ");
    status.scrollIntoView({ block: "nearest" });
  });
  const forget = () => {
    address.hidden = true;
    status.textContent = "";
  };
  return { element: make("div.fk-copy", {}, copy, address, status), forget };
}

async function write(text) {
  try {
    await navigator.clipboard.writeText(text); // undefined over http, refused without permission
    return true;
  } catch {
    return document.execCommand("copy"); // what is selected
  }
}

function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

// Instead of a part that the link was too short for.
export function partNotCome(say, again) {
  return [make("p.fk-notice", { role: "status" }, say("part-not-come")), button("again", say("part-again"), again)];
}

// For somebody who comes late: what to know, what to do.
export function lateCard(say, parts) {
  return [make("h2", {}, say("late-title")), ...parts.map(({ name, title, lines }) => make("section", { "data-card": name }, make("h3", {}, title),
    name === "do" ? make("ol", {}, lines.map((line) => make("li", {}, line))) : lines.map((line) => make("p", {}, line))))];
}

/** Lives as hearts: a full one for each that is left, a broken one in dashes for each that is gone; `text` is read out. */
export const heartsOf = (left, most, text) => make("span.fk-hearts", { role: "img", "aria-label": text },
  Array.from({ length: most }, (_, at) => (at < left ? symbol("heart", { size: "fk-heart" }) : symbol("heart-gone", { size: "fk-heart.is-gone" }))));

// A number between a minus and a plus; a button that can do no more leaves the keyboard's place to the other one.
// `step` draws the number anew and returns the box it stands in.
export function plusMinus(key, { count, most, step, less, more }) {
  const way = (name, sign, label, by, isOff) => {
    const made = button(`${key}-${name}`, sign, () => {
      const box = step(by);
      if (!box.contains(document.activeElement)) box.querySelector(`[data-key="${CSS.escape(`${key}-${by < 0 ? "more" : "less"}`)}"]`)?.focus();
    }, { disabled: isOff });
    made.setAttribute("aria-label", label);
    return made;
  };
  return make("span.fk-stepper", {}, way("less", "−", less, -1, !count), make("b.num", { "aria-live": "polite" }, String(count)), way("more", "+", more, 1, count >= most));
}
