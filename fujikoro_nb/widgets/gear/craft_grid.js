// The crafting board. A tap is drawn at once from `pending`; the kernel's answer replaces it.
import { dress, make, noticeLine, put, ruleLink, showInside, symbol, watcher } from "../base/dom.mjs";
import { speaker } from "../base/texts.mjs";
import { keyOf, readGear } from "./grid_geometry.mjs";
import { gridBoard } from "./grid_board.mjs";

const KINDS = ["weapon", "helmet", "sandals"];
const MATERIALS = ["W", "M", "T"];

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-grid");
  const changed = watcher();
  const client = Math.random().toString(36).slice(2, 12);
  let pending = []; // what was sent and not answered: {seq, kind, material, cells} or {seq, kind, magic}
  let sequence = 0;
  let band = 0;
  let shown = -1; // which way out is outlined

  const verdictBox = make("section.verdict", { role: "status", "aria-live": "polite", "data-part": "verdict" });
  const notice = noticeLine(model, say);
  const tabs = make("div.seg.fk-tabs", { role: "tablist", "aria-label": say("tabs") });
  const boards = make("div.fk-boards");
  const lockLine = make("div.fk-lock");
  const palette = make("div.pal", { role: "radiogroup", "aria-label": say("palette"), "data-part": "palette" });
  const undoBar = make("div.fk-undo", { "data-part": "undo" });
  const facts = make("div.fk-facts", { "data-part": "facts" });
  const urgent = make("div.fk-urgent"); // what is wrong, and the ways out
  const slot = make("div.fk-beside");
  const main = make("div.fk-main", {}, tabs, boards, palette, undoBar);
  const side = make("div.fk-side", {}, urgent, facts, slot);
  box.append(make("div.fk-inner", {}, make("div.fk-top", {}, verdictBox, notice), main, side));

  // ---- what is drawn: the kernel's gear with everything on top that it has not answered yet
  function drawn(kind) {
    const board = model.get("board")[kind];
    const { cubes, magic } = readGear(model.get(kind), board.split);
    let green = magic;
    for (const act of pending) {
      if (act.kind !== kind) continue;
      if ("magic" in act) green = act.magic;
      else for (const [column, row] of act.cells) {
        if (act.material === ".") cubes.delete(keyOf(column, row));
        else cubes.set(keyOf(column, row), act.material);
      }
    }
    if (green && green !== "worn" && !cubes.has(green)) green = null;
    return { cubes, magic: green };
  }

  const fixedKeys = (kind) => new Set((model.get("fixed")[kind] ?? []).map(([column, row]) => keyOf(column, row)));

  function left() {
    const hand = model.get("hand");
    if (hand === null) return null;
    const counts = { W: 0, M: 0, T: 0 };
    for (const letter of hand) counts[letter] += 1;
    for (const kind of KINDS) {
      const given = fixedKeys(kind);
      for (const [key, letter] of drawn(kind).cubes) if (!given.has(key)) counts[letter] -= 1;
    }
    return counts;
  }

  // ---- what a person does
  function ask(act) {
    sequence += 1;
    pending.push({ ...act.shown, seq: sequence });
    model.send({ ...act.message, client, seq: sequence });
    clearTimeout(band);
    band = setTimeout(() => verdictBox.classList.toggle("wait", pending.length > 0), 300);
    drawBoard(act.shown.kind);
    drawPalette();
  }

  // One stroke lays or removes; what it does is decided by its first cell.
  function paint(kind, material, cells, stroke) {
    const { cubes } = drawn(kind);
    const given = fixedKeys(kind);
    const room = left();
    const asked = [];
    const laid = []; // what may be drawn before the kernel answers
    for (const [column, row] of cells) {
      const key = keyOf(column, row);
      const there = cubes.get(key) ?? ".";
      if (given.has(key) || there === material) continue;
      asked.push([column, row]);
      if (room && material !== "." && room[material] <= 0) break; // the kernel says that none is left
      if (room && there !== ".") room[there] += 1;
      if (room && material !== ".") room[material] -= 1;
      laid.push([column, row]);
    }
    if (asked.length) ask({ shown: { kind, material, cells: laid }, message: { act: "paint", kind, material, cells: asked, stroke } });
  }

  function putMagic(kind, [column, row]) {
    const { cubes, magic } = drawn(kind);
    const key = kind === "weapon" ? keyOf(column, row) : "worn";
    const on = magic !== key;
    const can = kind === "weapon" ? cubes.has(key) : cubes.size > 0;
    const next = on ? (can ? key : magic) : null;
    ask({ shown: { kind, magic: next }, message: { act: "magic", kind, column, row, on } });
  }

  function choose(material) {
    model.set("chosen", material);
    model.save_changes();
  }

  const isEditable = () => model.get("is_editable");
  const drawnBoards = new Map();
  const boardOf = (kind) => drawnBoards.get(kind);
  for (const kind of KINDS) {
    drawnBoards.set(kind, gridBoard({
      kind,
      say,
      isEditable,
      chosen: () => model.get("chosen"),
      at: (key) => drawn(kind).cubes.get(key) ?? ".",
      isGiven: (key) => fixedKeys(kind).has(key),
      paint: (material, cells, stroke) => paint(kind, material, cells, stroke),
      putMagic: (cell) => putMagic(kind, cell),
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

  // ---- drawing
  function shows(section) {
    return model.get("sections").includes(section);
  }

  function openKind(kind) {
    model.set("open_kind", kind);
    model.save_changes();
    drawTabs();
  }

  function drawTabs() {
    const kinds = model.get("kinds");
    const open = model.get("open_kind");
    const verdict = model.get("verdict");
    if (!changed("tabs", kinds, open, kinds.map((kind) => [verdict.kinds[kind].legal, drawn(kind).cubes.size]))) return;
    const focused = tabs.contains(document.activeElement);
    put(tabs, ...kinds.map((kind) => {
      const facts = verdict.kinds?.[kind];
      const isOpen = kind === open;
      return make("button", {
        type: "button", role: "tab", "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1, "data-kind": kind,
        onclick: () => openKind(kind),
        onkeydown: (event) => {
          const shift = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!shift) return;
          event.preventDefault();
          openKind(kinds[(kinds.indexOf(kind) + shift + kinds.length) % kinds.length]);
          tabs.querySelector("[aria-selected=true]").focus();
        },
      }, facts && !facts.legal ? symbol("i-no", { size: "c20", label: say("seal-no") }) : null, `${say(kind)} ${drawn(kind).cubes.size}`);
    }));
    if (focused) tabs.querySelector("[aria-selected=true]")?.focus();
    tabs.hidden = kinds.length < 2;
    box.dataset.open = open;
    for (const [kind, board] of drawnBoards) {
      board.element.hidden = !kinds.includes(kind);
      board.element.classList.toggle("is-open", kind === open);
    }
    box.classList.toggle("is-single", kinds.length === 1);
  }

  function drawVerdict() {
    const verdict = model.get("verdict");
    const also = verdict.seal === "ok" ? model.get("also") : {};
    if (!changed("verdict", verdict.seal, verdict.word, verdict.sentence, verdict.rule, also, shows("verdict"))) return;
    verdictBox.hidden = !shows("verdict");
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

  function drawBoard(kind) {
    const verdict = model.get("verdict");
    const way = verdict.ways[shown];
    const marks = [...model.get("card_marks"), ...model.get("marks"), ...(way ? [{ ...way, style: "hint" }] : [])];
    const waiting = pending.filter((act) => act.kind === kind && act.cells);
    boardOf(kind).update({
      ...drawn(kind),
      board: model.get("board")[kind],
      facts: verdict.kinds[kind],
      isLocked: kind === "weapon" && !isOpenNow(),
      given: fixedKeys(kind),
      pending: new Set(waiting.flatMap((act) => act.cells.map(([column, row]) => keyOf(column, row)))),
      marks: marks.filter((mark) => mark.kind === kind),
    });
  }

  function drawBoards() {
    for (const kind of KINDS) drawBoard(kind);
    drawLock();
    drawTabs();
  }

  const isOpenNow = () => model.get("board").weapon.open;

  // Where the focus goes when the button that had it is done: to the lock over the board, to a cell, or to the tab.
  function catchFocus() {
    for (const place of [".fk-board-weapon .fk-head button", ".fk-board-weapon [role=gridcell][tabindex='0']", ".fk-tabs [aria-selected=true]"]) {
      const element = box.querySelector(place);
      if (element?.getClientRects().length) return element.focus({ preventScroll: true });
    }
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
    if (lockLine.hidden) catchFocus();
    else lockLine.querySelector("button")?.focus();
  }

  function drawPalette() {
    palette.hidden = !shows("palette") || !isEditable();
    const chosen = model.get("chosen");
    const counts = left();
    if (!changed("palette", chosen, counts, palette.hidden)) return;
    const picks = [...MATERIALS, "G", "."];
    const focused = palette.contains(document.activeElement);
    put(palette, ...picks.map((material) => {
      const isOn = material === chosen;
      const count = counts && material in counts ? Math.max(0, counts[material]) : null;
      return make(`button${isOn ? ".is-on" : ""}`, {
        type: "button", role: "radio", "aria-checked": String(isOn), tabindex: isOn ? 0 : -1, "data-material": material,
        class: [isOn ? "is-on" : "", count === 0 ? "is-out" : ""].join(" ").trim(),
        onclick: () => { choose(material); if (count === 0) model.send({ act: "none-left", material }); },
        onkeydown: (event) => {
          const shift = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!shift) return;
          event.preventDefault();
          choose(picks[(picks.indexOf(material) + shift + picks.length) % picks.length]);
          palette.querySelector("[aria-checked=true]").focus();
        },
      },
      material === "." ? symbol("i-eraser", { size: "c44" }) : symbol(`cube-${material}`, { size: "c44" }),
      say(material === "." ? "pick-none" : `pick-${material}`),
      count === null ? null : make("small.fk-left", {}, say("pick-left", { n: count })),
      );
    }));
    if (focused) palette.querySelector("[aria-checked=true]")?.focus();
  }

  function drawUndo() {
    undoBar.hidden = !shows("undo");
    const open = model.get("open_kind");
    const canClear = drawn(open).cubes.size > 0;
    if (!changed("undo", model.get("undo_label"), model.get("redo_label"), open, canClear, isEditable())) return;
    const focused = undoBar.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    const button = (act, icon, label, { isOn, isWide = false, message }) => make(`button.btn${isWide ? ".grow" : ""}`, {
      type: "button", "data-act": act, disabled: !isOn || !isEditable(), "aria-label": label, title: label, onclick: () => model.send(message),
    }, symbol(icon), isWide ? make("span", {}, label) : null);
    put(undoBar,
      button("undo", "i-undo", model.get("undo_label") || say("undo-nothing"), { isOn: Boolean(model.get("undo_label")), isWide: true, message: { act: "undo" } }),
      button("redo", "i-redo", model.get("redo_label") || say("undo-nothing"), { isOn: Boolean(model.get("redo_label")), message: { act: "redo" } }),
      button("clear", "i-clear", say(`clear-${open}`), { isOn: canClear, message: { act: "clear", kind: open } }),
    );
    if (focused) undoBar.querySelector(`[data-act=${focused}]`)?.focus();
  }

  function drawFacts() {
    const verdict = model.get("verdict");
    const blueprints = Object.values(verdict.kinds).map((kind) => [kind.blueprint, kind.magic_is]);
    const { kinds: { weapon }, initiative, ways, more, so_far: soFar } = verdict;
    const chips = [weapon.weapons, weapon.cubes, weapon.max, initiative, verdict.initiative_magic, verdict.legal];
    if (!changed("facts", chips, blueprints, ways, more, soFar, shown, model.get("sections"), model.get("kinds"), model.get("can_unlock"), isEditable())) return;
    const wasInWays = urgent.contains(document.activeElement);
    const ofBlueprint = facts.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
    put(urgent, shows("facts") ? [soFar ? make("p.fk-so-far", {}, soFar) : null, verdict.legal ? null : waysOut(verdict), ...moreLines(say, verdict)] : null);
    urgent.hidden = !urgent.children.length;
    put(facts,
      shows("facts") && verdict.legal ? factChips(model, say, verdict) : null,
      shows("facts") ? magicLines(model, say, verdict) : null,
      shows("blueprints") ? blueprintRow(model, say, verdict, isEditable) : null,
    );
    facts.hidden = !facts.children.length;
    if (wasInWays) catchFocus();
    if (ofBlueprint) facts.querySelector(`.fk-blueprints [data-kind=${ofBlueprint}]`)?.focus();
  }

  // Each way out has its cells: "Show" outlines them on the board until the gear changes.
  function waysOut(verdict) {
    if (!verdict.ways.length) return null;
    return make("div.fk-ways", {},
      make("h2", {}, say("ways", { n: verdict.ways.length })),
      ...verdict.ways.map((way, index) => {
        const isShown = shown === index;
        return make("div.sheet", {},
          make("span.key", { "aria-hidden": "true" }, String(index + 1)),
          make("p.grow", {}, way.sentence),
          way.act === "unlock" && model.get("can_unlock")
            ? make("button.btn", { type: "button", "data-act": "unlock-way", disabled: !isEditable(), onclick: () => model.send({ act: "unlock", on: true }) }, say("unlock-way"))
            : make(`button.btn${isShown ? ".is-on" : ""}`, {
              type: "button", "aria-pressed": String(isShown),
              onclick: () => {
                shown = isShown ? -1 : index;
                if (shown >= 0 && model.get("open_kind") !== way.kind) openKind(way.kind);
                drawAll();
                urgent.querySelectorAll(".fk-ways .btn")[index]?.focus();
              },
            }, say(isShown ? "hide" : "show")),
        );
      }));
  }

  function drawAll() {
    drawVerdict();
    drawBoards();
    drawPalette();
    drawUndo();
    drawFacts();
  }

  // The kernel's answer arrives as one update of several traits; draw once, when all of them are there.
  function answer() {
    const [whose, upTo] = model.get("answered");
    if (whose === client) pending = pending.filter((act) => act.seq > upTo);
    if (!pending.length) {
      clearTimeout(band);
      verdictBox.classList.remove("wait");
    }
    drawAll();
  }
  model.on("change:verdict", () => { shown = -1; });
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

// Counts, wood and initiative.
function factChips(model, say, verdict) {
  const { weapons, cubes, max } = verdict.kinds.weapon;
  if (!model.get("kinds").includes("weapon") || !weapons.length) return null;
  const chips = weapons.length === 1 ? [fact(say("fact-cubes", { cubes, max }))] : [];
  for (const weapon of weapons) {
    const key = `fact-wood${weapon.usable ? "" : "-short"}${weapons.length > 1 ? "-part" : ""}`;
    chips.push(fact(say(key, { wood: weapon.wood, needs: weapon.needs, part: weapon.where })));
  }
  const magic = verdict.initiative_magic;
  const length = verdict.initiative - magic;
  const sum = fact(magic ? say("fact-initiative-magic", { n: verdict.initiative, length, magic }) : say("fact-initiative", { n: length }));
  if (magic) sum.append(" ", ruleLink("combat.init.magic", say));
  chips.push(sum);
  return make("div.sheet.fk-chips", {}, ...chips);
}

// Whatever else is wrong beyond the verdict's own sentence.
function moreLines(say, verdict) {
  return verdict.more.map((said) => make("div.sheet.fk-more", {},
    make("p", {}, said.sentence),
    said.rule ? ruleLink(said.rule, say) : null,
  ));
}

// What each green cube on the boards is.
function magicLines(model, say, verdict) {
  const told = model.get("kinds").map((kind) => verdict.kinds[kind].magic_is).filter(Boolean);
  return told.map((said) => make("p.fk-magic", {}, symbol("cube-G", { size: "c20" }),
    make("span", {}, said.sentence, " ", ruleLink(said.rule, say))));
}

// A fact with its numbers in bold.
function fact(sentence) {
  return make("span", {}, ...sentence.split(/(\d+)/).map((part) => (/^\d+$/.test(part) ? make("b", {}, part) : part)));
}

// One button a kind: no blueprint, owned, lost; and what it means for this gear.
function blueprintRow(model, say, verdict, isEditable) {
  const next = { none: "owned", owned: "lost", lost: "none" };
  const row = make("div.fk-blueprints", { role: "group", "aria-label": say("blueprints") }, make("h2.fk-h3", {}, say("blueprints")));
  for (const kind of model.get("kinds")) {
    const { state, fits, will } = verdict.kinds[kind].blueprint;
    row.append(make("button.btn", {
      type: "button", "data-kind": kind, "data-state": state, disabled: !isEditable(),
      onclick: () => model.send({ act: "blueprint", kind, state: next[state] }),
    },
    symbol("blueprint", { size: "c20" }),
    make("span", {}, say(`blueprint-${state}`, { kind: say(kind) })),
    state === "owned" && fits !== null ? make(`span.tag.${fits ? "ok" : "near"}`, {}, fits ? symbol("i-ok", { size: "c20" }) : null, say(fits ? "blueprint-fits" : "blueprint-misses")) : null));
    if (will) row.append(make("p.fk-will", {}, will.sentence, " ", ruleLink(will.rule, say)));
  }
  return row;
}

export default { render };
