// A game looked at again: how far the work is, the curve with choice and luck below it, and the decisions that cost most.
import { make, symbol } from "../base/dom.mjs";
import { button, fromLink, redraw } from "../base/page_parts.mjs";
import { loadPlotly } from "../map/plotly_page.mjs";
import { keptMistakes, keepMistake } from "../base/kept_mistakes.mjs";

const CHOICES = ["choice", "luck"];

// {element, open(), stop}: the page says by `data-looked` that the game is looked at again.
export function reviewPart(model, say, root) {
  const element = make("section.fk-look-back", { "data-part": "look-back", "aria-label": say("review-title") });
  const plot = make("div.fk-look-plot", { "aria-hidden": "true" });
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const now = () => model.get("review");
  let isDrawn = false;

  const bar = (share) => make("div.sheet.wait.fk-look-wait", {}, make("p", { role: "status" }, say("review-working")),
    make("progress", { max: 1, value: share, "aria-label": say("review-percent", { percent: Math.round(100 * share) }) }),
    make("span.num", { "aria-hidden": "true" }, `${Math.round(100 * share)} %`),
    button("review-stop", say("review-stop"), () => send("review-stop")));

  const range = ([low, high]) => low === high ? say("review-alike") : say("review-range", { low, high });
  const sum = (kind, { sums, aim }) => make(`div.fk-look-sum.is-${kind}`, {}, make("small", {}, say(`review-${kind}`)), make("b", {}, sums[kind]),
    make("small.mut", {}, say(`review-unit-${aim}`)), make("small.mut", {}, range(sums[`${kind}_range`])));

  const row = (one, index) => {
    const isKept = keptMistakes().some(({ id }) => id === now().ids[index]);
    return make("li.sheet", {},
      make("span.fk-look-no", { "aria-hidden": "true" }, String(index + 1)),
      make("div.grow", {}, make("b", {}, say("review-row", { turn: one.turn, done: one.done })), make("p", {}, one.better, " ", make("span.mut", {}, one.why)), make("p.mut.small", {}, one.cost)),
      make("b.num.fk-look-cost", { "aria-hidden": "true" }, one.short),
      make("div.fk-look-do", {},
        button(`review-open-${index}`, say("review-play"), () => send("review-open", { index }), { icon: "i-play" }),
        isKept ? button(`review-keep-${index}`, say("review-kept"), () => {}, { on: true, icon: "i-keep" })
          : button(`review-keep-${index}`, say("review-keep"), () => send("review-keep", { index }), { icon: "i-keep" })));
  };

  const numbers = ({ curve, by_turn: turns }) => make("details.fk-look-numbers", {}, make("summary.btn.full.quiet", { "data-key": "review-numbers" }, say("review-numbers")),
    make("div.fk-look-table", {}, make("table", {},
      make("thead", {}, make("tr", {}, ["turn", "chance", ...CHOICES].map((name) => make("th", { scope: "col" }, say(`review-col-${name}`))))),
      make("tbody", {}, turns.map(({ turn, choice, luck }) => {
        const point = curve.find((one) => one.turn === turn);
        return make("tr", {}, make("th", { scope: "row" }, String(turn)), make("td", {}, point ? `${point.chance} %${point.low === point.high ? "" : ` (${point.low}–${point.high})`}` : ""), make("td", {}, String(choice)), make("td", {}, String(luck)));
      })))));

  function whole(view) {
    return [
      make("div.fk-look-head", {}, make("h2", { tabindex: -1 }, view.title), button("review-close", say("review-close"), () => send("review-close"))),
      make("div.fk-look-cols", {},
        make("div.fk-look-left", {},
          make("p", {}, make("b.say", {}, view.result), " ", make("span.mut", {}, view.length)),
          make("div.fk-look-sums", {}, CHOICES.map((kind) => sum(kind, view))),
          view.curve.length > 0 && make("figure.sheet.fk-look-figure", { role: "img", "aria-label": view.curve_said },
            make("figcaption", {}, make("b", {}, say("review-chance")), " ", make("span.mut", {}, say("review-band"))), plot),
          numbers(view),
          make("div.fk-look-about", {}, view.about.map((text) => make("p.mut.small", {}, text)))),
        make("div.fk-look-right", {}, make("h3", {}, say("review-costly")), view.rows.length ? make("ol.fk-look-rows", {}, view.rows.map(row)) : make("p", {}, say("review-none")))),
    ];
  }

  async function drawPlot() {
    const view = now();
    if (!view.curve?.length) return;
    const plotly = await loadPlotly(model);
    if (!plot.isConnected || !plot.clientWidth) return;
    const { data, layout } = figureOf(now(), plot, say);
    await plotly.react(plot, data, layout, { staticPlot: true, responsive: false });
    plot.dataset.points = String(view.curve.length);
  }

  function draw() {
    const view = now();
    const isThere = Boolean(view.is_open);
    const isNew = isThere && root.dataset.looked !== "true";
    const hasRows = Boolean(view.rows);
    element.hidden = !isThere;
    root.dataset.looked = String(isThere);
    element.dataset.state = !isThere ? "" : hasRows ? "done" : "working";
    if (isThere) redraw(element, ...(hasRows ? whole(view) : [make("h2", { tabindex: -1 }, say("review-title")), bar(view.share ?? 0)]));
    else redraw(element);
    if (hasRows) drawPlot();
    if (isNew || (hasRows && !isDrawn)) {
      scrollTo?.(0, 0);
      element.querySelector("h2")?.focus({ preventScroll: true });
    }
    isDrawn = hasRows;
  }

  const hear = (/** @type {any} */ message) => {
    if (message.kind !== "mistake") return;
    const { id, says, code } = message; // its kind is the message's, not the mistake's
    keepMistake({ id, says, code });
    draw();
  };
  const themes = new MutationObserver(() => drawPlot());
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const measure = new ResizeObserver(() => { if (plot.dataset.points && Math.abs(plot.clientWidth - Number(plot.dataset.width ?? 0)) > 2) drawPlot(); });
  measure.observe(plot);
  model.on("change:review", draw);
  model.on("msg:custom", hear);
  draw();
  return {
    element,
    open: () => send("review"),
    stop: () => { themes.disconnect(); measure.disconnect(); model.off("change:review", draw); model.off("msg:custom", hear); },
  };
}

