// The ruling log for people who look on: what is played, who said so and when, and which rule it is about.
import { dress, make, noticeLine, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-log");
  root.classList.add("fk-ruling-reader");
  const isNew = watcher();
  const lines = make("section.fk-log-lines", { "data-part": "lines" });
  const played = make("section.sheet.fk-log-switched", { "data-part": "played" });
  root.append(noticeLine(model), make("p.mut", {}, say("about")), make("div.fk-log-cols", {}, lines, played));
  const link = (rule) => ruleLink(rule, say);

  function line(one) {
    const on = one.options.find((each) => each.on);
    return make(`article.sheet.fk-log-line${one.isInForce ? "" : ".is-past"}`, { "data-line": one.number },
      make("h2", {}, one.title),
      make(one.isInForce ? "p.say" : "p", { "data-part": "played-here" }, on.says),
      make("p.fk-log-tags", {}, one.isInForce ? make("span.tag.ind", {}, say("chosen")) : make("span.tag", {}, say("replaced")),
        one.isOurs ? make("span.tag", {}, say("ours")) : null),
      one.isInForce && !one.isOurs ? make("p.mut", {}, say("ours-is", { says: one.options[0].says })) : null,
      make("p.mut", { "data-part": "by" }, symbol("i-pen", { size: "c20" }), " ", say("by", { who: one.who || say("everybody"), when: one.when })),
      one.note ? make("p.fk-log-note", {}, say("why", { note: one.note })) : null,
      make("p.mut.small", {}, one.isInForce && !one.isOurs ? [say(one.isSwitch ? "switch" : "noted"), " "] : null, link(one.rule)));
  }

  function drawAll() {
    const [told, otherwise, hasLog] = [model.get("lines"), model.get("played"), model.get("has_log")];
    if (!isNew("all", told, otherwise, hasLog)) return;
    lines.hidden = !hasLog;
    redraw(lines, told.length ? told.map(line) : make("p.sheet", { "data-part": "empty" }, say("empty")));
    played.hidden = !otherwise.length;
    redraw(played, make("h2", {}, say("game-plays")), make("ul", {}, otherwise.map(({ rule, title, says }) => make("li", { "data-switch": rule },
      make("b", {}, title), make("p", {}, says, " ", link(rule))))));
  }
  const events = "change:lines change:played change:has_log";
  model.on(events, drawAll);
  drawAll();
  return () => model.off(events, drawAll);
}

export default { render };
