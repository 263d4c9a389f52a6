// A lesson. Everything shown comes from `view`; every press is sent to the kernel, which judges.
import { dress, make, markTag, noticeLine, ruleLink, symbol } from "../base/dom.mjs";
import { fightInside } from "./fight_task.mjs";
import { smallInside } from "../small/small_task.mjs";
import { turnInside } from "./turn_task.mjs";
import { speaker } from "../base/texts.mjs";
import { actionButtons, boardInside, bringerUp, button, card, fromLink, hand, redraw, toLink, toPlace, undoButton, verdict } from "../base/page_parts.mjs";
import { counselPart } from "../guided/counsel.mjs";
import { keepButton } from "../base/kept_mistakes.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";

const paragraphs = (view) => [
  view.text ? make("p", {}, view.text) : null,
  view.do ? make("p.fk-do", {}, make("b", {}, view.do)) : null,
  view.ours ? make("p", {}, markTag({ mark: view.ours, own: "", stop: "" })) : null,
].filter(Boolean);

// How the position lies on a real table, a line a place, a samurai or a card.
const laidOut = (laid) => laid ? make("section.sheet.fk-laid", { "data-part": "laid" },
  make("h3", {}, laid.title),
  make("p.mut", {}, laid.about),
  make("ul", {}, laid.lines.map((one) => make("li", {}, make("b", {}, one.name), " ", one.text,
    one.mark ? [" ", markTag({ mark: one.mark, own: "", stop: "" })] : null)))) : null;

// Where the task of a step is done.
function lessonBoard(model, box, say) {
  if (model.get("grid")) return boardInside(model, box);
  if (model.get("map")) return turnInside(model, say);
  return model.get("lesson_kind") === "small" ? smallInside(model, say) : fightInside(model, say);
}

// How a lesson went: its seal, and each step with the rules it was about.
function resultParts(view, say, tries) {
  return [
    make("div.verdict." + view.seal, { "data-part": "result" }, make("div.seal", {}, symbol(`i-${view.seal}`), view.word),
      make("div", {}, make("h2", { tabindex: -1 }, view.title), make("p", {}, view.text))),
    make("ul.fk-results", {}, view.results.map((result, index) => make("li", {}, make("b.num", {}, String(index + 1)),
      make("div", {}, result.text, result.rules.map((rule) => make("div", {}, ruleLink(rule, say))),
        result.keep ? make("div.row.wrap.fk-again", {}, button(`try-${index + 1}`, say("once-try"), () => tries(result.again), { icon: "i-turn" }), keepButton(result.keep, say)) : null)))),
  ];
}

// How far one is in the lesson.
function barParts(view) {
  return [
    make("div.steps.grow", { role: "img", "aria-label": view.count || view.title }, view.bar.map((state) => make(`i${state ? `.${state}` : ""}`))),
    view.count ? make("span.num.fk-count", {}, view.count) : null,
  ];
}

