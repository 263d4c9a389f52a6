// Crafting in a game: the board, cards to build, what is wasted, and what becomes of the cubes that are left.
import { make, showInside, symbol } from "../base/dom.mjs";
import { button, pattern } from "../base/page_parts.mjs";

// Returns {body(), show(), stop()}; `body` draws the parts anew, `show` brings the board once.
/** @param {import("./game_question.mjs").Asking} asking */
export function benchPart({ model, say, rule, asked, send, answer }) {
  const bench = make("div.fk-bench-slot");
  let hasBench = false;
  let isLaterOpen = false;
  let leave = () => {};

  function benchBody() {
    const now = model.get("bench");
    if (!now.kind) return [];
    const kinds = now.kinds.length ? make("div.seg", { role: "group", "aria-label": say("bench-kinds") }, now.kinds.map((kind) => make("button", { type: "button", "data-key": `kind-${kind}`, "aria-selected": String(kind === now.kind), "aria-pressed": String(kind === now.kind), onclick: () => send("bench-kind", { kind }) }, say(`gear-${kind}`)))) : null;
    const builds = now.is_first ? null : cardsToBuild(now.builds);
    const waste = now.wasted ? make("div.fk-waste", { role: "group", "aria-label": say("waste") }, make("b", {}, say("waste")), make("div.chips", {}, now.wastable.map((letter) => make(`button.btn${letter === now.wasted ? ".is-on" : ""}`, { type: "button", "data-key": `waste-${letter}`, "aria-pressed": String(letter === now.wasted), onclick: () => send("bench-waste", { material: letter }) }, symbol(`cube-${letter}`, { size: "c20" }), say(`cube-${letter}`)))), rule("craft.waste")) : null;
    const stows = now.stows.length ? make("label.fk-field", {}, make("span", {}, say("stow-after")), make("select", { "data-key": "stow-after", onchange: (event) => send("bench-stow", { index: Number(event.target.value) }) }, now.stows.map((label, index) => make("option", { value: index, selected: index === now.stow }, label)))) : null;
    return [kinds, builds, bench, make("p.fk-bench-said", { role: "status" }, now.said), now.refused.text ? make("p.fk-bench-no", { role: "alert", "data-part": "bench-refused" }, symbol("i-no", { size: "c20" }), make("span", {}, now.refused.text, " ", rule(now.refused.rule))) : null, waste, stows,
      make("div.fk-bench-done", {}, now.is_first ? null : button("nothing", say("craft-nothing"), () => answer('{"type":"CraftNothing"}'), { full: true }),
        button("bench-done", say(now.is_first ? "forge" : "craft-done"), () => send("bench-done", { at: asked().at }), { main: true, full: true, disabled: !now.can }))];
  }

  function cardsToBuild(builds) {
    const card = (each) => make(`button.gc${each.fits ? ".hit" : ""}${each.can || each.fits ? "" : ".is-off"}`, { type: "button", "data-key": `build-${each.id}`, disabled: !each.can, onclick: () => send("bench-build", { card: each.id }) },
      make("div.pat", {}, pattern(each.pattern, `${each.name}: ${each.pattern}`, 18)), make("b", {}, each.name), make("span.small", {}, each.bonus), make("span.small", {}, each.about));
    const [now, later] = [builds.filter((one) => one.can || one.fits), builds.filter((one) => !one.can && !one.fits)];
    return make("section.fk-builds", {}, make("h3", {}, say("builds")), now.length ? make("div.fk-card-row", {}, now.map(card)) : make("p.mut", {}, say("builds-none")),
      later.length ? make("details.fk-later", { open: isLaterOpen, ontoggle: (event) => { isLaterOpen = event.target.open; } }, make("summary", { "data-key": "builds-later" }, say("builds-later", { n: later.length })), make("div.fk-card-row", {}, later.map(card))) : null);
  }

  async function showBench() {
    if (hasBench) return;
    hasBench = true;
    leave = await showInside(model, model.get("grid"), bench);
  }

  return { body: benchBody, show: showBench, stop: () => leave() };
}
