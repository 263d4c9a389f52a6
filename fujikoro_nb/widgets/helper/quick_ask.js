// Rows of facts to tap, a strip that says the verdicts and never moves, and the answers with their rules.
import { differsList, dress, make, noticeLine, put, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";

const SHORT = ["move", "explore", "gather", "rest", "escape"];

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-quick");
  const isNew = watcher();

  const about = make("p.mut", { "data-part": "about" });
  const differs = make("div", { "data-part": "differs" }); // what this character may
  const toStep = make("p", { hidden: true }, make("a.btn", { href: "#page=dragons", "data-page": "dragons" }, symbol("dragon-L", { size: "c32" }), say("to-step")));
  const strip = make("div.fk-quick-strip", { role: "status", "data-part": "strip" });
  const rows = make("div.fk-quick-rows", { "data-part": "rows" });
  const lines = make("div.fk-quick-lines", { "data-part": "lines" });
  const clear = make("button.btn.quiet", { type: "button", onclick: () => model.send({ act: "clear" }) }, symbol("i-clear"), say("clear"));
  root.append(
    noticeLine(model),
    about,
    differs,
    toStep,
    strip,
    make("div.fk-quick-cols", {},
      make("section.sheet", {}, make("div.row", {}, make("h2.grow", {}, say("questions")), clear), rows),
      make("section.sheet", {}, make("h2", {}, say("answers")), lines)),
  );

  // What another page knows is said oneself by a tap, and only what was said can be unsaid.
  function option(fact, { value, label, on }, from) {
    return make(`button.btn${on ? ".is-on" : ""}`, {
      type: "button", "data-key": `${fact}.${value}`, "aria-pressed": String(on),
      onclick: () => model.send({ act: "tap", fact, value: on && !from ? "" : value }),
    }, label);
  }

  function drawAbout() {
    put(about, model.get("about"));
    put(differs, differsList(model.get("differs"), say));
    toStep.hidden = !model.get("has_walkers");
  }

  function drawRows() {
    const shown = model.get("rows");
    if (!isNew("rows", shown)) return;
    redraw(rows, shown.map(({ name, label, hint, from, options }) => {
      const isKnown = options.some(({ on }) => on);
      return make("fieldset.fk-quick-row", { "data-fact": name },
        make("legend", {}, label, from ? make("span.tag.ind", {}, from) : isKnown ? null : make("span.tag", {}, say("unknown"))),
        hint ? make("p.mut.fk-quick-hint", {}, hint) : null,
        make("div.chips", {}, options.map((one) => option(name, one, from))));
    }));
  }

  // Only what an action is for: the rest stands below, and four badges fit beside each other on a phone.
  const badges = (shown) => shown.filter(({ name }) => SHORT.includes(name)).map(({ name, title, seal, word, sentence }) => make(
    `div.tag.${seal === "but" ? "near" : seal}`, { "data-line": name },
    make("span", {}, symbol(`i-${seal}`), shown.length > 1 ? word : null), make("b", {}, shown.length > 1 ? title : sentence)));

  const rulesOf = (rules) => rules.filter(Boolean).map((rule) => ruleLink(rule, say));

  function answer({ name, title, seal, word, sentence, rules, notes }) {
    return make(`article.fk-quick-line.${seal}`, { "data-line": name, "data-verdict": seal },
      make("div.fk-quick-mark", {}, symbol(`i-${seal}`), make("b", {}, word)),
      make("div", {}, make("h3", {}, title), make("p.say", {}, sentence),
        rules.length ? make("p.fk-quick-rules", {}, rulesOf(rules)) : null,
        notes.map(({ text, rule }) => make("p.mut.fk-quick-note", {}, text, " ", rulesOf([rule])))));
  }

  function drawLines() {
    const shown = model.get("lines");
    root.classList.toggle("is-working", model.get("is_working"));
    if (!isNew("lines", shown)) return;
    put(strip, shown.length ? badges(shown) : make("span.mut", {}, say("working")));
    put(lines, shown.length ? shown.map(answer) : make("p.mut", {}, say("working")));
  }

  model.on("change:about change:differs change:has_walkers", drawAbout);
  model.on("change:rows", drawRows);
  model.on("change:lines change:is_working", drawLines);
  drawAbout();
  drawRows();
  drawLines();
  model.send({ act: "answer" });
  return () => {
    model.off("change:about change:differs change:has_walkers", drawAbout);
    model.off("change:rows", drawRows);
    model.off("change:lines change:is_working", drawLines);
  };
}

export default { render };
