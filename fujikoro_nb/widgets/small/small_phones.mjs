// A table for several phones is open: its code and picture, and the way to play on this device too.
import { make } from "../base/dom.mjs";
import { button, placeForPhones } from "../base/page_parts.mjs";
import { codePicture } from "../sharing/share_panel.mjs";

/**
 * @param {{code: string, seats: string, readers: string, picture: string[]}} phones
 * @param {Say} say
 * @param {{title: string, leave: () => void}} how
 */
export function phonesPart({ code, seats, readers, picture }, say, { title, leave }) {
  if (!code) return [];
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  return [make("section.sheet.fk-small-phones", { "data-part": "phones", "data-code": code },
    make("h2", { tabindex: -1, "data-part": "head" }, say("phones-ready", { game: title })),
    make("p", {}, say("phones-scan")),
    codePicture(picture, say("phones-scan")),
    make("p", {}, make("b.num", {}, say("phones-code", { code: spaced }))),
    make("p.fk-small-link", {}, make("a", { href: seats }, seats)),
    placeForPhones().isHereOnly ? make("p.mut.small", {}, say("phones-here-only")) : null,
    make("a.btn.main.full", { href: seats, target: "_blank", rel: "noopener", "data-key": "phones-here" }, say("phones-here")),
    make("a.btn.full", { href: readers, target: "_blank", rel: "noopener", "data-key": "phones-look-on" }, say("phones-look-on")),
    make("a.btn.full", { href: readers.replace(/\/table\/[A-Za-z]+/, "$&/print"), target: "_blank", rel: "noopener", "data-key": "print" }, say("print")),
    button("phones-back", say("phones-back"), leave, { full: true, quiet: true }))];
}
