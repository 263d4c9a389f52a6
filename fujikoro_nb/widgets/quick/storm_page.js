// A storm. Questions, verdicts and scores come from `view`; the clock is here, and nothing else is.
import { draw, dress, make, noticeLine, put, ruleLink, symbol } from "../base/dom.mjs";
import { bringBack, button, copyLink, fromLink, linkWith, toLink, toPlace, verdict } from "../base/page_parts.mjs";
import { keepButton } from "../base/kept_mistakes.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";
import { speaker } from "../base/texts.mjs";
import { clockText, secondsLeft } from "./storm_clock.mjs";
import { duelPart } from "./storm_duel.mjs";
import { answers, taskPart } from "./storm_parts.mjs";

const TICK_MS = 200;
const ROUND = 2 * Math.PI * 40;
const TOLD_AT = [60, 30, 10]; // seconds left that are read out

// Time, right answers, combo, misses: a band whose height never changes.
function band(say) {
  const ring = draw("circle", { cx: 50, cy: 50, r: 40, class: "fk-storm-ring", "stroke-dasharray": ROUND });
  const clock = make("b.num", { "data-part": "clock" });
  const right = make("b.num", { "data-part": "right" });
  const combo = make("b.num", { "data-part": "combo" });
  const steps = make("span.fk-storm-steps", { "aria-hidden": "true" });
  const misses = make("b.num", { "data-part": "misses" });
  const crosses = make("span.fk-storm-crosses", { "aria-hidden": "true" });
  const element = make("div.fk-storm-band", {},
    make("div.fk-storm-clock", { role: "timer", "aria-label": say("clock") }, draw("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, draw("circle", { cx: 50, cy: 50, r: 40, class: "fk-storm-groove" }), ring), clock),
    make("div", {}, make("small", {}, say("right-count")), right),
    make("div", {}, make("small", {}, say("combo")), combo, steps),
    make("div", {}, make("small", {}, say("misses")), misses, crosses));
  return {
    element,
    tell: (left, seconds) => {
      clock.textContent = clockText(left);
      ring.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, left / seconds))));
    },
    show: (stands) => {
      right.textContent = String(stands.right);
      combo.textContent = String(stands.combo);
      misses.textContent = String(stands.misses);
      const full = stands.combo % stands.every || (stands.combo ? stands.every : 0);
      put(steps, Array.from({ length: stands.every }, (_, at) => make(at < full ? "i.is-full" : "i")));
      put(crosses, Array.from({ length: stands.most }, (_, at) => (at < stands.misses ? symbol("i-no", { size: "c20" }) : make("i"))));
    },
  };
}

// A question by itself: asked, or told why. `tries` asks it again, `leaves` goes back.
function oncePart(once, say, { tries, leaves }) {
  const { seal, word, why, rule, keep } = once;
  return seal ? [
    verdict({ seal, word, sentence: why, rule, more: "" }, say),
    make("div.row.wrap.fk-storm-ways", {}, button("try", say("try-again"), tries, { main: seal === "no" }), keepButton(keep, say), button("leave-once", say(once.has_list ? "to-list" : "to-storm"), leaves, { main: seal === "ok" })),
  ] : [button("leave-once", say(once.has_list ? "to-list" : "to-storm"), leaves, { quiet: true })];
}

function resultPart({ right, unit, lines, missed }, say, tries) {
  return [
    make("div.row", {}, make("h2.grow", { tabindex: -1 }, say("over")), make("span.mut.small", {}, say("unrated"))),
    make("div.fk-storm-score", {}, make("p", {}, make("b.num", { "data-part": "score" }, String(right)), " ", make("span", {}, unit)), make("ul", {}, lines.map((line) => make("li", {}, line)))),
    make("h3", {}, say("missed")),
    missed.length ? make("ul.fk-storm-missed", {}, missed.map((one) => make("li.sheet", { "data-missed": one.number },
      make("p.fk-storm-asked", {}, one.question), taskPart(one, say),
      make("div", {}, make("span.mut.small", {}, one.said), make("p.say", {}, one.why), ruleLink(one.rule, say)),
      make("div.row.wrap.fk-storm-ways", {}, button(`try-${one.number}`, say("try-again"), () => tries(one.keep.code), { icon: "i-turn" }), keepButton(one.keep, say))))) : make("p", {}, say("missed-none")),
  ];
}

const bestPart = (best, say, heading) => [make(`${heading}.fk-storm-part`, {}, say("best")), best.length ? make("ol.fk-storm-best", {}, best.map((line) => make("li", {}, line))) : make("p.mut", {}, say("best-none")), make("p.mut.small", {}, say("kept"))];

// The time of the storm that is going on: begun with its first question, and told every tick.
function stopwatch(model, tell, over) {
  let begun = 0;
  let timer = 0;
  const left = () => secondsLeft(model.get("view").seconds, model.get("view").stands?.credit ?? 0, begun, Date.now());
  const stop = () => { clearInterval(timer); timer = 0; };
  const tick = () => {
    tell(left());
    if (left() <= 0) { stop(); over(); }
  };
  return { start: () => { if (!timer) { begun = Date.now(); timer = setInterval(tick, TICK_MS); } tick(); }, stop, left: () => (timer ? Math.round(left()) : 0) };
}

