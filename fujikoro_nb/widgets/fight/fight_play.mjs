// A fight in play: who stands how, what is asked, its answers as things to tap, what happened and by which rule.
// Answers go to Python as the short texts of the game's own notation, which reads, judges and refuses them.
import { make, put, ruleLink, symbol } from "../base/dom.mjs";
import { DICE_ORDER } from "./answer_dice.mjs";
import { answerParts } from "./answer_parts.mjs";
import { endsBar, saidEnds } from "./odds_signs.mjs";
import { fromTab, toTab } from "../base/page_store.mjs";
import { readGear } from "../gear/grid_geometry.mjs";

const SAVE_KEY = "fujikoro-fight";

// `box` is the whole panel. Returns {element, side, goesOn, stop}; `goesOn` stands under the odds while a fight is going on.
export function playPart(model, box, say, { toOdds, toPlay }) {
  const standing = standingPart(model, say);
  const record = recordPart(model, say);
  const asked = make("section.sheet.fk-play-asked", { "data-part": "question" });
  const advice = advicePart(model, say, choose);
  const travel = make("div.fk-play-travel");
  const none = make("section.sheet.fk-fight-empty", {}, make("p", {}, say("no-fight")), make("button.btn.main", { type: "button", onclick: toOdds }, say("to-odds")));
  const side = make("div.fk-fight-side", {}, advice.element, travel, record.log);
  const main = make("div.fk-fight-main", {}, ...standing.elements, record.happened, asked);
  const goesOn = make("div.fk-fight-goes-on", { "data-part": "goes-on" }); // stands under Odds while a fight is going on
  const columns = make("div.fk-fight-cols", {}, main, side);
  const element = make("div", {}, none, columns);

  const rule = (id) => ruleLink(id, say);
  const play = (text) => model.send({ act: "play", text, at: model.get("fight").at });

  const parts = answerParts({
    say,
    at: () => model.get("fight").at,
    question: () => model.get("fight").question,
    boards: (seat) => model.get("fight").fighters[seat].boards,
    play,
    deal: () => model.send({ act: "deal", at: model.get("fight").at }),
    redraw: () => drawAsked(),
  });

  function drawState() {
    const isOn = Boolean(model.get("fight").fighters);
    none.hidden = isOn;
    columns.hidden = !isOn;
    if (isOn) standing.draw();
  }

  const backTo = ({ dragon, guarded }, word) => (dragon ? say(`${word}-fight`, dragon) : say(`${word}-${guarded ? "guard" : "duel"}`));

  function drawGoesOn() {
    const fight = model.get("fight");
    goesOn.hidden = !fight.fighters || Boolean(fight.over.seal);
    put(goesOn, !goesOn.hidden && make("button.btn.full", { type: "button", "data-key": "back", onclick: toPlay }, symbol("i-next"), make("span", {}, backTo(fight, "back-to"))));
  }

  function drawTravel() {
    const { undo, fork, redo, away = {} } = model.get("fight");
    const had = travel.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    put(travel,
      make("button.btn.grow", { type: "button", "data-key": "play-undo", disabled: !undo, onclick: () => model.send({ act: "play-undo" }) }, symbol("i-undo"), make("span", {}, undo ? say(fork ? "undo-fork" : "undo-play", { what: undo }) : say("undo-none"))),
      redo && make("button.btn.grow", { type: "button", "data-key": "play-redo", onclick: () => model.send({ act: "play-redo" }) }, symbol("i-redo"), make("span", {}, say("redo-play", { what: redo }))),
      away.is_there && make("button.btn.grow", { type: "button", "data-key": "swap", onclick: () => model.send({ act: "swap" }) }, symbol("i-undo"), make("span", {}, backTo(away, "away"))),
      make("button.btn.quiet", { type: "button", "data-key": "leave", onclick: () => model.send({ act: "leave" }) }, say("leave")));
    if (had) travel.querySelector(`[data-key="${had}"]:not([disabled])`)?.focus({ preventScroll: true });
  }

  // ---- what is asked
  function drawAsked() {
    const fight = model.get("fight");
    if (!fight.fighters) return;
    const { question, over } = fight;
    const had = asked.contains(document.activeElement) ? document.activeElement.dataset : null;
    asked.classList.toggle("is-over", Boolean(over.seal));
    if (over.seal) {
      put(asked, make(`section.verdict.${over.seal}`, { role: "status" }, make("div.seal", {}, symbol(`i-${over.seal}`), over.word), make("p.say", {}, over.text)));
      return;
    }
    const isOthers = fight.fighters.length > 1 && question.who;
    put(asked, make("div.fk-play-head", {}, isOthers && make("span.tag.ind", {}, question.who), make("h2", {}, question.text), rule(question.rule)), parts.body(question),
      fight.advised && make("button.btn.full", { type: "button", "data-key": "advise", onclick: () => model.send({ act: "advise" }) }, symbol("i-hint"), say("advise")));
    asked.dataset.kind = question.kind;
    if (!had) return;
    const again = had.cell ? `[data-cell="${had.cell}"]` : had.key ? `[data-key="${had.key}"]:not([disabled])` : null;
    (again && asked.querySelector(again) || asked.querySelector("button:not([disabled]), [tabindex='0']"))?.focus({ preventScroll: true });
  }

  function choose(text) {
    if (!parts.choose(text)) return;
    asked.querySelector('[data-key="answer"]')?.focus({ preventScroll: true });
    asked.scrollIntoView({ block: "nearest" });
  }

  function drawFight() {
    drawState();
    record.drawHappened();
    drawAsked();
    advice.draw();
    drawTravel();
    record.drawLog();
    drawGoesOn();
    box.dataset.asked = model.get("fight").question?.kind ?? (model.get("fight").over?.seal ? "over" : "");
    box.dataset.at = model.get("fight").at ?? "";
  }

  const keep = () => toTab(SAVE_KEY, model.get("save"));
  const forget = () => toTab(SAVE_KEY, "");
  const listen = [
    ["change:fight", drawFight],
    ["change:advice change:job", advice.draw],
    ["change:save", keep],
    ["change:refused_saves", forget],
  ];
  for (const [events, answer] of listen) model.on(events, answer);
  drawFight();
  const kept = fromTab(SAVE_KEY);
  if (kept && !model.get("fight").fighters) model.send({ act: "restore", save: kept.slice(0, 400000) });
  return { element, side, goesOn, stop: () => { for (const [events, answer] of listen) model.off(events, answer); } };
}

