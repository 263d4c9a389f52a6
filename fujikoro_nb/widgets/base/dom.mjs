// Making elements, and bringing our look to whatever page we are in.

const SVG = "http://www.w3.org/2000/svg";

// An element: make("button.btn.main", {type: "button", onclick}, "text", child, ...). Text is always text, never markup.
/**
 * @template {string} W
 * @param {W} what
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 * @returns {ElementOf<W>}
 */
export function make(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return /** @type {any} */ (dress_up(element, attributes, children));
}

// The same in SVG.
/**
 * @param {string} what
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function draw(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElementNS(SVG, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return dress_up(element, attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function dress_up(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...kept(children));
  return element;
}

// A number stays on one line with its percent sign, and a rating with its range.
/** @param {string} text */
export const tied = (text) => text.replace(/ (?=%)/g, "\u00a0").replace(/ ± /g, "\u00a0±\u00a0");

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
const kept = (children) => /** @type {any} */ (children.flat().filter((child) => child !== null && child !== undefined && child !== false).map((child) => (typeof child === "string" ? tied(child) : child)));

// Replace what an element holds; what is null or false is left out.
/**
 * @param {Element} element
 * @param {Child[]} children
 */
export function put(element, ...children) {
  element.replaceChildren(...kept(children));
}

// Remembers what each part was drawn from: `changed("palette", chosen, counts)` is true when that is new, so that a tap
// redraws only what it touched.
export function watcher() {
  /** @type {Map<string, string>} */
  const seen = new Map();
  /**
   * @param {string} part
   * @param {unknown[]} inputs
   */
  return (part, ...inputs) => {
    const key = JSON.stringify(inputs);
    if (seen.get(part) === key) return false;
    seen.set(part, key);
    return true;
  };
}

// Set an attribute only when it is another one: setting costs style and layout even when nothing changes.
/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number} value
 */
export function mark(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

// A symbol of the sprite: symbol("cube-W", {size: "c44", label: "wood"}); without a label it is decoration.
/**
 * @param {string} name
 * @param {{size?: string, label?: string, box?: number}} how
 */
export function symbol(name, { size = "ic", label = "", box = 44 } = {}) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return draw(`svg.${size}`, { viewBox: `0 0 ${box} ${box}`, ...named }, draw("use", { href: `#fk-${name}` }));
}

// Every link to a rule: what it is called, never its id, which is for scripts and the rule's card. `say` is the speaker of
// the model that the rule comes from; where it goes stands in href and data-rule.
/**
 * @param {string} rule
 * @param {Say} say
 */
export function ruleLink(rule, say) {
  const title = say.rule(rule);
  return make("a.rid", { href: `?rule=${encodeURIComponent(rule)}`, "data-rule": rule, "aria-label": say("rule-link", { rule: title }) }, title);
}

/**
 * Where a character differs: a sentence and its rule each; null for none.
 * @param {{text: string, rule: string}[]} lines
 * @param {Say} say
 */
export const differsList = (lines, say) => (lines.length ? make("ul.small.fk-differs", {}, lines.map(({ text, rule }) => make("li", {}, text, " ", ruleLink(rule, say)))) : null);

// The id of a rule, as its card shows it, with places where it may break.
/** @param {string} rule */
export function ruleId(rule) {
  const link = make("a.rid.fk-id", { href: `?rule=${encodeURIComponent(rule)}`, "data-rule": rule, "aria-label": rule });
  rule.split(".").forEach((part, index) => {
    if (index) link.append(".", make("wbr"));
    link.append(make("span", {}, part));
  });
  return link;
}

// The mark of a number that no booklet prints, one look on every page: a house in ochre. Beside a number, in a heading, in a
// row: a reader hears the words; eyes see the house, and the words once on the page.
/** @param {string} words */
export const markSign = (words) => (words ? symbol("house", { size: "fk-ours-sign", label: words }) : null);

/**
 * What a box says of a rule or a list: `mark` while a number is still ours, `own` once all are the box's.
 * @typedef {{mark: string, own: string, stop: string, answer?: string, says?: string, ruling?: string}} Boxed
 */

// The words with their sign, as a tag in a row. Nothing for no box.
/** @param {Boxed | null | undefined} box */
export function markTag(box) {
  if (!box) return null;
  return box.mark
    ? make("span.tag.fk-ours-tag", { "data-part": "ours" }, symbol("house", { size: "c20" }), box.mark)
    : make("span.tag.ok", { "data-part": "own" }, symbol("i-ok", { size: "c20" }), box.own);
}

// The line under an answer: the mark, and the way to where the box's own is typed; `type` is empty where no page has that.
/**
 * @param {Boxed | null | undefined} box
 * @param {string} type
 * @param {() => void} onclick
 */
export function markLine(box, type, onclick = () => {}) {
  if (!box) return null;
  return make(`div.fk-ours${box.mark ? "" : ".is-own"}`, { "data-part": "box" },
    symbol(box.mark ? "house" : "i-ok", { size: "c20" }), make("b", {}, box.mark || box.own),
    type ? make("a.btn", { href: "#page=box", "data-page": "box", "data-stop": box.stop, "data-key": "type-own", onclick }, symbol("i-pen"), make("span", {}, type)) : null);
}

