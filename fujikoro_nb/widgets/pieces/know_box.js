// A guided round through one's own box: one stop a screen, what is printed is locked, what we chose wears its mark.
import { dress, make, noticeLine, put, symbol } from "../base/dom.mjs";
import { button, redraw, undoButton } from "../base/page_parts.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";
import { speaker } from "../base/texts.mjs";
import { deckField, dieField, dragonFields, stepsField, trackField, whose } from "./box_fields.mjs";

const KEPT = "fujikoro-know-box";
const STATE_SIGNS = { own: "i-ok", passed: "i-next", some: "i-pen", open: "i-next" };

// Fields of the stop in front, in the groups in which they stand together.
function fieldsOf(view, say, send) {
  const { fields, front, mark } = view;
  const named = (name) => fields.find((one) => one.name === name);
  const titled = (field, ...inside) => make("section.fk-box-field", { "data-field": field.name },
    make("div.row.wrap", {}, make("h3.grow", {}, field.label), whose(field, say, mark)), inside);
  if (view.stop === "dragons") {
    const now = named(front[0]);
    return [make("section.fk-box-field", {}, dragonFields(fields, front[0], say, send), make("p.row.wrap", {}, make("b", {}, now.label), whose(now, say, mark)))];
  }
  if (view.stop === "coop-board") {
    const teeth = fields.filter(({ name }) => name.startsWith("coop-teeth-"));
    const state = teeth.every((one) => one.state === "own") ? "own" : teeth.some((one) => one.state === "ours") ? "ours" : "typed";
    return [
      make("section.fk-box-field", { "data-field": "coop-teeth" }, make("div.row.wrap", {}, make("h3.grow", {}, say("teeth")), whose({ state }, say, mark)),
        make("div.fk-box-four", {}, teeth.map((one) => stepsField(one, say, send)))),
      titled(named("coop-track"), trackField(named("coop-track"), say, send)),
      titled(named("tiles"), stepsField(named("tiles"), say, send)),
    ];
  }
  return fields.filter(({ kind }) => kind !== "flags").map((field) => titled(field, {
    die: () => dieField(field, say, send),
    track: () => trackField(field, say, send),
    deck: () => deckField(field, named(field.name.replace("makai-", "makai-poison-")), say, send),
    steps: () => stepsField(field, say, send),
  }[field.kind]()));
}

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-box");
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const head = make("div.fk-box-head");
  const heading = make("div.fk-box-title", { tabindex: -1 });
  const fields = make("div.fk-box-fields");
  const fit = make("div", { role: "status", "data-part": "fit" });
  const ways = make("div.fk-box-ways");
  const side = make("aside.sheet.fk-box-stops");
  const bar = make("div.fk-box-bar");
  root.append(head, make("div.fk-box-cols", {}, make("div.fk-box-main", {}, heading, noticeLine(model), fields, fit, ways), side), bar);
  let stop = "";

  function drawHead(view) {
    const now = view.stops.findIndex(({ name }) => name === view.stop);
    put(head, make("div.fk-box-steps-done", { role: "img", "aria-label": view.place }, view.stops.map(({ state }, at) => make(`i${at === now ? ".is-now" : state === "own" ? ".is-done" : ""}`))),
      make("span.num", {}, view.place));
    put(heading, make("h2", {}, view.title), make("p.mut", {}, view.about));
    redraw(side, make("h3", {}, say("stops")), make("ol", {}, view.stops.map(({ name, title, state }) => make("li", {},
      make(`button${name === view.stop ? ".is-on" : ""}`, { type: "button", "data-key": `go-${name}`, "aria-current": name === view.stop ? "step" : null, onclick: () => send("go", { stop: name }) },
        symbol(STATE_SIGNS[state], { size: "c20" }), make("span", {}, make("b", {}, title), make("small.mut", {}, say(`state-${state}`))))))),
    make("p.mut.small", {}, view.done), make("p.mut.small", {}, say("kept-about")));
  }

  function draw() {
    const view = model.get("view");
    drawHead(view);
    redraw(fields, fieldsOf(view, say, send));
    put(fit, make(`section.verdict.${view.fit.good ? "ok" : "but"}.fk-box-fit`, {},
      make("div.seal", {}, symbol(view.fit.good ? "i-ok" : "i-but"), say(view.fit.good ? "fits" : "not-yet")),
      make("div", {}, make("p.say", {}, view.fit.says))));
    redraw(ways, button("keep", view.keep, () => send("keep"), { main: true, full: true, disabled: !view.fit.good }),
      make("div.row", {}, button("skip", say("skip"), () => send("skip")), button("ours", say("ours"), () => send("ours"), { disabled: !view.can_use_ours })));
    if (stop && stop !== view.stop) {
      heading.focus({ preventScroll: true });
      root.scrollIntoView({ block: "start" });
    }
    stop = view.stop;
  }

  const drawUndo = () => {
    bar.hidden = !model.get("has_undo");
    if (!bar.hidden) redraw(bar, undoButton(model.get("undo_label"), say, () => send("undo")));
  };
  const keep = () => model.get("kept") && toStore(KEPT, model.get("kept"));
  const drawn = [["change:view", draw], ["change:undo_label", drawUndo], ["change:kept", keep]];
  for (const [events, act] of drawn) model.on(events, act);
  draw();
  drawUndo();
  const kept = model.get("is_restored") ? "" : fromStore(KEPT);
  if (kept) send("kept", { text: kept });
  return () => {
    for (const [events, act] of drawn) model.off(events, act);
  };
}

export default { render };
