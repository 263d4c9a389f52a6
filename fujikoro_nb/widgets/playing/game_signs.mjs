// What every symbol of the game's page means: those of the map from its own table, those of boards and of the score bar.
import { make, symbol } from "../base/dom.mjs";
import { signLines } from "../map/hex_map_game.mjs";

/** Symbols of the score bar, by what they stand for. */
export const BAR_SYMBOLS = { marker: "i-flag", "lava-past": "lava", lava: "lava-next", rope: "rope", end: "i-flag" };

const BOARD_SYMBOLS = ["cube-W", "cube-M", "cube-T", "cube-G", "monk", "scroll", "blueprint", "adventure", "house"];

/** A drawer with all of them; `open()` shows it. */
export function symbolsPart(say) {
  const line = (picture, name) => make("li", {}, make("span", {}, picture), make("span", {}, say(`means-${name}`)));
  const drawn = (name) => symbol(name, { size: "c32" });
  const part = (name, lines) => [make("h3", {}, say(`symbols-${name}`)), make("ul", {}, lines)];
  const element = make("details.fk-map-signs.fk-symbols", { "data-part": "symbols" },
    make("summary", { "data-key": "symbols" }, say("symbols")),
    part("map", signLines(say)),
    part("boards", [
      ...BOARD_SYMBOLS.map((name) => line(drawn(name), name)),
      line(make("i.fk-disc.own"), "disc"),
      line(make("span.fk-slot-cell.is-locked"), "locked"),
      line(make("i.fk-empty-spot"), "spot"),
    ]),
    part("bar", Object.entries(BAR_SYMBOLS).map(([name, sign]) => line(drawn(sign), name))));
  return {
    element,
    open() {
      element.open = true;
      element.scrollIntoView({ block: "start" });
      element.querySelector("summary").focus({ preventScroll: true });
    },
  };
}