// What JavaScript alone knows of a part (a card that is open, a form half filled in) comes back when the page is drawn
// again in another language (kept_place.mjs): `take` gives it, or null; `give` gets it where the part stands then.
// By events, because each widget brings its own copy of these modules.
/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {() => any} take
 * @param {(held: any) => void} give
 */
export function keeps(element, name, take, give) {
  element.dataset.keeps = "";
  element.addEventListener("fk-leaves", (/** @type {any} */ { detail }) => {
    const held = take();
    if (held !== null) detail.set(name, held);
  });
  element.addEventListener("fk-comes", (/** @type {any} */ { detail }) => {
    if (detail.has(name)) give(detail.get(name));
  });
}

// Make an anywidget's element one of ours. Returns the box to draw into. With `isWhole` it is a whole page, which opens
// the rule cards of the widgets inside it as well.
/**
 * @param {Model} model
 * @param {HTMLElement} el
 * @param {string} name
 */
export function dress(model, el, name, { isWhole = false } = {}) {
  el.classList.add("fk-host");
  const box = make(`div.fk.${name}`);
  box.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab would take letters and arrows for itself
  el.replaceChildren(box);
  bringLook(model);
  showRules(model, box, isWhole);
  keepTaps(box);
  followLink(model, box);
  return box;
}

// When the link was away (voila/templates/fujikoro/link.js), an answer may have been lost: the kernel says all again.
/** @type {WeakMap<HTMLElement, Model>} */
const shownBy = new WeakMap(); // the model of each box; both go with the box
/**
 * @param {Model} model
 * @param {HTMLElement} box
 */
function followLink(model, box) {
  shownBy.set(box, model);
  const there = new WeakRef(box);
  const ask = () => {
    const one = there.deref();
    if (!one) removeEventListener("fujikoro-linked", ask);
    else if (one.isConnected) shownBy.get(one)?.send({ act: "unheard" });
  };
  addEventListener("fujikoro-linked", ask);
}

// A button that is drawn anew between press and release is another element, and the browser reports no click at all. Then
// the click is given to the one that took its place under the pointer. (A finger's tap needs no help: it is judged when
// the finger is lifted.) Where the page asks questions by number (`data-at`), it must be the same question still.
/** @param {HTMLElement} box */
function keepTaps(box) {
  /** @type {HTMLElement | null} */
  let pressed = null;
  let asked = "";
  const askedNow = () => /** @type {HTMLElement | null} */ (box.closest("[data-at]"))?.dataset.at ?? "";
  /** @param {any} event */
  const taken = (event) => (event.target.closest(".fk") === box ? event.target.closest("button, a[href], [role=gridcell]") : null);
  box.addEventListener("pointerdown", (event) => {
    pressed = event.pointerType === "mouse" && event.button === 0 ? taken(event) : null;
    asked = askedNow();
  }, { capture: true });
  box.addEventListener("pointerup", (event) => {
    const [gone, here] = [pressed, taken(event)];
    pressed = null;
    if (gone && here && !gone.isConnected && isSamePart(gone, here) && asked === askedNow()) here.click();
  }, { capture: true });
}

// Whether two elements are the same part of a page, drawn twice: what they are called and what they say.
/**
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
function isSamePart(one, other) {
  /** @param {HTMLElement} element */
  const name = ({ tagName, dataset, textContent }) => JSON.stringify([tagName, { ...dataset }, textContent]);
  return name(one) === name(other);
}

// A tap on a link to a rule opens its card in the innermost widget around it: the rule, where it stands, who disagrees. It
// moves and blocks nothing, and goes by its button, by Escape, or by a tap beside it. A whole page takes the tap before
// the widgets inside it do.
/**
 * @param {Model} model
 * @param {HTMLElement} box
 * @param {boolean} isWhole
 */
