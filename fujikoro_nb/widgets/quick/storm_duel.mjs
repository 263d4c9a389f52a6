// A duel of two phones, opened from the page of the storm: who races and for what, then the code that both phones scan.
import { make } from "../base/dom.mjs";
import { button, copyLink, placeForPhones, redraw } from "../base/page_parts.mjs";
import { codePicture } from "../sharing/share_panel.mjs";

const MOST_LETTERS = 30;

/**
 * `draw()` brings it in line with the model; `opens` says whether the part stands open from the start, `turned` hears
 * that it was opened or closed, which `isOpen()` tells.
 * @param {Model} model
 * @param {Say} say
 * @param {{opens: boolean, turned: () => void}} how
 */
export function duelPart(model, say, { opens, turned }) {
  const speak = (key, data = {}) => say(`duel.${key}`, data);
  const element = make("section.sheet.fk-storm-duel", { "data-part": "duel" });
  const names = [0, 1].map((seat) => make("input", { type: "text", maxlength: MOST_LETTERS, autocomplete: "off", "data-key": `duel-name-${seat}`, "aria-label": speak("name-of", { n: seat + 1 }), placeholder: speak("name-of", { n: seat + 1 }) }));
  const copy = copyLink(() => model.get("duel").seats, (key, data) => (key === "link-here-only" ? "" : speak(key, data))); // made once: a selected link stays so; that it is for here only stands there anyway
  let goal = "";
  let isOpen = opens;

  const turn = () => { isOpen = !isOpen; draw(); turned(); element.querySelector("button")?.focus(); };
  const begin = () => model.send({ act: "duel", one: names[0].value, two: names[1].value, goal: goal || model.get("goals")[0].goal, url: placeForPhones().origin });

  function formPart() {
    const chosen = goal || model.get("goals")[0].goal;
    return [make("p", {}, speak("about")),
      make("div.fk-storm-names", {}, names),
      make("p", { "aria-hidden": "true" }, speak("goal")),
      make("div.row.wrap", { role: "group", "aria-label": speak("goal") }, model.get("goals").map((one) => button(`goal-${one.goal}`, one.label, () => { goal = one.goal; draw(); }, { on: one.goal === chosen }))),
      button("duel-begin", speak("open"), begin, { main: true, full: true }),
      button("duel-close", say("to-storm"), turn, { full: true, quiet: true })];
  }

  function codePart({ code, seats, readers, picture }) {
    return [make("h2", { tabindex: -1 }, speak("scan")), codePicture(picture, speak("scan")),
      make("p", {}, make("b.num", {}, speak("phones-code", { code: `${code.slice(0, 3)} ${code.slice(3)}` }))),
      make("p.fk-storm-address", {}, make("a", { href: seats, "data-key": "duel-link" }, seats)),
      copy.element,
      placeForPhones().isHereOnly ? make("p.mut.small", {}, say("link-here-only")) : null,
      make("a.btn.main.full", { href: seats, target: "_blank", rel: "noopener", "data-key": "duel-here" }, speak("here")),
      make("a.btn.full", { href: readers, target: "_blank", rel: "noopener", "data-key": "duel-look-on" }, speak("look-on")),
      button("duel-leave", speak("another"), () => model.send({ act: "leave-duel" }), { full: true, quiet: true })];
  }

  function draw() {
    const duel = model.get("duel");
    if (element.dataset.code !== (duel.code ?? "")) copy.forget();
    element.dataset.code = duel.code ?? "";
    const wasOpen = isOpen;
    if (duel.code) isOpen = true;
    redraw(element,
      button("duel", speak("title"), turn, { on: isOpen, icon: "i-seat", full: true }),
      ...(isOpen ? (duel.code ? codePart(/** @type {any} */ (duel)) : formPart()) : []));
    if (isOpen !== wasOpen) turned();
  }

  return { element, draw, isOpen: () => isOpen };
}
