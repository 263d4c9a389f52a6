// Score and countdown for people who look on: who leads, whose turn it is, what the countdown does next and who moves it.
import { dress, make, noticeLine, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";
import { endingPart } from "../evening/ending.mjs";
import { trackPicture } from "../evening/score_track.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-score");
  root.classList.add("fk-score-reader");
  const isNew = watcher();
  const head = make("section.sheet.fk-score-head", { "data-part": "turn", role: "status" });
  const rows = make("section.fk-score-rows", { "data-part": "people", "aria-label": say("people") });
  const track = make("section.sheet.fk-score-track", { "data-part": "countdown" });
  const ending = endingPart({ say });
  root.append(noticeLine(model), head, ending.element, make("div.fk-score-cols", {}, rows, track));

  const rulesOf = (rules) => rules.flatMap((rule) => [" ", ruleLink(rule, say)]);
  const sentences = (lines) => lines.map(({ text, rules }, at) => make(`p.fk-score-line${at ? "" : ".say"}`, {}, text, rulesOf(rules)));

  function drawHead({ title, round, turn, phase, reminders, ending: { title: end } }) {
    redraw(head,
      make("div.fk-score-turn", {},
        make("p.mut", {}, round, " · ", make("b", { "data-part": "phase" }, title)),
        make("h2", {}, phase === "over" ? end : turn.allOut || say("turn-of", { name: turn.name }))),
      turn.next ? make("p.fk-score-then", {}, turn.next, turn.brings ? ` (${turn.brings})` : "") : null,
      reminders.length ? make("div.fk-score-remind", { "data-part": "reminders" }, make("h3", {}, say("remind")),
        reminders.map(({ text, rules }) => make("p", {}, text, rulesOf(rules)))) : null);
  }

  function person(one, hasPoints) {
    const badges = [
      one.place ? make(`span.tag${one.place === 1 ? ".ok" : ""}`, { "data-part": "place" }, one.place === 1 ? say("leads") : say("place", { n: one.place })) : null,
      one.isMarked ? make("span.tag.ind", {}, symbol("i-flag", { size: "c20" }), say("has-marker")) : null,
      one.palace ? make("span.tag", {}, symbol("exit", { size: "c20" }), one.palace) : null,
      one.left ? make("span.tag", {}, one.left) : null,
      one.isDown ? make("span.tag.near", { "data-part": "down" }, say("is-down")) : null,
      hasPoints && one.lives ? make("span.tag", { "data-part": "lives" }, say("lives", { n: one.lives })) : null,
    ];
    return make(`article.fk-score-row${one.isTurn ? ".is-turn" : ""}${one.palace ? ".is-gone" : ""}`, { "data-seat": one.seat },
      make(`div.fk-score-swatch${one.colour ? `.is-${one.colour}` : ""}`, { "aria-hidden": "true" }),
      make("div.fk-score-who", {}, make("h3", {}, make("bdi", {}, one.name)), one.about ? make("p.mut.small", {}, one.about) : null, make("p.fk-score-badges", {}, badges)),
      hasPoints ? make("b.fk-score-number.num", { "data-part": "score" }, String(one.points))
        : make("b.fk-score-number.fk-score-lives", { "data-part": "lives" }, say("lives", { n: one.lives })),
      one.came.length ? make("p.fk-score-came.mut", { "data-part": "came" }, one.came.map(({ label, points }) => `${label} ${points}`).join(", ")) : null);
  }

  function drawTrack(view) {
    const looked = { ...view, track: view.track.map((space) => ({ ...space, isFixed: true })) }; // nothing to tap
    redraw(track, make("h2", {}, say("countdown")), trackPicture(looked, say, () => {}, null),
      make("div.fk-score-told", { "data-part": "clock" }, sentences(view.clock)),
      make("div.fk-score-told", { "data-part": "end" }, sentences(view.end)));
  }

  function drawAll() {
    const view = model.get("view");
    if (isNew("head", view.title, view.round, view.turn, view.phase, view.reminders, view.ending.title)) drawHead(view);
    if (isNew("ending", view.ending)) ending.show(view.ending);
    if (isNew("people", view.people, view.hasPoints)) redraw(rows, view.people.map((one) => person(one, view.hasPoints)));
    if (isNew("track", view.track, view.rounds, view.clock, view.end)) drawTrack(view);
  }
  model.on("change:view", drawAll);
  drawAll();
  return () => model.off("change:view", drawAll);
}

export default { render };