function showRules(model, box, isWhole) {
  const card = make("aside.fk-rule-card", { role: "region", tabindex: -1, "data-part": "rule" });
  /** @type {HTMLElement | null} */
  let from = null; // the link that was tapped, while its card is asked for or open

  /** @param {any} event */
  const beside = (event) => {
    if (!card.isConnected) document.removeEventListener("pointerdown", beside, true); // the page was drawn again
    else if (!card.contains(event.target) && !event.target.closest?.("[data-rule]")) close();
  };

  function close() {
    if (!from) return;
    const link = from.isConnected ? from : /** @type {HTMLElement | null} */ (box.querySelector(`[data-rule="${CSS.escape(from.dataset.rule ?? "")}"]`));
    const isHere = card.contains(document.activeElement);
    from = null;
    card.remove();
    document.removeEventListener("pointerdown", beside, true);
    if (isHere) link?.focus({ preventScroll: true });
    model.send({ act: "close-rule" });
  }

  box.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-rule]"));
    if (!link || card.contains(link) || link.dataset.open) return; // data-open: the rules page opens it itself
    event.preventDefault();
    event.stopPropagation();
    from = link;
    if (model.get("rule_card").id === link.dataset.rule) open();
    else model.send({ act: "rule", rule: link.dataset.rule });
  }, { capture: isWhole });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !card.isConnected) return;
    event.stopPropagation();
    close();
  });

  function open(takesFocus = true) {
    const told = model.get("rule_card");
    if (!from || !told.id) return; // closed meanwhile, or asked for in another view of this widget
    const id = ruleId(told.id);
    id.removeAttribute("href");
    card.setAttribute("aria-label", `${told.words.label} ${told.title || told.id}`);
    // The rulebook is a page of the helper; a widget elsewhere has no page to open.
    const helper = told.is_known && box.closest(".fk-helper") && document.body.classList.contains("fk-has-helper");
    const onward = helper ? make("a.btn.full", { href: `?rule=${encodeURIComponent(told.id)}`, "data-page": "rules", "data-rulebook": told.id, onclick: close }, told.words.open) : null;
    put(card,
      make("div.row", {}, make("div.grow", {}, told.title ? make("b.fk-rule-name", {}, told.title, markSign(told.box?.mark ?? "")) : null, id),
        make("button.btn.quiet", { type: "button", "aria-label": told.words.close, onclick: close }, symbol("i-no"))),
      told.answer ? make("p.say", {}, told.answer, markSign(told.box?.mark ?? "")) : null, make(told.answer ? "p.fk-rule-says" : "p.say", {}, told.statement, markSign(told.box?.mark ?? "")),
      told.holds.length ? make("p.fk-rule-holds", {}, told.holds.map((each) => make("span.tag", {}, each))) : null,
      markLine(told.box, helper ? told.words.type : "", close), ...ruleDetails(told), onward);
    box.append(card);
    document.addEventListener("pointerdown", beside, true);
    if (takesFocus) card.focus({ preventScroll: true });
  }
  model.on("change:rule_card", () => open());
  keeps(box, "rule", () => (card.isConnected ? true : null), () => {
    from = box.querySelector(`[data-rule="${CSS.escape(model.get("rule_card").id ?? "")}"]`) ?? card;
    open(false);
  });
}

/** @param {any} told what the kernel says of a rule */
function ruleDetails({ conflict, where, words }) {
  return [
    conflict && make("div.fk-rule-conflict", {}, make("h3", {}, conflict.title),
      conflict.says.map(({ book, text }) => make("p.quote", {}, make("b", {}, book), " ", text)),
      conflict.ruling && make("p", {}, make("b", {}, conflict.ruling)),
      conflict.reason ? make("p.mut.small", {}, conflict.reason) : null),
    where.length && make("details", {}, make("summary", {}, words.where, ": ", [...new Set(where.map(({ book }) => book))].join(", ")),
      make("ul", {}, where.map(({ book, heading }) => make("li", {}, `${book}: ${heading}`))),
      make("details", {}, make("summary", {}, words.lines), make("ul", {}, where.map(({ book, lines }) => make("li", {}, `${book}, ${lines}`))))),
  ].filter(Boolean);
}

// A line under a widget's head that shows what just went wrong.
// A widget with a trait `notice_rule` has the rule behind the line as well, which `say` names.
/**
 * @param {Model} model
 * @param {Say | null} say
 */
export function noticeLine(model, say = null) {
  const line = make("p.fk-notice", { role: "alert" });
  const show = () => {
    const rule = model.get("notice_rule");
    put(line, model.get("notice"), say && rule ? [" ", ruleLink(rule, say)] : null);
    line.hidden = !model.get("notice");
  };
  model.on("change:notice change:notice_rule", show);
  show();
  return line;
}

// Tokens, style sheet and symbols: put once into a page that lacks them. A page of ours has them from the start.
/** @param {Model} model */
async function bringLook(model) {
  const page = document.documentElement;
  const hasStyle = document.getElementById("fk-style") || getComputedStyle(page).getPropertyValue("--fk-paper").trim();
  if (hasStyle && document.getElementById("fk-symbols")) return;
  const look = await model.widget_manager.get_model(model.get("look").replace("IPY_MODEL_", ""));
  if (!hasStyle && !document.getElementById("fk-style")) {
    document.head.append(Object.assign(document.createElement("style"), { id: "fk-style", textContent: look.get("style") }));
  }
  if (!document.getElementById("fk-symbols")) {
    const parsed = new DOMParser().parseFromString(look.get("symbols"), "image/svg+xml");
    document.body.append(document.importNode(parsed.documentElement, true));
  }
}

/** Says of data whether it differs from what it was asked of last: what would be drawn the same is left alone. */
export function differing() {
  let last = "";
  return (data) => {
    const now = JSON.stringify(data);
    const differs = now !== last;
    last = now;
    return differs;
  };
}

// Show another widget inside this one; returns what takes it away again.
/**
 * @param {Model} model
 * @param {string} reference
 * @param {HTMLElement} slot
 */
export async function showInside(model, reference, slot) {
  slot.replaceChildren();
  if (!reference) return () => {};
  const child = await model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""));
  const view = await model.widget_manager.create_view(child);
  slot.replaceChildren(view.el);
  return () => view.remove();
}
