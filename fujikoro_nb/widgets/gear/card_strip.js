// The cards on display and the editor for an owner's own.
import { cardForm } from "./card_form.mjs";
import { patternDrawing } from "./card_pattern.mjs";
import { dress, keeps, make, noticeLine, put, symbol, watcher } from "../base/dom.mjs";
import { speaker } from "../base/texts.mjs";

const FIRST = 6; // as many cards a phone shows at once; card_strip.css counts the same

// A card on display: its pattern, its name, how near the gear is.
function stripCard(say, model, card) {
  const isOn = card.id === model.get("selected");
  const badges = { match: "ok", near: "near", far: "" };
  const badge = card.state === "none" ? null : make(`span.tag${badges[card.state] ? `.${badges[card.state]}` : ""}`, {},
    card.state === "match" ? symbol("i-ok", { size: "c20" }) : null,
    card.state === "near" ? symbol(`cube-${card.material}`, { size: "c20" }) : null,
    card.badge);
  return make(`button.gc${card.state === "match" ? ".hit" : ""}${isOn ? ".is-on" : ""}`, {
    type: "button", "data-id": card.id, "data-state": card.state, "aria-pressed": String(isOn),
    onclick: () => {
      model.set("selected", isOn ? "" : card.id);
      model.save_changes();
    },
  },
  make("span.pat", {},
    card.house ? make("span.fk-house", {}, symbol("house", { size: "c20" }), say("house")) : null,
    patternDrawing(card.pattern, { missing: card.missing, label: say("pattern", { pattern: card.pattern }) }),
  ),
  make("b", {}, card.blueprint ? symbol("blueprint", { size: "c20" }) : null, card.name),
  badge);
}

// What was refused of one card is not said beside another.
function clearNotice(model) {
  if (model.get("notice")) model.send({ act: "clear-notice" });
}

// What stands there as long as there are no cards.
const emptyStrip = (say, add) => [
  make("p.mut", {}, say("empty-why")),
  add ? make("button.btn.main.full", { type: "button", "data-act": "add", onclick: add }, symbol("i-pen"), say("enter")) : null,
];

const ownCard = (card, say, { edit, remove }) => [
  make("b.grow", {}, card.name),
  make("button.btn", { type: "button", "data-act": "edit", onclick: edit }, symbol("i-pen"), say("edit")),
  make("button.btn", { type: "button", "data-act": "remove", onclick: remove }, symbol("i-clear"), say("remove")),
];

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-strip");
  const changed = watcher();
  let drawnCards = new Map();
  let isWhole = false; // on a phone a long row of cards is cut after FIRST until it is asked for
  let editor = /** @type {{id?: string} | null} */ (null); // {id} while a card is being entered, empty for a new one

  const head = make("div.fk-strip-head");
  const cards = make("div.cards", { role: "group" });
  const detail = make("div.fk-detail");
  const form = make("div.sheet.fk-editor");
  const more = make("button.btn.full.fk-more-cards", { type: "button", onclick: () => { isWhole = !isWhole; drawMore(); } });
  box.append(head, noticeLine(model), cards, more, detail, form);

  // ---- the strip
  function drawHead() {
    const canAdd = model.get("is_editable") && !editor && model.get("shown").length > 0;
    const n = model.get("shown").length;
    const matching = model.get("shown").filter((card) => card.state === "match").length;
    if (!changed("head", canAdd, n, matching, model.get("is_editable"), model.get("undo_label"))) return;
    put(head,
      make("div.grow", {},
        make("h2", {}, say("title")),
        n ? make("p.mut.fk-count", {}, matching ? say("count", { n, matching }) : say("count-none", { n })) : null,
      ),
      model.get("is_editable") && model.get("undo_label")
        ? make("button.btn.quiet", { type: "button", "data-act": "undo", onclick: () => model.send({ act: "undo" }) }, symbol("i-undo"), make("span", {}, model.get("undo_label")))
        : null,
      canAdd ? make("button.btn", { type: "button", "data-act": "add", onclick: () => open() }, symbol("i-plus"), say("add")) : null,
    );
  }

  function drawCards() {
    const shown = model.get("shown");
    const focused = cards.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    if (!shown.length) {
      cards.hidden = Boolean(editor);
      cards.className = "fk-empty";
      put(cards, ...emptyStrip(say, model.get("is_editable") ? () => open() : null));
      return;
    }
    cards.hidden = Boolean(editor); // the card that is being entered needs the room
    cards.className = "cards";
    // A card that is the same as before keeps its element.
    const before = drawnCards;
    drawnCards = new Map(shown.map((card) => {
      const key = JSON.stringify([card, card.id === model.get("selected")]);
      return [key, before.get(key) ?? stripCard(say, model, card)];
    }));
    const elements = [...drawnCards.values()];
    if (elements.length !== cards.children.length || elements.some((one, index) => cards.children[index] !== one)) put(cards, elements);
    if (focused) cards.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  function drawMore() {
    const n = model.get("shown").length;
    more.classList.toggle("is-needed", n > FIRST && !editor);
    more.setAttribute("aria-expanded", String(isWhole));
    more.textContent = isWhole ? say("show-fewer") : say("show-all", { n });
    cards.classList.toggle("is-whole", isWhole);
  }

  // An own card that is selected can be changed and taken out.
  function drawDetail() {
    const card = model.get("shown").find((one) => one.id === model.get("selected"));
    detail.hidden = !card || !card.own || !model.get("is_editable") || Boolean(editor);
    if (detail.hidden) return;
    put(detail, ...ownCard(card, say, { edit: () => open(card), remove: () => model.send({ act: "remove", id: card.id }) }));
  }

  // ---- the editor
  const actions = make("div.row.fk-actions");
  const card = cardForm({ say, kinds: () => model.get("kinds"), changed: drawActions });

  function edit(id) {
    editor = { id };
    drawAll();
    put(form, make("h3", {}, say(id ? "editor-change" : "editor-new")), ...card.parts, actions);
  }

  function open(shown = /** @type {any} */ (null)) {
    clearNotice(model);
    edit(shown?.id ?? "");
    card.open(shown ?? { kind: model.get("open_kind") });
    card.focus();
    form.scrollIntoView({ block: "nearest" });
  }

  function close() {
    editor = null;
    drawAll();
    (head.querySelector("[data-act=add]") ?? cards.querySelector("[data-act=add]"))?.focus();
  }

  function drawActions() {
    put(actions,
      make("button.btn.main.grow", { type: "button", "data-act": "save", disabled: card.isEmpty(), onclick: save }, say("save")),
      make("button.btn", { type: "button", "data-act": "cancel", onclick: () => { clearNotice(model); close(); } }, say("cancel")),
    );
  }

  const save = () => model.send({ act: "save", ...card.value(), id: editor?.id });

  function drawAll() {
    drawHead();
    drawCards();
    drawMore();
    drawDetail();
    form.hidden = !editor;
  }
  keeps(form, "card", () => editor && { id: editor.id, card: card.held() }, (held) => {
    edit(held.id);
    card.goOn(held.card);
  });
  model.on("change:saved", close);
  model.on("change", drawAll);
  drawAll();
}

export default { render };
