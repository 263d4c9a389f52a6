// Monsters and cards of Makai Fuda: colour, letter, pattern and figure; paper by day and by night, as the real card is.
import { draw } from "../base/dom.mjs";

const LINE = "stroke:#1e1a17;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round";
const eye = (x, y) => [draw("circle", { cx: x, cy: y, r: 3.6, style: `fill:#fffaf0;${LINE}` }), draw("circle", { cx: x, cy: y, r: 1.3, style: "fill:#1e1a17" })];
const shape = (d, fill) => draw("path", { d, style: `fill:${fill};${LINE}` });
const teeth = (d) => draw("path", { d, style: "fill:#fffaf0;stroke:#1e1a17;stroke-width:1.5;stroke-linejoin:round" });
const stroke = (d, width = 2.2, colour = "#1e1a17") => draw("path", { d, style: `fill:none;stroke:${colour};stroke-width:${width};stroke-linecap:round` });

/** By kind: the letter, the ground, its pattern, and the figure. */
const MONSTERS = {
  blue: { letter: "B", ground: "#a9c8ea", pattern: ["M0 5q3-5 6 0t6 0", "#5b8fc7"], figure: () => [shape("M6 38q-3-24 10-29 1-5 6-7 5 2 6 7 13 5 10 29-4-5-8 0-4-5-8 0-4-5-8 0-4-5-8 0z", "#2f6db5"), eye(16, 20), eye(28, 20), stroke("M16 29q6 4 12 0")] },
  green: { letter: "G", ground: "#a9d3b3", pattern: ["M0 9l6-7 6 7", "#5d9e6e"], figure: () => [shape("M8 39q-2-16 4-21L4 5l13 8q5-2 10 0L40 5l-8 13q6 5 4 21z", "#3c8a55"), eye(16, 22), eye(28, 22), teeth("M15 31h14l-3 4-2-4-2 4-2-4-2 4z")] },
  yellow: { letter: "Y", ground: "#f1d68b", pattern: ["M-2 12L12-2M4 14L14 4", "#c39a2c"], figure: () => [shape("M22 3l18 36H4z", "#e0b440"), draw("circle", { cx: 22, cy: 24, r: 6.5, style: `fill:#fffaf0;${LINE}` }), draw("circle", { cx: 22, cy: 24, r: 2.4, style: "fill:#1e1a17" }), stroke("M14 35h16")] },
  red: { letter: "R", ground: "#eaa593", pattern: ["M3 0v6M0 3h6M9 6v6M6 9h6", "#c8614a"], figure: () => [shape("M8 40V20q-6-6-4-15 6 1 8 8 10-5 20 0 2-7 8-8 2 9-4 15v20z", "#c5432b"), stroke("M12 19l7 4M32 19l-7 4", 3), eye(16, 25), eye(28, 25), teeth("M14 34h16v-3l-3 2-2-2-3 2-3-2-2 2-3-2z")] },
  magic: { letter: "★", ground: "#8d6a97", pattern: ["M6 2v8M2 6h8", "#b394bb"], figure: () => [shape("M22 3l4.5 13L40 18 29.5 26 33 40 22 32 11 40l3.5-14L4 18l13.5-2z", "#7c4a86"), stroke("M22 13v16M14 21h16", 3, "#fffaf0")] },
};
const MAGIC_BONUS = "+3"; // as it is printed on the card
let made = 0; // a pattern needs a name of its own: one in a hidden card would vanish from the others

/** The small picture of a kind, on its colour. */
export function kindSign(kind) {
  const { ground, figure } = MONSTERS[kind];
  return draw("svg.fk-makai-kind", { viewBox: "0 0 44 44", "aria-hidden": "true" }, draw("rect", { x: 1, y: 1, width: 42, height: 42, rx: 5, style: `fill:${ground};stroke:#1e1a17;stroke-width:2` }), ...figure().flat());
}

/** A card with its number and letter in the left corner, pattern and figure below, and what it is called. */
export function monsterCard({ kind, strength, ability, title, name }) {
  const { letter, ground, pattern, figure } = MONSTERS[kind];
  const isMagic = kind === "magic";
  const id = `fk-makai-${(made += 1)}`;
  const number = isMagic ? MAGIC_BONUS : String(strength);
  const below = ability || title;
  return draw("svg.fk-makai-card", { viewBox: "0 0 86 124", role: "img", "aria-label": [name, ability].filter(Boolean).join(", ") },
    draw("defs", {}, draw("pattern", { id, width: 12, height: 12, patternUnits: "userSpaceOnUse" }, draw("path", { d: pattern[0], style: `fill:none;stroke:${pattern[1]};stroke-width:1.6` }))),
    draw("rect", { x: 1.5, y: 1.5, width: 83, height: 121, rx: 6, style: "fill:#fcfaf4;stroke:#1e1a17;stroke-width:2.5" }),
    draw("path", { d: "M7 36h72v58H7z", style: `fill:${ground};stroke:#1e1a17;stroke-width:1.5` }), draw("path", { d: "M7 36h72v58H7z", fill: `url(#${id})` }),
    draw("svg", { x: 20, y: 42, width: 46, height: 46, viewBox: "0 0 44 44" }, ...figure().flat()),
    draw("text", { x: 7, y: 30, style: `font:700 ${isMagic ? 20 : 28}px var(--fk-serif);fill:#1e1a17` }, number), // the right corner is for the mark of who may play it
    draw("text", { x: isMagic ? 36 : 12 + 16 * number.length, y: isMagic ? 28 : 29, style: `font:700 ${isMagic ? 15 : 21}px var(--fk-sans);fill:#1e1a17` }, letter),
    draw("text", { x: 43, y: 114, "text-anchor": "middle", ...(below.length > 7 ? { textLength: 72, lengthAdjust: "spacingAndGlyphs" } : {}), style: "font:700 18px var(--fk-sans);fill:#1e1a17" }, below));
}
