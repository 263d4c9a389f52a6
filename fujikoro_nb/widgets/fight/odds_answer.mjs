// The answer of the odds: three numbers to read across a table, whether a monk would change them, and how far the work is.
import { differsList, make, put, ruleLink, symbol } from "../base/dom.mjs";
import { houseBanner } from "./dice_faces.mjs";
import { KINDS_OF_END, endsBar, fightMark, saidEnds, stopWork, workShare } from "./odds_signs.mjs";

const SIGNS_OF_END = { win: "i-ok", hurt: "i-but", lose: "i-no" };

/**
 * The places that are drawn from an answer: there for the life of the page, hidden while they say nothing.
 * @typedef {{[name in "first" | "empty" | "refusal" | "house" | "big" | "monk" | "bar" | "status" | "assumed" | "begin" | "together" | "how"]: HTMLElement}} OddsPlaces
 */

/** @returns {OddsPlaces} */
function oddsPlaces(model, say) {
  return {
    first: make("div.fk-fight-first", { "data-part": "first" }),
    empty: make("section.sheet.fk-fight-empty", {}, make("p", {}, say("no-gear")),
      make("button.btn.main", { type: "button", onclick: () => model.send({ act: "to-gear" }) }, say("to-gear"))),
    refusal: make("section.verdict.no.fk-fight-refusal", { role: "status", "data-part": "refused" }),
    house: make("section.verdict.but.fk-fight-house", { role: "status", "data-part": "house-dice" }),
    big: make("section.fk-fight-three.big3", { "data-part": "three" }),
    monk: make("section.fk-fight-monk", { role: "status", "data-part": "monk" }),
    bar: make("div.fk-fight-bar"),
    status: make("div.fk-fight-status", { role: "status", "data-part": "status" }),
    assumed: make("div", { "data-part": "assumed" }),
    begin: make("div.fk-fight-begin"),
    together: make("section.fk-fight-together", { "data-part": "together" }),
    how: make("details.fk-fight-how", { "data-part": "how" }),
  };
}

