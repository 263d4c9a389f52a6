// A puzzle. Everything shown comes from `view`; every press is sent to the kernel, which judges.
import { differing, dress, make, noticeLine, symbol } from "../base/dom.mjs";
import { fightInside } from "./fight_task.mjs";
import { mapInside } from "./map_task.mjs";
import { actInside } from "./act_task.mjs";
import { turnInside } from "./turn_task.mjs";
import { smallPuzzleInside } from "../small/small_puzzle.mjs";
import { speaker } from "../base/texts.mjs";
import { actionButtons, boardInside, bringerUp, button, card, copyLink, fromLink, hand, linkWith, pattern, peaks, redraw, toDuel, toLink, toPlace, undoButton, verdict } from "../base/page_parts.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";

// Where the puzzle is solved: on the board, on the map, or in a fight that the page draws.
function taskInside(model, box, say) {
  if (model.get("grid")) return boardInside(model, box);
  const { kind } = model.get("view");
  if (kind === "act") return actInside(model, say);
  if (kind === "turn") return turnInside(model, say);
  if (kind === "small") return smallPuzzleInside(model, say);
  return model.get("map") ? mapInside(model, say) : fightInside(model, say);
}

const SAID_MS = 400; // of work, before it is said

// A puzzle without end is being made and proved: how far, and the way to stop it. How much is left nobody knows.
function makingPart(model, say, stop) {
  const played = make("span");
  const element = make("div.sheet.fk-making", { role: "status", "data-part": "making", hidden: true },
    played, make("progress", { "aria-label": say("making") }), button("stop-making", say("making-stop"), stop, { quiet: true }));
  let timer = 0; // most of them come at once, and then nothing is said
  const draw = () => {
    const { n } = model.get("making");
    if (n === undefined) {
      clearTimeout(timer);
      timer = 0;
      element.hidden = true;
    } else {
      timer ||= setTimeout(() => {
        element.hidden = false;
        element.scrollIntoView({ block: "center" }); // whoever skips a puzzle stands far below
      }, SAID_MS);
    }
    played.textContent = n ? say("making-played", { n }) : say("making");
  };
  model.on("change:making", draw);
  draw();
  return { element, end: () => model.off("change:making", draw) };
}

// How a run stands, beside what is asked; once it is over, beside what was answered: where it ended and, when asked for, why.
function streakPart() {
  const element = make("section.fk-streak", { "data-part": "streak" });
  const show = (run, { asked, answered }) => {
    element.hidden = !run;
    if (!run) return;
    const { n, stands, best, rules, over } = run;
    element.classList.toggle("is-over", Boolean(over));
    (over ? answered : asked).after(element);
    redraw(element,
      make("p.fk-streak-band", {}, over ? make("b", {}, over.title) : null,
        make("span", {}, make("b.num", {}, String(n)), " ", stands), best ? make("span.mut", {}, best) : null),
      rules ? make("p.mut.small", {}, rules) : null,
      over?.ended ? make("p", {}, over.ended) : null,
      over?.why ? make("p", { "data-part": "why" }, over.why) : null,
    );
  };
  return { element, show };
}

function yesterday({ on, shown }, say, send) {
  return make("section.sheet", {}, make("h3", {}, say("yesterday")),
    shown ? make("p", {}, shown.statement) : null,
    shown ? make("div.fk-answer", {}, shown.cells ? pattern(shown.cells, shown.label, 26) : make("p", {}, shown.label)) : null,
    button("yesterday", say(on ? "yesterday-hide" : "yesterday-solution"), () => send("yesterday", { on: !on }), { full: true }));
}

