// One board of cells: drawing, pointer, keyboard. The craft grid has three, the card editor one.
import { draw, make, put, symbol, watcher } from "../base/dom.mjs";
import { cellsPart } from "./grid_cells.mjs";
import { CELL, cellAt, cellsBetween, clamps, height, keyOf, left, outline, parts, top, width } from "./grid_geometry.mjs";

/**
 * What a board shows.
 * @typedef {object} GridState
 * @property {import("./grid_geometry.mjs").Board} board
 * @property {Map<string, string>} cubes letters by key
 * @property {string | null} magic the key of the green cube's cell, or "worn"
 * @property {any} facts what the kernel says of this board; null: nothing
 * @property {boolean} isLocked the right part of a weapon grid
 * @property {Set<string>} given keys that cannot be changed
 * @property {Set<string>} pending keys that the kernel has not answered
 * @property {{style: string, cells: [number, number][], text?: string}[]} marks
 */

// `act` = {kind, say, isEditable(), chosen(), at(key), isGiven(key), paint(material, cells, stroke), putMagic(cell), undo(), redo()},
// and {lock: {isThere(), canTurn(), turn()}} for a weapon grid.
// Returns {element, update(state), focus()}; state = {board, cubes, magic, facts, isLocked, given, pending, marks}.
export function gridBoard(act) {
  const { kind, say } = act;
  const head = make("div.fk-head");
  const under = draw("g"); // parts, lines, washes
  /** @type {any} */
  let state = null; // a GridState, from the first update on
  let shape = "";
  const cells = cellsPart(act, () => state);
  const over = draw("g", { "pointer-events": "none" }); // clamps, outlines, ghosts
  const svg = draw("svg.fk-squares", { role: "grid", "aria-label": say(`board-${kind}`), "data-board": kind }, under, cells.layer, over, cells.ring);
  const element = make(`section.fk-board.fk-board-${kind}`, {}, head, svg);
  const changed = watcher();
  strokesOn(svg, act, () => state.board, cells.focus);

  function build(board) {
    svg.setAttribute("viewBox", `0 0 ${width(board)} ${height(board)}`);
    svg.style.setProperty("--fk-units", String(width(board)));
    cells.build(board);
  }

  function update(next) {
    state = next;
    const { board } = state;
    const wanted = [board.columns, board.rows, board.split].join();
    if (wanted !== shape) {
      shape = wanted;
      build(board);
      cells.rove();
    }
    const { facts, isLocked, cubes, magic, given, pending, marks } = state;
    const faults = (facts?.faults ?? []).map((fault) => fault.cells);
    if (changed("cells", wanted, [...cubes], magic, [...given], [...pending], faults)) cells.draw();
    if (changed("over", wanted, clamps(board, cubes), faults, marks, magic === "worn")) drawOver(over, kind, state);
    if (changed("under", wanted, faults, isLocked)) drawUnder(under, state);
    if (changed("head", facts, isLocked, act.lock?.isThere(), act.lock?.canTurn())) drawHead(head, act, state);
    svg.classList.toggle("is-still", !act.isEditable());
  }

  return { element, update, focus: cells.focus };
}

// One stroke lays one material, or removes; its first cell decides.
/**
 * @param {any} svg
 * @param {any} act
 * @param {() => import("./grid_geometry.mjs").Board} board
 * @param {(cell: import("./grid_geometry.mjs").Cell) => void} focus
 */
function strokesOn(svg, act, board, focus) {
  /** @type {{id: string, pointer: number, material: string, last: {x: number, y: number}, seen: Set<string>} | null} */
  let stroke = null;

  function pointOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || !act.isEditable()) return;
    const point = pointOf(event);
    const cell = cellAt(board(), point.x, point.y);
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
    const { seen, last } = stroke;
    const fresh = cellsBetween(board(), last, point).filter((cell) => !seen.has(keyOf(...cell)));
    stroke.last = point;
    if (!fresh.length) return;
    for (const cell of fresh) seen.add(keyOf(...cell));
    act.paint(stroke.material, fresh, stroke.id);
  });
  const end = (event) => {
    if (stroke && event.pointerId === stroke.pointer) stroke = null;
  };
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", end);
}

function drawHead(head, act, { facts, isLocked }) {
  const { kind, say } = act;
  if (!facts) return;
  const hadFocus = head.contains(document.activeElement);
  const note = make(`b${facts.legal ? "" : ".is-wrong"}`, {}, facts.note);
  if (kind === "weapon") {
    put(head,
      make("div.fk-name", {}, make("h2.fk-h3", {}, say(kind)), " ", make("span.mut", {}, say("left", { n: facts.left }))),
      note,
      rightLabel(act, facts, isLocked),
    );
    if (hadFocus) head.querySelector("button")?.focus();
    return;
  }
  const worth = say(kind === "helmet" ? "absorbs" : "worth", { n: facts.absorbs });
  put(head,
    make("h2.fk-h3", {}, say(kind), " ", make("span.mut", {}, worth)),
    note,
  );
}

// With the monk's spot in play the label of the right part opens and locks it.
function rightLabel({ say, lock }, facts, isLocked) {
  const label = isLocked ? say("right-locked") : say("right", { n: facts.right });
  if (!lock?.isThere()) return make("span.fk-right", {}, label);
  const icon = symbol(isLocked ? "i-lock" : "i-open", { size: "c20" });
  if (!lock.canTurn()) return make("span.fk-right", {}, isLocked ? icon : null, label);
  const meaning = say(isLocked ? "unlock" : "lock");
  return make("button.fk-right", { type: "button", title: meaning, "aria-label": `${label}. ${meaning}`, onclick: () => lock.turn() }, icon, label);
}

const wrongKeys = (facts) => new Set((facts?.faults ?? []).flatMap((fault) => fault.cells.map(([column, row]) => keyOf(column, row))));

function drawUnder(under, { board, facts, isLocked }) {
  const wrong = wrongKeys(facts);
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

function drawOver(over, kind, { board, cubes, magic, facts, marks }) {
  const shapes = [];
  const keyLine = (d, name) => { shapes.push(draw(`path.fk-halo`, { d }), draw(`path.${name}`, { d })); };
  for (const row of clamps(board, cubes)) {
    shapes.push(draw("path.fk-clamp", { d: `M${left(board, board.split) + CELL - 7} ${top(row) + CELL / 2 + 2}H${left(board, board.split + 1) + 8}` }));
  }
  for (const fault of facts?.faults ?? []) {
    if (fault.cells.length) keyLine(outline(board, fault.cells), "fk-outline-illegal");
  }
  for (const { style, cells: marked, text } of marks) {
    if (style === "near") shapes.push(...marked.map((cell) => ghostCell(board, cell, text)));
    else keyLine(outline(board, marked), `fk-outline-${style}`);
  }
  if (magic === "worn" && kind !== "weapon") {
    shapes.push(draw("use", { href: "#fk-cube-G", x: width(board) - 32, y: 1, width: 30, height: 30 }));
  }
  put(over, ...shapes);
}

function ghostCell(board, [column, row], text) {
  const x = left(board, column);
  const y = top(row);
  return draw("g.fk-ghost", {},
    draw("rect", { x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 4 }),
    draw("text", { x: x + CELL / 2, y: y + CELL / 2 + 7, "text-anchor": "middle" }, text ?? ""));
}
