// The form of a tile: a flower of seven spaces, told one after the other.
import { draw, make, put, symbol } from "../base/dom.mjs";
import { FLOWER_BOX, pictureSymbol, pictureWord, spaceDrawing, spaceWord } from "./piece_drawing.mjs";
import { blankTile, flowerStep, number, tell, textsOf, tileOf, turned, untell } from "./piece_geometry.mjs";

const PICTURES = ["plain", "square", "hexagon", "monk", "adventure", "lava", "exit"];
const DISCS = ["red", "pink", "green", "blue", "purple", "black"].map((colour) => `scroll ${colour}`);
const DRAGONS = ["blue", "green", "red", "white"].map((colour) => `dragon ${colour}`);
const NUMBERS = [1, 2, 3, 4, 5];
const LETTERS = { p: "plain", s: "square", h: "hexagon", m: "monk", a: "adventure", l: "lava", x: "exit" };

/** Returns {parts, open(piece), value(), focus()}; `changed()` is called after every tap. */
export function tileForm({ say, changed }) {
  let tile = blankTile();
  let past = [];
  const flower = draw("svg.fk-flower.fk-telling", { viewBox: FLOWER_BOX, role: "radiogroup", "aria-label": say("spaces") });
  const told = make("p.fk-at", { "aria-live": "polite" });

  function now(next) {
    past.push(tile);
    tile = next;
    drawTile();
  }

  function back() {
    tile = past.pop() ?? tile;
    drawTile();
  }

  function choose(index) {
    tile = { ...tile, at: index };
    drawTile();
  }

  function pressed(event) {
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === "z") back();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key.startsWith("Arrow")) choose(flowerStep(tile.at, event.key));
    else if (key === "delete" || key === "backspace") now(untell(tile));
    else if (key >= "1" && key <= "5") now(number(tile, Number(key)));
    else if (LETTERS[key]) now(tell(tile, LETTERS[key]));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const picker = (picture) => make("button.btn.fk-pick", { type: "button", "data-picture": picture, onclick: () => now(tell(tile, picture)) },
    pictureSymbol(picture, { size: "c32" }), make("span", {}, picture.includes(" ") ? say(`colour-${picture.split(" ")[1]}`) : pictureWord(say, picture)));
  const group = (key, ...buttons) => make(`div.fk-picks.fk-picks-${key}`, { role: "group", "aria-label": say(`group-${key}`) },
    make("b", {}, say(`group-${key}`)), make("div", {}, ...buttons));
  const undo = make("button.btn", { type: "button", "data-act": "back", onclick: back }, symbol("i-undo"), say("back"));
  const tools = make("div.chips", {},
    undo,
    make("button.btn", { type: "button", "data-act": "turn", onclick: () => now(turned(tile)) }, symbol("i-turn"), say("turn")),
    make("button.btn", { type: "button", "data-act": "untell", onclick: () => now(untell(tile)) }, symbol("i-eraser"), say("untell")));
  const palettes = make("div.fk-palettes", {},
    group("pictures", ...PICTURES.map(picker)),
    group("numbers", ...NUMBERS.map((n) => make("button.btn.fk-pick", { type: "button", "data-lava": n, "aria-label": say("erupts", { number: n }), onclick: () => now(number(tile, n)) }, symbol("lava-next", { size: "c20" }), make("b", {}, String(n))))),
    group("scrolls", ...DISCS.map(picker)),
    group("dragons", ...DRAGONS.map(picker)));

  function drawTile() {
    const hadFocus = flower.contains(document.activeElement);
    const spaces = tile.spaces.map((space, index) => draw(`g.fk-place${index === tile.at ? ".is-on" : ""}`, {
      role: "radio", "aria-checked": String(index === tile.at), tabindex: index === tile.at ? 0 : -1, "data-space": index,
      "aria-label": say("space-at", { where: say(`place-${index}`), what: space.isTold ? spaceWord(say, space) : say("untold") }),
      onclick: () => { choose(index); flower.querySelector("[tabindex='0']").focus({ preventScroll: true }); }, onkeydown: pressed,
    }, ...spaceDrawing(say, index, space)));
    put(flower, ...spaces.filter((_, index) => index !== tile.at), spaces[tile.at]); // the chosen one's frame lies on top
    if (hadFocus) flower.querySelector("[tabindex='0']").focus({ preventScroll: true });
    const space = tile.spaces[tile.at];
    told.textContent = say("space-at", { where: say(`place-${tile.at}`), what: space.isTold ? spaceWord(say, space) : say("untold") });
    undo.disabled = !past.length;
    changed();
  }

  return {
    parts: [make("p.mut.fk-hint", {}, say("tile-hint")), make("div.fk-tile", {}, make("div.fk-tile-side", {}, flower, told, tools), palettes)],
    open: (piece) => {
      tile = piece ? tileOf(piece.spaces) : blankTile();
      past = [];
      drawTile();
    },
    level: (level) => { flower.dataset.level = level; },
    focus: () => flower.querySelector("[tabindex='0']").focus({ preventScroll: true }),
    value: () => ({ spaces: textsOf(tile) }),
    isEmpty: () => false,
  };
}
