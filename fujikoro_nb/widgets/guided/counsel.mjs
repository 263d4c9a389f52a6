// "What would you do?": a button, and the plans that the planner advises, the best one first.
import { make, symbol } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";

// On a game's page a plan can be done at once, and every message says which question it means by `at`; in a lesson
// (`isTold`) plans are told only: the learner does what there is to do.
export function counselPart(model, say, { isTold = false } = {}) {
  const element = make("section.fk-counsel", { "data-part": "counsel", "aria-label": say("counsel-ask") });
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const at = () => (isTold ? {} : { at: model.get("asked").at });

  const plan = ({ label, why, worth, risk }, index) => make("li", {},
    make("div.fk-counsel-plan", {}, make("span.fk-counsel-no", { "aria-hidden": "true" }, String(index + 1)),
      make("div.grow", {}, make("b", {}, label), why ? make("p", {}, why) : null, worth ? make("p.fk-counsel-worth", {}, worth) : null, risk ? make("p.mut.small", {}, risk) : null)),
    isTold ? null : button(`counsel-do-${index}`, say("counsel-do"), () => send("counsel-do", { ...at(), index }), { full: true, main: !index }));

  const bar = (share) => make("progress", { max: 1, value: share, "aria-label": say("counsel-percent", { percent: Math.round(100 * share) }) });

  function draw() {
    const now = model.get("counsel");
    const rows = now.rows ?? [];
    const isThinking = Boolean(now.is_thinking);
    const isAsked = isThinking && element.dataset.thinking === "false"; // what was just asked for is shown where it can be seen
    element.hidden = !now.may;
    element.dataset.thinking = String(isThinking);
    element.dataset.plans = String(rows.length);
    if (!now.may) {
      redraw(element);
      return;
    }
    if (!rows.length && !isThinking) {
      redraw(element, button("counsel", say(now.is_second ? "counsel-compare" : "counsel-ask"), () => send("counsel", at()), { full: true, quiet: true }));
      return;
    }
    redraw(element,
      make("div.fk-counsel-head", {}, symbol("monk", { size: "c32" }), make("h3", {}, say("counsel-title"))),
      isThinking ? make("div.sheet.wait.fk-counsel-wait", { role: "status" }, make("span.grow", {}, say("counsel-thinking")), bar(now.share ?? 0), button("counsel-stop", say("counsel-stop"), () => send("counsel-stop"))) : null,
      make("ol.fk-counsel-plans", {}, rows.map(plan)),
      rows.length && now.about ? make("p.mut.small", {}, now.about) : null,
      rows.length && now.note ? make("p.small", {}, now.note) : null);
    if (isAsked) element.scrollIntoView({ block: "start" });
  }

  model.on("change:counsel change:asked", draw);
  draw();
  return { element, stop: () => model.off("change:counsel change:asked", draw) };
}
