// A game on a table: its code and picture for phones, who writes, and the way to write here.
import { draw, make } from "./dom.mjs";
import { isThisComputerOnly } from "./helper_link.mjs";
import { button, fromLink, toLink } from "./page_parts.mjs";
import { fromStore, toStore } from "./page_store.mjs";

const WRITER = "fujikoro-writer";
const NAME = "fujikoro-writer-name";

// This device's name in the log: made once a browser, and nothing about whose it is.
function writerId() {
  let id = fromStore(WRITER);
  if (!/^[A-Za-z0-9]{12,40}$/.test(id)) {
    id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    toStore(WRITER, id);
  }
  return id;
}

function picture(rows, label) {
  const size = rows.length;
  const path = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return draw("svg.fk-code-picture", { viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": label },
    draw("path", { d: `M-4 -4h${size + 8}v${size + 8}h-${size + 8}z`, fill: "#fff" }), draw("path", { d: path, fill: "#000" }));
}

// `strip` says who writes, while the game is on a table; `panel` opens from the menu.
export function sharePart(model, say) {
  const speak = (key, data) => say(`share-${key}`, data);
  const strip = make("div.fk-share-strip", { role: "status", "data-part": "share-strip" });
  const panel = make("section.sheet.fk-share", { hidden: true, tabindex: -1, "data-part": "share", "aria-label": speak("title") });
  const name = make("input", { type: "text", id: "fk-share-name", maxlength: 40, autocomplete: "off", value: fromStore(NAME) || "" });
  name.addEventListener("change", () => toStore(NAME, name.value));
  const called = () => name.value.trim();
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const takeOver = () => button("take-over", speak("take-over"), () => send("take-over", { name: called() }), { main: true });

  function draw_() {
    const { code, who, mine, trouble } = model.get("shared");
    strip.hidden = !code;
    strip.classList.toggle("is-mine", Boolean(mine));
    const says = mine ? speak("mine") : who ? speak("others", { who }) : speak("nobody");
    strip.replaceChildren(...[make("b.num", {}, code ?? ""), make("span.grow", {}, says), trouble ? make("span.fk-share-trouble", { role: "alert" }, trouble) : null, code && !mine ? takeOver() : null].filter(Boolean));
    const reader = model.get("shared").link ?? "";
    const rows = model.get("code_picture");
    panel.replaceChildren(...[
      make("h2", {}, speak("title")), make("p.mut", {}, speak("about")),
      code ? null : make("label", { for: "fk-share-name" }, speak("name")), code ? null : name,
      code ? null : button("share", speak("share"), () => send("share", { writer: writerId(), name: called() }), { main: true, full: true }),
      code ? make("p.fk-share-code", {}, `${speak("code")} `, make("b.num", {}, `${code.slice(0, 3)} ${code.slice(3)}`)) : null,
      code && rows.length ? picture(rows, speak("link")) : null,
      reader ? make("p", {}, `${speak("link")}: `, make("a", { href: reader }, reader)) : null,
      code && isThisComputerOnly(location.hostname) ? make("p.mut.small", {}, speak("here-only")) : null,
      code ? button("unshare", speak("unshare"), () => send("unshare"), { full: true }) : null,
    ].filter(Boolean));
  }

  function changed() {
    const { code = "" } = model.get("shared");
    if (code !== fromLink("table")) toLink({ table: code });
    if (code && !model.get("code_picture").length) send("show-code", { url: location.origin });
    draw_();
  }

  model.on("change:shared", changed);
  model.on("change:code_picture", draw_);
  draw_();
  return {
    strip, panel,
    open: () => { panel.hidden = !panel.hidden; if (!panel.hidden) panel.focus({ preventScroll: false }); },
    // A page whose address names a table goes there; whether it did.
    join: () => {
      const code = fromLink("table");
      if (!code || model.get("shared").code) return Boolean(model.get("shared").code);
      send("join", { code: code.slice(0, 24), writer: writerId(), name: called() });
      return true;
    },
    stop: () => { model.off("change:shared", changed); model.off("change:code_picture", draw_); },
  };
}
