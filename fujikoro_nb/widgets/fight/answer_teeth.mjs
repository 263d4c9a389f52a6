// Teeth that a group shares: given out person by person, then sent with one button.
import { make, symbol } from "../base/dom.mjs";
import { button, plusMinus, redraw } from "../base/page_parts.mjs";
import { figure } from "../gear/cast_card.mjs";

/** Returns the part for a question's `share`: what was tapped stays while the page is drawn anew, until `at` is another one. */
export function teethPart({ say, answer }) {
  /** @type {{at: unknown, counts: number[]}} */
  let known = { at: null, counts: [] };

  return ({ teeth, lost, seats }, at) => {
    if (known.at !== at) known = { at, counts: seats.map(() => 0) };
    const { counts } = known;
    const box = make("section.fk-share-teeth", { "data-part": "share-teeth" });

    function person({ seat, name, colour, told }, index, left) {
      const count = counts[index];
      const step = (by) => { counts[index] += by; draw(); return box; };
      const title = say("teeth-for", { name });
      return make("li.sheet", { role: "group", "aria-label": title }, figure(colour, say), make("span.grow", {}, make("b", {}, name), make("small.mut", {}, told[count])),
        symbol("cube-T", { size: "c32" }), plusMinus(`share-${seat}`, { count, most: Math.min(told.length - 1, count + left), step, less: say("teeth-less", { what: title }), more: say("teeth-more", { what: title }) }));
    }

    function draw() {
      const left = teeth - counts.reduce((sum, one) => sum + one, 0);
      const who = seats.map(({ name }, index) => `${name} ${counts[index]}`).join(", ");
      redraw(box, make("p.fk-teeth-left", { role: "status" }, make("b.num", {}, say("teeth-left", { n: left, of: teeth }))), lost ? make("p.mut", {}, lost) : null,
        make("ul", {}, seats.map((one, index) => person(one, index, left))),
        button("share-send", left ? say("teeth-first") : say("teeth-send", { who }), () => answer(`share ${counts.join(" ")}`), { main: true, full: true, disabled: left > 0 }));
    }

    draw();
    return box;
  };
}
