// One board of cells: drawing, pointer, keyboard. The craft grid has three, the card editor one.
import { draw, make, mark, put, symbol, watcher } from "../base/dom.mjs";
import { CELL, cellAt, cellsBetween, clamps, height, keyOf, left, outline, parts, step, top, width } from "./grid_geometry.mjs";

const LAYS = { w: "W", m: "M", t: "T", g: "G" };

// `act` = {kind, say, isEditable(), chosen(), at(key), isGiven(key), paint(material, cells, stroke), putMagic(cell), undo(), redo()},
// and {lock: {isThere(), canTurn(), turn()}} for a weapon grid.
// Returns {element, update(state), focus()}; state = {board, cubes, magic, facts, isLocked, given, pending, marks}.
export function gridBoard(act) {
  const { kind, say } = act;
  const head = make("div.fk-head");
  const under = draw("g"); // parts, lines, washes
  const cellLayer = draw("g");
  const over = draw("g", { "pointer-events": "none" }); // clamps, outlines, ghosts
  const ring = draw("g.fk-ring", { "pointer-events": "none" }); // above outlines, which would cover it
  const svg = draw("svg.fk-squares", { role: "grid", "aria-label": say(`board-${kind}`), "data-board": kind }, under, cellLayer, over, ring);
  const element = make(`section.fk-board.fk-board-${kind}`, {}, head, svg);
  const changed = watcher();
  let state = null;
  let shape = "";
  let cells = new Map(); // key to the g of a cell
  let current = [1, 1];

  // ---- cells
  function build(board) {
    svg.setAttribute("viewBox", `0 0 ${width(board)} ${height(board)}`);
    svg.style.setProperty("--fk-units", width(board));
    cells = new Map();
    const rows = [];
    for (let row = 1; row <= board.rows; row += 1) {
      const line = draw("g", { role: "row" });
      for (let column = 1; column <= board.columns; column += 1) {
        const cell = makeCell(board, column, row);
        cells.set(keyOf(column, row), cell);
        line.append(cell.group);
      }
      rows.push(line);
    }
    put(cellLayer, ...rows);
    current = [Math.min(current[0], board.columns), Math.min(current[1], board.rows)];
  }

  function makeCell(board, column, row) {
    const x = left(board, column);
    const y = top(row);
    const cube = draw("use", { x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6 });
    const green = draw("use", { href: "#fk-cube-G", x: x + CELL - 25, y: y + CELL - 25, width: 23, height: 23 });
    const notch = draw("path.fk-given", { d: `M${x + 2} ${y + CELL - 2}v-13l13 13z` });
    const group = draw("g.fk-cell", {
      role: "gridcell", tabindex: -1, "data-column": column, "data-row": row,
      onkeydown: (event) => pressed(event, column, row),
      onfocus: (event) => { current = [column, row]; rove(); showRing(event.target.matches(":focus-visible")); },
      onblur: () => showRing(false),
      onclick: (event) => { if (event.detail === 0) toggle([column, row]); }, // a screen reader's tap has no pointer
    },
    draw("rect.fk-hit", { x, y, width: CELL, height: CELL }),
    cube, notch, green);
    return { group, cube, green, notch };
  }

  function rove() {
    for (const [key, cell] of cells) mark(cell.group, "tabindex", key === keyOf(...current) ? 0 : -1);
  }

  function showRing(isShown) {
    const [column, row] = current;
    const square = { x: left(state.board, column) + 2.5, y: top(row) + 2.5, width: CELL - 5, height: CELL - 5 };
    put(ring, isShown ? [draw("rect.fk-focus-gap", square), draw("rect.fk-focus", square)] : null);
  }

  function focus(place = current) {
    current = place;
    rove();
    cells.get(keyOf(...place))?.group.focus({ preventScroll: false });
  }

  // ---- keyboard
  function toggle(cell) {
    if (!act.isEditable()) return;
    const chosen = act.chosen();
    if (chosen === "G") act.putMagic(cell);
    else act.paint(act.at(keyOf(...cell)) === chosen ? "." : chosen, [cell], "");
  }

  function pressed(event, column, row) {
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
      if (key === "y" || event.shiftKey) act.redo();
      else act.undo();
    } else if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    } else if (step(state.board, [column, row], event.key)) {
      focus(step(state.board, [column, row], event.key));
    } else if (event.key === "Enter" || event.key === " ") {
      toggle([column, row]);
    } else if (!act.isEditable()) {
      return;
    } else if (event.key === "Delete" || event.key === "Backspace") {
      act.paint(".", [[column, row]], "");
    } else if (LAYS[key] === "G") {
      act.putMagic([column, row]);
    } else if (LAYS[key]) {
      act.paint(LAYS[key], [[column, row]], "");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // ---- pointer: one stroke lays one material, or removes; its first cell decides
  let stroke = null;

  function pointOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || !act.isEditable()) return;
    const point = pointOf(event);
    const cell = cellAt(state.board, point.x, point.y);
    if (!cell) return;
    event.preventDefault();
    focus(cell);
    const chosen = act.chosen();
    if (chosen === "G") {
      act.putMagic(cell);
      return;
    }
    const isSame = act.at(keyOf(...cell)) === chosen && !act.isGiven(keyOf(...cell));
    stroke = { id: `${event.pointerId}.${Math.round(event.timeStamp)}`, pointer: event.pointerId, material: isSame ? "." : chosen, last: point, seen: new Set([keyOf(...cell)]) };
    svg.setPointerCapture(event.pointerId);
    act.paint(stroke.material, [cell], stroke.id);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const point = pointOf(event);
    const fresh = cellsBetween(state.board, stroke.last, point).filter((cell) => !stroke.seen.has(keyOf(...cell)));
    stroke.last = point;
    if (!fresh.length) return;
    for (const cell of fresh) stroke.seen.add(keyOf(...cell));
    act.paint(stroke.material, fresh, stroke.id);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    svg.addEventListener(end, (event) => {
      if (stroke && event.pointerId === stroke.pointer) stroke = null;
    });
  }

  // ---- drawing
  function update(next) {
    state = next;
    const { board } = state;
    const wanted = [board.columns, board.rows, board.split].join();
    if (wanted !== shape) {
      shape = wanted;
      build(board);
      rove();
    }
    const { facts, isLocked, cubes, magic, given, pending, marks } = state;
    const faults = (facts?.faults ?? []).map((fault) => fault.cells);
    if (changed("cells", wanted, [...cubes], magic, [...given], [...pending], faults)) drawCells();
    if (changed("over", wanted, clamps(board, cubes), faults, marks, magic === "worn")) drawOver();
    if (changed("under", wanted, faults, isLocked)) drawUnder();
    if (changed("head", facts, isLocked, act.lock?.isThere(), act.lock?.canTurn())) drawHead();
    svg.classList.toggle("is-still", !act.isEditable());
  }

  function drawHead() {
    const { facts, isLocked } = state;
    if (!facts) return;
    const hadFocus = head.contains(document.activeElement);
    const note = make(`b${facts.legal ? "" : ".is-wrong"}`, {}, facts.note);
    if (kind === "weapon") {
      put(head,
        make("div.fk-name", {}, make("h3", {}, say(kind)), " ", make("span.mut", {}, say("left", { n: facts.left }))),
        note,
        rightLabel(facts, isLocked),
      );
      if (hadFocus) head.querySelector("button")?.focus();
      return;
    }
    const worth = say(kind === "helmet" ? "absorbs" : "worth", { n: facts.absorbs });
    put(head,
      make("h3", {}, say(kind), " ", make("span.mut", {}, worth)),
      note,
    );
  }

  // With the monk's spot in play the label of the right part opens and locks it.
  function rightLabel(facts, isLocked) {
    const label = isLocked ? say("right-locked") : say("right", { n: facts.right });
    if (!act.lock?.isThere()) return make("span.fk-right", {}, label);
    const icon = symbol(isLocked ? "i-lock" : "i-open", { size: "c20" });
    if (!act.lock.canTurn()) return make("span.fk-right", {}, isLocked ? icon : null, label);
    const meaning = say(isLocked ? "unlock" : "lock");
    return make("button.fk-right", { type: "button", title: meaning, "aria-label": `${label}. ${meaning}`, onclick: () => act.lock.turn() }, icon, label);
  }

  function drawUnder() {
    const { board, facts, isLocked } = state;
    const wrong = new Set((facts?.faults ?? []).flatMap((fault) => fault.cells.map(([column, row]) => keyOf(column, row))));
    const lines = [];
    for (const part of parts(board)) {
      const isWrong = [...wrong].some((key) => { const column = Number(key.split(",")[0]); return column >= part.first && column <= part.last; });
      const box = { x: part.x, y: part.y, width: part.width, height: part.height };
      lines.push(draw(`rect.fk-part${isWrong ? ".is-wrong" : ""}`, box));
      if (isLocked && part.first > 1) lines.push(draw("rect", { ...box, fill: "url(#fk-locked)" }));
      let grid = "";
      for (let column = part.first + 1; column <= part.last; column += 1) grid += `M${left(board, column)} ${part.y}v${part.height}`;
      for (let row = 2; row <= board.rows; row += 1) grid += `M${part.x} ${top(row)}h${part.width}`;
      lines.push(draw("path.fk-lines", { d: grid }));
    }
    put(under, ...lines);
  }

  function drawCells() {
    const { cubes, magic, given, pending, facts } = state;
    const wrong = new Set((facts?.faults ?? []).flatMap((fault) => fault.cells.map(([column, row]) => keyOf(column, row))));
    for (const [key, cell] of cells) {
      const letter = cubes.get(key);
      if (letter) mark(cell.cube, "href", `#fk-cube-${letter}`);
      cell.cube.style.display = letter ? "" : "none";
      cell.green.style.display = magic === key ? "" : "none";
      cell.notch.style.display = given.has(key) ? "" : "none";
      cell.group.classList.toggle("is-pending", pending.has(key));
      mark(cell.group, "aria-label", labelOf(key, letter, magic, given.has(key), wrong.has(key)));
    }
  }

  function labelOf(key, letter, magic, isGiven, isWrong) {
    const [column, row] = key.split(",");
    let what = letter ? say(`word.${letter}`) : say("empty");
    if (magic === key) what = say("with-magic", { what });
    if (isGiven) what = say("given", { what });
    if (isWrong) what = say("illegal-cell", { what });
    return say("cell", { row, column, what });
  }

  function drawOver() {
    const { board, cubes, magic, facts, marks } = state;
    const shapes = [];
    const keyLine = (d, name) => { shapes.push(draw(`path.fk-halo`, { d }), draw(`path.${name}`, { d })); };
    for (const row of clamps(board, cubes)) {
      shapes.push(draw("path.fk-clamp", { d: `M${left(board, board.split) + CELL - 7} ${top(row) + CELL / 2 + 2}H${left(board, board.split + 1) + 8}` }));
    }
    for (const fault of facts?.faults ?? []) {
      if (fault.cells.length) keyLine(outline(board, fault.cells), "fk-outline-illegal");
    }
    for (const { style, cells: marked, text } of marks) {
      if (style === "near") shapes.push(...marked.map((cell) => ghost(board, cell, text)));
      else keyLine(outline(board, marked), `fk-outline-${style}`);
    }
    if (magic === "worn" && kind !== "weapon") {
      shapes.push(draw("use", { href: "#fk-cube-G", x: width(board) - 32, y: 1, width: 30, height: 30 }));
    }
    put(over, ...shapes);
  }

  function ghost(board, [column, row], text) {
    const x = left(board, column);
    const y = top(row);
    return draw("g.fk-ghost", {},
      draw("rect", { x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 4 }),
      draw("text", { x: x + CELL / 2, y: y + CELL / 2 + 7, "text-anchor": "middle" }, text ?? ""));
  }

  return { element, update, focus };
}
