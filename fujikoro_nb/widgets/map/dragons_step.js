// The dragons' step at a real box: what to put down, a small map to tap, and every legal move with its reason.
import { draw, dress, make, noticeLine, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";

const AROUND = 12; // beyond the outermost middles, in units of the drawing
const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// The tile that lies best in the direction of an arrow.
export function nextTile(tiles, from, [dx, dy]) {
  const rated = tiles.flatMap((one) => {
    const [x, y] = [one.x - from.x, one.y - from.y];
    const ahead = x * dx + y * dy;
    return ahead > 1 ? [{ one, worth: ahead + 2 * Math.abs(x * dy - y * dx) }] : [];
  });
  return rated.sort((a, b) => a.worth - b.worth)[0]?.one ?? from;
}

const seatSign = (seat, x, y) => draw("g.fk-lair-seat", { transform: `translate(${x} ${y})` },
  draw("path", { d: "M-15 14L-8 -1H8L15 14z" }), draw("circle", { cx: 0, cy: -6, r: 7 }), draw("path.fk-lair-hat", { d: "M-13 -7Q0 -22 13 -7z" }), draw("text", { y: 11 }, String(seat)));

const dragonSign = ({ letter, sign, token }, x, y) => draw("g.fk-lair-dragon", { transform: `translate(${x} ${y})` },
  draw("circle.fk-lair-disc", { r: 25 }), draw("use", { href: `#fk-${sign}`, x: -20, y: -20, width: 40, height: 40 }),
  draw("g.fk-lair-letter", { transform: "translate(-23 -16)" }, draw("circle", { r: 11 }), draw("text", { y: 6 }, letter)),
  token ? draw(`g.fk-lair-token${token === "?" ? ".is-unknown" : ""}`, { transform: "translate(24 -15)" }, draw("circle", { r: 13 }), draw("text", { y: 5.5 }, token)) : null);

function tileOf(tile, isFocus, tap, move) {
  const { id, kind, level, x, y, points, state, dragon, people, safety, says } = tile;
  const sign = { centre: "s-tile", temple: "temple", bridge: "bridge" }[kind];
  const spread = (at) => x + (at - (people.length - 1) / 2) * 26;
  return draw(`g.fk-lair-tile.is-${kind}${state ? `.is-${state}` : ""}${safety ? `.is-${safety}` : ""}`, {
    role: "button", tabindex: isFocus ? 0 : -1, "data-key": id, "aria-label": says, onclick: () => tap(id),
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); tap(id); }
      else if (KEYS[event.key]) { event.preventDefault(); move(tile, KEYS[event.key]); }
    },
  },
  draw("polygon.fk-lair-ground", { points }), draw("polygon.fk-lair-wash", { points }),
  sign && kind !== "centre" ? draw("use", { href: `#fk-${sign}`, x: x - 18, y: y - 26, width: 36, height: 36 }) : null,
  draw("text.fk-lair-name", { x, y: y + (dragon || people.length ? 38 : state === "unknown" ? 30 : 7) }, level ? id : ""),
  state === "unknown" ? draw("text.fk-lair-unknown", { x, y: y + 4 }, "?") : null,
  dragon ? dragonSign(dragon, x, people.length ? y - 16 : y - 7) : null,
  people.map(({ seat }, at) => seatSign(seat, spread(at), dragon ? y + 16 : y)));
}

// The line ends at the edge of the other tile, where its head stands.
function arrow({ line: [x, y, toX, toY], sure }) {
  const length = Math.hypot(toX - x, toY - y);
  const [ux, uy] = [(toX - x) / length, (toY - y) / length];
  const [a, b] = [26, length - 48];
  const [ex, ey] = [x + ux * b, y + uy * b];
  return draw(`g.fk-lair-arrow${sure ? "" : ".is-if"}`, { "aria-hidden": "true" },
    draw("path.fk-lair-line", { d: `M${x + ux * a} ${y + uy * a}L${ex} ${ey}` }),
    draw("path.fk-lair-head", { d: `M${ex + ux * 16} ${ey + uy * 16}L${ex - uy * 12} ${ey + ux * 12}L${ex + uy * 12} ${ey - ux * 12}z` }));
}

