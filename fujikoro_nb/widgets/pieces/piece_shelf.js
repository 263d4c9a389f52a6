// The pieces of one's own box in a list, and the editor in its place while one is being told.
import { dress, make, noticeLine, put, showInside, symbol, watcher } from "../base/dom.mjs";
import { pieceDrawing, pieceWord } from "./piece_drawing.mjs";
import { speaker } from "../base/texts.mjs";

const SHELF_KINDS = { tile: "map", square: "token-sq", hexagon: "token-hex", dragon: "dragon-S", scroll: "scroll", adventure: "adventure" };

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-shelf");
  const changed = watcher();
  const head = make("div.fk-shelf-head");
  const adding = make("div.fk-adding", { role: "group", "aria-label": say("add-what") });
  const list = make("ul.fk-pieces");
  const slot = make("div");
  const takenOut = make("div");
  box.append(head, noticeLine(model), adding, list, takenOut, slot);
  let from = ""; // what was tapped to open the editor

  put(adding, make("b", {}, say("add-what")), make("div.chips", {}, ...Object.entries(SHELF_KINDS).map(([kind, image]) => make("button.btn", {
    type: "button", "data-add": kind, onclick: () => { from = `[data-add=${kind}]`; model.send({ act: "add", kind }); },
  }, image === "map" ? null : symbol(image, { size: "c32" }), say(`what-${kind}`)))));

  function line(piece) {
    return make("li", { "data-id": piece.id },
      make("span.fk-piece-picture", {}, pieceDrawing(say, piece)),
      make("div.grow", {}, make("b", {}, piece.name), make("p.mut", {}, pieceWord(say, piece))),
      make("button.btn", { type: "button", "data-act": "edit", "aria-label": say("edit-named", { name: piece.name }), onclick: () => { from = `[data-id="${CSS.escape(piece.id)}"] [data-act=edit]`; model.send({ act: "edit", id: piece.id }); } }, symbol("i-pen"), say("edit")),
      make("button.btn", { type: "button", "data-act": "remove", "aria-label": say("remove-named", { name: piece.name }), onclick: () => model.send({ act: "remove", id: piece.id }) }, symbol("i-clear"), say("remove")));
  }

  function drawShelf() {
    const shown = model.get("shown");
    if (changed("head", shown.length, model.get("undo_label"))) {
      put(head,
        make("div.grow", {}, make("h2", {}, say("title")), make("p.mut", {}, shown.length ? say("pieces", { n: shown.length }) : say("none"))),
        model.get("undo_label") ? make("button.btn.quiet", { type: "button", "data-act": "undo", onclick: () => model.send({ act: "undo" }) }, symbol("i-undo"), make("span", {}, model.get("undo_label"))) : null);
    }
    if (changed("list", shown)) put(list, ...shown.map(line));
    const isOpen = model.get("is_open");
    if (!changed("open", isOpen)) return;
    for (const part of [head, adding, list, takenOut]) part.hidden = isOpen;
    slot.hidden = !isOpen;
    if (isOpen) slot.scrollIntoView({ block: "nearest" });
    else if (from) (box.querySelector(from) ?? adding.querySelector("button")).focus();
  }

  const inside = [showInside(model, model.get("editor"), slot), showInside(model, model.get("taken_out"), takenOut)];
  model.on("change", drawShelf);
  drawShelf();
  return () => inside.forEach((one) => one.then((stop) => stop()));
}

export default { render };
