// One piece of one's own box, told by taps.
import { cardForm, radios } from "../gear/card_form.mjs";
import { dress, keeps, make, noticeLine, put, ruleLink, symbol } from "../base/dom.mjs";
import { pieceDrawing, pieceWord } from "./piece_drawing.mjs";
import { dragonForm, effectsForm, tokenForm } from "./piece_forms.mjs";
import { tileForm } from "./piece_tile.mjs";
import { speaker } from "../base/texts.mjs";

const LEVELS = ["I", "II", "III"];
const GEAR = ["weapon", "helmet", "sandals"];
const HAS_LEVEL = ["tile", "square", "hexagon"];

function formOf(model, say, changed) {
  const kind = model.get("kind");
  const sort = model.get("sort");
  if (kind === "tile") return tileForm({ say, changed });
  if (kind === "dragon") return dragonForm({ say, changed, fixed: sort, stated: model.get("stated") });
  if (kind === "scroll" || kind === "adventure") return effectsForm({ say, changed, isLasting: kind === "scroll" });
  if (kind !== "card" && kind !== "blueprint") return tokenForm({ say, changed, shape: kind });
  const card = cardForm({ say, changed, kinds: () => (sort ? [sort] : GEAR), asksBlueprint: false });
  return {
    ...card,
    open: (piece) => card.open({ kind: sort || GEAR[0], ...piece, blueprint: kind === "blueprint" }),
    value: () => {
      const { blueprint, bonus, ...rest } = card.value();
      const brought = { helmet: bonus, weapon: "vp-or-peek", sandals: "step" }[rest.kind];
      return blueprint ? rest : { ...rest, bonus: brought };
    },
  };
}

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-piece");
  const title = make("h3");
  const known = make("div.fk-known");
  const levels = make("div.seg", { role: "radiogroup", "aria-label": say("levels") });
  const slot = make("div.fk-piece-form");
  const refusal = make("div.fk-refusal", { role: "alert" });
  const actions = make("div.row.fk-actions");
  box.append(title, known, levels, slot, noticeLine(model), refusal, actions);
  /** @type {any} */
  let form = null;
  let level = LEVELS[0];

  function drawKnown() {
    const offered = model.get("offered");
    known.hidden = !offered.length;
    if (!offered.length) return;
    put(known, make("b", {}, say("known")), make("div.fk-offers", { role: "group" }, ...offered.map((piece) => make("button.btn.fk-offer", {
      type: "button", "data-id": piece.id, onclick: () => model.send({ act: "take", id: piece.id }),
    }, pieceDrawing(say, piece), make("span", {}, pieceWord(say, piece))))));
  }

  function drawLevels() {
    levels.hidden = !HAS_LEVEL.includes(model.get("kind")) || Boolean(model.get("sort"));
    radios(levels, LEVELS, level, (value) => { level = value; drawLevels(); }, (value) => [say("level", { level: value })]);
    form?.level?.(level);
  }

  function drawActions() {
    if (!form) return;
    put(refusal); // what was refused is being mended
    const keep = actions.querySelector("[data-act=finish]");
    if (keep) keep.disabled = form.isEmpty();
    else {
      put(actions,
        make("button.btn.main.grow", { type: "button", "data-act": "finish", disabled: form.isEmpty(), onclick: finish }, say("keep")),
        model.get("can_cancel") ? make("button.btn", { type: "button", "data-act": "cancel", onclick: () => model.send({ act: "cancel" }) }, say("cancel")) : null);
    }
  }

  function finish() {
    const piece = form.value();
    if (HAS_LEVEL.includes(model.get("kind"))) piece.level = level;
    model.send({ act: "finish", piece });
  }

  function drawRefusal() {
    const told = model.get("refusal");
    put(refusal, ...(told.sentence ? [symbol("i-no", { size: "c32" }), make("p.say", {}, told.sentence), told.rule ? ruleLink(told.rule, say) : null] : []));
    if (told.sentence) refusal.scrollIntoView({ block: "nearest" });
  }

  function open() {
    const start = model.get("start");
    const piece = start.what ? start : null;
    const sort = model.get("sort");
    title.textContent = say(piece ? "title-change" : sort ? "title-drawn" : "title-new", { what: say(`what-${model.get("kind")}`), sort: sort ? say(`sort-${sort}`) : "" });
    level = piece?.level ?? (LEVELS.includes(sort) ? sort : level);
    form = null;
    const next = formOf(model, say, drawActions);
    put(slot, ...next.parts);
    put(actions);
    form = next;
    form.open(piece);
    drawLevels();
    drawActions();
    drawKnown();
    drawRefusal();
  }

  keeps(slot, "piece", () => ({ level, piece: form.value(), held: form.held?.() ?? null }), (now) => {
    level = now.level;
    if (now.held) form.goOn(now.held);
    else form.open(now.piece);
    drawLevels();
    drawActions();
  });
  model.on("change:opened", () => {
    open();
    form.focus();
  });
  model.on("change:offered", drawKnown);
  model.on("change:refusal", drawRefusal);
  open();
}

export default { render };