function mapPart(model, say, tap) {
  const board = draw("svg.fk-lair-map", { role: "group", "aria-label": say("map"), "aria-describedby": "fk-lair-help" });
  let focus = "centre";
  function move(from, direction) {
    focus = nextTile(model.get("tiles"), from, direction).id;
    show();
    /** @type {HTMLElement | null} */ (board.querySelector(`[data-key="${focus}"]`))?.focus({ preventScroll: true });
  }
  function show() {
    const tiles = model.get("tiles");
    const had = board.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : "";
    const corners = tiles.flatMap(({ points }) => points.split(" ").map((point) => point.split(",").map(Number)));
    const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis])) - AROUND / 4);
    const [right, bottom] = [0, 1].map((axis) => Math.max(...corners.map((corner) => corner[axis])) + AROUND / 4);
    board.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    board.replaceChildren(
      draw("defs", {},
        draw("pattern", { id: "fk-lair-hit", width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, draw("path.fk-lair-hatch", { d: "M3 0V12M9 0V12" })),
        draw("pattern", { id: "fk-lair-choice", width: 16, height: 16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, draw("path.fk-lair-hatch", { d: "M4 0V12" })),
        draw("pattern", { id: "fk-lair-perhaps", width: 16, height: 16, patternUnits: "userSpaceOnUse" }, draw("circle.fk-lair-dot", { cx: 8, cy: 8, r: 2.6 }))),
      ...tiles.map((tile) => tileOf(tile, tile.id === focus, (id) => { focus = id; tap(id); }, move)),
      ...model.get("arrows").map(arrow));
    if (had) /** @type {HTMLElement | null} */ (board.querySelector(`[data-key="${had}"]`))?.focus({ preventScroll: true });
  }
  return { board, show };
}

// What to put down next; the first dragon is chosen for whoever just taps the map.
function brushPart(model, say, chosen) {
  const box = make("div.chips.fk-lair-brushes", { role: "group", "aria-label": say("put") });
  function picture({ sign, seat, tile }) {
    if (sign) return symbol(sign, { size: "c32" });
    if (seat) return draw("svg.fk-lair-chip", { viewBox: "-18 -22 36 40", "aria-hidden": "true" }, seatSign(seat, 0, 0));
    return draw(`svg.fk-lair-chip.is-${tile}`, { viewBox: "-18 -18 36 36", "aria-hidden": "true" }, draw("polygon.fk-lair-ground", { points: "0,-15 13,-7.500 13,7.500 0,15 -13,7.500 -13,-7.500" }));
  }
  function show() {
    redraw(box, model.get("put").brushes.map((brush) => make(`button.btn${brush.name === chosen.brush ? ".is-on" : ""}`, {
      type: "button", "data-key": `brush-${brush.name}`, "aria-pressed": String(brush.name === chosen.brush),
      onclick: () => { chosen.brush = brush.name; show(); },
    }, picture(brush), brush.label)));
  }
  return { box, show };
}

function factsPart(model, say) {
  const box = make("div.fk-lair-facts");
  const choice = (name, label, options, send) => make("fieldset.fk-quick-row", { "data-fact": name }, make("legend", {}, label),
    make("div.chips", {}, options.map(({ value, label: told, on }) => button(`${name}-${value}`, told, () => send(value, on), { on }))));
  const tokens = ({ at, letter, label, where, sign, tokens: all, isUnknown }) => make("li", { "data-dragon": letter },
    make("span.fk-lair-who", { title: `${label}, ${where}` }, symbol(sign, { size: "c32", label }), make("b", {}, letter), isUnknown ? make("small.tag", { role: "img", "aria-label": say("token-unknown") }, "?") : null),
    make("div.chips", { role: "group", "aria-label": `${letter}, ${label}, ${where}: ${say("token")}` }, all.map(({ value, label: told, on }) => button(`token-${at}-${value}`, told, () => model.send({ act: "token", at, value: on ? "" : value }), { on }))));
  function show() {
    const { rest, dragons, first, isGroup } = model.get("put");
    redraw(box,
      choice("rest", say("rest"), rest, (value) => model.send({ act: "rest", value })),
      dragons.length ? make("h3", {}, say("dragons")) : null,
      dragons.length ? make("ul.fk-lair-tokens", {}, dragons.map(tokens)) : null,
      first.length ? choice("first", say(isGroup ? "first" : "first-rivals"), first, (seat) => model.send({ act: "first", seat })) : null);
  }
  return { box, show };
}

