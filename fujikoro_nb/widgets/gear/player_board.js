// PlayerBoard: one player board by itself.
import { dress, keeps } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";
import { smallPlayer, wholeBoard } from "./player_board.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-board-widget");
  let isOpen = false;
  function draw() {
    const board = model.get("board");
    if (board.name === undefined) return;
    const toggle = () => {
      isOpen = !isOpen;
      draw();
    };
    redraw(box, model.get("is_small") && !isOpen ? smallPlayer(board, say, { isOpen, toggle }) : wholeBoard(board, say));
  }
  keeps(box, "open", () => isOpen || null, () => { isOpen = true; draw(); });
  model.on("change:board change:is_small", draw);
  draw();
  return () => model.off("change:board change:is_small", draw);
}

export default { render };
