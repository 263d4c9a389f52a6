// What is asked: the sticky card that says who, what and why, and below it the part that answers.
import { make, ruleLink, showInside, symbol } from "../base/dom.mjs";
import { answerParts } from "../fight/answer_parts.mjs";
import { benchPart } from "./game_bench.mjs";
import { aheadLine, drawAhead, factLines, toldPart } from "./game_told.mjs";
import { answerGuard } from "../base/game_guard.mjs";
import { tilePicture, tileSigns } from "../gear/game_tile.mjs";
import { button, pattern, redraw } from "../base/page_parts.mjs";
import { figure } from "../gear/cast_card.mjs";
import { groupOver, tradePart } from "./game_group.mjs";

/**
 * What all parts of a question share.
 * @typedef {object} Asking
 * @property {Model} model
 * @property {Say} say
 * @property {(id: string) => HTMLElement} rule the link of a rule
 * @property {() => any} asked what is asked now
 * @property {(act: string, fields?: object) => void} send
 * @property {(text: string) => void} answer
 */

export function questionPart(model, say, { toMap, toAnswers }) {
  const card = make("section.fk-ask", { "data-part": "question", "aria-live": "polite" });
  const body = make("section.fk-do-body", { "data-part": "answers" });
  const editor = make("div.fk-describe", { "data-part": "describe" });
  const rule = (id) => ruleLink(id, say);
  const asked = () => model.get("asked");
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const answer = (text) => send("answer", { text, at: asked().at });
  const guard = answerGuard(body);
  const stops = [guard.stop];
  /** @type {Asking} */
  const asking = { model, say, rule, asked, send, answer };
  const told = toldPart(asking);
  const bench = benchPart(asking);
  const list = rowsPart(asking, told.trying);
  const around = aroundPart(asking);
  stops.push(bench.stop);

  const parts = answerParts({
    say,
    at: () => asked().at,
    question: asked,
    boards: () => asked().boards,
    play: answer,
    deal: () => send("deal", { at: asked().at }),
    redraw: () => drawBody(),
  });

  function drawCard() {
    const now = asked();
    if (!now.part) return;
    card.dataset.kind = now.kind;
    if (now.part === "over") {
      redraw(card, ...(now.outcome ? groupOver : overCard)(now, say, rule));
      told.draw();
      return;
    }
    const name = now.who && now.seat >= 0 ? make("span.fk-ask-who", {}, figure(now.colour, say, "c32"), make("b", {}, now.who)) : null;
    const text = now.part === "bot" ? say("bot-asked", { name: now.who }) : now.text;
    const together = now.together ? make("span.fk-ask-together", {}, make("b", {}, say("together")), make("small", {}, now.together)) : null;
    redraw(card, together ?? name, make("h2", { tabindex: -1, "data-key": "asked" }, text), now.rule ? rule(now.rule) : null,
      button("to-answers", say(now.has_map ? "to-map" : "to-answers"), now.has_map ? toMap : toAnswers, { main: true }));
    told.draw();
  }

  // Drawn from the real box: whoever draws describes it.
  function drawn(now) {
    return [model.get("editor") ? editor : make("p.mut", {}, say("draw-known")), ...(model.get("editor") ? [] : list.rows(now)), now.can_deal ? button("deal", say("deal"), () => send("deal", { at: now.at }), { full: true }) : null];
  }

  let leaveEditor = () => {};
  async function showEditor() {
    leaveEditor();
    leaveEditor = await showInside(model, model.get("editor"), editor);
  }

  function drawBody() {
    const now = asked();
    if (!now.part) return;
    const isBench = now.part === "bench";
    if (isBench) bench.show();
    const made = {
      bench: bench.body, bot: around.botBody, rows: () => (now.share?.teeth ? [parts.body(now)] : list.body(now)), draw: () => drawn(now),
      over: () => [model.get("review").may ? button("review", say("review"), () => send("review"), { main: true, full: true }) : null, button("new-game", say("new-game"), () => send("leave"), { main: !model.get("review").may, full: true }), button("keep-game", say("keep-game"), () => send("download"), { full: true })],
    }[now.part] ?? (() => [parts.body(now)]);
    const lost = redraw(body, around.refusal(), around.fight(), ...made(), isBench || now.part === "bot" ? null : dealHere(now), around.whyNot(now), around.pace());
    body.dataset.kind = now.kind;
    body.dataset.at = now.at;
    if (lost) card.querySelector("h2")?.focus({ preventScroll: true });
  }

  const dealHere = (now) => (now.seat < 0 && now.can_deal && now.part === "rows" ? button("deal", say("deal"), () => send("deal", { at: now.at }), { full: true }) : null);

  let shownAt = "";
  function draw() {
    const { at, kind, part } = asked();
    const key = `${at} ${kind}`;
    guard.asked(key, { isOpen: part === "bot" });
    drawCard();
    drawBody();
    const isNew = shownAt && key !== shownAt;
    if (isNew && card.getBoundingClientRect().top < 0) card.scrollIntoView({ block: "start" });
    if (isNew && part === "over") card.querySelector("h2").focus({ preventScroll: true });
    shownAt = key;
  }

  const listen = [
    ["change:asked change:is_stepwise", draw],
    ["change:editor", showEditor],
    ["change:chances change:results", () => { told.draw(); drawBody(); }],
    ["change:trying", told.drawTrying],
    ["change:ahead", () => { if (!drawAhead(model, [told.element, body], say)) told.draw(); }],
    ["change:terms", told.draw],
    ["change:chosen change:refused change:why_not change:bench change:job", drawBody],
  ];
  for (const [events, redrawn] of listen) model.on(events, redrawn);
  stops.push(() => leaveEditor());
  showEditor();
  told.drawTrying();
  draw();
  return { card, told: told.element, body, stop: () => { for (const [events, redrawn] of listen) model.off(events, redrawn); for (const stop of stops) stop(); } };
}