function answersPart(model, say) {
  const box = make("div", { "data-part": "answers", "aria-live": "polite" });
  const safe = make("div", { "data-part": "safe" });
  const strip = make("div.fk-quick-strip", { role: "status", "data-part": "strip" });
  const badge = ({ letter, seal, word }) => make(`div.tag.${seal === "but" ? "near" : seal}`, { "data-dragon": letter }, make("span", {}, symbol(`i-${seal}`), letter), make("b", {}, word));
  const rule = (id) => (id ? ruleLink(id, say) : null);
  const line = ({ text, rule: id }) => make("p", {}, text, " ", rule(id));
  const card = ({ letter, title, sign, seal, word, lines }) => make(`article.fk-quick-line.${seal}`, { "data-dragon": letter, "data-verdict": seal },
    make("div.fk-quick-mark", {}, symbol(sign, { size: "c32" }), make("b", {}, letter)),
    make("div", {}, make("h3", {}, title, " ", make("span.tag", {}, symbol(`i-${seal}`), word)), lines.map(line)));
  function show() {
    const { dragons = [], notes = [], safe: places = [], safeAbout = "" } = model.get("answers");
    const { asking } = model.get("put");
    strip.replaceChildren(...dragons.map(badge));
    strip.hidden = !dragons.length;
    redraw(box, ...dragons.map(card), ...notes.map((note) => make("p.mut.fk-quick-note", {}, note.text, " ", rule(note.rule))), dragons.length ? null : make("p.mut", {}, say(model.get("is_working") ? "working" : "nothing")));
    redraw(safe, ...(places.length ? [
      make("h2", {}, say("safe")),
      asking.length ? make("fieldset.fk-quick-row", {}, make("legend", {}, say("asking")), make("div.chips", {}, asking.map(({ value, label, on }) => button(`asking-${value}`, label, () => model.send({ act: "asking", seat: value }), { on })))) : null,
      make("p.mut", {}, safeAbout),
      make("ul.fk-lair-safe", {}, places.map(({ kind, text, rule: id }) => make(`li.is-${kind}`, { "data-safety": kind },
        draw("svg.fk-lair-chip", { viewBox: "-18 -18 36 36", "aria-hidden": "true" }, draw(`g.fk-lair-tile.is-${kind}`, {}, draw("polygon.fk-lair-ground", { points: "0,-15 13,-7.500 13,7.500 0,15 -13,7.500 -13,-7.500" }), draw("polygon.fk-lair-wash", { points: "0,-15 13,-7.500 13,7.500 0,15 -13,7.500 -13,-7.500" }))),
        make("span", {}, text, " ", rule(id))))),
    ] : []));
  }
  return { box, safe, strip, show };
}

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-lairs");
  const isNew = watcher();
  const chosen = { brush: "red" };
  const map = mapPart(model, say, (at) => model.send({ act: "put", brush: chosen.brush, at }));
  const brushes = brushPart(model, say, chosen);
  const facts = factsPart(model, say);
  const answers = answersPart(model, say);
  const clear = make("button.btn.quiet", { type: "button", "data-key": "clear", onclick: () => model.send({ act: "clear" }) }, symbol("i-clear"), say("clear"));
  const safeSheet = make("section.sheet", {}, answers.safe);
  const about = make("p.mut", { "data-part": "about" });
  root.append(noticeLine(model), about, answers.strip,
    make("div.fk-lair-cols", {},
      make("section.sheet", {}, make("div.row", {}, make("h2.grow", {}, say("put")), clear), brushes.box, map.board, make("p.mut.fk-quick-hint", { id: "fk-lair-help" }, say("map-help")), facts.box),
      make("div.col", {}, make("section.sheet", {}, make("h2", {}, say("answers")), answers.box), safeSheet)));

  function drawPut() {
    if (!isNew("put", model.get("put"))) return;
    about.textContent = say(model.get("put").isGroup ? "about" : "about-rivals");
    brushes.show();
    facts.show();
  }
  function drawMap() {
    if (isNew("map", [model.get("tiles"), model.get("arrows")])) map.show();
  }
  function drawAnswers() {
    root.classList.toggle("is-working", model.get("is_working"));
    safeSheet.hidden = !model.get("answers").safe?.length;
    if (isNew("answers", [model.get("answers"), model.get("put").asking, model.get("is_working")])) answers.show();
  }
  function drawAll() {
    drawPut();
    drawMap();
    drawAnswers();
  }
  const heard = "change:put change:tiles change:arrows change:answers change:is_working";
  model.on(heard, drawAll);
  drawAll();
  model.send({ act: "answer" });
  return () => model.off(heard, drawAll);
}

export default { render };
