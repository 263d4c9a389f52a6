// A duel at puzzles on one of two phones: whose phone it is, both counts, the own question. What is tapped goes to the server as a
// request (voila/templates/fujikoro/seat.js); what the other does comes with the stream. The time is the server's.
import { dress, make, noticeLine, put, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { keepButton } from "../base/kept_mistakes.mjs";
import { button, redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";
import { clockText } from "../quick/storm_clock.mjs";
import { answers, taskPart } from "../quick/storm_parts.mjs";
import { whoPart } from "./seat_who.mjs";

const TICK_MS = 200;
const ASK_MS = 1000; // between two questions whether the time is over by the server's clock
const TOLD_AT = [60, 30, 10]; // seconds left that are read out

// One racer in the band: the count, what is missing, the misses as crosses.
function racerPart({ name, mine, right, misses, most, is_out: isOut, is_ready: isReady, won }, say, { first, isRacing }) {
  const of = first ? say("count-first", { n: right, first }) : say("count", { n: right });
  const state = isRacing ? (isOut ? say("is-out") : "") : isReady ? say("is-ready") : "";
  return make(`div.fk-duel-racer${mine ? ".is-mine" : ""}`, { "data-right": right, "data-misses": misses, "data-mine": String(mine) },
    make("b.fk-duel-name", { title: name }, mine ? say("you", { name }) : name),
    make("span.fk-duel-of", {}, make("b.num.fk-duel-count", { role: "img", "aria-label": `${name}: ${of}` }, first ? `${right}/${first}` : String(right)),
      make("small", { "aria-hidden": "true" }, say("unit-right", { n: right }))),
    make("span.fk-storm-crosses", { role: "img", "aria-label": say("misses-n", { n: misses }) }, Array.from({ length: most }, (_, at) => (at < misses ? symbol("i-no", { size: "c20" }) : make("i")))),
    make("small", {}, state || say("won-rounds", { n: won })));
}

// The list of a round: each question with who solved it; what was asked and why opens with a tap.
function resultPart({ title, seal, standing, rows }, racers, say) {
  const marks = { right: ["i-ok", "solved"], missed: ["i-no", "missed"], "": ["", "not-reached"] };
  const mark = (how, name) => make("span.fk-duel-mark", { "data-how": how || "none", role: "img", "aria-label": say(marks[how][1], { name }), title: say(marks[how][1], { name }) }, marks[how][0] ? symbol(marks[how][0], { size: "c20" }) : "–");
  return [
    make("h2", { tabindex: -1, "data-part": "winner", "data-seal": seal }, title),
    make("p", {}, standing),
    rows.length ? make("p.mut", { "data-part": "marks" }, say("marks", { one: racers[0].name, two: racers[1].name })) : null,
    rows.length ? make("ol.fk-duel-rows", { "data-part": "rows" }, rows.map((one) => make("li", {}, make("details.sheet", { "data-number": one.number },
      make("summary", { "data-key": `row-${one.number}` }, make("b.num", {}, String(one.number)), make("span.grow", {}, one.question), one.solved.map((how, seat) => mark(how, racers[seat].name))),
      taskPart(one, say),
      make("p.say", {}, one.answer), make("p", {}, one.why), ruleLink(one.rule, say), one.keep ? make("div.row.wrap", {}, keepButton(one.keep, say)) : null)))) : make("p.mut", {}, say("nobody-answered")),
  ];
}

// What stands below the counts: rules before the first round, why one waits, the result; with the way to the next round.
function bodyPart({ state: now, racers, rules, may_begin: mayBegin, result, out }, say, { isMine, send }) {
  const [mine, other] = [racers.find((one) => one.mine), racers.find((one) => !one.mine)];
  const ready = isMine && mayBegin
    ? [button("ready", say(result ? "again" : "ready"), () => send("ready"), { main: true, full: true, disabled: mine.is_ready }),
      mine.is_ready ? make("p.wait", { role: "status" }, say("waits", { name: other.name })) : other.is_ready ? make("p", { role: "status" }, say("other-ready", { name: other.name })) : null] : [];
  if (now === "running") return out ? [make("h2", { tabindex: -1 }, out)] : isMine ? [] : [make("p.mut", {}, say("going-on"))];
  if (!result) return [make("h2", { tabindex: -1 }, say("before")), make("ul.fk-storm-rules", {}, rules.map((line) => make("li", {}, line)), make("li", {}, say("open-grid")), make("li", {}, say("keys"))), ...ready];
  const [title, standing, ...list] = resultPart(result, racers, say);
  return [title, standing, ...ready, ...list];
}

// The server's time on this phone, told every tick while there is one.
function stopwatch(model, tell, over) {
  let timer = 0;
  let asked = 0;
  const left = () => (model.get("view").duel.ends - Date.now() - (model.get("ahead") ?? 0)) / 1000;
  const tick = () => {
    tell(Math.max(0, left()));
    if (left() > 0 || Date.now() - asked < ASK_MS) return;
    asked = Date.now();
    over();
  };
  return {
    run: () => { timer ||= setInterval(tick, TICK_MS); tick(); },
    stop: () => { clearInterval(timer); timer = 0; },
  };
}

function render({ model, el }) {
  const say = speaker(model);
  const sits = Object.assign((key, data = {}) => say(`seat.${key}`, data), { rule: say.rule });
  const root = dress(model, el, "fk-seat.fk-storm.fk-duel", { isWhole: true });
  const isNew = watcher();
  const duel = () => model.get("view").duel;
  const isPhone = () => model.get("waiting") !== undefined; // a page that only reads has nothing to send
  const isMine = () => isPhone() && Boolean(model.get("view").hand);
  const send = (what, fields = {}) => model.send({ act: "duel", do: what, round: duel().round, at: 0, yes: false, ...fields });
  let answered = ""; // the question that was answered last, until its verdict comes
  let told = Infinity;
  let state = "";

  const head = make("div.fk-seat-head", { role: "status", "data-part": "seat-head" });
  const trouble = make("p.fk-notice", { role: "alert", "data-part": "trouble", hidden: true });
  const who = whoPart(model, sits, { aboutSeat: () => say("who-about"), aboutOver: () => say("over-about") });
  const clock = make("b.num", { "data-part": "clock" });
  const time = make("p.fk-storm-time", { role: "status" });
  const band = make("div.fk-duel-band", { "data-part": "band" });
  const question = make("h2.fk-storm-question", { tabindex: -1 });
  const task = make("div");
  const said = make("p.fk-storm-said", { role: "status", "data-part": "said" });
  const stop = button("stop", say("stop"), () => send("stop"), { quiet: true });
  const answer = (yes) => {
    const { task: now, round, at } = duel();
    if (!now || answered === `${round} ${at}` || model.get("waiting")?.length) return; // what is sent meanwhile would be lost
    answered = `${round} ${at}`;
    draw();
    send("answer", { at, yes });
  };
  const two = answers(say, answer);
  const play = make("section.fk-storm-play", { "data-part": "play" }, question, task, two.element, make("div.fk-storm-foot", {}, said, stop), time);
  const body = make("section.fk-duel-body", { "data-part": "body" });
  const foot = make("section.fk-duel-foot", { "data-part": "foot" });
  root.append(head, noticeLine(model), trouble, who.element, band, play, body, foot);

  const watch = stopwatch(model, (left) => {
    clock.textContent = clockText(left);
    const mark = TOLD_AT.find((seconds) => left <= seconds && told > seconds);
    if (mark) time.textContent = say("time-left", { n: mark });
    told = Math.min(told, mark ?? told);
  }, () => { if (isMine()) send("time"); });

  root.addEventListener("keydown", (event) => {
    if (!duel()?.task || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    answer(event.key === "ArrowLeft");
  });

  function drawHead() {
    const isLost = model.get("isLost");
    const { me, hand } = model.get("view");
    redraw(head, make("p.fk-seat-live", {}, make(`span.fk-seat-dot${isLost ? ".is-lost" : ""}`, { "aria-hidden": "true" }),
      make("b", {}, [say("title"), me?.name].filter(Boolean).join(", ")), hand ? null : make("span.mut", {}, say("looks-on"))));
  }

  function footOf() {
    if (!isMine()) return [];
    const code = model.get("code");
    return [make("p.mut.small", {}, say("phones-code", { code: `${code.slice(0, 3)} ${code.slice(3)}` })), make("p.mut.small", {}, say("lasts")),
      make("div.row.wrap", {}, button("take-over", say("other-seat"), who.open, { quiet: true }), button("stand-up", say("stand-up"), () => model.send({ act: "stand-up" }), { quiet: true }))];
  }

  function draw() {
    const now = duel();
    const says = model.get("trouble");
    trouble.hidden = !says;
    if (isNew("trouble", says)) trouble.textContent = says;
    root.dataset.seat = String(model.get("view").seat ?? -2);
    drawHead();
    if (isPhone()) who.draw();
    for (const part of [band, play, body, foot]) part.hidden = !now;
    if (!now) {
      watch.stop();
      return;
    }
    const isRacing = now.state === "running";
    const isAsked = Boolean(now.task) && isPhone();
    Object.assign(root.dataset, { state: now.state, at: String(now.at), round: String(now.round), asked: String(isAsked) });
    const racers = now.racers.map((one) => racerPart(one, say, { first: now.first, isRacing }));
    if (isNew("band", now.racers, isRacing)) put(band, racers[0], make("div.fk-duel-clock", { role: "timer", "aria-label": say("clock"), hidden: !now.seconds || !isRacing }, clock), racers[1]);
    play.hidden = !isAsked;
    foot.hidden = isAsked;
    if (isAsked) {
      question.textContent = now.task.question;
      if (isNew("task", now.round, now.at, model.get("language"))) put(task, taskPart(now.task, say));
      two.show(now.task);
      two.element.classList.toggle("is-waiting", answered === `${now.round} ${now.at}`);
      said.textContent = now.said;
      said.classList.toggle("is-miss", now.is_miss);
    }
    if (isRacing && now.ends) watch.run();
    else watch.stop();
    if (isNew("body", now, isMine())) redraw(body, ...bodyPart(now, say, { isMine: isMine(), send }));
    redraw(foot, ...footOf());
    if (state && state !== `${now.state} ${isAsked}`) {
      told = Infinity;
      time.textContent = "";
      if (root.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
      (isAsked ? question : body.querySelector("h2"))?.focus({ preventScroll: true });
    }
    state = `${now.state} ${isAsked}`;
  }

  // What was refused may be tapped again: the question that is shown is the one that counts.
  const refused = () => { if (model.get("notice")) answered = ""; draw(); };
  model.on("change", draw);
  model.on("change:notice", refused);
  draw();
  root.dataset.ready = "true";
  return () => {
    watch.stop();
    model.off("change", draw);
    model.off("change:notice", refused);
  };
}

export default { render };
