// What was taken out of one's own box or changed, each with a button that brings it back.
import { dress, make, noticeLine, put, symbol, watcher } from "../base/dom.mjs";
import { pieceDrawing, pieceWord } from "./piece_drawing.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-out");
  const changed = watcher();
  const toggle = make("button.btn.full", { type: "button", "data-act": "taken-out", onclick: () => model.send({ act: model.get("is_open") ? "close" : "open" }) }, symbol("i-undo"), make("span", {}, say("open")));
  const said = make("p.fk-out-said", { role: "status" });
  const about = make("p.mut");
  const list = make("ul.fk-pieces", { "aria-label": say("title") });
  const more = make("button.btn.quiet.full", { type: "button", "data-act": "more", onclick: () => model.send({ act: "more" }) });
  box.append(toggle, noticeLine(model), said, about, list, more);
  let place = -1; // where the line stood that is being brought back: the focus goes on to the next one

  const when = (seconds) => new Date(seconds * 1000).toLocaleString(model.get("language"), { dateStyle: "medium", timeStyle: "short" });

  function line(one, index) {
    const word = one.piece ? pieceWord(say, one.piece) : one.notation;
    return make("li", { "data-mark": one.mark, "data-id": one.id },
      make("span.fk-piece-picture", {}, one.piece ? pieceDrawing(say, one.piece) : null),
      make("div.grow", {}, make("b", {}, one.name), make("p.mut", {}, word), make("p.mut.fk-out-when", {}, say(one.changed ? "replaced" : "went", { id: one.id, when: when(one.went) }))),
      make("button.btn", { type: "button", "data-act": "bring-back", "aria-label": say("bring-back-named", { name: one.name, id: one.id }), onclick: () => { place = index; model.send({ act: "bring-back", mark: one.mark }); } }, symbol("i-undo"), say("bring-back")));
  }

  function drawOut() {
    const isOpen = model.get("is_open");
    const shown = model.get("shown");
    const further = model.get("more");
    toggle.setAttribute("aria-expanded", String(isOpen));
    for (const part of [about, list]) part.hidden = !isOpen;
    more.hidden = !isOpen || !further;
    put(said, model.get("said"));
    said.hidden = !model.get("said");
    if (changed("about", shown.length)) put(about, say(shown.length ? "about" : "none"));
    if (changed("more", further)) put(more, say("more", { n: further }));
    if (!changed("list", shown)) return;
    const isHeld = list.contains(document.activeElement);
    put(list, ...shown.map(line));
    if (isHeld) (list.children[Math.min(place, list.children.length - 1)]?.querySelector("button") ?? toggle).focus();
  }

  model.on("change", drawOut);
  drawOut();
}

export default { render };
