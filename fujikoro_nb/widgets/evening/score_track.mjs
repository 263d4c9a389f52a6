// The countdown as a picture: the start and the last eight spaces, each with a sign, a word and a number. No colour alone.
import { draw, make, symbol } from "../base/dom.mjs";

const SIGNS = { rope: "rope", end: "i-flag" };

function signOf(what) {
  if (what.startsWith("lava")) return [symbol("lava", { size: "fk-stone-sign" }), make("b.fk-stone-number.num", {}, what.at(-1))];
  if (SIGNS[what]) return symbol(SIGNS[what], { size: "fk-stone-sign" });
  return what ? make("b.fk-stone-number", {}, "–") : make("b.fk-stone-number", {}, "?");
}

// The normal rounds, one tick each; the token stands on the last one that is filled.
const ticks = ({ done, all }) => make("span.fk-ticks", { "aria-hidden": "true" }, Array.from({ length: all }, (_, at) => make(`i${at < done ? ".is-done" : ""}`)));

const token = () => draw("svg.fk-stone-token", { viewBox: "0 0 32 32", "aria-hidden": "true" }, draw("circle", { cx: 16, cy: 16, r: 13 }), draw("path", { d: "M9 20l7-10 7 10z" }));

// `pick(n)` hears a tap on a space that can be told; `told` is the one that is open.
export function trackPicture({ track, rounds, phase }, say, pick, told) {
  const isAtStart = !track.some(({ state }) => state === "now");
  const start = make(`li.fk-stone.fk-stone-start${isAtStart ? ".is-now" : ""}`, { "data-space": 0 },
    rounds.all ? [make("b.num", {}, rounds.label), ticks(rounds)] : make("span", {}, say("start")), isAtStart && !rounds.all ? token() : null);
  const words = { now: say("stands-here"), next: say("comes-next"), done: say("is-done"), later: "" };
  return make(`ol.fk-track${rounds.all ? ".is-rounds" : ""}`, { "data-phase": phase }, start, track.map(({ n, what, label, state, isFixed }) => {
    const name = [say("space", { n, what: label }), words[state]].filter(Boolean).join(", ");
    const inside = [make("span.fk-stone-n.num", { "aria-hidden": "true" }, String(n)), make("span.fk-stone-art", { "aria-hidden": "true" }, signOf(what)),
      what ? make("span.fk-stone-word", { "aria-hidden": "true" }, label) : null, state === "now" ? token() : null];
    const classes = `fk-stone.is-${state}${what.startsWith("lava") ? ".is-lava" : ""}${told === n ? ".is-told" : ""}`;
    return make("li", { "data-space": n, "data-state": state, "data-what": what }, isFixed
      ? make(`div.${classes}`, { role: "img", "aria-label": name }, inside)
      : make(`button.${classes}`, { type: "button", "data-key": `space-${n}`, "aria-label": name, "aria-expanded": String(told === n), onclick: () => pick(n) }, inside));
  }));
}
