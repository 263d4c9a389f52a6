// Fuji 99: the path, bag and sheet, cards, and draw or stop as one table of chances.
import { draw, make } from "../base/dom.mjs";
import { button } from "../base/page_parts.mjs";
import { PATH_HEIGHT, PATH_WIDTH, asideOf, lineOf, spotOf } from "./floor_path.mjs";
import { cubeSign, looksOn, oursPart } from "./small_parts.mjs";

const SEATS = { blue: ["#2f6db5", "#fffaf0"], green: ["#35784a", "#fffaf0"], purple: ["#7c4a86", "#fffaf0"], orange: ["#e08a2e", "#1e1a17"] };
const ASKS = { act: "how-many", determination: "draw-or-stop", effect: "use-which" };
const ROWS = 4; // numbers that are shown before somebody asks for all

/** Returns {parts(view)}: the parts of the board, from top to bottom, left and right on a wide window. */
export function fujiBoard(say, { answer, redrawn }) {
  let chosen = { at: -1, n: 0 };
  let isAll = false;

  function parts(view) {
    const { table } = view;
    return {
      left: [fujiHead(view, say), make("div.fk-small-well", {}, pathPart(table, say)), table.bag ? make("div.fk-fuji-two", {}, bagPart(table, say), sheetPart(table, say)) : null, handPart(view), oursPart(table.house, say)],
      right: [questionPart(view), table.won ? fujiWon(table, say) : null, othersPart(table, say)],
    };
  }

  // Each card of the hand, with what it does; while cards are used each has its button, also one that cannot be used now.
  function handPart(view) {
    const { table } = view;
    if (!table.hand) return null;
    const isAsked = view.asked === "effect" && !looksOn(view);
    return make("section.sheet.fk-fuji-hand", { "data-part": "hand" }, make("h3", {}, say("hand", { n: table.value, limit: table.crisis })),
      table.hand.length ? make("ul", {}, table.hand.map((card, place) => make("li", {}, cardSign(card), make("div.grow", {}, make("b", {}, card.name), make("p", {}, card.says),
        make("p.mut.small", {}, [say("value", { n: card.value }), say("cost", { n: card.cost }), card.cubes ? say("lies", { n: card.cubes }) : say("gives", { n: card.clear })].join(" · ")), card.floors ? make("p.small", {}, say("use-floors", { floors: card.floors })) : null),
      isAsked ? button(`use-${place}`, say("use"), () => answer(card.text), { main: card.best, icon: card.can ? "" : "i-no" }) : null))) : make("p.mut", {}, say("hand-none")));
  }

  function questionPart(view) {
    const { table } = view;
    if (looksOn(view)) return null;
    if (table.draws) return drawsPart(view);
    if (!table.answers || view.asked === "bot") return null;
    const isUse = view.asked === "effect";
    return make("section.fk-fuji-ask", { "data-part": "ask" }, make("h2", {}, say(ASKS[view.asked] ?? "lay-which")),
      table.answers.flatMap(({ text, label, can, floors, best, main = isUse ? best : can }, number) => [button(`answer-${number}`, upper(label), () => answer(text), { main, full: true, icon: can ? "" : "i-no" }), floors ? make("p.mut.small", {}, say("use-floors", { floors })) : null]));
  }

  function drawsPart(view) {
    const { table } = view;
    const best = table.draws.find((row) => row.best);
    if (chosen.at !== view.at) {
      chosen = { at: view.at, n: best.n };
      isAll = false;
    }
    const row = table.draws.find(({ n }) => n === chosen.n) ?? best;
    const from = Math.max(0, Math.min(table.draws.indexOf(best) - 1, table.draws.length - ROWS));
    const shown = isAll ? table.draws : table.draws.slice(from, from + ROWS);
    const pick = (n) => { chosen.n = n; redrawn(); };
    const drawNow = () => (table.again ? answer(table.again, row.text) : answer(row.text));
    const isStop = table.stop && !table.draw_on;
    return make("section.fk-fuji-ask", { "data-part": "ask" }, make("h2", {}, say(table.stop ? "draw-or-stop" : "how-many")),
      make("div.fk-fuji-draws", { role: "radiogroup", "aria-label": say("how-many") },
        make("div.fk-fuji-cols.mut", { "aria-hidden": "true" }, make("span", {}, say("col-draw")), make("span", {}, say("col-lost")), make("span", {}, say("col-floors"))),
        table.stop ? make("div.fk-fuji-row.is-stop", {}, make("b", {}, say("stop")), make("span.fk-fuji-lost", {}, make("b.num", {}, "0"), bar(0, 0)), make("b.num", {}, table.stop.floors)) : null,
        shown.map((one) => make(`button.fk-fuji-row${one.n === row.n ? ".is-on" : ""}`, { type: "button", role: "radio", "aria-checked": String(one.n === row.n), "data-key": `row-${one.n}`, "aria-label": `${say("col-draw")} ${one.n}: ${one.lost} ${say("col-lost")}, ${one.floors} ${say("col-floors")}`, onclick: () => pick(one.n) },
          make("b.num", {}, String(one.n)), make("span.fk-fuji-lost", {}, make("b.num", {}, one.lost), bar(one.bust, one.crisis)), make("b.num", {}, one.floors)))),
      make("div.row.fk-fuji-do", {}, button("draw", upper(row.label), drawNow, { main: !isStop }), table.stop ? button("stop", upper(table.stop.label), () => answer(table.stop.text), { main: Boolean(isStop) }) : null),
      make("div.row.wrap", {}, shown.length < table.draws.length ? button("all-numbers", say("more-numbers"), () => { isAll = true; redrawn(); }, { quiet: true }) : null,
        table.fewer ? button("why-fewer", say("why-fewer", { n: table.fewer_n }), () => (table.again ? answer(table.again, table.fewer) : answer(table.fewer)), { quiet: true }) : null),
      make("details.fk-fuji-why", {}, make("summary", { "data-key": "about" }, say("best", { what: upper(isStop ? table.stop.label : best.label) })),
        make("p", {}, make("i.fk-fuji-swatch.is-bust"), say("about-danger", { n: row.n, exactly: row.exactly })),
        make("p", {}, make("i.fk-fuji-swatch.is-crisis"), say("about-crisis", { limit: table.crisis })),
        make("p.mut", {}, say("about-floors", { n: table.acts }))));
  }

  return { parts };
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function fujiHead(view, say) {
  const { table } = view;
  const first = table.players.reduce((one, other) => (other.floor > one.floor ? other : one));
  const title = table.won ? say("over") : table.seat === undefined ? "" : say("fuji-turn", { who: table.players[table.seat].name, from: table.from, to: table.to });
  const isPassed = !view.own && view.asked === "act" && table.to === table.from && table.players.filter(({ bot }) => !bot).length > 1;
  return make("div.fk-small-head", {}, make("h2", { tabindex: -1, "data-part": "head" }, title), make("span.mut", {}, isPassed ? `${say("fuji-pass", { who: view.who })} ` : "", first.floor && !table.won ? say("lead", { who: first.name, floor: first.floor }) : ""));
}

const fujiWon = (table, say) => make("section.verdict.ok", { role: "status", "data-part": "won" }, make("div.seal", {}, say("ok")), make("p.say", {}, say("won-fuji", { who: table.players[table.won.seat].name, book: table.won.book })));

function pathPart(table, say) {
  const floors = table.players.map(({ floor }) => floor);
  const to = table.to ?? Math.max(...floors);
  const label = say("path", { to, places: table.players.map(({ name, floor }) => say("path-place", { who: name, floor })).join(", ") });
  const ground = (from, end, fill) => draw("path", { d: lineOf(from, end), style: `fill:none;stroke:${fill};stroke-width:16.5;stroke-linejoin:round;stroke-linecap:round` });
  return draw("svg.fk-fuji-path", { viewBox: `0 0 ${PATH_WIDTH} ${PATH_HEIGHT}`, role: "img", "aria-label": label, "data-part": "path" },
    draw("path", { d: lineOf(0, table.goal), style: "fill:none;stroke:var(--fk-map-line);stroke-width:20;stroke-linejoin:round;stroke-linecap:round" }),
    ground(0, 30, "var(--fk-l1)"), ground(70, table.goal, "var(--fk-l3)"), ground(30, 70, "var(--fk-l2)"),
    table.to > table.from ? draw("path", { d: lineOf(table.from, table.to), style: "fill:none;stroke:var(--fk-indigo);stroke-width:8;stroke-linejoin:round;stroke-dasharray:2 9;stroke-linecap:round" }) : null,
    Array.from({ length: table.goal + 1 }, (_, floor) => floorSign(floor, table)),
    table.milestones.filter(({ cubes }) => cubes).map(({ floor }) => {
      const { x, y } = spotOf(floor);
      return cubeSign("Y", "fk-fuji-on-path", { x: x + (x > PATH_WIDTH / 2 ? -40 : 18), y: y - 11, width: 22, height: 22 });
    }),
    table.players.map((player, seat) => pawn(player, asideOf(floors, seat))),
    table.won ? null : token(to));
}

function floorSign(floor, { goal, milestones }) {
  const { x, y } = spotOf(floor);
  if (floor % 10 && floor !== goal) return draw("circle", { cx: x, cy: y, r: 2.5, style: "fill:var(--fk-ink-2)" });
  const isKnown = milestones.some((one) => one.floor === floor);
  const line = floor === goal ? "var(--fk-lava);stroke-width:4" : `var(--fk-map-line);stroke-width:${isKnown ? 2.5 : 1.2}`;
  return draw("g", {}, draw("rect", { x: x - 15, y: y - 10, width: 30, height: 20, rx: 4, style: `fill:var(--fk-sheet);stroke:${line}` }),
    draw("text", { x, y: y + 6, "text-anchor": "middle", style: "font:700 16px var(--fk-sans);fill:var(--fk-ink)" }, String(floor)));
}

function pawn({ floor, letter, colour }, aside) {
  const spot = spotOf(floor);
  const [x, y] = [Math.min(Math.max(spot.x + aside, 14), PATH_WIDTH - 14), spot.y];
  const [fill, ink] = SEATS[colour];
  return draw("g", { "data-pawn": letter }, draw("path", { d: `M${x - 12} ${y + 11}h24q-2-10-7-12a8 8 0 1 0-10 0q-5 2-7 12z`, style: `fill:${fill};stroke:#1e1a17;stroke-width:2.2;stroke-linejoin:round` }),
    draw("text", { x, y: y + 9, "text-anchor": "middle", style: `font:700 15px var(--fk-sans);fill:${ink}` }, letter));
}

function token(floor) {
  const { x, y } = spotOf(floor);
  return draw("g", { "data-part": "token" }, draw("rect", { x: x - 17, y: y - 12, width: 34, height: 24, rx: 4, style: "fill:#1e1a17;stroke:#d9a441;stroke-width:3" }),
    draw("text", { x, y: y + 6, "text-anchor": "middle", style: "font:700 17px var(--fk-sans);fill:#fffaf0" }, String(floor)));
}

const cubesLine = (cubes, say) => make("div.fk-fuji-cubes", {}, ["T", "Y", "R"].map((letter) => make("span", { role: "img", "aria-label": say("cubes-of", { n: cubes[letter], colour: say(`cube-${letter}`) }) }, cubeSign(letter), make("b.num", {}, String(cubes[letter])))));

function bagPart(table, say) {
  return make("section.sheet.fk-fuji-box", { "data-part": "bag" }, make("div.row", {}, make("h3.grow", {}, say("bag")), make("b.num", {}, String(table.bag.all))), cubesLine(table.bag, say),
    table.drawn.all ? [make("p.mut.small", {}, say("drawn")), cubesLine(table.drawn, say)] : null);
}

// Danger as slots that fill up: red cubes, then face-down cards; the last one warns.
function sheetPart(table, say) {
  const slots = Array.from({ length: table.limit }, (_, at) => {
    if (at < table.red) return cubeSign("R", "fk-fuji-slot");
    if (at < table.red + table.facing) return make("i.fk-fuji-slot.is-card", { "aria-hidden": "true" });
    return make(`i.fk-fuji-slot${at === table.limit - 1 ? ".is-last" : ""}`, { "aria-hidden": "true" }, at === table.limit - 1 ? "!" : "");
  });
  return make("section.sheet.fk-fuji-box", { "data-part": "sheet" }, make("h3", {}, say("sheet")),
    make("div.fk-fuji-sheet", {}, make("span", { role: "img", "aria-label": say("red-slot", { n: table.red + table.facing, limit: table.limit }) }, make("small", {}, say("red")), make("span.row", {}, slots)),
      make("span", {}, make("small", {}, say("used")), make("span.row", {}, table.used ? cubeSign("Y", "fk-fuji-slot") : null, make("b.num", {}, String(table.used))))),
    table.facing ? make("p.mut.small", {}, say("facing", { n: table.facing })) : null);
}

function cardSign({ value, cost }) {
  return draw("svg.fk-fuji-card", { viewBox: "0 0 52 62", "aria-hidden": "true" },
    draw("rect", { x: 1.5, y: 1.5, width: 49, height: 59, rx: 5, style: "fill:#fcfaf4;stroke:#1e1a17;stroke-width:2.5" }), draw("path", { d: "M5 26h42v30H5z", style: "fill:#b6cbe4;stroke:#1e1a17;stroke-width:1.5" }),
    Array.from({ length: cost }, (_, at) => cubeSign("Y", "fk-fuji-on-path", { x: 5 + at * 14, y: 5, width: 17, height: 17 })),
    draw("text", { x: 26, y: 50, "text-anchor": "middle", style: "font:700 24px var(--fk-serif);fill:#1e1a17" }, String(value)));
}

// The whole bar is 100 of 100 turns, as the column says.
const bar = (bust, crisis) => make("span.fk-fuji-bar", { "aria-hidden": "true" }, make("i.is-bust", { style: `width:${bust.toFixed(1)}%` }), make("i.is-crisis", { style: `width:${crisis.toFixed(1)}%` }));

function othersPart(table, say) {
  return make("details.sheet.fk-fuji-others", { "data-part": "others" }, make("summary", { "data-key": "others" }, say("others")),
    make("ul", {}, table.players.map(({ name, floor, cards, value, bag }) => make("li", {}, make("b", {}, say("path-place", { who: name, floor })), cubesLine(bag, say), make("p.mut", {}, cards.length ? `${cards.join(", ")} · ${say("value", { n: value })}` : say("hand-none"))))),
    make("p.mut.small", {}, [`${say("pagoda")} ${table.pagoda}`, say("pile", { n: table.pile }), ...table.milestones.map(({ floor, cubes }) => say("milestone", { n: cubes, floor }))].join(" · ")));
}
