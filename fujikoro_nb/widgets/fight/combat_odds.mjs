// The odds of a whole fight: the dragon in two taps, three numbers to read across a table, and what would change them.
import { make } from "../base/dom.mjs";
import { answerPart } from "./odds_answer.mjs";
import { fightersPart, goalsPart } from "./odds_choices.mjs";
import { curvePart } from "./odds_curve.mjs";
import { dragonPart } from "./odds_dragon.mjs";
import { morePart } from "./odds_more.mjs";
import { whyPart } from "./odds_why.mjs";

// `box` is the whole panel; `typeFaces` opens the faces of the house dice, `play` begins or shows the fight.
export function oddsPart(model, box, say, { typeFaces, play }) {
  const dragon = dragonPart(model, say, { addGuard: () => fighters.addGuard(), isBetween: () => fighters.isLayingGuard() || model.get("others").length > 0, changed: () => answer.fade(true) });
  const curve = curvePart(model, say, dragon);
  const goals = goalsPart(model, say);
  const why = whyPart(model, say);
  const more = morePart(model, say);
  const fighters = fightersPart(model, box, say, () => dragon.drawNumbers());
  const answer = answerPart(model, box, say, { typeFaces, play, curve, why, goals });
  const { first, empty, refusal, house, big, monk, bar, status, assumed, begin, together, how } = answer.places;
  const side = make("div.fk-fight-side", {}, more.element, fighters.element);
  const element = make("div.fk-fight-cols", {},
    make("div.fk-fight-main", {}, dragon.owned, dragon.sizes, dragon.monk, dragon.numbers, dragon.note, first, empty, refusal, house, big, monk, bar, status, assumed, begin, together,
      goals.element, curve.element, why.element, how, dragon.houses), side);

  // ---- numbers of other gear are counted again when somebody looks
  let isSeen = false;
  const ask = () => {
    if (isSeen && model.get("tab") === "odds" && model.get("answer").state === "stale") model.send({ act: "count" });
  };
  const seeing = new IntersectionObserver((entries) => {
    isSeen = entries[entries.length - 1].isIntersecting;
    ask();
  });
  seeing.observe(element);

  const listen = [
    ["change:dragon", () => { dragon.heard(); answer.draw(); }],
    ["change:offers", dragon.drawOffers],
    ["change:has_guards", dragon.draw],
    ["change:answer change:house_in_fight change:mine", () => { answer.draw(); ask(); }],
    ["change:mine change:others change:monks", fighters.anew],
    ["change:others change:monk change:may_duel change:has_guards", answer.draw],
    ["change:dragon change:is_alone", fighters.draw],
    ["change:more change:mine", more.draw],
    ["change:trace", why.draw],
    ["change:job", () => { answer.drawStatus(); answer.drawMonk(); more.draw(); why.draw(); }],
    ["change:goal change:is_all_dice change:came change:walks", goals.draw],
  ];
  for (const [events, drawn] of listen) model.on(events, drawn);
  dragon.draw();
  goals.draw();
  answer.draw();
  more.draw();
  fighters.draw();
  return {
    element,
    side,
    shown: ask,
    kept: () => big.scrollIntoView({ block: "nearest" }),
    stop: () => {
      seeing.disconnect();
      for (const [events, drawn] of listen) model.off(events, drawn);
    },
  };
}
