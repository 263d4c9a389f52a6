// Why the odds are what they are: round by round, what breaks, and what the dragon does.
import { make, markSign, put, ruleLink, symbol } from "../base/dom.mjs";
import { fightMark, stopWork, workShare } from "./odds_signs.mjs";

// Returns {element, draw()}.
export function whyPart(model, say) {
  const why = make("section.sheet.fk-fight-why", { "data-part": "why" });
  const rule = (id) => ruleLink(id, say);
  const mark = () => fightMark(model, say);
  const progress = (share) => workShare(share, say);
  const stop = () => stopWork(model, say);

  function drawWhy() {
    const trace = model.get("trace");
    const { what, share } = model.get("job");
    const isMonk = model.get("dragon").kind === "monk";
    if (what === "trace") {
      put(why, make("div.fk-fight-status", {}, make("span.grow", {}, say("working"), progress(share)), stop()));
    } else if (!trace.rounds) {
      put(why, make("button.btn.full", { type: "button", "data-key": "why", onclick: () => model.send({ act: "why" }) }, say("why")));
    } else {
      put(why, make("h2", {}, say("why-title"), mark()),
        make("ol.rounds", {}, trace.rounds.map(({ number, shares, said }) => make("li", {}, make("b", {}, say("why-round", { n: number })),
          make("div", {}, make("div.stack", { role: "img", "aria-label": say("why-said", { win: said[0], out: said[1], on: said[2] }) },
            make("i.v-win", { style: `width:${shares[0] * 100}%` }), make("i.v-lose", { style: `width:${shares[1] * 100}%` })),
          make("span", {}, say("why-said", { win: said[0], out: said[1], on: said[2] })))))),
        make("h3", {}, say("why-breaks")),
        trace.lost.length ? make("ul.fk-fight-facts", {}, trace.lost.map(({ colour, mean, none }) => make("li", {}, symbol(`cube-${colour}`, { size: "c32" }), make("span", {}, say("why-lost", { mean, material: say(`cube-${colour}`), none }))))) : make("p", {}, say("why-nothing-breaks")),
        rule("combat.break.per-symbol"),
        make("h3", {}, say(isMonk ? "why-monk" : "why-dragon")),
        make("ul.fk-fight-facts", {}, [["why-strike", trace], ["why-beaten", { percent: trace.beaten }], ["why-left", trace]].map(([key, data]) => make("li", {}, symbol(isMonk ? "monk" : `dragon-${model.get("dragon").size}`, { size: "c32" }), make("span", {}, say(key, data)))),
          !isMonk && make("li", { "data-part": "teeth" }, symbol("cube-T", { size: "c32" }), make("span", {}, say("why-teeth", { teeth: trace.teeth.mean }), markSign(trace.teeth.mark)))),
        rule("combat.helmet.absorb"));
    }
  }

  return { element: why, draw: drawWhy };
}