const TAPPED = ["task", "turn", "actions", "undo"]; // what a tap on an answer changes of the view
const restOf = (view) => Object.entries(view).filter(([key]) => !TAPPED.includes(key));

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-puzzle");
  const send = (act, fields = {}) => model.send({ act, ...fields });
  let shownId = "";
  const restDiffers = differing();

  const modes = make("div.seg.fk-modes", { role: "group", "aria-label": say("modes") });
  const top = make("div.fk-top-line");
  const making = makingPart(model, say, () => send("stop-making"));
  const words = make("section.fk-words", { "data-part": "words" });
  const offer = make("div.fk-offer");
  const board = taskInside(model, box, say);
  const feedback = make("div.fk-feedback", { role: "status", "aria-live": "polite" });
  const actions = make("div.fk-actions");
  const bringUp = bringerUp(actions);
  const undo = make("div.fk-undo-line");
  const hints = make("section.sheet.fk-hints-box");
  const streak = streakPart();
  const around = make("div.fk-around");
  const link = copyLink(() => linkWith(model.get("link")), say); // made once, so that a selected link stays selected
  const left = make("div.fk-left-side", {}, modes, top, streak.element, noticeLine(model), making.element, words, offer, board.slot, feedback, actions, board.values ?? null);
  const right = make("div.fk-right-side", {}, undo, hints, around, link.element);
  box.append(make("div.fk-inner", {}, left, right, toPlace(model, say), toDuel(model, say)));

  function drawTop(view) {
    redraw(modes, view.modes.map(({ mode, label, on }) => make("button", {
      type: "button", "data-key": `mode-${mode}`, "aria-pressed": String(on),
      onclick: () => send("mode", { mode }),
    }, label)));
    redraw(top,
      make("h2", { tabindex: -1 }, view.title),
      make("b.num.fk-rating", { title: say("rating", { rating: view.rating }) }, String(view.rating)),
      peaks(view.difficulty, view.peaks),
      make("span.tag.ok", {}, symbol("i-ok", { size: "c20" }), view.proof),
    );
    redraw(words, make("p.fk-statement", {}, make("b", {}, view.statement)));
  }

  function drawOffer(view) {
    redraw(offer,
      view.cards.map((each) => card(each, 22)),
      board.grid ? make("div.sheet.fk-in-hand", {}, make("b", {}, say("hand")),
        hand(view.hand, board.grid, say, { label: say("hand"), off: say("take-off") }),
        make("span.mut.small", {}, say(view.hand.some(({ left: n }) => n) ? "hand-tap" : "hand-empty"))) : null,
    );
  }

  function drawFeedback(view) {
    redraw(feedback, view.verdict ? verdict(view.verdict, say) : null);
    redraw(actions, actionButtons(view.actions, send));
    redraw(undo, undoButton(view.undo, say, send));
  }

  function drawHints(view) {
    hints.hidden = !view.hints.length; // a run has none
    redraw(hints,
      make("div.row", {}, make("h2.grow", {}, say("hints")), make("span.tag.num", {}, view.worth)),
      make("ul.price", {}, view.hints.map(({ kind, label, price, paid, text, open }) => make("li", {},
        make("button", { type: "button", "data-key": `hint-${kind}`, "aria-pressed": String(paid), disabled: !open && !paid, onclick: () => send("hint", { kind }) },
          make("span", {}, label, text ? make("span.mut.fk-hint-text", {}, text) : null),
          paid ? make("span.tag", {}, price) : make("b.num", {}, price))))),
    );
  }

  function drawAround(view) {
    redraw(around,
      make("div", {}, make("p.fk-standing", {}, view.standing), view.meaning ? make("p.mut.fk-about", {}, view.meaning) : null),
      view.another ? button("another", view.another, () => send("next"), { quiet: true }) : null,
      view.yesterday ? yesterday(view.yesterday, say, send) : null,
      view.themes.length ? make("section", {}, make("h2", {}, say("themes")),
        make("div.chips", {}, view.themes.map(({ theme, label, on, here }) => button(`theme-${theme}`, label, () => send("theme", { theme, on: !on }), { on, icon: here ? "i-flag" : "" }))),
        view.flags ? make("p.mut.fk-about", {}, view.flags) : null) : null,
      view.ranges.length ? make("section", {}, make("h2", {}, say("range")),
        make("div.chips", {}, view.ranges.map(({ range, label, on }) => button(`range-${range}`, label, () => send("range", { range }), { on })))) : null,
      make("p.mut.fk-about", {}, view.about),
    );
  }

  function show() {
    const view = model.get("view");
    if (!view.id) return;
    const place = `${view.mode} ${view.id}`;
    const isNew = shownId && place !== shownId;
    const hadFocus = left.contains(document.activeElement) && !board.slot.contains(document.activeElement) && !modes.contains(document.activeElement);
    box.dataset.mode = view.mode;
    box.dataset.id = view.id;
    box.dataset.kind = view.kind;
    const differs = restDiffers([model.get("language"), restOf(view)]);
    if (differs) drawTop(view);
    streak.show(view.streak, { asked: top, answered: feedback });
    drawOffer(view);
    drawFeedback(view);
    if (differs) {
      drawHints(view);
      drawAround(view);
    }
    if (isNew && hadFocus) top.querySelector("h2").focus({ preventScroll: true });
    if (isNew && box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
    bringUp(view.verdict);
    if (isNew) link.forget();
    shownId = place;
  }

  function keep() {
    toStore(model.get("store"), model.get("saved"));
    toLink(model.get("link"));
  }

  board.begin({
    show, keep,
    keptOn: "change:saved change:link",
    redrawn: ["change:chosen", () => drawOffer(model.get("view"))],
    restore: () => ({ code: fromLink("puzzle"), themes: fromLink("themes"), rating: fromLink("rating"), mode: fromLink("mode"), kept: fromStore(model.get("store")) }),
  });
  return () => [making, board].forEach(({ end }) => end());
}

export default { render };
