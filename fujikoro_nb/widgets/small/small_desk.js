// The two small games at the real box: a question or a sheet, rows to tap, and what the engine says under them.
import { dress, make, markSign, noticeLine, put, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { button, pendingTaps, redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";

const TYPED_MS = 400; // whoever types a number is answered when the last digit is there

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-quick fk-desk");
  const isNew = watcher();
  const tools = make("nav.fk-desk-tools", { "aria-label": say("pick") });
  const title = make("h2", { tabindex: -1 });
  const strip = make("div.fk-quick-strip", { role: "status", "data-part": "strip" });
  const deck = make("div", { "data-part": "deck" });
  const rows = make("div.fk-quick-rows", { "data-part": "rows" });
  const answer = make("div", { "data-part": "answer" });
  const clear = make("button.btn.quiet", { type: "button", "data-key": "clear", onclick: () => send("clear") }, symbol("i-clear"), say("clear"));
  root.append(noticeLine(model), tools, title, strip,
    make("div.fk-quick-cols", {},
      make("section.sheet", {}, make("div.row", {}, make("h3.grow", {}, say("tap")), clear), rows),
      make("section.sheet.fk-desk-said", {}, answer, deck)));
  const taps = pendingTaps(model, root);
  const send = taps.send;
  const rowOf = rowsPart(say, send);

  // On a phone the questions fill the screen: who taps one wants to see what it asks. Keys stay where they are.
  function look(tool, event) {
    send("look", { tool });
    if (event?.detail && matchMedia("(max-width: 640px)").matches) title.scrollIntoView({ block: "start" });
  }

  function drawTools() {
    const { tool, games } = model.get("view");
    if (!isNew("tools", tool, games)) return;
    redraw(tools, games.map(({ name, tools: each }) => make("div.sheet", {}, make("h2", {}, name),
      make("div.chips", {}, each.map(({ id, label }) => button(`tool-${id}`, label, (event) => look(id, event), { on: id === tool }))))));
    title.textContent = games.flatMap(({ tools: each }) => each).find(({ id }) => id === tool)?.label ?? "";
  }

  function drawRows() {
    const { tool, rows: shown } = model.get("view");
    if (!isNew("rows", tool, shown)) return;
    const typedIn = rows.contains(document.activeElement) && document.activeElement.matches("input") ? document.activeElement : null;
    const now = typedIn && { key: typedIn.dataset.key, text: typedIn.value, at: typedIn.selectionStart };
    redraw(rows, shown.map(rowOf.row));
    const again = now && rows.querySelector(`[data-key="${CSS.escape(now.key)}"]`);
    if (again) {
      again.value = now.text; // what is being typed stays as it was typed
      again.focus({ preventScroll: true });
    }
    clear.hidden = !shown.length;
  }

  const rulesOf = (rules) => rules.filter(Boolean).map((rule) => ruleLink(rule, say));

  function table({ head, table: lines, best }) {
    if (!lines.length) return null;
    return make("div.fk-desk-scroll", { tabindex: 0 }, make("table.fk-desk-table", {},
      make("thead", {}, make("tr", {}, head.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, lines.map((cells, at) => make(`tr${at === best ? ".is-best" : ""}`, {},
        cells.map((text, column) => make(column ? "td" : "th", column ? {} : { scope: "row" }, at === best && !column ? symbol("i-ok", { label: say("best") }) : null, text)))))));
  }

  function drawAnswer() {
    const { tool, answer: said } = model.get("view");
    root.classList.toggle("is-working", model.get("is_working"));
    if (!isNew("answer", tool, said)) return;
    put(strip, said.seal
      ? make(`div.tag.${said.seal === "but" ? "near" : said.seal}`, { "data-seal": said.seal }, make("b", {}, symbol(`i-${said.seal}`), said.text))
      : make("span.mut", {}, said.text));
    put(answer, make("h3", {}, say("answer")),
      make(`article.fk-quick-line.${said.seal || "none"}`, { "data-part": "line", "data-seal": said.seal },
        said.seal ? make("div.fk-quick-mark", {}, symbol(`i-${said.seal}`)) : null,
        make("div", {}, make("p.say", {}, said.text), said.rules.length ? make("p.fk-quick-rules", {}, rulesOf(said.rules)) : null,
          said.notes.map(([text, rule]) => make("p.fk-quick-note", {}, text, " ", rulesOf([rule]))))),
      table(said), said.house ? make("p.mut.fk-quick-note", { "data-part": "ours" }, markSign(say("ours")), said.house) : null,
      said.actions.map(([id, label, isMain]) => button(`do-${id}`, label, () => send("do", { what: id }), { main: isMain, full: true })));
  }

  function drawDeck() {
    const { deck: told } = model.get("view");
    if (!isNew("deck", told)) return;
    put(deck, told.text ? make("p.fk-desk-deck", {}, markSign(say("ours")), told.text, " ", rulesOf([told.rule]),
      told.stop ? make("a.btn", { href: "#page=box", "data-page": "box", "data-stop": told.stop }, say("to-box")) : null) : null);
  }

  function drawAll() {
    drawTools();
    drawDeck();
    drawRows();
    drawAnswer();
  }
  model.on("change:view change:is_working", drawAll);
  drawAll();
  return () => {
    rowOf.stop();
    taps.stop();
    model.off("change:view change:is_working", drawAll);
  };
}

/**
 * Rows to tap and to type in.
 * @param {Say} say
 * @param {(act: string, fields?: {[name: string]: any}) => void} send
 */
function rowsPart(say, send) {
  let typing = 0;

  function type(fact, text) {
    clearTimeout(typing);
    typing = setTimeout(() => send("write", { fact, text }), TYPED_MS);
  }

  function field({ name, label, kind, low, high, typed }) {
    const isNumber = kind === "number";
    return make("input", {
      type: isNumber ? "number" : "text", value: typed, min: low, max: high, maxlength: isNumber ? 4 : 200, inputmode: isNumber ? "numeric" : null,
      autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": label, "data-key": `${name}.typed`, placeholder: isNumber ? say("number") : "",
      oninput: ({ target }) => type(name, target.value),
      onkeydown: (event) => { if (event.key === "Enter") { clearTimeout(typing); send("write", { fact: name, text: event.target.value }); } },
    });
  }

  const KIND_SIGNS = ["B", "G", "Y", "R"]; // a card of Makai Fuda by its letter and pattern
  function option({ name, kind, full }, { value, label, n, gone }) {
    const [letter] = value;
    const isCard = ["cards", "seen"].includes(kind) && value.length < 4 && KIND_SIGNS.includes(letter);
    const counts = kind === "cards" || kind === "count";
    return make(`button.btn${n ? ".is-on" : ""}${isCard ? `.fk-desk-${letter}` : ""}`, {
      type: "button", "data-key": `${name}.${value}`, "aria-pressed": kind === "seen" ? null : String(n > 0), disabled: gone || (counts && full),
      onclick: () => send("tap", { fact: name, value }),
    }, label, counts && n > 1 ? make("b.num", {}, ` ×${n}`) : null);
  }

  function row(one) {
    const { name, label, kind, hint, options, picked } = one;
    const isTyped = kind === "number" || kind === "text";
    return make("fieldset.fk-quick-row", { "data-fact": name }, make("legend", {}, label),
      hint ? make("p.mut.fk-quick-hint", {}, hint) : null,
      picked.length && kind !== "seen" ? make("ol.fk-desk-picked", {}, picked.map((text) => make("li", {}, text))) : null,
      picked.length ? button(`${name}.back`, say("take-last"), () => send("tap", { fact: name, value: "" }), { quiet: true, icon: "i-undo" }) : null,
      options.length || isTyped ? make("div.chips", {}, options.map((each) => option(one, each)), isTyped ? field(one) : null) : null);
  }

  return { row, stop: () => clearTimeout(typing) };
}

export default { render };