// Whether a page of ours is behind this one: whoever came by a bookmark has another site there. Old browsers cannot tell.
const hasOwnPageBehind = () => Boolean(globalThis.navigation?.canGoBack);

let isLinked = false; // whether the puzzle that is open, or about to be, is the one that the page's address names
let wasOpen = false;

// Above the question of a puzzle made of a mistake: what is asked, what the answer was, and the ways on.
export function mistakePart(model, say) {
  const element = make("section.fk-mistake", { "data-part": "mistake", role: "status" });
  const send = (act) => model.send({ act });
  const leave = () => {
    const back = isLinked && hasOwnPageBehind(); // who came by a link of Learn and solve goes back there
    send("mistake-leave");
    if (back) history.back();
  };

  function draw() {
    const { title, ask, verdict, said, better } = model.get("mistake");
    element.hidden = !title;
    element.dataset.verdict = verdict ?? "";
    if (!title) {
      isLinked &&= !wasOpen;
      wasOpen = false;
      redraw(element);
      return;
    }
    wasOpen = true;
    const isOver = verdict !== "open";
    redraw(element,
      make("div.fk-mistake-says", {}, symbol(verdict === "right" ? "i-ok" : isOver ? "i-no" : "i-keep", { size: "c32" }), make("div", {}, make("h3", {}, title), make("p", {}, isOver ? said : ask), better ? make("p", {}, make("b", {}, better)) : null)),
      make("div.fk-mistake-do", {},
        isOver && verdict !== "right" ? button("mistake-again", say("mistake-again"), () => send("mistake-again"), { main: true }) : null,
        better || verdict === "right" ? null : button("mistake-show", say("mistake-show"), () => send("mistake-show")),
        button("mistake-leave", say("mistake-leave"), leave, { main: verdict === "right" })));
  }

  model.on("change:mistake", draw);
  draw();
  return { element, stop: () => model.off("change:mistake", draw) };
}

/** The puzzle that the page's address names, if this browser keeps it. */
export function openLinked(model) {
  const id = fromLink("mistake");
  const kept = id ? keptMistakes().find((one) => one.id === id) : null;
  isLinked = Boolean(kept);
  if (kept) model.send({ act: "mistake", code: kept.code });
  return Boolean(kept);
}

// ---- the figure: the chance to win with its band, and below it what choice cost and luck gave, turn by turn

const MARK = 25; // pixels
const STACKED = 15; // percent of chance that a mark is high

// In the colours of the day: tokens as they are here and now.
function colours(box) {
  const style = getComputedStyle(box);
  const token = (name) => style.getPropertyValue(`--fk-${name}`).trim();
  return { ink: token("ink"), soft: token("ink-2"), line: token("line"), hair: token("hair"), sheet: token("sheet"), choice: token("verm"), onChoice: token("on-verm"), luck: token("ochre"), luckWash: token("ochre-wash"), curve: token("indigo"), wash: token("indigo-wash"), font: style.fontFamily };
}

