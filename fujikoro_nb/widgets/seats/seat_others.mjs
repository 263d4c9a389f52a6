// What a seat reads: the gear, points and state of everybody else, and who may write what.
import { make, symbol } from "../base/dom.mjs";
import { button } from "../base/page_parts.mjs";
import { smallBoard } from "../gear/small_board.mjs";

/**
 * @param {any} view
 * @param {Say} say
 * @returns {Child[]}
 */
export function othersPart(view, say) {
  const rest = view.people.filter((one) => one.seat !== view.seat);
  if (!rest.length) return [];
  return [make("div.row", {}, make("h2.grow", {}, say("others")), make("span.tag", {}, symbol("i-eye", { size: "c20" }), say("read-only"))),
    make("div.fk-seat-rest", {}, rest.map((one) => otherSeat(one, view, say)))];
}

function otherSeat(one, view, say) {
  const [left, right] = one.columns;
  const state = [one.isOut ? say("knocked-out") : "", one.isGone ? say("gone") : "", one.isHeld ? "" : say("no-phone")].filter(Boolean);
  const score = view.hasPoints ? say("points-n", { n: one.points }) : say("lives", { n: one.lives });
  return make(`section.fk-seat-other${one.isTurn ? ".is-turn" : ""}`, { "data-seat": one.seat, "aria-label": one.name },
    make("h3.row", {}, make(`span.fk-seat-face${one.colour ? `.is-${one.colour}` : ""}`, { "aria-hidden": "true" }, symbol("samurai", { size: "c32" })), make("bdi", {}, one.name)),
    smallBoard({ text: one.weapon, columns: left + right, rows: one.rows, split: left }, { label: `${say("weapon-of", { name: one.name })}: ${say("cubes-n", { n: one.cubes })}` }),
    make("p", {}, make("b", { "data-part": "score" }, score), state.length ? make("small.mut", {}, state.join(", ")) : null));
}

/**
 * @param {any} view
 * @param {Say} say
 * @param {{open: () => void, stand: () => void, hasHost: boolean}} acts `hasHost`: a device may write every seat here
 * @returns {Child[]}
 */
export function mayWrite(view, say, { open, stand, hasHost }) {
  const one = view.people.find((each) => each.seat === view.seat);
  const names = view.people.filter((each) => each !== one).map((each) => each.name).join(", ");
  const line = (icon, text) => make("li", {}, symbol(icon), make("span", {}, text));
  return [make("h2", {}, say("may")),
    make("ul", {},
      line("i-pen", view.hand === "host" ? say("may-host") : say(view.hasPoints ? "may-you" : "may-you-together", { name: one.name })),
      names && view.hand !== "host" ? line("i-lock", say("may-others", { names })) : null,
      view.hand === "host" || !hasHost ? null : line("i-seat", say("may-host")),
      view.hand === "host" ? null : line("i-undo", say("may-undo"))),
    button("take-over", say(view.hand === "host" ? "choose-seat" : "lost-phone"), open, { full: true }),
    make("p.mut.small", {}, say("everybody")),
    button("stand-up", say("stand-up"), stand, { full: true, quiet: true })];
}
