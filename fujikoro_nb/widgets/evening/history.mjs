// The evenings of this machine: who played, who won; written out as a file, deleted when asked once.
import { make } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";

const TYPES = { json: "application/json", csv: "text/csv" };

// A file that the browser keeps where it keeps downloads.
function handOver({ name, form, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[form] }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Draws what the trait `past` holds: {isThere, isOpen, rows, trouble}. Returns {element, stop()}.
 * @param {{model: Model, say: Say, taps: {send(act: string, fields?: Record<string, any>): void}}} how
 */
export function historyPart({ model, say, taps }) {
  const element = make("section.fk-past", { "data-part": "past", hidden: true });
  let asks = /** @type {string | null} */ (null); // the key of what is to be deleted, "" for all

  const asking = (text, key) => make("div.fk-score-asks", { role: "group", "aria-label": text, "data-part": "past-asks" }, make("p", {}, text),
    make("div.chips", {},
      button("past-yes", say("forget-yes"), () => { asks = null; taps.send("forget", { key }); }, { main: true }),
      button("past-no", say("forget-no"), () => { asks = null; draw(); })));

  const ask = (key) => { asks = key; draw(); };

  function row({ key, when, result, people, what, length }) {
    const forget = button(`forget-${key}`, "", () => ask(key), { icon: "i-no", quiet: true });
    forget.setAttribute("aria-label", say("forget-one", { when }));
    return make("li", { "data-past": key },
      make("span.mut.num", {}, when),
      make("div.grow", {}, make("p", {}, result ? make("b", {}, `${result}: `) : null,
        people.map(({ text, hasWon }, at) => [at ? ", " : "", make(hasWon && !result ? "b" : "span", {}, make("bdi", {}, text))]).flat()),
      make("p.mut.small", {}, what)),
      make("span.mut.num", {}, length), forget,
      asks === key ? asking(say("forget-ask-one", { when }), key) : null);
  }

  function draw() {
    const { isThere, isOpen, rows = [], trouble = "" } = model.get("past");
    element.hidden = !isThere;
    if (!isThere) return;
    redraw(element,
      button("past", say(isOpen ? "history-close" : "history-open"), () => taps.send("past", { on: !isOpen }), { full: true, icon: isOpen ? "i-no" : "i-list" }),
      isOpen ? make("div.sheet", {}, make("div.row", {}, make("h2.grow", {}, say("history")), make("span.tag.num", {}, String(rows.length))),
        trouble ? make("p.fk-notice", { role: "status" }, trouble) : null,
        rows.length ? make("ul.fk-past-list", {}, rows.map(row)) : make("p.mut", {}, say("history-none")),
        rows.length ? make("div.chips", {},
          button("export-json", say("export-json"), () => taps.send("export", { form: "json" })),
          button("export-csv", say("export-csv"), () => taps.send("export", { form: "csv" })),
          button("forget", say("forget"), () => ask(""))) : null,
        asks === "" ? asking(say("forget-ask"), "") : null,
        make("p.mut.small", {}, say("history-about"))) : null);
  }

  const hear = (message) => { if (message.kind === "export") handOver(message); };
  model.on("msg:custom", hear);
  model.on("change:past", draw);
  draw();
  return {
    element,
    stop: () => {
      model.off("msg:custom", hear);
      model.off("change:past", draw);
    },
  };
}