const axis = (look, more) => ({ fixedrange: true, zeroline: false, gridcolor: look.hair, linecolor: look.line, tickfont: { size: 15, color: look.soft }, ...more });

function figureOf({ curve, by_turn: turns, rows }, box, say) {
  const look = colours(box), margin = { l: 40, r: 14, t: 12, b: 34 };
  const at = (turn) => {
    const before = curve.filter((one) => one.turn <= turn).at(-1) ?? curve[0];
    const after = curve.find((one) => one.turn > turn) ?? before;
    return before.turn === after.turn ? before.chance : before.chance + ((after.chance - before.chance) * (turn - before.turn)) / (after.turn - before.turn);
  };
  const xs = curve.map(({ turn }) => turn);
  const width = box.clientWidth;
  const last = Math.max(...xs, ...turns.map(({ turn }) => turn));
  const near = (MARK + 2) * (last + 0.2) / Math.max(1, width - margin.l - margin.r); // turns that one mark covers
  const marks = [];
  for (const [index, { turn }] of rows.entries()) {
    const from = Math.min(96, Math.max(6, at(turn)));
    const away = from > 60 ? -STACKED : STACKED;
    const tried = [0, 1, -1, 2, -2, 3, -3, 4, -4].map((level) => from + away * level).filter((y) => y >= 4 && y <= 98);
    const free = tried.find((y) => marks.every((one) => Math.abs(one.x - turn) >= near || Math.abs(one.y - y) >= STACKED));
    marks.push({ x: turn, y: free ?? from, text: String(index + 1) });
  }
  const flat = { hoverinfo: "skip", showlegend: false };
  const data = [
    { ...flat, type: "scatter", mode: "lines", x: xs, y: curve.map(({ low }) => low), line: { width: 0, color: look.wash } },
    { ...flat, type: "scatter", mode: "lines", x: xs, y: curve.map(({ high }) => high), line: { width: 0, color: look.wash }, fill: "tonexty", fillcolor: look.wash },
    { ...flat, type: "scatter", mode: "lines", x: xs, y: curve.map(({ chance }) => chance), line: { width: 3, color: look.curve } },
    { ...flat, type: "scatter", mode: "markers+text", x: marks.map(({ x }) => x), y: marks.map(({ y }) => y), text: marks.map(({ text }) => text), textfont: { size: 15, color: look.onChoice, weight: 700 }, marker: { size: MARK, color: look.choice, line: { width: 2, color: look.sheet } }, cliponaxis: false },
    { ...flat, type: "bar", x: turns.map(({ turn }) => turn), y: turns.map(({ choice }) => choice), yaxis: "y2", marker: { color: look.choice } },
    { ...flat, type: "bar", x: turns.map(({ turn }) => turn), y: turns.map(({ luck }) => luck), yaxis: "y3", marker: { color: look.luckWash, line: { color: look.luck, width: 1.5 }, pattern: { shape: "/", fgcolor: look.luck, bgcolor: look.luckWash, size: 6, solidity: 0.4 } } },
  ];
  box.dataset.width = String(width);
  const label = (name, y) => annotation(`<b>${say(`review-${name}`)}</b>${width < 500 ? "" : ` ${say(`review-${name}-about`)}`}`, y);
  const annotation = (text, y) => ({ text, x: 0, xref: "paper", xanchor: "left", y, yref: "paper", yanchor: "bottom", showarrow: false, font: { size: 16, color: look.ink } });
  const spread = (values) => { const most = Math.max(1, ...values.map(Math.abs)); return Math.ceil(most); };
  const bars = (values) => ({ nticks: 3, range: [Math.min(0, -spread(values.filter((one) => one < 0))) * 1.15, (values.some((one) => one > 0) ? spread(values.filter((one) => one > 0)) : 0.3) * 1.15] });
  const layout = {
    width, height: width < 500 ? 430 : 500, margin, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: look.font, color: look.ink }, bargap: 0.3,
    xaxis: axis(look, { range: [0.4, last + 0.6], dtick: Math.max(1, Math.ceil(last / (width < 500 ? 6 : 12))), tick0: 1, showgrid: false, anchor: "y3" }),
    yaxis: axis(look, { domain: [0.5, 1], range: [-2, 104], tickvals: [0, 50, 100] }),
    yaxis2: axis(look, { domain: [0.27, 0.42], ...bars(turns.map(({ choice }) => choice)), zeroline: true, zerolinecolor: look.line }),
    yaxis3: axis(look, { domain: [0, 0.18], ...bars(turns.map(({ luck }) => luck)), zeroline: true, zerolinecolor: look.line }),
    annotations: [label("choice", 0.425), label("luck", 0.185)],
  };
  return { data, layout };
}