// `box` is the whole panel; `typeFaces` opens the faces of the house dice, `play` begins or shows the fight; `curve`, `why` and
// `goals` are parts that are shown with an answer. Returns {places, draw(), drawStatus(), drawMonk(), fade(isOld)}.
export function answerPart(model, box, say, { typeFaces, play, curve, why, goals }) {
  const places = oddsPlaces(model, say);
  const { first, empty, refusal, house, big, monk, bar, status, assumed, begin, together, how } = places;
  const rule = (id) => ruleLink(id, say);
  const mark = () => fightMark(model, say);
  const progress = (share) => workShare(share, say);
  const stop = () => stopWork(model, say);
  const isMonk = () => model.get("dragon").kind === "monk"; // whose health nobody sets
  const hasMonk = () => Boolean(model.get("monk").state);

  // Numbers of other gear or of another dragon.
  function fade(isOld) {
    for (const part of [big, ...(hasMonk() ? [monk] : []), bar, curve.element, together, how]) part.classList.toggle("fk-old", isOld);
  }

  // What stands there at all; returns whether an answer is wanted.
  function showPlaces(answer) {
    const isWanted = Boolean(model.get("dragon").dice) && answer.state !== "refused" && model.get("mine").cubes > 0;
    big.hidden = bar.hidden = status.hidden = assumed.hidden = !isWanted;
    const isBetween = !model.get("dragon").dice && model.get("others").length > 0 && model.get("mine").cubes > 0; // a duel, or a guard
    begin.hidden = !isWanted && !isBetween;
    how.hidden = !isWanted || !answer.said;
    why.element.hidden = !isWanted || !answer.curve;
    curve.element.hidden = why.element.hidden || isMonk();
    together.hidden = !isWanted || !answer.fighters;
    empty.hidden = model.get("mine").cubes > 0;
    refusal.hidden = answer.state !== "refused" || !model.get("mine").cubes;
    house.hidden = goals.element.hidden = !isWanted;
    first.hidden = !answer.first || !isWanted;
    return isWanted;
  }

  function aboutEnd(kind, { fighters }) {
    if (kind !== "win") return `${kind}-about`;
    return isMonk() ? "win-about-monk" : fighters ? "win-about-joint" : "win-about";
  }

  function drawThree() {
    const answer = model.get("answer");
    const isThere = Boolean(answer.said);
    const isWanted = showPlaces(answer);
    if (!refusal.hidden) {
      put(refusal, make("div.seal", {}, symbol("i-no"), say("seal")), make("div", {}, make("p.say", {}, answer.sentence), answer.rule && rule(answer.rule)));
    }
    const said = answer.said ?? ["–", "–", "–"];
    put(big, KINDS_OF_END.map((kind, index) => make(`div.v-${kind}`, {},
      make("i", {}, symbol(SIGNS_OF_END[kind]), say(kind)), make("b.num", {}, said[index]), make("span", {}, say(aboutEnd(kind, answer)), index === 0 && mark()))),
    hasMonk() && make("p.fk-fight-without", {}, say("monk-without")));
    put(bar, isThere && endsBar(answer.shares, saidEnds(said, say)));
    const isOld = !isThere || ["stale", "busy", "cancelled"].includes(answer.state);
    fade(isOld);
    box.dataset.answer = answer.state ?? "none";
    if (answer.first) {
      put(first, symbol("samurai", { size: "c32" }), make("p", {}, make("b", {}, answer.first.who), make("span.mut", {}, answer.first.why)), rule(answer.first.rule));
    }
    put(assumed, [model.get("mine"), ...model.get("others")].flatMap((row) => row.assumed).map((text) => make("p.mut.small", {}, text)),
      differsList([model.get("mine"), ...model.get("others")].flatMap((row) => row.differs), say));
    put(begin, model.get("dragon").dice && make("button.btn.main.grow", { type: "button", "data-key": "begin", onclick: play }, symbol("h-fight", { box: 56 }), say("begin")),
      model.get("may_duel") && model.get("others").map((other, index) => make("button.btn", { type: "button", "data-key": "begin-duel", onclick: () => model.send({ act: "duel", other: index + 1 }) }, say("begin-duel", { name: other.name }))),
    model.get("has_guards") && model.get("others").map((other, index) => make("button.btn", { type: "button", "data-key": "begin-guard", title: say("guard-about"), onclick: () => model.send({ act: "guard", other: index + 1 }) }, say("begin-guard", { name: other.name }))));
    if (isThere) drawWhole(answer);
    box.classList.toggle("has-house-fight", isWanted && model.get("house_in_fight").length > 0);
    houseBanner(house, isWanted ? model.get("house_in_fight") : [], say, typeFaces);
    drawStatus();
    drawMonk();
    why.draw();
  }

  // What stands around the three numbers once they are there.
  function drawWhole(answer) {
    put(how, make("summary", {}, say("how")), make("p", {}, say("of-100"), " ", answer.policy), make("p", {}, answer.method), make("p", {}, answer.error), answer.lost && make("p", {}, say("lost-mean", { lost: answer.lost })));
    if (answer.curve && !isMonk()) curve.draw();
    if (answer.fighters) {
      put(together, make("h2", {}, say("falls-all"), mark()), make("ul.more.fk-fight-ends", {}, answer.fighters.map((one) => make("li", {}, symbol("samurai", { size: "c32" }), make("b", {}, one.name), endsBar(one.shares, saidEnds(one.said, say)), make("span.num", { "aria-hidden": "true" }, one.said.join(" / "))))));
    }
  }

  // Which monk to send, right below the numbers without one.
  function drawMonk() {
    const { state, sentence, rule: id, shares } = model.get("monk");
    const { what, share } = model.get("job");
    monk.hidden = big.hidden || !hasMonk();
    if (monk.hidden) {
      monk.classList.remove("fk-old");
      return;
    }
    const isOn = what === "monk";
    monk.dataset.state = state;
    const note = { quick: "monk-quick", cancelled: sentence ? "monk-stopped-quick" : "monk-stopped" }[state] ?? "";
    put(monk, symbol("monk", { size: "c32" }), make("div.grow", {},
      make("p", {}, sentence ?? (state === "cancelled" ? "" : say("monk-working")), " ", shares && mark(), " ", id && rule(id)),
      note && make("p.mut.small", {}, say(note)), isOn && progress(share)), isOn && stop());
    monk.classList.toggle("fk-old", big.classList.contains("fk-old") || state === "stale" || (state === "busy" && Boolean(sentence)));
  }

  // One line of fixed height under the bar: what was counted, or how far it is.
  function drawStatus() {
    const { what, share } = model.get("job");
    const answer = model.get("answer");
    if (what === "odds") {
      put(status, make("span.grow", {}, answer.state === "quick" ? say("policy-quick") : say("working"), progress(share)), stop());
    } else if (what && ["quick", "busy"].includes(answer.state)) { // waits for what was asked aside
      put(status, make("span.grow", {}, answer.state === "quick" ? say("policy-quick") : say("working")));
    } else if (answer.state === "cancelled" || answer.state === "stale") {
      put(status, make("span.grow", {}, say(answer.state === "stale" ? "stale" : "stopped")), make("button.btn", { type: "button", "data-key": "count", onclick: () => model.send({ act: "count" }) }, say("count-again")));
    } else if (answer.said) {
      put(status, make("p.grow", {}, answer.fighters ? say("falls", { percent: answer.falls }) : say("of-100"), " ", answer.fighters ? "" : answer.all ? say("all-dice-always") + "." : say("best-roll", { roll: answer.roll })));
    } else put(status);
  }

  return { places, draw: drawThree, drawStatus, drawMonk, fade };
}