// What begins a storm is called: after one that was passed on, another round.
const wordOf = ({ state, passed }) => (state !== "over" ? "begin" : passed ? "more-passed" : "more");

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-storm");
  let answered = -1; // the question that was answered last, until its verdict comes
  let state = "";
  let told = Infinity;
  const send = (act, fields = {}) => model.send({ act, ...fields });

  const hud = band(say);
  const question = make("h2.fk-storm-question", { tabindex: -1 });
  const task = make("div");
  const said = make("p.fk-storm-said", { role: "status" });
  const time = make("p.fk-storm-time", { role: "status" });
  const rules = make("ul.fk-storm-rules");
  const body = make("section.fk-storm-body");
  const best = make("section");
  const link = copyLink(() => linkWith({ seed: model.get("seed") }), say);
  const watch = stopwatch(model, (left) => {
    hud.tell(left, model.get("view").seconds);
    const mark = TOLD_AT.find((seconds) => left <= seconds && told > seconds);
    if (mark) time.textContent = say("time-left", { n: mark });
    told = Math.min(told, mark ?? told);
  }, () => send("stop", { left: 0 }));
  const answer = (yes) => {
    const { state: now, at } = model.get("view");
    if (now === "once" && !model.get("view").once.seal) send("answer-once", { yes });
    if (now !== "running" || at === answered) return;
    answered = at;
    send("answer", { at, yes, left: watch.left() });
  };
  const two = answers(say, answer);
  const stop = button("stop", say("stop"), () => send("stop", { left: watch.left() }), { quiet: true });
  const foot = make("div.fk-storm-foot", {}, said, stop);
  const alone = make("section.fk-storm-once");
  const play = make("section.fk-storm-play", {}, hud.element, question, task, two.element, alone, foot, time);
  const tries = (code) => send("try", { code });
  const leaves = () => { toLink({ once: "" }); send("leave-once"); };
  const begin = (seed) => { answered = -1; told = Infinity; time.textContent = ""; send("begin", { seed }); };
  const duel = duelPart(model, say, { opens: Boolean(fromLink("duel")), turned: () => show() });
  box.append(make("div.fk-inner", {}, make("div.fk-left-side", {}, make("h1", {}, say("title")), noticeLine(model), play, body, duel.element), make("div.fk-right-side", {}, rules, best, link.element, toPlace(model, say))));
  const isAsked = () => state === "running" || (state === "once" && !model.get("view").once.seal);
  box.addEventListener("keydown", (event) => {
    if (!isAsked() || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    answer(event.key === "ArrowLeft");
  });

  function bodyOf(view) {
    const isNext = Boolean(view.passed?.turn);
    const on = view.can_pass ? button("pass", say("pass-on"), () => send("pass"), { icon: "i-next" }) : null;
    const again = view.state === "over" && !view.passed ? button("same", say("same"), () => begin(model.get("seed"))) : null;
    const ways = make("div.row.wrap.fk-storm-ways", {}, button("begin", say(wordOf(view)), () => begin(view.state === "over" ? "" : fromLink("seed")), { main: true, full: Boolean(view.passed) }), on, again);
    const round = view.passed ? [make("h3", {}, say("round")), make("ol.fk-storm-best", {}, view.passed.lines.map((line) => make("li", {}, line))), make("p.mut.small", {}, view.passed.kept)] : [];
    if (isNext) return [make("h2", { tabindex: -1 }, view.passed.turn), ways, ...round];
    return view.result ? [...resultPart(view.result, say, tries), ...round, ways] : [make("p", {}, say(fromLink("pass") ? "pass-about" : "about")), ways];
  }

  function show() {
    const view = model.get("view");
    const was = state;
    const wasAsked = was === "once" && !two.element.hidden;
    state = view.state;
    box.dataset.state = state;
    box.dataset.at = String(view.at);
    box.dataset.seed = model.get("seed");
    const isPlayed = state === "running" || state === "once";
    play.hidden = !isPlayed;
    for (const part of [hud.element, foot, time]) part.hidden = state === "once";
    alone.hidden = state !== "once";
    two.element.hidden = state === "once" && !isAsked();
    const isDuel = state === "ready" && duel.isOpen(); // else its own "Begin" and rules would stand above the duel
    rules.hidden = isDuel || state === "over" || state === "once";
    body.hidden = isDuel || isPlayed;
    duel.element.hidden = isPlayed;
    link.element.hidden = !model.get("seed") || isPlayed;
    put(rules, [...view.rules, say("open-grid"), say("keys")].map((line) => make("li", {}, line)));
    put(best, isPlayed ? [] : bestPart(view.best, say, state === "over" ? "h3" : "h2"));
    if (state === "running") {
      hud.show(view.stands);
      question.textContent = view.task.question;
      put(task, taskPart(view.task, say));
      two.show(view.task);
      said.textContent = view.said;
      said.classList.toggle("is-miss", view.stands.combo === 0 && view.at > 0);
      watch.start();
    } else if (state === "once") {
      watch.stop();
      question.textContent = view.once.question;
      put(task, taskPart(view.once, say));
      two.show(view.once);
      put(alone, oncePart(view.once, say, { tries: () => tries(view.once.code), leaves }));
      if (wasAsked && !isAsked()) alone.querySelector("button")?.focus({ preventScroll: true });
    } else {
      watch.stop();
      put(body, bodyOf(view));
    }
    if (was && was !== state) {
      if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
      (isPlayed ? question : body.querySelector("h2"))?.focus({ preventScroll: true });
      link.forget();
    }
  }

  const keep = () => { if (model.get("saved")) toStore(model.get("store"), model.get("saved")); };
  model.on("change:view", show);
  model.on("change:saved", keep);
  model.on("change:duel change:goals", duel.draw);
  duel.draw();
  show();
  bringBack(model, { kept: fromStore(model.get("store")) });
  if (fromLink("once")) tries(fromLink("once"));
  if (fromLink("duel")) duel.element.scrollIntoView({ block: "start" });
  return () => {
    watch.stop();
    model.off("change:view", show);
    model.off("change:saved", keep);
    model.off("change:duel change:goals", duel.draw);
  };
}

export default { render };
