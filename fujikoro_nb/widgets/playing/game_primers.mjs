// Cards of twenty seconds: one beside the question when its matter first comes up, all of them in a drawer.
import { draw, make, ruleLink, symbol } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";

const LARGE = new Set(["h-gear", "h-fight"]); // drawn in a box of 56

// A die with what its face shows: "die-W broken".
const die = (face) => draw(`svg.c32.${face.startsWith("die-W") ? "on-l" : "on-d"}`, { viewBox: "0 0 44 44", "aria-hidden": "true" }, face.split(" ").map((part) => draw("use", { href: `#fk-${part}` })));

export function primersPart(model, say) {
  const send = (act, fields) => model.send({ act, ...fields });
  const rule = (id) => ruleLink(id, say);
  const card = make("section.fk-primer", { "data-part": "primer" });
  const list = make("ul");
  const onOff = make("div");
  const drawer = make("details.fk-symbols.fk-primers", { "data-part": "primers" },
    make("summary", { "data-key": "primers" }, say("primers-title")), make("p.mut.small", {}, say("primers-about")), onOff, list);

  const picture = ({ signs }) => make("div.fk-primer-signs", {}, signs.map((name) => (name.startsWith("die-") ? die(name) : symbol(name, { size: "c32", box: LARGE.has(name) ? 56 : 44 }))));
  const body = (primer) => [make("p", {}, say(`primer-${primer.name}-says`)), make("p.fk-primer-rules", {}, primer.rules.map(rule))];

  let shown = ""; // the card that stands
  let isOpen = false;

  // One line on a phone until somebody wants to read it; the focus goes on to the question.
  function away(act, fields) {
    card.hidden = true;
    card.parentElement?.querySelector("[data-key=asked]")?.focus({ preventScroll: true });
    send(act, fields);
  }

  function drawCard() {
    const name = model.get("primer");
    if (name !== shown) isOpen = innerWidth >= 900;
    shown = name;
    const primer = model.get("primers").find((one) => one.name === name);
    card.hidden = !primer;
    if (!primer) return redraw(card);
    const title = say(`primer-${name}`);
    card.setAttribute("aria-label", say("primer-about", { title }));
    return redraw(card,
      make("div.fk-primer-head", {},
        make("button.fk-primer-title", { type: "button", "data-key": "primer-open", "aria-expanded": String(isOpen), onclick: () => { isOpen = !isOpen; drawCard(); } },
          symbol("i-hint", { size: "c20" }), make("span", {}, say("primer-about", { title }))),
        button("primer-done", say("primer-done"), () => away("primer-done", { name }))),
      isOpen ? make("div.fk-primer-body", {}, body(primer), make("div.fk-primer-foot", {}, picture(primer), button("primer-off", say("primer-off"), () => away("primers", { on: false }), { quiet: true }))) : null);
  }

  const entry = (primer) => make("li", {}, make("details", {}, make("summary", { "data-key": `primer-${primer.name}` }, picture(primer), make("span", {}, say(`primer-${primer.name}`))), body(primer)));

  function drawSwitch() {
    redraw(onOff, make("label.fk-check", {}, make("input", { type: "checkbox", "data-key": "primers-on", checked: model.get("has_primers"), onchange: (event) => send("primers", { on: event.target.checked }) }), make("span", {}, say("primers-on"))));
  }

  const listen = [["change:primer", drawCard], ["change:has_primers", drawSwitch]];
  for (const [events, redrawn] of listen) model.on(events, redrawn);
  list.append(...model.get("primers").map(entry));
  drawCard();
  drawSwitch();
  return {
    card,
    drawer,
    open() {
      drawer.open = true;
      drawer.scrollIntoView({ block: "start" });
      drawer.querySelector("summary").focus({ preventScroll: true });
    },
    stop: () => { for (const [events, redrawn] of listen) model.off(events, redrawn); },
  };
}
