// The six faces of a die by tapping: each tap lays the next face, a tap on a laid one takes it off.
import { make, put } from "../base/dom.mjs";
import { dieFace } from "./die_face.mjs";

const FACES = ["0", "1", "2", "3", "4", "0*", "1*", "2*", "3*"];
const SIDES = 6;

const faceOf = (text) => ({ hits: parseInt(text, 10), broken: text.endsWith("*") });

// `changed(isWhole)` hears of every tap. Returns {element, text(), focus()}; the text is as somebody would type it.
export function tapDie(colour, say, changed) {
  /** @type {string[]} */
  let laid = [];
  const element = make("div.fk-tap-die", { "data-part": "tap-die" });
  const named = (text) => say(faceOf(text).broken ? "face-broken" : "face", { hits: faceOf(text).hits });

  function draw(at = "") {
    put(element,
      make("p.mut", { role: "status" }, say("tap-faces", { n: SIDES - laid.length })),
      make("div.fk-fight-row", { role: "group", "aria-label": say("tap-laid") }, Array.from({ length: SIDES }, (_, place) => (laid[place]
        ? make("button.die", { type: "button", "data-key": `laid-${place}`, "aria-label": say("tap-face-off", { face: named(laid[place]) }), onclick: () => { laid = laid.filter((_one, index) => index !== place); draw(`laid-${place}`); } }, dieFace(colour, faceOf(laid[place]), say))
        : make("span.fk-tap-side", { "aria-hidden": "true" })))),
      make("div.fk-fight-row", { role: "group", "aria-label": say("tap-known") }, FACES.map((text) => make("button.die", {
        type: "button", "data-key": `side-${text}`, "aria-label": named(text), disabled: laid.length === SIDES, onclick: () => { laid = [...laid, text]; draw(`side-${text}`); },
      }, dieFace(colour, faceOf(text), say)))));
    if (at) (element.querySelector(`[data-key="${at}"]:not([disabled])`) ?? element.querySelector("button:not([disabled])"))?.focus({ preventScroll: true });
    changed(laid.length === SIDES);
  }

  draw();
  return {
    element,
    text: () => laid.join(","),
    focus: () => element.querySelector("[data-key^=side-]")?.focus({ preventScroll: true }),
  };
}