// A check that was kept, from the list of all mistakes.
function tryKept(send) {
  const code = fromLink("check");
  if (code) send("try-check", { code });
  toLink({ check: "" });
}

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-lesson");
  const send = (act, fields = {}) => model.send({ act, ...fields });
  let drawnFor = "";

  const top = make("div.fk-bar");
  const words = make("section.fk-words", { "data-part": "words" });
  const board = lessonBoard(model, box, say);
  const under = make("div.fk-under");
  const feedback = make("div.fk-feedback", { role: "status", "aria-live": "polite" });
  const actions = make("div.fk-actions");
  const bringUp = bringerUp(feedback, actions);
  const hints = make("div.fk-hints");
  const around = make("div.fk-around");
  const undo = make("div.fk-undo-line");
  const counsel = counselPart(model, say, { isTold: true });
  const left = make("div.fk-left-side", {}, top, noticeLine(model), words, board.slot, under);
  const right = make("div.fk-right-side", {}, undo, feedback, actions, hints, counsel.element, around);
  box.append(make("div.fk-inner", {}, left, right, toPlace(model, say)));

  function drawWords(view) {
    const title = make("h2", { tabindex: -1 }, view.title);
    redraw(words,
      view.due ? make("p.sheet.fk-due", {}, make("span", {}, say("due", { n: view.due })), button("repeat", say("due-start"), () => send("repeat"))) : null,
      view.goal ? make("p.fk-goal", {}, view.goal) : null,
      view.goal && view.skip ? button("skip", say("skip"), () => send("skip"), { quiet: true }) : null,
      title,
      view.card ? make("div.fk-with-card", {}, card(view.card), make("div", {}, paragraphs(view))) : paragraphs(view),
      laidOut(view.laid),
    );
    return title;
  }

  function drawUnder(view) {
    const cubes = view.hand ?? [];
    redraw(under,
      cubes.length && board.grid ? make("div.row.wrap", {},
        hand(cubes, board.grid, say, { label: say("hand"), off: say("hand-off") }),
        make("span.mut", {}, say(cubes.some((cube) => cube.left !== 0) ? "hand-tap" : "hand-empty"))) : null,
      view.backpack ? make("p.fk-backpack", {}, view.backpack) : null,
    );
  }

  function drawSide(view) {
    redraw(undo, undoButton(view.undo, say, send));
    redraw(feedback, view.verdict ? verdict(view.verdict, say) : null);
    redraw(actions, actionButtons(view.actions, send));
    redraw(hints,
      make("div.hints", {}, view.hints.map(({ number, label, on }) => button(`hint-${number}`, label, () => send("hint", { number }), { on, icon: number === 1 ? "i-hint" : "" }))),
      view.cost ? make("p.mut.fk-cost", {}, view.cost) : null,
      view.hint ? make("p.quote", { role: "status" }, view.hint) : null,
    );
    const hasTable = view.kind === "step" && view.table !== null;
    redraw(around,
      view.rule ? make("section.sheet.fk-rule", {}, make("h3", {}, say("new-rule")), make("p.fk-statement", {}, view.rule.statement), ruleLink(view.rule.id, say)) : null,
      hasTable ? make("div.row", { role: "group", "aria-label": say("place-label") },
        button("screen", say("on-screen"), () => send("table", { on: false }), { on: !view.table }),
        button("table", say("at-table"), () => send("table", { on: true }), { on: view.table })) : null,
      view.skip ? button("skip", say("skip"), () => send("skip"), { quiet: true }) : null,
      view.once ? button("leave-check", say("once-leave"), () => send("leave-check"), { quiet: true }) : null,
      view.kind === "check" && !view.once ? button("steps", say("back-to-steps"), () => send("steps"), { quiet: true }) : null,
      [view.screen_only, view.alone].map((said) => said ? make("p.mut.fk-alone", {}, said) : null),
    );
  }

  function drawResult(view) {
    redraw(words, ...resultParts(view, say, (code) => send("try-check", { code })));
    redraw(under);
    redraw(feedback);
    redraw(hints);
    redraw(around);
    redraw(undo);
    redraw(actions, actionButtons(view.actions, send),
      view.onward ? make("a.btn.main", { href: view.onward.href, "data-key": "onward" }, view.onward.label) : null,
      view.after ? make(`a.btn${view.onward ? "" : ".main"}`, { href: view.after.href, "data-key": "after" }, view.after.label) : null);
  }

  function show() {
    const view = model.get("view");
    if (!view.kind) return;
    const place = `${view.kind} ${view.id} ${view.count} ${view.table}`;
    const isNew = drawnFor && place !== drawnFor;
    const hadFocus = box.contains(document.activeElement) && !board.slot.contains(document.activeElement);
    box.dataset.kind = view.kind;
    box.dataset.id = view.id;
    board.slot.hidden = view.kind === "result";
    redraw(top, ...barParts(view));
    if (view.kind === "result") {
      drawResult(view);
    } else {
      drawUnder(view);
      drawSide(view);
      drawWords(view);
    }
    if (isNew) {
      // A new step: start to read at its heading, on a phone as well.
      if (hadFocus) words.querySelector("h2")?.focus({ preventScroll: true });
      if (top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: "start" });
    }
    drawnFor = place;
    bringUp(view.verdict);
  }

  function keep() {
    if (!model.get("store")) return; // one step alone, in a notebook
    const saved = model.get("saved");
    toStore(model.get("store"), saved);
    toLink({ lesson: saved });
  }

  const begun = board.begin({
    show, keep,
    keptOn: "change:saved",
    redrawn: ["change:chosen change:hand change:weapon", () => drawUnder(model.get("view"))],
    restore: () => ({ code: fromLink("lesson") || fromStore(model.get("store")) }),
  });
  begun.then(() => tryKept(send));
  return () => [counsel.stop, board.end].forEach((stop) => stop());
}

export default { render };
