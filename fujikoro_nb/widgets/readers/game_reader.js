// A game for people who look on: the map, the boards, the log; nothing to answer.
import { dress, make, noticeLine, ruleLink, showInside } from "../base/dom.mjs";
import { sideParts } from "../playing/game_side.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-game-reader");
  root.classList.add("fk-game");
  const side = sideParts(model, say);
  const slot = make("div.fk-map-slot", {}, make("p.mut", {}, say("map-loading")));
  const asked = make("div.say.fk-asked", { role: "status", "data-part": "asked" });
  root.append(noticeLine(model), side.status, asked,
    make("div.fk-reader-cols", {}, make("div.fk-reader-map", {}, slot), make("div.fk-reader-side", {}, side.happened, side.boards, side.log)));
  const drawAsked = () => {
    const { said = "", together, choices = [], more, rule } = model.get("asked");
    asked.classList.toggle("is-together", Boolean(together));
    if (!together) asked.replaceChildren(said);
    else {
      asked.replaceChildren(make("b", {}, said), make("small", {}, together),
        make("ul.fk-choices", {}, choices.map(({ label, about }) => make("li", {}, make("b", {}, label), about ? make("small.mut", {}, about) : null))),
        ...(more ? [make("small.mut", {}, more)] : []), ruleLink(rule, say));
    }
    root.dataset.group = String(model.get("status").group?.round !== undefined);
  };
  model.on("change:asked change:status", drawAsked);
  drawAsked();
  let leave = () => {};
  showInside(model, model.get("map"), slot).then((stop) => { leave = stop; });
  return () => {
    model.off("change:asked change:status", drawAsked);
    side.stop();
    leave();
  };
}

export default { render };
