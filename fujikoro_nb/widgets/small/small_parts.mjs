// Pieces that both small games draw: a refusal, what happened, a face-down back.
import { draw, make, markSign, ruleLink, symbol } from "../base/dom.mjs";

// Whether this is somebody's own phone while another one is asked.
export const looksOn = (view) => Boolean(view.own && !view.mine);

export function refusedPart(refused, say) {
  if (!refused?.text) return null;
  return make("section.verdict.no", { role: "alert", "data-part": "refused" },
    make("div.seal", {}, symbol("i-no"), say("no")),
    make("div", {}, make("p.say", {}, refused.text), ruleLink(refused.rule, say)));
}

/** That the cards are our own, where no booklet prints them. */
export const oursPart = (words, say) => (words ? make("p.mut.small.fk-small-ours", { "data-part": "ours" }, markSign(words), say("house-mark")) : null);

/** Whose cards are played, and which line of the owner's is why it is not theirs. */
export const deckPart = ({ text, rule }, say) => (text ? make("p.mut.small.fk-small-ours", { "data-part": "deck" }, markSign(say("house-mark")), text, " ", rule ? ruleLink(rule, say) : null) : null);

/** What happened, the oldest first, each with the rule behind it on a tap. */
export function happenedPart(told, say, { most = 0 } = {}) {
  const shown = most ? told.slice(-most) : told;
  return make("section.sheet.fk-small-told", { "data-part": "happened" }, make("h3", {}, say("happened")),
    shown.length
      ? make("ol", {}, shown.map(({ text, rule, why }) => make("li", {}, make("span", {}, text), why ? make("span.mut", {}, ` ${why}`) : null, " ", ruleLink(rule, say))))
      : make("p.mut", {}, say("happened-none")));
}

/** The back of a card. */
export const backSign = () => draw("svg.fk-small-back", { viewBox: "0 0 30 42", "aria-hidden": "true" },
  draw("rect", { x: 1.5, y: 1.5, width: 27, height: 39, rx: 4, style: "fill:var(--fk-indigo-block);stroke:#1e1a17;stroke-width:2" }),
  draw("path", { d: "M8 21l7-12 7 12-7 12z", style: "fill:#d9a441;stroke:#1e1a17;stroke-width:1.5" }));

const INK = "stroke:#1e1a17;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round";
const CUBES = {
  T: { top: "#f2fafc", side: "#b8ccd2", face: "#dcebee", text: "#1e1a17", marks: ["M7 14l8-1M7 20l3-.5", "stroke:#fff;stroke-width:2.5;stroke-linecap:round"] },
  Y: { top: "#f7dc86", side: "#b38a1e", face: "#e6bd43", text: "#1e1a17", marks: ["M5 13h28M5 37.5h28", "stroke:#7a5a08;stroke-width:2.6;stroke-dasharray:3 4"] },
  R: { top: "#d9614a", side: "#7e1c0c", face: "#b3301a", text: "#fffaf0", marks: ["M4 18 12 10M4 40l8-8M26 40l8-8M26 18l8-8", "stroke:#7e1c0c;stroke-width:3"] },
};

/** A cube of Fuji 99: colour, letter and pattern. */
export function cubeSign(letter, size = "c32", at = {}) {
  const { top, side, face, text, marks } = CUBES[letter];
  return draw(`svg.${size}`, { viewBox: "0 0 44 44", "aria-hidden": "true", ...at },
    draw("path", { d: "M3 9 9 3h32l-6 6z", style: `fill:${top};${INK}` }), draw("path", { d: "M35 9l6-6v32l-6 6z", style: `fill:${side};${INK}` }),
    draw("path", { d: "M3 9h32v32H3z", style: `fill:${face};${INK}` }), draw("path", { d: marks[0], style: marks[1] }),
    draw("text", { x: 19, y: 33, "text-anchor": "middle", style: `font:700 22px var(--fk-sans);fill:${text}` }, letter));
}
