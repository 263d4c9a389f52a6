// The course of a fight that is over: one line a round, and behind it every roll with its faces and what came of it.
import { dieFace } from "../fight/die_face.mjs";
import { make, symbol } from "../base/dom.mjs";
import { figure } from "../gear/cast_card.mjs";

// `opened` keeps what somebody opened or closed, by `key` and round, over redraws; at first a laptop shows the last one.
export function courseOf(rounds, say, rule, opened, key) {
  if (!rounds.length) return null;
  const sign = (colour, name) => make("span.fk-course-who", name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }, colour ? figure(colour, say, "c20") : symbol("d-head", { size: "c20" }));
  const broken = (off, said) => make("span.fk-course-off", { role: "img", "aria-label": said }, "−", [...new Set(off)].flatMap((letter) => [off.split(letter).length > 2 ? String(off.split(letter).length - 1) : "", symbol(`cube-${letter}`, { size: "c20" })]));
  const mark = ({ name, colour, text, off, said }) => make("span.fk-course-mark", {}, sign(colour, name), text, off ? broken(off, said) : null);
  const sentence = (who, own, text) => (who && who !== own ? `${who}: ${text}` : text);
  const turn = ({ name, colour, dice, lines }) => make("li", {},
    make("p", {}, sign(colour, ""), make("b", {}, name), make("span.fk-course-dice", {}, dice.map((face) => dieFace(face.colour, face, say, "c32")))),
    lines.length ? make("ul.fk-told-list", {}, lines.map(({ text, rule: id, who }) => make("li", {}, sentence(who, name, text), " ", rule(id)))) : null);
  return make("section.fk-course", { "data-part": "course", "aria-label": say("course-title") }, rounds.map(({ title, marks, turns }, number) => {
    const place = `${key}-${number}`;
    return make("details", { open: opened.get(place) ?? (innerWidth >= 900 && number === rounds.length - 1), ontoggle: (event) => opened.set(place, event.target.open) },
      make("summary", { "data-key": `round-${place}` }, make("b", {}, title), marks.map(mark)),
      make("ol", {}, turns.map(turn)));
  }));
}
