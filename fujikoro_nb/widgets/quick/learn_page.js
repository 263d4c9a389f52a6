// Learn and solve. Everything shown comes from `view`; what the browser keeps of lessons and books is sent to the kernel, which reads it.
import { draw, dress, make, noticeLine, put, symbol } from "../base/dom.mjs";
import { bringBack, redraw } from "../base/page_parts.mjs";
import { dropMistake, keptMistakes } from "../base/kept_mistakes.mjs";
import { carryPart } from "./learn_carry.mjs";
import { fromStore, storeKeyOf, toStore } from "../base/page_store.mjs";
import { speaker } from "../base/texts.mjs";
import { CURVE, WIDTH, bandPoints, curvePoints, mountainHeight, pathPoints, ratingBounds, slopes, snow } from "./learn_geometry.mjs";

const DASHES = ["", "9 5", "2 5", "14 4 2 4", "6 3 2 3 2 3"]; // of the lines of ratings: never colour alone
const pointsOf = (list) => list.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

// A row of a list: a link where there is somewhere to go.
const row = (url, ...parts) => (url ? make("a", { href: url }, parts) : make("span.fk-no-link", {}, parts));

// What is offered first.
function onwardPart({ number, title, about, url, label }, say) {
  return row(url,
    make("span.fk-node-sign", { "aria-hidden": "true" }, number ? String(number) : symbol("i-flag")),
    make("span", {}, make("b", {}, number ? say("lesson", { number, title }) : title), make("small", {}, about)),
    make("span.fk-onward-go", {}, label, symbol("i-next")));
}

const MODE_SIGNS = { storm: "i-bolt", daily: "i-flag", duel: "i-seat", streak: "i-ok", pass: "i-next" };

// The ways to solve, in one row that a phone shows without scrolling.
const modesPart = (modes, say) => modes.map(({ mode, title, n, url }) => make("a", { href: url, "data-mode": mode, "aria-label": n ? say("mode-streak-n", { n }) : null },
  symbol(MODE_SIGNS[mode]), make("span", {}, n ? `${title} ${n}` : title)));

// Three numbers; those with a part of their own on the page lead there.
function factsPart(facts, goTo) {
  return facts.map(({ name, title, number, unit }) => {
    const parts = [make("small", {}, title), make("span", {}, number ? make("b.num", {}, number) : null, number && unit ? " " : null, unit)];
    return goTo[name] ? make("button", { type: "button", "data-fact": name, onclick: goTo[name] }, parts) : make("div", { "data-fact": name }, parts);
  });
}

