// The crafting board. A tap is drawn at once from `pending`; the kernel's answer replaces it.
import { dress, make, noticeLine, put, ruleLink, showInside, symbol, watcher } from "../base/dom.mjs";
import { speaker } from "../base/texts.mjs";
import { boardTabs, paletteBar, undoButtons } from "./craft_bars.mjs";
import { factsPart } from "./craft_facts.mjs";
import { gridBoard } from "./grid_board.mjs";
import { pendingGear } from "./pending_gear.mjs";

const KINDS = ["weapon", "helmet", "sandals"];

/**
 * What the parts of a crafting board share.
 * @typedef {object} Crafting
 * @property {Model} model
 * @property {Say} say
 * @property {HTMLElement} box the whole widget
 * @property {(part: string, ...inputs: unknown[]) => boolean} changed whether a part has to be drawn anew
 * @property {ReturnType<typeof pendingGear>} gear
 * @property {(section: string) => boolean} shows whether a section is shown at all
 * @property {() => boolean} isEditable
 */

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-grid");
  let band = 0;
  const gear = pendingGear(model, (kind) => {
    clearTimeout(band);
    band = setTimeout(() => verdictBox.classList.toggle("wait", gear.isWaiting()), 300);
    boards.draw(kind);
    palette.draw();
  });
  /** @type {Crafting} */
  const crafting = {
    model, say, box, gear,
    changed: watcher(),
    shows: (section) => model.get("sections").includes(section),
    isEditable: () => model.get("is_editable"),
  };

  const verdictBox = make("section.verdict", { role: "status", "aria-live": "polite", "data-part": "verdict" });
  const notice = noticeLine(model, say);
  const facts = factsPart(crafting, { openKind: (kind) => tabs.openKind(kind), redraw: drawAll, catchFocus: () => catchFocus(box) });
  const boards = boardsPart(crafting, () => facts.shownWay());
  const tabs = boardTabs(crafting, { opened: boards.show });
  const palette = paletteBar(crafting);
  const undo = undoButtons(crafting);
  const slot = make("div.fk-beside");
  const main = make("div.fk-main", {}, tabs.element, boards.element, palette.element, undo.element);
  const side = make("div.fk-side", {}, facts.urgent, facts.element, slot);
  box.append(make("div.fk-inner", {}, make("div.fk-top", {}, verdictBox, notice), main, side));

  function drawVerdict() {
    const verdict = model.get("verdict");
    const also = verdict.seal === "ok" ? model.get("also") : {};
    if (!crafting.changed("verdict", verdict.seal, verdict.word, verdict.sentence, verdict.rule, also, crafting.shows("verdict"))) return;
    verdictBox.hidden = !crafting.shows("verdict");
    verdictBox.className = `verdict ${verdict.seal}`;
    const sentence = [verdict.sentence, also.sentence].filter(Boolean).join(" ");
    const rule = also.rule ?? verdict.rule;
    put(verdictBox,
      make("div.seal", {}, symbol(`i-${verdict.seal}`), verdict.word),
      make("div", {},
        make("p.say", {}, sentence),
        rule ? ruleLink(rule, say) : null,
      ),
    );
  }

  function drawAll() {
    drawVerdict();
    boards.drawAll();
    tabs.draw();
    palette.draw();
    undo.draw();
    facts.draw();
  }

  // The kernel's answer arrives as one update of several traits; draw once, when all of them are there.
  function answer() {
    if (gear.answered()) {
      clearTimeout(band);
      verdictBox.classList.remove("wait");
    }
    drawAll();
  }
  model.on("change:verdict", facts.forget);
  model.on("change", answer);

  let leave = () => {};
  const showBeside = async () => {
    leave();
    leave = await showInside(model, model.get("beside"), slot);
    slot.hidden = !model.get("beside");
  };
  model.on("change:beside", showBeside);
  showBeside();
  drawAll();
  return () => {
    clearTimeout(band);
    leave();
  };
}

// The three boards, and the line that says that part of the weapon's is locked. `shownWay()` is the number of the way out that is
// outlined. Returns {element, draw(kind), drawAll(), show(open, kinds)}.
function boardsPart({ model, say, box, changed, gear, isEditable }, shownWay) {
  const boards = make("div.fk-boards");
  const lockLine = make("div.fk-lock");
  const drawnBoards = new Map();
  for (const kind of KINDS) {
    drawnBoards.set(kind, gridBoard({
      kind,
      say,
      isEditable,
      chosen: () => model.get("chosen"),
      at: (key) => gear.drawn(kind).cubes.get(key) ?? ".",
      isGiven: (key) => gear.fixedKeys(kind).has(key),
      paint: (material, cells, stroke) => gear.paint(kind, material, cells, stroke),
      putMagic: (cell) => gear.putMagic(kind, cell),
      undo: () => model.send({ act: "undo" }),
      redo: () => model.send({ act: "redo" }),
      lock: {
        isThere: () => !model.get("board").weapon.always,
        canTurn: () => model.get("can_unlock") && isEditable(),
        turn: () => model.send({ act: "unlock", on: !isOpenNow() }),
      },
    }));
    boards.append(drawnBoards.get(kind).element);
  }
  boards.append(lockLine);

  const isOpenNow = () => model.get("board").weapon.open;

  function drawBoard(kind) {
    const verdict = model.get("verdict");
    const way = verdict.ways[shownWay()];
    const marks = [...model.get("card_marks"), ...model.get("marks"), ...(way ? [{ ...way, style: "hint" }] : [])];
    drawnBoards.get(kind).update({
      ...gear.drawn(kind),
      board: model.get("board")[kind],
      facts: verdict.kinds[kind],
      isLocked: kind === "weapon" && !isOpenNow(),
      given: gear.fixedKeys(kind),
      pending: gear.waitingKeys(kind),
      marks: marks.filter((mark) => mark.kind === kind),
    });
  }

  function drawLock() {
    if (!changed("lock", isOpenNow(), model.get("kinds"), model.get("can_unlock"), isEditable())) return;
    lockLine.hidden = isOpenNow() || !model.get("kinds").includes("weapon");
    const focused = lockLine.contains(document.activeElement);
    put(lockLine,
      symbol("i-lock"),
      make("span.grow", {}, say("locked"), " ", ruleLink("monk.spot.weapon", say)),
      model.get("can_unlock")
        ? make("button.btn", { type: "button", disabled: !isEditable(), onclick: () => model.send({ act: "unlock", on: true }) }, say("unlock"))
        : null,
    );
    if (!focused) return;
    if (lockLine.hidden) catchFocus(box);
    else lockLine.querySelector("button")?.focus();
  }

  function drawBoards() {
    for (const kind of KINDS) drawBoard(kind);
    drawLock();
  }

  // Which boards there are; where only one has room, `open` is it.
  function show(open, kinds) {
    for (const [kind, board] of drawnBoards) {
      board.element.hidden = !kinds.includes(kind);
      board.element.classList.toggle("is-open", kind === open);
    }
  }

  return { element: boards, draw: drawBoard, drawAll: drawBoards, show };
}

// Where the focus goes when the button that had it is done: to the lock over the board, to a cell, or to the tab.
function catchFocus(box) {
  for (const place of [".fk-board-weapon .fk-head button", ".fk-board-weapon [role=gridcell][tabindex='0']", ".fk-tabs [aria-selected=true]"]) {
    const there = box.querySelector(place);
    if (!there?.getClientRects().length) continue;
    there.focus({ preventScroll: true });
    return;
  }
}

export default { render };
