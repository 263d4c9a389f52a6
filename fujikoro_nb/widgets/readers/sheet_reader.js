// The sheets of the small games for people who look on: how a game stands, every row, and the rules behind it.
import { dress, make, noticeLine, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-quick fk-desk");
  root.classList.add("fk-sheet-reader");
  const isNew = watcher();
  const games = make("div.fk-quick-cols", { "data-part": "sheets" });
  root.append(noticeLine(model), games);
  const rulesOf = (rules) => rules.filter(Boolean).map((rule) => ruleLink(rule, say));

  function sheet({ id, title, says, isOver, rules, notes, head, rows, best }) {
    return make("section.sheet", { "data-sheet": id }, make("h2", {}, title),
      make(`article.fk-quick-line.${isOver ? "ok" : "none"}`, { "data-part": "line" },
        isOver ? make("div.fk-quick-mark", {}, symbol("i-ok")) : null,
        make("div", {}, make("p.say", {}, says), make("p.fk-quick-rules", {}, rulesOf(rules)),
          notes.map(({ text, rule }) => make("p.fk-quick-note", {}, text, " ", rulesOf([rule]))))),
      make("div.fk-desk-scroll", { tabindex: 0, role: "region", "aria-label": title }, make("table.fk-desk-table", {},
        make("thead", {}, make("tr", {}, head.map((text) => make("th", { scope: "col" }, make("bdi", {}, text))))),
        make("tbody", {}, rows.map((cells, at) => make(`tr${at === best ? ".is-best" : ""}`, {},
          cells.map((text, column) => make(column ? "td" : "th", column ? {} : { scope: "row" }, make("bdi", {}, text)))))))));
  }

  function drawAll() {
    const told = model.get("told");
    if (isNew("told", told)) redraw(games, told.map(sheet));
  }
  model.on("change:told", drawAll);
  drawAll();
  return () => model.off("change:told", drawAll);
}

export default { render };
