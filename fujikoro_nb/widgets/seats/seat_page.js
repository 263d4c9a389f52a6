// The page of one seat: the own board, points and lives, and what the others have. What is tapped is on its way to the table at once
// and drawn as pending; the page around it (voila/templates/fujikoro/seat.js) sends it and tells when it is there.
import { dress, make, noticeLine, showInside, symbol, watcher } from "../base/dom.mjs";
import { button, partNotCome, redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";
import { endingPart } from "../evening/ending.mjs";
import { fightPart } from "./seat_fight.mjs";
import { mayWrite, othersPart } from "./seat_others.mjs";
import { backpackPart, lifePart, pointsPart, samuraiPart, sourcesPart } from "./seat_own.mjs";
import { NOBODY, whoPart } from "./seat_who.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-seat", { isWhole: true });
  const isNew = watcher();
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const head = make("div.fk-seat-head", { role: "status", "data-part": "head" });
  const trouble = make("p.fk-notice", { role: "alert", "data-part": "trouble", hidden: true });
  const who = whoPart(model, say);
  const slot = make("div.fk-seat-grid", { "data-part": "grid" });
  const mine = make("h2.fk-seat-mine", { hidden: true });
  const own = make("div.fk-seat-own", { "data-part": "own" });
  const fight = fightPart(model, say);
  const ending = endingPart({
    say,
    send: (_seat, item, count) => send("left", { item, count }),
    mine: (seat) => Boolean(model.get("view").hand) && seat === model.get("view").seat,
  });
  const others = make("section.fk-seat-others", { "data-part": "others" });
  const may = make("section.sheet.fk-seat-may", { "data-part": "may" });
  const foot = make("footer.foot.fk-seat-foot", { "data-part": "foot" });
  root.append(head, noticeLine(model), trouble, who.element, make("div.fk-seat-end.fk-score", {}, ending.element), make("div.fk-seat-cols", {}, make("div.col", {}, mine, slot, own), make("div.col", {}, fight.element, others, may)), foot);

  const person = () => model.get("view").people?.find((one) => one.seat === model.get("view").seat);
  const waiting = () => model.get("waiting") ?? [];

  function drawHead() {
    const view = model.get("view");
    const isLost = model.get("isLost");
    const count = waiting().length;
    const says = count ? say("waiting", { n: count }) : person() && !isLost ? say("all-there") : "";
    redraw(head,
      make("p.fk-seat-live", { "data-waits": count }, make(`span.fk-seat-dot${isLost ? ".is-lost" : ""}`, { "aria-hidden": "true" }),
        make("b", {}, model.get("title")), view.turn ? make("span.mut", {}, view.turn) : null, says ? make("span", {}, says) : null),
      model.get("newest") ? make("p.mut.fk-seat-newest", { "data-part": "newest" }, model.get("newest")) : null);
  }

  function drawOwn() {
    const [view, one] = [model.get("view"), person()];
    mine.hidden = slot.hidden = own.hidden = !one || !view.me;
    // What others write draws nothing of this anew: a finger may be on it.
    if (own.hidden || !isNew("own", one, view.me, view.hand, view.mode, view.isOver, view.sources, waiting(), model.get("sure"), model.get("language"))) return;
    const at = { view, one, me: view.me, waiting: waiting(), say, send, sure: model.get("sure") === one.seat, sources };
    mine.textContent = say(view.hand === "host" ? "for-host" : "mine", { name: one.name });
    redraw(own,
      make("div.fk-seat-duo", {}, view.hasPoints ? pointsPart(at) : null, one.lives || view.mode !== "competitive" ? lifePart(at) : null, samuraiPart(at)),
      view.hasPoints ? sourcesPart(at) : null,
      backpackPart(at));
  }

  // The last page, with what this phone has tapped and is not on the table yet.
  function drawEnding() {
    const { ending: view = {}, seat } = model.get("view");
    if (!isNew("ending", view, waiting(), seat, model.get("view").hand, model.get("language"))) return;
    const taps = waiting().filter((tap) => tap.do.act === "left");
    const left = (view.left ?? []).map((one) => (one.seat !== seat ? one : { ...one, items: one.items.map((thing) => ({ ...thing, count: taps.findLast((tap) => tap.do.item === thing.item)?.do.count ?? thing.count })) }));
    ending.show(view.title ? { ...view, left } : {});
  }

  function drawFoot() {
    const { me, hand } = model.get("view");
    foot.hidden = !hand;
    const what = me?.undo?.what;
    const undo = button("undo", what ? say("undo", { what }) : say("undo-none"), () => send("undo", { of: me.undo.of }), { icon: "i-undo", disabled: !what || waiting().length > 0 });
    undo.classList.add("undo");
    redraw(foot, undo, make("a.btn", { href: `${model.get("rulesAt") ?? ""}#page=rules`, target: "_blank", rel: "noopener", "data-key": "rules", "aria-label": say("rules-about") }, symbol("i-search"), say("rules")));
  }

  const sources = { isOpen: false }; // what points are for, also after a tap has drawn it anew
  let leave = () => {};
  let shown = "";
  async function drawGrid() {
    const name = model.get("grid") ?? "";
    if (name === shown) return;
    shown = name;
    leave();
    leave = () => {};
    slot.replaceChildren();
    if (!name) return;
    try {
      leave = await showInside(model, name, slot);
    } catch { // the link was too short for it
      slot.replaceChildren(...partNotCome(say, () => {
        shown = "";
        drawGrid();
      }));
    }
  }

  function draw() {
    const [view, says] = [model.get("view"), model.get("trouble")];
    root.dataset.seat = String(view.seat ?? NOBODY);
    trouble.hidden = !says;
    if (isNew("trouble", says)) trouble.textContent = says;
    drawHead();
    who.draw();
    drawEnding();
    drawOwn();
    drawFoot();
    drawGrid();
    if (isNew("fight", view, model.get("odds"))) fight.draw();
    if (!isNew("others", view, model.get("language"))) return;
    others.hidden = may.hidden = !view.people || !person();
    if (others.hidden) return;
    redraw(others, othersPart(view, say));
    redraw(may, mayWrite(view, say, { open: who.open, stand: () => send("stand-up"), hasHost: Boolean(model.get("hasHost")) }));
  }

  model.on("change", draw);
  draw();
  return () => {
    model.off("change", draw);
    leave();
  };
}

export default { render };
