// A page on a table: its code and picture for phones, who writes, what others did, and the way to write here.
import { draw, keeps, make, watcher } from "../base/dom.mjs";
import { button, copyLink, placeForPhones, redraw } from "../base/page_parts.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";

const WRITER = "fujikoro-writer";
const NAME = "fujikoro-writer-name";
const LAST = "fujikoro-table";
const LONGEST_CODE = 24;

// This device's name in the log: made once a browser, and nothing about whose it is.
function writerId() {
  let id = fromStore(WRITER);
  if (!/^[A-Za-z0-9]{12,40}$/.test(id)) {
    id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    toStore(WRITER, id);
  }
  return id;
}

// A link as a phone reads it.
export function codePicture(rows, label) {
  const size = rows.length;
  const path = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return draw("svg.fk-code-picture", { viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": label },
    draw("path", { d: `M-4 -4h${size + 8}v${size + 8}h-${size + 8}z`, fill: "#fff" }), draw("path", { d: path, fill: "#000" }));
}

// `strip` says who writes, while the page is on a table; `panel` opens where the page puts it. `address` reads and writes
// the table's code in the page's own address; with `joins` a code can be typed; `sign(code)` is how the strip shows it; `more(shared)` is what a page adds below.
/**
 * @param {Model} model
 * @param {Say} say
 * @param {{address: {read(): string, write(code: string): void}, joins?: boolean, sign?: (code: string) => Child, more?: (shared: any) => any}} how
 */
export function sharePart(model, say, { address, joins = false, sign = (code) => make("b.num", {}, code), more = () => [] }) {
  const speak = (key, data) => say(`share-${key}`, data);
  const isNew = watcher();
  const strip = make("div.fk-share-strip", { role: "status", "data-part": "share-strip" });
  const panel = make("section.sheet.fk-share", { hidden: true, tabindex: -1, "data-part": "share", "aria-label": speak("title") });
  const name = make("input", { type: "text", id: "fk-share-name", maxlength: 40, autocomplete: "off", value: fromStore(NAME) || "" });
  name.addEventListener("change", () => toStore(NAME, name.value));
  const typed = make("input", { type: "text", id: "fk-share-typed", maxlength: LONGEST_CODE, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const called = () => name.value.trim();
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const takeOver = () => button("take-over", speak("take-over"), () => send("take-over", { name: called() }), { main: true });
  const joinTable = (code) => send("join", { code: code.slice(0, LONGEST_CODE), writer: writerId(), name: called() });
  const joinForm = make("form.fk-share-join", { onsubmit: (event) => { event.preventDefault(); if (typed.value.trim()) joinTable(typed.value); } },
    make("label", { for: "fk-share-typed" }, joins ? speak("join-code") : ""), typed, make("button.btn", { type: "submit", "data-key": "join" }, joins ? speak("join") : ""));

  // This device is to come in no more without the link; only a page that came by one knows where to say so.
  const leaving = document.querySelector('meta[name="fujikoro-leave"]')?.content;
  const leave = () => fetch(leaving, { method: "POST" }).then((answer) => answer.ok && location.assign("/"), () => {});

  const own = { link: "link", "link-here-only": "here-only" };
  const copy = copyLink(() => model.get("shared").link, (key) => own[key] ? speak(own[key]) : say(key)); // made once: a selected link stays so

  function drawStrip() {
    const { code, who, mine, news = [], trouble } = model.get("shared");
    const last = joins && !code ? fromStore(LAST) : ""; // the address was opened anew, without the table's code
    strip.hidden = !code && !last;
    strip.classList.toggle("is-mine", Boolean(mine));
    strip.classList.toggle("was-at", Boolean(last)); // what the page shows meanwhile is no table
    const says = mine ? speak("mine") : who ? speak("others", { who }) : speak("nobody");
    if (last) {
      redraw(strip, make("p.fk-share-was", {}, make("b", {}, speak("was-at", { code: last })), " ", speak("was-own")),
        trouble ? make("span.fk-share-trouble", { role: "alert" }, trouble) : null,
        button("go-back", speak("go-back"), () => joinTable(last), { main: true }),
        button("forget", speak("forget"), () => { toStore(LAST, ""); drawStrip(); }));
      return;
    }
    redraw(strip, code ? sign(code) : null, make("span.grow", {}, says),
      trouble ? make("span.fk-share-trouble", { role: "alert" }, trouble) : null,
      code && !mine ? takeOver() : null,
      news.length ? make("span.fk-share-news", { "data-part": "share-news" }, news.map((one) => make("span", {}, one))) : null);
  }

  function drawPanel() {
    const { code, mine, link = "", seats = "", seatsPicture = [] } = model.get("shared");
    const rows = model.get("code_picture");
    redraw(panel,
      make("h2", {}, speak("title")), make("p.mut", {}, speak("about")),
      code && mine ? null : make("label", { for: "fk-share-name" }, speak("name")), code && mine ? null : name,
      code ? null : button("share", speak("share"), () => send("share", { writer: writerId(), name: called() }), { main: true, full: true }),
      code || !joins ? null : joinForm,
      code ? make("p.fk-share-code", {}, `${speak("code")} `, make("b.num", {}, `${code.slice(0, 3)} ${code.slice(3)}`)) : null,
      seats ? make("section.fk-share-seats", { "data-part": "share-seats" }, make("h2.fk-h3", {}, speak("seats")), make("p.mut", {}, speak("seats-about")),
        codePicture(seatsPicture, speak("seats")), make("p.fk-share-link", {}, make("a", { href: seats, "data-key": "seats-link" }, seats))) : null,
      seats ? make("h2.fk-h3", {}, speak("link")) : null,
      code && rows.length ? codePicture(rows, speak("link")) : null,
      link ? make("p.fk-share-link", {}, seats ? null : make("span.mut", {}, speak("link")), make("a", { href: link, "data-key": "readers-link" }, link)) : null,
      link ? copy.element : null,
      code && placeForPhones().isHereOnly ? make("p.mut.small", {}, speak("here-only")) : null,
      more(model.get("shared")),
      leaving ? make("p.mut.small", {}, speak("leave-about")) : null,
      leaving ? button("leave", speak("leave"), leave, { full: true }) : null,
      code ? button("unshare", speak("unshare"), () => { toStore(LAST, ""); send("unshare"); }, { full: true }) : null);
  }

  function changed() {
    const { code = "", mine = false, link = "", seats = "", parts = [] } = model.get("shared");
    address.write(code);
    if (isNew("link", link)) copy.forget();
    if (code && joins) toStore(LAST, code);
    if (code && !model.get("code_picture").length) send("show-code", { url: placeForPhones().origin });
    drawStrip();
    if (isNew("panel", code, mine, link, seats, parts, model.get("code_picture"))) drawPanel();
  }

  keeps(panel, "open", () => (panel.hidden ? null : true), () => { panel.hidden = false; });
  model.on("change:shared change:code_picture", changed);
  drawStrip();
  drawPanel();
  return {
    strip, panel,
    begin: () => model.get("shared").code && changed(), // a page that speaks another language now
    open: () => { panel.hidden = !panel.hidden; if (!panel.hidden) panel.focus({ preventScroll: false }); },
    // A page whose address names a table goes there; whether it did.
    join: () => {
      const code = address.read();
      if (!code || model.get("shared").code === code) return Boolean(model.get("shared").code);
      joinTable(code);
      return true;
    },
    stop: () => model.off("change:shared change:code_picture", changed),
  };
}
