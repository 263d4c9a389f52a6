// The last page of an evening: who won, where the points came from, what is left over, and its story. Whoever looks on sees the
// same without buttons.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";

// The sheet alone, whatever else stands on the page.
function printSheet() {
  document.body.classList.add("fk-prints-ending");
  window.addEventListener("afterprint", () => document.body.classList.remove("fk-prints-ending"), { once: true });
  window.print();
}

const bar = ({ label, parts }) => make("div.fk-end-bar", { role: "img", "aria-label": label },
  parts.map(({ name, n, width }) => make(`i.is-${name}`, { style: `width:${width}%` }, make("span.num", {}, String(n)))));

/**
 * `send(seat, item, count)` enters what is left over; null for those who look on. `mine(seat)`: whether this page may for a seat.
 * @param {{say: Say, send?: ((seat: number, item: string, count: number) => void) | null, mine?: (seat: number) => boolean}} how
 */
export function endingPart({ say, send = null, mine = () => true }) {
  const element = make("section.fk-end", { "data-part": "ending", hidden: true });
  const link = (rule) => ruleLink(rule, say);

  const row = ({ seat, name, colour, place, points, isFirst, where, tie, lives }, hasPoints) => make(`li.fk-end-row${isFirst ? ".is-first" : ""}`, { "data-rank": seat },
    make("b.fk-end-place.num", {}, place ? String(place) : symbol(isFirst ? "i-ok" : "i-no")),
    make(`span.fk-score-swatch${colour ? `.is-${colour}` : ""}`, { "aria-hidden": "true" }),
    make("div.grow", {}, make("b", {}, make("bdi", {}, name)), make("p.small", {}, where, where && tie ? ". " : "", tie ? make("b", {}, tie) : "")),
    hasPoints ? make("b.fk-end-points.num", {}, String(points)) : make("span.tag", {}, say("lives", { n: lives })));

  function left({ seat, title, points, items }, hasLink) {
    const can = send && mine(seat);
    const step = ({ item, count, most, less, more }, by) => {
      const one = button(`left-${seat}-${item}-${by}`, "", () => send?.(seat, item, count + by), { icon: by > 0 ? "i-plus" : "i-minus", disabled: count + by < 0 || count + by > most });
      one.setAttribute("aria-label", by > 0 ? more : less);
      return one;
    };
    return make("section.sheet.fk-end-left", { "data-left": seat },
      make("div.row", {}, make("h3.grow", {}, title), make("span.tag.ind.num", {}, `+${points}`)),
      hasLink ? make("p.mut", {}, say("left-about"), " ", link("end.leftovers")) : null,
      make("div.fk-end-things", {}, items.map((thing) => make("div.fk-end-thing", { role: "group", "aria-label": thing.label, "data-item": thing.item },
        make("b", {}, thing.label),
        make("div.fk-end-count", {}, can ? step(thing, -1) : null, make("b.num", {}, String(thing.count)), can ? step(thing, 1) : null),
        make("small.mut", {}, thing.about)))));
  }

  return {
    element,
    // `view` is what views/evening/ending.py makes; empty while the game is on.
    show(view) {
      element.hidden = !view.title;
      if (!view.title) {
        element.replaceChildren();
        return;
      }
      redraw(element,
        make("div.fk-end-col", {},
          make("ol.sheet.fk-end-rank", { "aria-label": say("ranking") }, view.rows.map((one) => row(one, view.hasPoints))),
          view.tie ? make("p", { "data-part": "tie" }, link(view.tie)) : null,
          view.origins.length ? make("section.sheet", { "data-part": "origins" }, make("h2", {}, say("origins")),
            make("ul.fk-end-bars", {}, view.origins.map((one) => make("li", {}, make("b", {}, make("bdi", {}, one.name)), bar(one), make("b.num", {}, String(one.points)), one.off ? make("p.small.mut", {}, one.off) : null))),
            make("p.fk-end-legend", {}, view.legend.map(({ name, label }) => make("span", {}, make(`i.is-${name}`, { "aria-hidden": "true" }), label)))) : null,
          view.left.map((one, at) => left(one, at === 0)),
          view.left.length && view.hasOthers ? make("p.mut.small", {}, say("left-others"), " ", link("end.leftovers.not-escaped")) : null),
        make("div.fk-end-col", {},
          make("section.sheet.fk-end-story", { "data-part": "story" }, make("h2", {}, say("story")),
            make("ol", {}, view.story.map(({ when, text }) => make("li", {}, make("b.num", {}, when), make("span", {}, text))))),
          button("print-ending", say("print"), printSheet, { main: !send, full: true, icon: "i-list" })));
    },
  };
}