// The mountain behind the path, and the path: walked as far as the next lesson.
function mountainPicture(height, points, next) {
  const line = (list, style) => (list.length > 1 ? draw("polyline", { points: pointsOf(list), style: `fill:none;stroke-linejoin:round;stroke-linecap:round;${style}` }) : null);
  const level = (low, high, colour) => draw("path", { d: slopes(height, low, high), style: `fill:var(--fk-${colour})` });
  const walked = points.slice(0, next + 1);
  return draw("svg", { viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" },
    draw("circle", { cx: 314, cy: 44, r: 25, style: "fill:var(--fk-verm-block)" }),
    level(0, 0.3, "l1"), level(0.3, 0.58, "l2"), level(0.58, 1, "l3"), draw("path", { d: snow(height), style: "fill:var(--fk-safe);stroke:var(--fk-key);stroke-width:1.5;stroke-linejoin:round" }),
    draw("path", { d: slopes(height, 0, 1), style: "fill:none;stroke:var(--fk-key);stroke-width:2.5;stroke-linejoin:round" }),
    line(points, "stroke:var(--fk-key);stroke-width:10"), line(points, "stroke:#fcfaf4;stroke-width:4;stroke-dasharray:1 9"),
    line(walked, "stroke:var(--fk-key);stroke-width:12"), line(walked, "stroke:var(--fk-indigo-block);stroke-width:8"));
}

// The lessons as a path up the mountain, with a real game at its end. Nothing is locked.
function pathPart({ lessons, first_game: first, game, count }, say) {
  const after = first?.after ?? 0;
  const nodes = [...lessons.slice(0, after), ...(first ? [first] : []), ...lessons.slice(after), ...(game ? [{ ...game, id: "game", state: "game", about: "" }] : [])];
  const points = pathPoints(nodes.length);
  const height = mountainHeight(nodes.length);
  const next = nodes.findIndex(({ id, state }) => id !== first?.id && state !== "done");
  const sign = ({ state, number }) => (state === "game" ? symbol("temple") : state === "done" ? symbol("i-ok") : number ? String(number) : symbol("monk"));
  const list = nodes.map((node, index) => {
    const link = row(node.url, make("span.fk-node-sign", { "aria-hidden": "true" }, sign(node)), make("span.fk-node-name", {}, make("b", {}, node.title), node.about ? make("small", {}, node.about) : null));
    link.classList.add("fk-node");
    if (node.state === "next") link.setAttribute("aria-current", "step");
    return make("li", { "data-lesson": node.id, "data-state": node.state, style: `left:${(100 * points[index].x) / WIDTH}%;top:${(100 * points[index].y) / height}%;max-width:${(100 * (WIDTH + 16 - points[index].x)) / WIDTH}%` }, link);
  });
  return [
    make("h2", { tabindex: -1 }, say("path")), make("p.mut", { "data-part": "count" }, count),
    make("div.fk-path-window", {}, make("div.fk-path-box", { style: `aspect-ratio:${WIDTH}/${height}` }, mountainPicture(height, points, next < 0 ? nodes.length : next), make("ol", {}, list))),
  ];
}

// The lessons and books of the small games, each by itself: there is no path to walk.
function smallPart({ small_games: games }, say) {
  return games.flatMap(({ game, title, lessons, books }, at) => [
    make("h2", at ? {} : { tabindex: -1 }, title),
    make("ul.sheet.fk-rows", { "data-game": game }, lessons.map(({ id, number, title: name, about, state, url }) => make("li", { "data-lesson": id, "data-state": state }, row(url,
      state === "done" ? symbol("i-ok") : make("b.num", {}, String(number)), make("span", {}, state === "done" ? name : say("lesson", { number, title: name }), make("small", {}, about)), symbol("i-next")))),
      books.map(({ kind, title: name, about, url }) => make("li", { "data-kind": kind }, row(url, symbol("i-flag"), make("span", {}, name, make("small", {}, about)), symbol("i-next"))))),
  ]);
}

// The path is longer than a phone: what is seen of it is where one stands on it, the foot at first, the summit at last.
function lookAtNext(view, seen) {
  const sight = new ResizeObserver(() => {
    if (!view.clientHeight) return; // drawn, and not shown yet
    sight.disconnect();
    const node = view.querySelector("[aria-current=step]")?.closest("li");
    view.scrollTop = node ? node.offsetTop - view.clientHeight / 2 : 0;
    seen();
  });
  sight.observe(view);
}

function againPart({ again, daily }, say) {
  return [
    make("h2", { tabindex: -1 }, say("again")),
    again.length ? make("ul.sheet.fk-rows", { "data-part": "again" }, again.map(({ says, url }) => make("li", {}, row(url, symbol("i-turn"), make("span", {}, says), symbol("i-next"))))) : make("p.mut", {}, say("again-none")),
    make("h2", {}, say("daily")),
    make("ul.sheet.fk-rows", { "data-part": "daily" }, daily.map(({ title, about, done, url }) => make("li", {}, row(url,
      symbol(done ? "i-ok" : "i-flag"), make("span", {}, title, make("small", {}, done || about)), symbol("i-next"))))),
  ];
}

function booksPart({ storm, duel, streak, books, endless }, say) {
  return [
    make("h2", {}, say("solve")),
    make("nav.fk-books", { "aria-label": say("solve") }, books.map(({ kind, title, about, share, rating, url }) => {
      const tile = row(url, make("b", {}, title), make("span", {}, about),
        make("span.fk-share", { "aria-hidden": "true" }, make("i", { style: `width:${Math.round(100 * share)}%` })),
        make("small", {}, rating));
      tile.dataset.book = kind;
      return tile;
    })),
    make("ul.sheet.fk-rows", {},
      make("li.fk-to-storm", {}, row(storm.url, symbol("i-bolt"), make("span", {}, make("b", {}, storm.title), make("small", {}, storm.about)), symbol("i-next"))),
      make("li.fk-to-streak", {}, row(streak.url, symbol("i-ok"), make("span", {}, make("b", {}, streak.title), make("small", {}, streak.about)), symbol("i-next"))),
      make("li.fk-to-duel", {}, row(duel.url, symbol("i-seat"), make("span", {}, make("b", {}, duel.title), make("small", {}, duel.about)), symbol("i-next"))),
      endless.map(({ title, about, url }) => make("li", { "data-part": "endless" }, row(url, symbol("i-turn"), make("span", {}, make("b", {}, title), make("small", {}, about)), symbol("i-next"))))),
  ];
}

// Where a mistake is tried again; empty where that is not served.
function againAt({ kind, code, id, lesson }, { game, storm, lessons, small_games: games }) {
  if (kind === "storm") return storm.url && `${storm.url}#once=${encodeURIComponent(code)}`;
  if (kind === "game") return game && `${game.url}#mistake=${encodeURIComponent(id)}`;
  const found = [...lessons, ...games.flatMap((one) => one.lessons)].find((one) => one.id === lesson);
  return found?.url && `${found.url}#check=${encodeURIComponent(code)}`;
}

// What went wrong and is kept to be tried again, from everywhere: gear at the table; questions of storms, checks of
// lessons and decisions of games, which this browser keeps.
function mistakesPart(view, say, { again, drop }) {
  const kept = keptMistakes();
  const saved = view.saved ?? [];
  const sign = { storm: "i-bolt", check: "i-flag" };
  const dropButton = (key, says, onclick) => make("button.btn.quiet", { type: "button", "data-key": key, "aria-label": say("mistake-drop", { says }), onclick }, symbol("i-no"));
  const rows = [
    ...kept.map((one) => make("li", { "data-kind": one.kind }, row(againAt(one, view), symbol(sign[one.kind] ?? "i-keep"), make("span", {}, one.says), symbol("i-next")),
      dropButton(`drop-${one.id}`, one.says, () => { dropMistake(one.id); again(); }))),
    ...saved.map(({ code, says, url }) => make("li", { "data-kind": "gear" }, row(url, symbol("i-pen"), make("span", {}, says), symbol("i-next")), dropButton(`drop-gear-${code}`, says, () => drop(code)))),
  ];
  return [
    make("h2", { tabindex: -1 }, say("mistakes")),
    make("p.mut", {}, say(rows.length ? "mistakes-about" : "mistakes-none")),
    rows.length ? make("ul.sheet.fk-rows.fk-mistakes", { "data-part": "mistakes" }, rows) : null,
  ];
}

// One line a book: its pattern in the legend, its last point a dot.
function ratingPart({ curves }, say) {
  const title = make("h2", { tabindex: -1 }, say("curve"));
  if (!curves.length) return [title, make("p.mut", {}, say("curve-none"))];
  const bounds = ratingBounds(curves.map(({ ratings, ranges }) => [...ratings, ...[1, -1].map((side) => ratings.at(-1) + side * ranges.at(-1))]));
  const longest = Math.max(...curves.map(({ ratings }) => ratings.length - 1));
  const style = (index) => `fill:none;stroke:var(--fk-indigo);stroke-width:3;stroke-linejoin:round;stroke-dasharray:${DASHES[index % DASHES.length] || "none"}`;
  const rule = (rating, y) => [
    draw("path", { d: `M${CURVE.left} ${y}H${CURVE.width - CURVE.right}`, style: "stroke:var(--fk-hair);stroke-width:1.5" }),
    draw("text", { x: CURVE.left - 6, y: y + 5, "text-anchor": "end" }, String(rating)),
  ];
  const lines = curves.map(({ ratings, ranges }, index) => {
    const points = curvePoints(ratings, bounds, longest);
    const last = points[points.length - 1];
    return [draw("polygon", { points: pointsOf(bandPoints(ratings, ranges, bounds, longest)), style: "fill:var(--fk-indigo);fill-opacity:.13;stroke:none" }), draw("polyline", { points: pointsOf(points), style: style(index) }), draw("circle", { cx: last.x, cy: last.y, r: 5.5, style: "fill:var(--fk-gold);stroke:var(--fk-ink);stroke-width:2" })];
  });
  return [
    title,
    make("div.sheet.fk-curve", {},
      draw("svg", { viewBox: `0 0 ${CURVE.width} ${CURVE.height}`, "aria-hidden": "true" }, rule(bounds.high, CURVE.top), rule(bounds.low, CURVE.height - CURVE.bottom), lines.flat()),
      make("ul", {}, curves.map(({ kind, says }, index) => make("li", { "data-curve": kind }, draw("svg", { viewBox: "0 0 40 10", "aria-hidden": "true" }, draw("path", { d: "M1 5H39", style: style(index) })), says)))),
    make("p.mut", {}, say("curve-about")),
  ];
}

// How one does at each theme of a book, the weakest first; the one to train has a flag and says so.
function trainingPart({ training }, say) {
  return [
    make("h2", {}, say("training")),
    training.length ? make("p.mut", {}, say("training-about")) : make("p.mut", {}, say("training-none")),
    ...training.flatMap(({ kind, title, themes }) => [
      make("h3", {}, title),
      make("ul.sheet.fk-rows", { "data-training": kind }, themes.map((one) => make("li", { "data-theme": one.theme }, row(one.url,
        symbol(one.next ? "i-flag" : "i-list"), make("span", {}, one.next ? make("b", {}, `${one.next}: `) : null, one.title, make("small", {}, `${one.rating} · ${one.about}`)), symbol("i-next"))))),
    ]),
  ];
}

// Asks the kernel to read what is kept whenever it may be another: on coming back to this page, and when another page of
// ours wrote. Returns {ask(), forget()}.
function readAgain(model) {
  const stores = model.get("stores");
  const ask = () => bringBack(model, { codes: Object.fromEntries(stores.map((name) => [name, fromStore(name)]).filter(([, code]) => code)) });
  const written = ({ key }) => { if (key === null || stores.some((name) => storeKeyOf(name) === key)) ask(); };
  const returned = ({ persisted }) => { if (persisted) ask(); };
  addEventListener("storage", written);
  addEventListener("pageshow", returned);
  ask();
  return {
    ask,
    forget: () => {
      removeEventListener("storage", written);
      removeEventListener("pageshow", returned);
    },
  };
}

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-learn");
  const parts = {
    onward: make("div.fk-onward"),
    modes: make("nav.fk-modes", { "aria-label": say("ways") }),
    facts: make("div.fk-facts"),
    path: make("section.fk-path"),
    small: make("section", { "data-part": "small-games" }),
    books: make("section"),
    again: make("section"),
    mistakes: make("section"),
    rating: make("section"),
    carry: make("section", { "data-part": "carry" }),
    training: make("section"),
  };
  const foot = make("p.mut.fk-kept");
  box.append(make("div.fk-inner", {},
    make("div.fk-left-side", {}, noticeLine(model), parts.onward, parts.modes, parts.facts, parts.path, parts.small),
    make("div.fk-right-side", {}, parts.books, parts.again, parts.mistakes, parts.rating, parts.carry, parts.training, foot)));
  const to = (section) => () => {
    section.scrollIntoView({ block: "start" });
    section.querySelector("h2").focus({ preventScroll: true });
  };
  const goTo = { due: to(parts.again), rating: to(parts.rating) };

  const carry = carryPart(model, say, parts.carry);
  let isSeen = false; // the path, and scrolled to where one stands; from then on it stays where it is
  function show() {
    const view = model.get("view");
    if (!view.next) return; // the kernel has not read yet what is kept
    put(parts.onward, onwardPart(view.next, say));
    put(parts.modes, modesPart(view.modes, say));
    put(parts.facts, factsPart(view.facts, goTo));
    const was = parts.path.querySelector(".fk-path-window")?.scrollTop;
    put(parts.path, pathPart(view, say));
    const path = parts.path.querySelector(".fk-path-window");
    if (isSeen) path.scrollTop = was;
    else lookAtNext(path, () => { isSeen = true; });
    put(parts.small, smallPart(view, say));
    put(parts.books, booksPart(view, say));
    put(parts.again, againPart(view, say));
    redraw(parts.mistakes, ...mistakesPart(view, say, { again: show, drop: (code) => model.send({ act: "drop-saved", code }) }));
    put(parts.rating, ratingPart(view, say));
    carry.show(view.carry);
    put(parts.training, trainingPart(view, say));
    put(foot, view.unread ? make("b", {}, view.unread, " ") : null, say("kept"));
    box.dataset.ready = "true";
  }

  model.on("change:view", show);
  show();
  const { ask, forget } = readAgain(model);
  const stop = carry.listen((codes) => {
    for (const [name, code] of Object.entries(codes)) toStore(name, code);
    ask();
  });
  return () => {
    model.off("change:view", show);
    forget();
    stop();
  };
}

export default { render };
