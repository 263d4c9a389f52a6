// A game for people who look on: the map, the boards, the log; nothing to answer.
import { dress, make, noticeLine, showInside } from "../base/dom.mjs";
import { sideParts } from "../playing/game_side.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-game-reader");
  root.classList.add("fk-game");
  const side = sideParts(model, say);
  const slot = make("div.fk-map-slot", {}, make("p.mut", {}, say("map-loading")));
  const asked = make("p.say.fk-asked", { role: "status", "data-part": "asked" });
  root.append(noticeLine(model), side.status, asked,
    make("div.fk-reader-cols", {}, make("div.fk-reader-map", {}, slot), make("div.fk-reader-side", {}, side.happened, side.boards, side.log)));
  const drawAsked = () => {
    asked.textContent = model.get("asked").said ?? "";
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
