// A turn on the map, inside a lesson: what the samurai has, the map, and a button for each way to go on. What is done is
// kept in Python, where the engine judges it; a press only says what was pressed.
import { make, markTag, ruleLink, symbol } from "../base/dom.mjs";
import { letterAt } from "../map/hex_map_layout.mjs";
import { dieFace } from "../fight/die_face.mjs";
import { smallBoard } from "../gear/small_board.mjs";
import { button, heartsOf, pattern, redraw } from "../base/page_parts.mjs";
import { taskOnMap } from "./map_task.mjs";

const hearts = ({ name, left, most }, say) => heartsOf(left, most, say("lives", { name, n: left }));

// Stands where the board of a lesson stands: {slot, grid, begin(page), end()}; a puzzle puts the values where it wants.
export function turnInside(model, say) {
  const status = make("div.fk-turn-status");
  const map = make("div.fk-turn-map");
  const fight = make("div.fk-turn-fight", { "aria-live": "polite" });
  const ways = make("div.fk-turn-ways");
  const after = make("div.fk-fight-after", { "aria-live": "polite" });
  const facts = make("ul.fk-turn-facts"); // of a puzzle: what is known besides
  const values = make("section.fk-turn-values"); // and once it is over, what every way brings
  const listed = make("details.fk-turn-spaces");
  const slot = make("div.fk-slot.fk-turn-task", {}, facts, status, map, fight, ways, after, listed);
  const send = (act, fields) => model.send({ act, ...fields });
  const discs = (count, kind) => Array.from({ length: count }, () => make(`i.fk-turn-disc${kind}`, { "aria-hidden": "true" }));

  function drawStatus(turn) {
    redraw(status,
      make("span", {}, make("span.fk-turn-pool", { role: "img", "aria-label": turn.discs }, discs(turn.pool, ".is-ready"), discs(turn.spent, "")), turn.group ? null : make("span", { "aria-hidden": "true" }, turn.discs)),
      turn.group && !turn.cubes ? null : make("span.fk-turn-pack", {}, turn.backpack, " ", [...turn.cubes].map((letter) => symbol(`cube-${letter}`, { size: "c20", label: say(`word-${letter}`) })), turn.cubes ? null : "–"),
      turn.points ? make("b.num", {}, turn.points) : null,
      turn.group ? make("span.fk-turn-group", {}, make("b", {}, turn.group.round), turn.group.lives.map((one) => make("span", {}, make("span", { "aria-hidden": "true" }, one.name), hearts(one, say)))) : null);
  }

  // A fight as it stands, every roll since the learner was asked, and the gear that the task is about.
  /** @param {any} turn */
  function drawFight({ fight: { order = [], dragon = null }, rolls, gear, asked }) {
    const share = `${dragon ? (dragon.health / dragon.most) * 100 : 0}%`;
    redraw(fight,
      dragon?.name ? make("div.hp", {}, symbol(`dragon-${{ 3: "S", 4: "M", 5: "L", 6: "XL" }[dragon.dice] ?? "M"}`, { size: "c44" }), make("div", {}, make("b", {}, dragon.name), make("div.barr", { role: "img", "aria-label": say("health-of", dragon) }, make("i", { style: `width:${share}` }), make("u", { style: `left:${share};right:0` }))), make("b.num", {}, `${dragon.health} / ${dragon.most}`)) : null,
      order.length ? make("ol.fk-turn-order", { "aria-label": say("order-of") }, order.map(({ name, is_on: isOn }) => make(`li.tag${isOn ? ".ind" : ""}`, { "aria-current": isOn ? "true" : null }, name))) : null,
      rolls.length ? make("ol.fk-turn-rolls", { "aria-label": say("rolls") }, rolls.map(({ who, dice }) => make("li", {}, make("b", {}, who), make("span", {}, dice.map((face) => dieFace(face.colour, face, say, "c32"))))), make("li", {}, markTag({ mark: say("house-mark"), own: "", stop: "" }))) : null,
      gear.length ? make("div.fk-turn-gear", {}, gear.map((one) => make("figure", { style: `width:${one.columns * 22 + 12}px` }, make("figcaption", {}, one.name), smallBoard(one, { label: one.name }), one.blueprints.map((text) => make("span.fk-turn-blueprint", {}, one.blueprint, " ", pattern(text, `${one.blueprint}: ${text}`, 14)))))) : null,
      asked ? make("b.fk-turn-asked", {}, asked) : null);
  }

  function drawWays(turn) {
    const few = turn.buttons.length < 3 || turn.buttons.some(({ about }) => about !== undefined);
    ways.classList.toggle("is-few", few);
    redraw(ways, turn.buttons.map((one) => {
      const press = button(one.key, one.label, () => send(one.act, one.fields), { main: one.main, disabled: one.off, icon: one.act === "turn" ? "i-turn" : "" });
      if (one.fields.text) press.dataset.answer = one.fields.text;
      if (one.about) press.append(make("small.mut", {}, one.about));
      if (one.patterns?.length) press.append(make("span.fk-row-patterns", {}, one.patterns.map((text) => pattern(text, text, 14))));
      if (one.discs) press.append(make("span.fk-turn-pool", { role: "img", "aria-label": say("spent", { n: one.discs }) }, discs(one.discs, ".is-ready")));
      return press;
    }));
    ways.firstElementChild?.classList.toggle("is-wide", turn.buttons.length > 1 && turn.buttons[0].act === "go");
    if (turn.buttons.at(-1)?.key === "lay") ways.lastElementChild?.classList.add("is-wide");
  }

  // The same spaces as on the map, for a keyboard: open as long as somebody is in it.
  function drawSpaces({ spaces }) {
    listed.hidden = !spaces.length;
    const wasOpen = listed.open;
    const rows = make("ul.fk-turn-list.is-lettered", {}, spaces.map(({ space, name, about, on }, index) => make("li", {},
      make("button.btn", { type: "button", "data-key": `space-${space}`, "aria-pressed": String(on), onclick: () => send("tap", { space }) }, make("kbd.key", { "aria-hidden": "true" }, letterAt(index)), make("b", {}, name), make("span.mut", {}, about)))));
    redraw(listed, make("summary", { "data-key": "spaces" }, say("spaces", { n: spaces.length })), rows);
    listed.open = wasOpen;
  }

  function drawAfter({ happened }) {
    redraw(after, happened.length ? make("ul", {}, happened.map(({ text, rule }) => make("li", {}, text, " ", ruleLink(rule, say)))) : null);
  }

  function drawValues({ facts: known = [], values: every = [], valued = "" }) {
    redraw(facts, known.map((text) => make("li", {}, text)));
    redraw(values, every.length ? [make("b", {}, valued), make("ol", {}, every.map(({ text, own }) => make("li", {}, text, own ? make("span.tag.ok", {}, own) : null)))] : null);
  }

  let drawn = "";
  function draw() {
    const { turn } = model.get("view");
    const now = JSON.stringify(turn ?? null);
    if (!turn || now === drawn) return;
    drawValues(turn);
    drawStatus(turn);
    drawFight(turn);
    drawWays(turn);
    drawAfter(turn);
    drawSpaces(turn);
    drawn = now;
  }

  return { ...taskOnMap(model, slot, map, draw), values };
}
