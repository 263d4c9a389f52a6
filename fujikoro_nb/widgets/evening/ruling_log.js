// The ruling log: every decision with both readings, who and when; flip it, take it back, or decide another disputed rule.
import { dress, make, noticeLine, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { button, pendingTaps, redraw } from "../base/page_parts.mjs";
import { plain, wordsOf } from "../rules/rule_words.mjs";
import { speaker } from "../base/texts.mjs";

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-log");
  const isNew = watcher();
  const taps = pendingTaps(model, root);
  let who = "";
  let me = ""; // who writes here, as far as known: chosen until somebody chooses another
  let isOthersOpen = false;
  let opened = ""; // the disputed rule that is being decided
  const note = make("input", { type: "text", maxlength: 120, autocomplete: "off", "data-key": "note" });
  const search = make("input", { type: "search", autocomplete: "off", "aria-label": say("find"), placeholder: say("find"), "data-key": "find", oninput: () => drawFound() });
  const lines = make("section.fk-log-lines", { "data-part": "lines" });
  const found = make("div.fk-log-found", { "data-part": "found" });
  const people = make("div.chips", { role: "group", "aria-label": say("who") });
  const switched = make("section.sheet.fk-log-switched", { "data-part": "switched" });
  const game = make("section.sheet.fk-log-switched", { "data-part": "game" });
  root.append(noticeLine(model, say), make("p.mut", {}, say("about")),
    make("div.fk-log-cols", {},
      make("div.col", {}, lines, switched, game),
      make("section.sheet.fk-log-add", { "data-part": "add" }, make("h2", {}, say("add")),
        make("p.fk-log-label", {}, say("who")), people,
        make("label.fk-log-label", {}, say("note"), note),
        make("div.find.fk-log-find", {}, symbol("i-search"), search), found)));

  const decide = (rule, option) => {
    taps.send("decide", { rule, option, who, note: note.value, at: model.get("view").at });
    note.value = "";
  };
  const link = (rule) => ruleLink(rule, say);

  // Both readings as one choice; the one that is on stands first in nothing but its mark.
  function readings({ rule, options, on, ours, key }) {
    return make("div.fk-log-readings", { role: "radiogroup" }, options.map(({ name, says }) => {
      const isOn = name === on;
      return make(`button.btn.fk-log-reading${isOn ? ".is-on" : ""}`, { type: "button", role: "radio", "aria-checked": String(isOn), "data-key": `${key}-${name}`, onclick: () => { if (!isOn) decide(rule, name); } },
        make("span.fk-log-ring", { "aria-hidden": "true" }), make("span.grow", {}, says,
          make("span.fk-log-tags", {}, name === ours ? make("span.tag", {}, say("ours")) : null, isOn ? make("span.tag.ind", {}, say("chosen")) : null)));
    }));
  }

  function line(one) {
    const head = make("div.row", {}, make("h3.grow", {}, one.title), take(one));
    const by = make("p.mut", {}, symbol("i-pen", { size: "c20" }), " ", say("by", { who: one.who || say("everybody"), when: one.when }));
    const why = one.note ? make("p.fk-log-note", {}, say("why", { note: one.note })) : null;
    if (!one.isInForce) {
      const said = one.options.find(({ on }) => on).says;
      return make("article.sheet.fk-log-line.is-past", { "data-line": one.number }, head, by, why, make("p", {}, said), make("p.tag", {}, say("replaced")));
    }
    return make("article.sheet.fk-log-line", { "data-line": one.number }, head, by, why,
      readings({ rule: one.rule, options: one.options, on: one.options.find(({ on }) => on).name, ours: one.options[0].name, key: `line-${one.number}` }),
      make("p.mut.small", {}, one.isOurs ? say("agrees") : say(one.isSwitch ? "switch" : "noted"), " ", link(one.rule)));
  }

  function take({ number, title }) {
    const one = button(`take-back-${number}`, say("take-back"), () => taps.send("take-back", { number, at: model.get("view").at }), { icon: "i-undo" });
    one.setAttribute("aria-label", say("take-back-of", { title }));
    return one;
  }

  function drawLines({ lines: shown, switched: flipped }) {
    redraw(lines, make("h2", {}, say("label")), shown.length ? shown.map(line) : make("p.sheet", { "data-part": "empty" }, say("empty")));
    redraw(switched, make("h2", {}, say("switched")), flipped.length
      ? make("ul", {}, flipped.map(({ rule, title, says }) => make("li", { "data-switch": rule }, make("b", {}, title), make("p", {}, says, " ", link(rule)))))
      : make("p", {}, say("switched-none")));
  }

  function drawGame({ hasGame, game: played }) {
    game.hidden = !hasGame;
    if (!hasGame) return;
    redraw(game, make("h2", {}, say("game")), played.length
      ? make("ul", {}, played.map(({ rule, title, says, differs }) => make("li", { "data-switch": rule }, make("b", {}, title), make("p", {}, says, " ", link(rule)), differs ? make("p.tag", {}, say("game-differs")) : null)))
      : make("p", {}, say("game-same")));
  }

  function drawPeople(view) {
    const { names } = view;
    if (view.me !== me) who = me = view.me;
    if (!names.includes(who)) who = "";
    redraw(people, ["", ...names].map((name, at) => button(`who-${at}`, name || say("everybody"), () => { who = name; drawPeople(view); }, { on: who === name })));
  }

  function drawFound() {
    const disputed = model.get("disputed");
    const asked = wordsOf(search.value);
    const hits = disputed.map((one) => ({ one, at: asked.length ? fit(one, asked) : 1 })).filter(({ at }) => at > 0);
    hits.sort((a, b) => b.at - a.at);
    const elsewhere = new Set(model.get("view").elsewhere);
    const here = hits.filter(({ one }) => !elsewhere.has(one.rule));
    const others = hits.filter(({ one }) => elsewhere.has(one.rule));
    const isOpen = isOthersOpen || (asked.length > 0 && !here.length) || others.some(({ one }) => one.rule === opened);
    redraw(found, make("p.mut.small", { role: "status" }, here.length || !others.length ? say(hits.length ? "found" : "none", { n: here.length }) : ""),
      here.map(({ one }) => disputedRule(one)),
      others.length ? make("details.fk-log-others", { open: isOpen, "data-part": "elsewhere" }, make("summary", { "data-key": "elsewhere", onclick: (event) => { event.preventDefault(); isOthersOpen = !isOpen; drawFound(); } }, say("elsewhere", { n: others.length })), others.map(({ one }) => disputedRule(one))) : null);
  }

  function disputedRule(one) {
    const isOpen = opened === one.rule;
    const ours = one.options[0].name;
    const on = model.get("view").otherwise[one.rule] ?? ours;
    return make("div.fk-log-rule", { "data-disputed": one.rule },
      make(`button.fk-log-title${isOpen ? ".is-on" : ""}`, { type: "button", "data-key": `open-${one.rule}`, "aria-expanded": String(isOpen), onclick: () => { opened = isOpen ? "" : one.rule; drawFound(); } },
        make("b.grow", {}, one.title), on === ours ? null : make("span.tag.near", {}, symbol("i-pen", { size: "c20" }), say("chosen"))),
      isOpen ? make("div.fk-log-choose", {}, readings({ rule: one.rule, options: one.options, on, ours, key: one.rule }), make("p.mut.small", {}, say(one.isSwitch ? "switch" : "noted"), " ", link(one.rule))) : null);
  }

  function drawAll() {
    const view = model.get("view");
    if (isNew("lines", view.lines, view.switched)) drawLines(view);
    if (isNew("game", view.hasGame, view.game)) drawGame(view);
    if (isNew("names", view.names, view.me)) drawPeople(view);
    if (isNew("disputed", view.otherwise, view.elsewhere, model.get("language"))) drawFound();
  }
  model.on("change:view change:disputed", drawAll);
  drawAll();
  return () => {
    model.off("change:view change:disputed", drawAll);
    taps.stop();
  };
}

// All words of a question must stand somewhere: at the beginning of a word in the title, a question, or the id.
function fit({ title, asked, rule }, words) {
  const titled = wordsOf(title);
  const held = [...titled, ...asked.flatMap(wordsOf), ...plain(rule).split(/[.-]/)];
  if (!words.every((word) => held.some((each) => each.startsWith(word)))) return 0;
  return 1 + words.filter((word) => titled.some((each) => each.startsWith(word))).length;
}

export default { render };