// How it stands: whose turn in the round, the dragon, everybody's helmet. Returns {elements, draw()}.
function standingPart(model, say) {
  const order = make("ol.fk-play-order", { "data-part": "order" });
  const health = make("div.hp.fk-play-health", { "data-part": "health" });
  const people = make("ul.fk-play-people", { "data-part": "people" });
  const ours = make("p.fk-fight-note", { "data-part": "our-dice" });
  const invented = make("p.fk-fight-note", { "data-part": "dragon-mark" });
  const material = (letter) => say(`cube-${letter}`);

  function draw() {
    const fight = model.get("fight");
    const house = fight.house ?? [];
    ours.hidden = !house.length;
    put(ours, house.length > 0 && symbol("house", { size: "c20" }), house.length > 0 && make("span", {}, say("play-house", { dice: house.map(material).join(", ") })));
    const mark = ["house", "rulebook"].includes(fight.dragon?.mark) ? fight.dragon.mark : "";
    invented.hidden = !mark;
    put(invented, mark && symbol(mark === "house" ? "house" : "h-rule", { size: "c20" }), mark && make("span", {}, say(`dragon-${mark}`)));
    drawOrder(fight);
    health.hidden = !fight.dragon;
    if (fight.dragon) {
      const { health: now, most } = fight.dragon;
      put(health, symbol(sizeSymbol(fight.dragon), { size: "c44" }),
        make("div.barr", { role: "img", "aria-label": say("health-of", { health: now, most }) }, make("i", { style: `width:${(now / most) * 100}%` }), make("u", { style: `left:${(now / most) * 100}%;right:0` })),
        make("b.num.fk-play-number", {}, `${now} / ${most}`));
    }
    put(people, fight.fighters.map((fighter) => make(`li.hp${fighter.stands === "conscious" ? "" : ".is-out"}`, {}, symbol("samurai", { size: "c44" }),
      make("div", {}, make("b", {}, fighter.name), make("span.fk-play-cubes", { role: "img", "aria-label": fighter.boards.helmet.text }, cubesOf(fighter.boards.helmet).map((letter) => symbol(`cube-${letter}`, { size: "c32" })))),
      make("b.num", {}, fighter.stands === "conscious" ? say("absorbs", { n: fighter.absorbs }) : say(`stands-${fighter.stands}`)))));
  }

  function drawOrder(fight) {
    put(order, fight.order.map((one, index) => [
      index > 0 && make("li.fk-play-then", { "aria-hidden": "true" }, symbol("i-next", { size: "c20" })),
      make(`li.tag${one.is_on ? ".ind.is-on" : ""}${one.is_out ? ".is-out" : ""}`, { "aria-current": one.is_on ? "true" : null }, symbol(one.is_dragon ? sizeSymbol(fight.dragon) : "samurai", { size: "c32" }), make("b", {}, one.name), make("span.num", {}, String(one.initiative))),
    ]).flat(), fight.round > 0 && make("li.fk-play-round", {}, make("b", {}, say("round", { n: fight.round }))));
  }

  return { elements: [ours, invented, order, health, people], draw };
}

