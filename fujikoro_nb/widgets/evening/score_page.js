// Score and countdown: one big row a person, the track as a picture, what comes next, and the card for who comes late.
import { dress, make, noticeLine, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { button, lateCard, pendingTaps, redraw } from "../base/page_parts.mjs";
import { endingPart } from "./ending.mjs";
import { historyPart } from "./history.mjs";
import { tableForm } from "./score_form.mjs";
import { trackPicture } from "./score_track.mjs";
import { speaker } from "../base/texts.mjs";

// A button says for a screen reader whom it is about; on the page it stands in that person's row.
function named(control, { name }, say) {
  control.setAttribute("aria-label", say("of", { name, what: control.textContent }));
  return control;
}

// A life is lost with one tap; the last one, with which all have lost, asks once.
function lifeButton({ say, send, again, asks }, one) {
  const { seat, name } = one;
  if (asks.life !== seat) {
    return named(button(`life-${seat}`, say("lost-life"), () => {
      if (one.lives > 1) send("life", { seat });
      else { asks.life = seat; again(); }
    }), one, say);
  }
  return make("div.fk-score-asks", { role: "group", "aria-label": say("last-life", { name }), "data-part": "last-life" },
    make("p", {}, say("last-life", { name })),
    make("div.chips", {},
      button(`last-life-${seat}`, say("last-life-yes"), () => { asks.life = null; send("life", { seat }); }, { main: true }),
      button(`life-${seat}`, say("last-life-no"), () => { asks.life = null; again(); })));
}

// What one person may get, and how they leave or come back.
function pointsPanel({ say, send, model, allies, again, asks }, one, can) {
  const { seat } = one;
  const others = model.get("view").people.filter((each) => each.seat !== seat && !each.palace);
  const amounts = ({ id, label, amounts: known }) => make("fieldset.fk-score-source", { "data-source": id },
    make("legend", {}, label),
    id === "dragon" && others.length ? make("div.fk-score-allies", {}, make("span.mut.small", {}, say("with")), make("div.chips", {}, others.map((each) =>
      button(`ally-${each.seat}`, each.name, () => { allies.has(each.seat) ? allies.delete(each.seat) : allies.add(each.seat); again(); }, { on: allies.has(each.seat) })))) : null,
    make("div.chips", {}, known.map(({ n, label: kind }) => make("button.btn.fk-score-amount", {
      type: "button", "data-key": `give-${seat}-${id}-${n}`, "aria-label": say("give-to", { n, name: one.name, what: kind ? `${label}, ${kind}` : label }),
      onclick: () => { send("points", { seats: [seat, ...(id === "dragon" ? allies : [])], points: n, source: id }); allies.clear(); },
    }, make("b.num", {}, n > 0 ? `+${n}` : n ? `−${-n}` : "0"), kind ? make("span.small", {}, kind) : null))));
  return make("div.fk-score-panel", { role: "group", "aria-label": say("points", { name: one.name }) },
    can.score ? make("div.fk-score-sources", {}, one.sources.filter((each) => each.amounts.length).map(amounts)) : null,
    make("div.chips", {},
      one.ways.map(({ palace, label }) => named(button(`leave-${seat}-${palace}`, label, () => send("leave", { seat, palace }), { icon: "exit" }), one, say)),
      one.back ? named(button(`back-${seat}`, one.back, () => send("back", { seat })), one, say) : null,
      one.canFall ? named(button(`down-${seat}`, say(one.isDown ? "stands-up" : "knocked-out"), () => send("down", { seat }), { on: one.isDown }), one, say) : null,
      can.score && one.canLose ? lifeButton({ say, send, again, asks }, one) : null,
      one.isTurn ? null : named(button(`turn-${seat}`, say("set-turn"), () => send("set-turn", { seat, round: model.get("view").roundNumber })), one, say)),
    one.came.length ? make("p.mut", { "data-part": "came" }, say("came-from"), ": ", one.came.map(({ label, points }) => `${label} ${points}`).join(", ")) : null);
}

// Whether that panel holds anything: in a group's game whoever's turn it is has only lives, and those stand in the row.
const hasMore = (one, can) => Boolean(can.score || one.ways.length || one.back || one.canFall || !one.isTurn || one.came.length);

function countdownStep({ say, send }, name, icon, by) {
  const one = button(`countdown-${name}`, "", () => send("countdown", { by }), { icon });
  one.setAttribute("aria-label", say(name));
  return one;
}

// The card for somebody who comes late. Returns {element, stop()}.
function latePart({ model, say, taps }) {
  const element = make("section.fk-score-late", { "data-part": "late" });
  function draw() {
    const card = model.get("late");
    redraw(element,
      button("late", card.length ? say("put-away") : say("late"), () => taps.send("late", { on: !card.length }), { full: true, icon: card.length ? "i-no" : "i-seat" }),
      card.length ? make("article.sheet.fk-score-card", { "data-part": "card" }, lateCard(say, card)) : null);
  }
  model.on("change:late", draw);
  draw();
  return { element, stop: () => model.off("change:late", draw) };
}

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-score");
  const isNew = watcher();
  // A tap says which evening it was meant for: three during a lost link are one.
  const taps = pendingTaps(model, root);
  const send = (act, fields = {}) => taps.send(act, { ...fields, at: model.get("view").at });
  let opened = /** @type {any} */ (null); // the seat whose points are given
  let turnOf = null; // the seat whose turn was drawn last
  let told = /** @type {any} */ (null); // the space that is being told
  const allies = new Set();
  const asks = { life: /** @type {number | null} */ (null) }; // whose last life is asked about

  const head = make("section.sheet.fk-score-head", { "data-part": "turn" });
  const rows = make("section.fk-score-rows", { "data-part": "people", "aria-label": say("people") });
  const track = make("section.sheet.fk-score-track", { "data-part": "countdown" });
  const ending = endingPart({ say, send: (seat, item, count) => send("left", { seat, item, count }) });
  const [late, past] = [latePart({ model, say, taps }), historyPart({ model, say, taps })];
  const form = tableForm({ say, keep: (table) => send("people", table) });
  root.append(noticeLine(model, say), head, ending.element,
    make("div.fk-score-cols", {}, rows, track, make("div.col.fk-score-side", {}, late.element, form.element, past.element)));

  const rulesOf = (rules) => rules.flatMap((rule) => [ruleLink(rule, say), " "]);
  const sentences = (lines, name) => lines.map(({ text, rules }, at) => make(`p.fk-score-line${at ? "" : ".say"}`, { "data-line": name }, text, " ", rulesOf(rules)));

  function drawHead({ title, round, turn, phase, reminders, ending: { title: end } }) {
    redraw(head,
      make("div.fk-score-turn", {},
        make("p.mut", {}, round, " · ", make("b", { "data-part": "phase" }, title)),
        make("h2", {}, phase === "over" ? end : turn.allOut || say("turn-of", { name: turn.name }))),
      turn.next ? make("button.btn.main.fk-score-next", { type: "button", "data-key": "next-turn", onclick: () => send("next-turn") },
        make("span", {}, turn.next, turn.brings ? make("small", {}, turn.brings) : null), symbol("i-next")) : null,
      reminders.length ? make("div.fk-score-remind", { "data-part": "reminders" }, make("h3", {}, say("remind")),
        reminders.map(({ text, rules }) => make("p", {}, text, " ", rulesOf(rules)))) : null);
  }

  function person(one, can) {
    const { seat, name } = one;
    const isOpen = opened === seat && hasMore(one, can);
    const badges = [
      one.isMarked ? make("span.tag.ind", {}, symbol("i-flag", { size: "c20" }), say("has-marker")) : null,
      one.palace ? make("span.tag", {}, symbol("exit", { size: "c20" }), one.palace) : null,
      one.left ? make("span.tag", {}, one.left) : null,
      one.isDown ? make("span.tag.near", { "data-part": "down" }, say("is-down")) : null,
      can.score && one.lives ? make("span.tag", { "data-part": "lives" }, say("lives", { n: one.lives })) : null,
    ];
    const number = can.score
      ? make("b.fk-score-number.num", { "data-part": "score" }, String(one.points))
      : make("b.fk-score-number.fk-score-lives", { "data-part": "lives" }, say("lives", { n: one.lives }));
    const steppers = can.score ? [
      button(`less-${seat}`, "", () => send("correct", { seat, by: -1 }), { icon: "i-minus" }),
      button(`more-${seat}`, "", () => send("correct", { seat, by: 1 }), { icon: "i-plus" }),
    ] : one.canLose ? [lifeButton({ say, send, again: () => drawPeople(true), asks }, one)] : [];
    if (can.score) {
      steppers[0].setAttribute("aria-label", say("less", { name }));
      steppers[1].setAttribute("aria-label", say("more", { name }));
    }
    const toggle = !hasMore(one, can) ? null : make(`button.btn.fk-score-give${isOpen ? ".is-on" : ""}`, {
      type: "button", "data-key": `open-${seat}`, "aria-expanded": String(isOpen), "aria-label": say("of", { name, what: say(can.score ? "give" : "more-of") }),
      onclick: () => { opened = isOpen ? null : seat; allies.clear(); drawPeople(true); },
    }, can.score ? say("give") : say("more-of"));
    return make(`article.fk-score-row${one.isTurn ? ".is-turn" : ""}${one.palace ? ".is-gone" : ""}`, { "data-seat": seat },
      make(`div.fk-score-swatch${one.colour ? `.is-${one.colour}` : ""}`, { "aria-hidden": "true" }),
      make("div.fk-score-who", {}, make("h3", {}, name), one.about ? make("p.mut.small", {}, one.about) : null, one.note ? make("p.small", {}, one.note) : null, make("p.fk-score-badges", {}, badges)),
      number, make("div.fk-score-steps", {}, steppers, toggle),
      isOpen ? pointsPanel({ say, send, model, allies, again: () => drawPeople(true), asks }, one, can) : null);
  }

  function drawPeople(isForced = false) {
    const { people, can } = model.get("view");
    if (!isNew("people", people, can, isForced ? Math.random() : 0)) return;
    const turn = people.find((one) => one.isTurn)?.seat ?? null;
    if (turn !== turnOf || opened >= people.length) { // points of the turn before are given
      opened = null;
      allies.clear();
      asks.life = null;
    }
    turnOf = turn;
    redraw(rows, people.map((one) => person(one, can)));
  }

  function drawTrack(view) {
    const known = view.track.some(({ what, isFixed }) => what && !isFixed);
    redraw(track,
      make("h2", {}, say("countdown")),
      trackPicture(view, say, (n) => { told = told === n ? null : n; drawTrack(model.get("view")); }, told),
      told ? make("div.fk-score-tell", { role: "group", "aria-label": say("tell", { n: told }) }, make("p", {}, say("tell", { n: told })),
        make("div.chips", {}, view.events.map(({ what, label }) => button(`tell-${what || "unknown"}`, label, () => { send("space", { space: told, what }); told = null; }, { on: view.track[told - 1].what === what }))))
        : known ? null : make("p.mut", {}, say("tell-hint")),
      make("div.fk-score-told", { "data-part": "clock" }, sentences(view.clock, "clock")),
      make("div.fk-score-told", { "data-part": "end" }, sentences(view.end, "end")),
      make("div.chips.fk-score-hand", {},
        view.can.foe ? button("legendary", view.can.foe, () => send("legendary"), { on: view.can.isFoeBeaten }) : null,
        view.can.win ? button("won", view.can.win, () => send("finish", { result: "won" }), { main: true }) : null,
        view.can.giveUp ? button("give-up", say("give-up"), () => send("finish", { result: "lost" }), { quiet: true }) : null,
        view.can.countdown ? [make("span.mut.small", {}, say("by-hand")),
          countdownStep({ say, send }, "back", "i-minus", -1), countdownStep({ say, send }, "on", "i-plus", 1)] : null));
  }

  function drawAll() {
    const view = model.get("view");
    if (isNew("head", view.title, view.round, view.turn, view.phase, view.reminders, view.ending.title)) drawHead(view);
    if (isNew("ending", view.ending)) ending.show(view.ending);
    drawPeople();
    if (isNew("track", view.track, view.rounds, view.clock, view.end, view.can, view.events)) drawTrack(view);
    form.show(view.table);
  }
  model.on("change:view", drawAll);
  drawAll();
  return () => {
    model.off("change:view", drawAll);
    late.stop();
    past.stop();
    taps.stop();
  };
}

export default { render };