// The end: who has won, by what, and the whole score.
function overCard({ text, rule: id, ranks }, say, rule) {
  const told = ({ text: said, rule: why }) => (said ? make("small", {}, said, " ", rule(why)) : null);
  const line = ({ place, name, colour, points, palace, parts, why, unused, tie }) => make("li", {}, make("b.num", {}, `${place}.`), figure(colour, say), make("span.grow", {}, make("b", {}, name), make("small.mut", {}, palace), make("small", {}, parts), [why, unused, tie].map(told)), make("b.num.fk-board-score", { "aria-label": say("points", { n: points }) }, String(points)));
  return [
    make("div.fk-over-head", {}, symbol("i-flag", { size: "c44" }), make("div", {}, make("h2", { tabindex: -1, "data-key": "asked" }, text), rule(id))),
    make("h3", {}, say("ranking")),
    make("ol.fk-ranks.sheet", {}, ranks.map(line)),
  ];
}

// Answers as rows, and the one that is chosen on the map. Returns {body(now), rows(now)}.
/** @param {Asking} asking */
function rowsPart({ model, say, rule, asked, send, answer }, trying) {
  const trades = tradePart({ say, answer });
  let waysOpenOf = null; // the row whose other ways are open, also after a redraw

  const rowAct = ({ at, text }) => (at ? send("choose", { text, at: asked().at }) : answer(text));

  function row(each) {
    const isOn = model.get("chosen").text && [each.text, ...each.ways.map(({ text }) => text)].includes(model.get("chosen").text);
    return make("li", {}, make(`button${isOn ? ".is-on" : ""}`, { type: "button", "data-key": `row-${each.text}`, "data-letter": each.letter || null, "aria-pressed": each.at ? String(Boolean(isOn)) : null, onclick: () => rowAct(each) },
      each.letter ? make("kbd", { "aria-hidden": "true" }, each.letter) : symbol(each.at ? "i-flag" : "i-next", { size: "c20" }),
      make("span", {}, make("b", {}, each.label), each.about && make("span.mut.fk-row-about", {}, each.about), each.dragon in model.get("ahead") ? aheadLine(model, each.dragon, say) : null),
      each.patterns.length ? make("span.fk-row-patterns", {}, each.patterns.map((text) => pattern(text, text, 14))) : null,
      each.price ? make("span.tag.no", {}, each.price) : null));
  }

  function rows(now) {
    const list = make("ul.go.fk-rows", {}, now.rows.map(row));
    list.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const buttons = [...list.querySelectorAll("button")];
      const here = buttons.indexOf(document.activeElement);
      const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
      const target = next === undefined ? buttons.find((one) => one.dataset.letter === event.key.toUpperCase()) : buttons[Math.max(0, Math.min(buttons.length - 1, next))];
      if (!target) return;
      event.preventDefault();
      target.focus();
    });
    return [now.rows.length ? list : null, now.more ? button("more", say("more-answers", { n: now.more }), () => send("more"), { full: true }) : null];
  }

  function chosenBar(now) {
    const chosen = model.get("chosen");
    if (!chosen.text) return now.has_map && now.kind !== "act" ? make("p.mut.fk-pick", {}, say("pick")) : null;
    const own = now.rows.find((one) => one.text === chosen.text || one.ways.some(({ text }) => text === chosen.text));
    return make("div.fk-chosen", {}, chosen.facts ? [factLines([...chosen.facts, ...model.get("chances")], rule), trying] : null,
      own?.ways.length ? make("details", { open: waysOpenOf === own.text, ontoggle: (event) => { waysOpenOf = event.target.open ? own.text : null; } }, make("summary.btn.quiet", { "data-key": "other-ways" }, say("other-ways", { n: own.ways.length })), make("div.chips", {}, own.ways.map(({ text, label }) => button(`way-${text}`, label, () => send("choose", { text, at: now.at }), { on: text === chosen.text })))) : null,
      button("answer", chosen.price ? say("go-price", { what: chosen.label, price: chosen.price }) : say(`go-${now.kind === "walk" || chosen.then ? "walk" : "take"}`, { what: chosen.label }), () => answer(chosen.text), { main: true, full: true }));
  }

  // The six ways a tile can lie, as pictures.
  function turns(now) {
    const hint = now.tile.beside.length ? make("p.mut", {}, make("i.fk-thick-edge", { "aria-hidden": "true" }), say("turn-beside")) : null;
    return make("div.fk-turns", { role: "group", "aria-label": now.text }, hint, now.rows.map(({ text, label }, sixths) => make("button", { type: "button", "data-key": `row-${text}`, onclick: () => answer(text) },
      tilePicture(now.tile.faces, now.tile.level, sixths, label, now.tile.beside), make("span.small", {}, label))), tileSigns(now.tile.faces, say));
  }

  function body(now) {
    if (now.kind === "turn-tile") return [turns(now)];
    return [...rows(now), ...(now.trade ?? []).map(trades), chosenBar(now)];
  }

  return { body, rows };
}