const sizeSymbol = (dragon) => (dragon?.kind === "monk" ? "monk" : `dragon-${{ 3: "S", 4: "M", 5: "L", 6: "XL" }[dragon?.dice] ?? "M"}`);

const cubesOf = (board) => {
  const { cubes, magic } = readGear(board.text, board.split);
  return [...[...cubes.values()].sort((one, other) => DICE_ORDER.indexOf(one) - DICE_ORDER.indexOf(other)), ...(magic ? ["G"] : [])];
};

// What happened just now, and all that was answered before. Returns {happened, log, drawHappened(), drawLog()}.
function recordPart(model, say) {
  const happened = make("section.fk-play-happened", { "aria-live": "polite", "data-part": "happened" });
  const log = make("details.sheet.fk-play-log", { "data-part": "log" });
  const rule = (id) => ruleLink(id, say);
  const sentence = ({ text, rule: id, who }) => make("li", {}, who && make("b", {}, `${who}: `), make("span", {}, text), " ", rule(id));

  function drawHappened() {
    const { happened: events = [] } = model.get("fight");
    happened.hidden = !events.length;
    put(happened, make("h2", {}, say("happened")), make("ul", {}, events.map(sentence)));
  }

  function drawLog() {
    const entries = model.get("fight").log ?? [];
    log.hidden = !entries.length;
    put(log, make("summary", {}, make("h2", {}, say("log"))), make("ol", {}, [...entries].reverse().map((entry) => make("li", { value: entry.number },
      make("p", {}, make("b", {}, entry.who), ": ", entry.text),
      make("ul", {}, entry.events.map(sentence)),
      entry.auto.length ? make("details", {}, make("summary", {}, say("log-auto", { n: entry.auto.length })), make("ul", {}, entry.auto.map((forced) => make("li", {}, make("p", {}, make("b", {}, forced.who), ": ", forced.text), make("ul", {}, forced.events.map(sentence)))))) : null))));
  }

  return { happened, log, drawHappened, drawLog };
}

// What each answer is worth; a tap on one is told to `choose`. Returns {element, draw()}.
function advicePart(model, say, choose) {
  const advice = make("section.sheet.fk-play-advice", { "data-part": "advice" });

  function drawAdvice() {
    const now = model.get("advice");
    const { what, share } = model.get("job");
    advice.hidden = what !== "advice" && !now.rows;
    if (what === "advice") {
      put(advice, make("h2", {}, say("advice")), make("div.fk-fight-status", {}, make("span.grow", {}, say("working"), make("progress", { max: 1, value: share, "aria-label": say("working-percent", { percent: Math.round(share * 100) }) })),
        make("button.btn", { type: "button", onclick: () => model.send({ act: "cancel" }) }, say("stop"))));
      return;
    }
    if (!now.rows) {
      put(advice);
      return;
    }
    const [best] = now.rows;
    const unit = model.get("goal") === "points" ? "advice-cost-points" : "advice-cost";
    const cost = (row, index) => (index === 0 ? say("advice-best") : row.cost ? say(unit, { cost: row.cost }) : row.said.join() === best.said.join() ? say("advice-as-good") : say("advice-cost-none"));
    put(advice, make("h2", {}, say("advice")), make("ul.fk-play-worth", {}, now.rows.map((row, index) => make("li", {}, make(`button${index === 0 ? ".is-best" : ""}`, { type: "button", "data-worth": row.text, onclick: () => choose(row.text) },
      make("span.grow", {}, make("b", {}, row.label), row.ways > 1 && make("small.mut", {}, ` ${say("advice-ways", { n: row.ways })}`), endsBar(row.shares, saidEnds(row.said, say)), make("small.mut.num", { "aria-hidden": "true" }, saidEnds(row.said, say))),
      make(`span.tag${index === 0 ? ".ok" : ""}`, {}, index === 0 && symbol("i-ok", { size: "c20" }), cost(row, index)))))),
    now.more > 0 && make("p.mut.small", {}, say("advice-more", { n: now.more })),
    make("p.mut.small", {}, now.policy, " ", now.joint, " ", now.error));
  }

  return { element: advice, draw: drawAdvice };
}
