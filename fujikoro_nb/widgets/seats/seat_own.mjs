// What a seat's owner taps beside the board: points, lives, whether the samurai stands, and the backpack.
import { make, symbol } from "../base/dom.mjs";
import { button } from "../base/page_parts.mjs";

/**
 * @typedef {object} OwnSeat
 * @property {any} view everybody at the table
 * @property {any} one the owner's line of it
 * @property {any} me the owner's board
 * @property {{do: any}[]} waiting taps that are not on the table yet
 * @property {Say} say
 * @property {(act: string, fields?: object) => void} send
 * @property {boolean} sure whether the next loss of the last life is meant
 * @property {{isOpen: boolean}} sources whether it is shown what points are for
 */

const waitingFor = (waiting, act) => waiting.filter((tap) => tap.do.act === act);

function stepper({ label, less, more, number, isPending, key }) {
  return make("section", {}, make("h3", {}, label),
    make(`div.fk-seat-step${isPending ? ".is-pending" : ""}`, { role: "group", "aria-label": label },
      make("button.btn", { type: "button", "data-key": `${key}-less`, "aria-label": less.label, disabled: less.disabled, onclick: less.tap }, symbol("i-minus")),
      make("b.num", { "data-part": key }, number),
      make("button.btn", { type: "button", "data-key": `${key}-more`, "aria-label": more.label, disabled: more.disabled, onclick: more.tap }, symbol("i-plus"))));
}

const tapPoints = (send) => (points, source = "correction") => () => send("points", { points, source });

/** @param {OwnSeat} at */
export function pointsPart({ one, waiting, say, send }) {
  const pending = waitingFor(waiting, "points").reduce((sum, tap) => sum + tap.do.points, 0);
  const tap = tapPoints(send);
  const name = one.name;
  return stepper({
    key: "points", label: say("points", { name }), number: String(one.points + pending), isPending: waitingFor(waiting, "points").length > 0,
    less: { label: say("points-less", { name }), tap: tap(-1), disabled: false }, more: { label: say("points-more", { name }), tap: tap(1), disabled: false },
  });
}

// What points are for, a row each: it has the width of the page, so that no word breaks.
/** @param {OwnSeat} at */
export function sourcesPart({ view, say, send, sources }) {
  const tap = tapPoints(send);
  const rows = view.sources.map(({ source, label, amounts }) => make("div.row", { role: "group", "aria-label": label },
    make("span.grow", {}, label), amounts.map((amount) => button(`${source}-${amount}`, `+${amount}`, tap(amount, source)))));
  const part = make("details.sheet.fk-seat-sources", { open: sources.isOpen }, make("summary", {}, say("points-for")), rows);
  part.addEventListener("toggle", () => { sources.isOpen = part.open; });
  return part;
}

/** @param {OwnSeat} at */
export function lifePart({ view, one, waiting, say, send, sure }) {
  const name = one.name;
  const isPending = waitingFor(waiting, "life").length > 0;
  const tap = (by) => () => send("life", { by, sure: by < 0 && sure });
  return stepper({
    key: "lives", label: say("lives-of", { name }), number: say("lives", { n: one.lives }), isPending,
    less: { label: say("life-less", { name }), tap: tap(-1), disabled: isPending || !one.lives || view.isOver },
    more: { label: say("life-more", { name }), tap: tap(1), disabled: isPending || one.lives === 2 },
  });
}

/** @param {OwnSeat} at */
export function samuraiPart({ view, one, me, waiting, say, send }) {
  if (!me.canLie) return null;
  const last = waitingFor(waiting, "out").at(-1);
  const isOut = last ? last.do.on : me.isOut;
  const choice = (key, on) => make(`button.btn${isOut === on ? ".is-on" : ""}${last && isOut === on ? ".is-pending" : ""}`, {
    type: "button", role: "radio", "data-key": key, "aria-checked": String(isOut === on), disabled: view.isOver, onclick: () => isOut !== on && send("out", { on }),
  }, say(key));
  return make("section", {}, make("h3", {}, say("samurai", { name: one.name })),
    make("div.fk-seat-sw", { role: "radiogroup", "aria-label": say("samurai", { name: one.name }) }, choice("stands", false), choice("out", true)));
}

/** @param {OwnSeat} at */
export function backpackPart({ one, me, waiting, say, send }) {
  const asked = waitingFor(waiting, "backpack");
  const label = say("backpack", { name: one.name, n: me.cubes, max: me.room });
  const row = (material) => {
    const mine = asked.filter((tap) => tap.do.material === material);
    const count = me.backpack[material] + mine.reduce((sum, tap) => sum + tap.do.by, 0);
    const word = say(`word.${material}`);
    return make(`div.fk-seat-step${mine.length ? ".is-pending" : ""}`, { role: "group", "aria-label": word },
      make("button.btn", { type: "button", "data-key": `pack-${material}-less`, "aria-label": say("cube-out", { material: word }), disabled: count < 1, onclick: () => send("backpack", { material, by: -1 }) }, symbol("i-minus")),
      make("b.num.row", {}, symbol(`cube-${material}`, { size: "c32", label: word }), make("span", { "data-part": `pack-${material}` }, String(count))),
      make("button.btn", { type: "button", "data-key": `pack-${material}-more`, "aria-label": say("cube-in", { material: word }), onclick: () => send("backpack", { material, by: 1 }) }, symbol("i-plus")));
  };
  return make("section.sheet.fk-seat-pack", { "data-part": "backpack" }, make("h3", {}, label), make("div.fk-seat-cubes", {}, ["W", "M", "T"].map(row)),
    me.always ? null : button("pack-monk", say("monk"), () => send("backpack-monk", { on: !me.monk }), { on: me.monk, full: true }));
}