// What stands around the answers: what was refused, the fight, why something cannot be answered, and how fast bots play.
/** @param {Asking} asking */
function aroundPart({ model, say, rule, asked, send }) {
  function refusal() {
    const now = model.get("refused");
    if (!now.text) return null;
    return make("section.verdict.no.fk-refused", { role: "alert", "data-part": "refused" }, make("div.seal", {}, symbol("i-no"), say("seal-no")), make("div", {}, make("p.say", {}, now.text), rule(now.rule)));
  }

  function whyNot(now) {
    if (now.part !== "rows" || now.seat < 0) return null;
    const told = model.get("why_not").rows;
    return make("section.fk-why-not", {},
      button("why-not", say(told ? "why-not-hide" : "why-not"), () => send("why-not", { on: !told }), { quiet: true, full: true }),
      told ? make("ul", {}, told.length ? told.map(({ label, text, rule: id }) => make("li", {}, make("b", {}, label), make("span", {}, text), rule(id))) : make("li", {}, make("span", {}, say("why-not-all")), rule(model.get("why_not").rule))) : null);
  }

  // How the fight stands: who strikes in which order, and the dragon's health.
  function fight() {
    const { order = [], round, dragon = {} } = model.get("status").fight ?? {};
    if (!order.length && !dragon.name) return null;
    const beast = (size) => symbol(dragon.symbol ? dragon.symbol : dragon.dice ? `dragon-${{ 3: "S", 4: "M", 5: "L", 6: "XL" }[dragon.dice] ?? "M"}` : "d-head", { size });
    return make("section.fk-fight-strip", { "aria-label": say("fight-strip") },
      dragon.name ? make("div.hp", {}, beast("c44"),
        make("div", {}, make("b.small", {}, dragon.name), make("div.barr", { role: "img", "aria-label": say("health-of", dragon) }, make("i", { style: `width:${(dragon.health / dragon.most) * 100}%` }), make("u", { style: `left:${(dragon.health / dragon.most) * 100}%;right:0` }))),
        make("b.num", {}, `${dragon.health} / ${dragon.most}`)) : null,
      order.length ? make("ol.fk-play-order", {}, order.map(({ name, colour, is_on: isOn }) => make(`li.tag${isOn ? ".ind.is-on" : ""}`, { "aria-current": isOn ? "true" : null }, colour ? figure(colour, say, "c20") : beast("c20"), make("b", {}, name))), make("li.fk-play-round", {}, say("fight-round", { n: round }))) : null);
  }

  function botBody() {
    const { who, count } = model.get("job");
    if (who) {
      return [make("div.sheet.wait.fk-thinking", { role: "status" }, make("span.grow", {}, say("thinking", { name: who, n: count })), button("stop", say("stop-bots"), () => send("stop")))];
    }
    return [button("go", say("next-step"), () => send("go"), { main: true, full: true })];
  }

  function pace() {
    if (asked().part === "over" || !model.get("status").seats?.some(({ bot }) => bot)) return null;
    const isStepwise = model.get("is_stepwise");
    return make("div.fk-pace", { role: "group", "aria-label": say("pace") }, make("span.mut", {}, say("pace")),
      button("pace-fast", say("pace-fast"), () => send("pace", { stepwise: false }), { on: !isStepwise }), button("pace-step", say("pace-step"), () => send("pace", { stepwise: true }), { on: isStepwise }));
  }

  return { refusal, whyNot, fight, botBody, pace };
}
