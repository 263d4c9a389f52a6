// What a game was told of the real box and the owner's pack lacks: one button keeps it, one takes that back.
import { dress, make, noticeLine, put, watcher } from "../base/dom.mjs";
import { button } from "../base/page_parts.mjs";
import { pieceDrawing, pieceWord } from "./piece_drawing.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-offer");
  const changed = watcher();
  const offered = make("div.fk-offered");
  const done = make("div.fk-offered", { role: "status" });
  root.append(noticeLine(model), offered, done);

  const line = (piece) => make("li", {}, make("span.fk-piece-picture", {}, pieceDrawing(say, piece)),
    make("div.grow", {}, make("b", {}, piece.name), make("p.mut", {}, pieceWord(say, piece))));

  function draw() {
    const shown = model.get("shown");
    const kept = model.get("kept");
    if (!changed("all", shown, kept)) return;
    root.hidden = !shown.length && !kept;
    root.dataset.new = shown.length;
    root.dataset.kept = kept;
    put(offered, shown.length ? [
      make("h3", {}, say("title")), make("p", {}, say("about", { n: shown.length })),
      make("details", {}, make("summary.btn.quiet", { "data-key": "which" }, say("which")), make("ul.fk-pieces", {}, shown.map(line))),
      button("keep", say("keep-them"), () => model.send({ act: "keep" }), { main: true, full: true }),
    ] : []);
    put(done, kept ? [
      make("p", {}, say("kept", { n: kept })),
      button("undo-keep", say("undo-keep", { n: kept }), () => model.send({ act: "undo" }), { icon: "i-undo", quiet: true, full: true }),
    ] : []);
  }

  model.on("change:shown change:kept", draw);
  draw();
  return () => model.off("change:shown change:kept", draw);
}

export default { render };
