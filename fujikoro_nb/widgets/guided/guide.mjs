// The first game: how it begins, the coach beside the question, and the game looked at again.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { languageButtons } from "../base/language_choice.mjs";
import { button, redraw } from "../base/page_parts.mjs";
import { fromStore, toStore } from "../base/page_store.mjs";
import { furthest } from "./first_game.mjs";

/** Under which name the browser keeps the first game, and the turn that somebody came to. */
export const FIRST_GAME = "fujikoro-first-game";
const AT = `${FIRST_GAME}-at`;

const link = (kind, href, text) => (href ? make(`a.btn.full${kind}`, { href, "data-key": "to-place" }, make("span", {}, text)) : null);

// What stands there before the game: the goal, and how it goes. `kept()` is the game of before; draw() and stop() as for the real one.
export function guidedStart(model, say, { kept }) {
  const element = make("section.fk-start.fk-guide-start", { "data-part": "start" });
  const send = (act, fields = {}) => model.send({ act, ...fields });

  function draw() {
    const { waits } = model.get("table");
    const hasKept = Boolean(waits || kept());
    redraw(element,
      make("div.fk-start-head", {}, make("h2", { tabindex: -1 }, say("guide-page")), make("p", {}, say("guide-goal"))),
      make("div.fk-guide-how", {}, symbol("monk", { size: "c44" }), make("p", {}, say("guide-about"))),
      hasKept ? button("back", say("guide-go-on"), () => (waits ? send("back") : send("restore", { save: kept().slice(0, 220000) })), { main: true, full: true }) : null,
      button("first-game", say(hasKept ? "guide-anew" : "guide-begin"), () => send("first-game"), { main: !hasKept, full: true }),
      link("", model.get("place_address"), say("guide-place")),
      languageButtons(say("language")));
  }

  model.on("change:table", draw);
  draw();
  return { element, draw, stop: () => model.off("change:table", draw) };
}

// Beside the game: {coach, review, stop}. The page says by `data-review` that the game is looked at again.
export function guidePart(model, say, root) {
  const coach = make("section.fk-coach", { "data-part": "coach", "aria-label": say("guide-coach"), role: "status" });
  const review = make("section.fk-review", { "data-part": "review", "aria-label": say("guide-page") });
  const rule = (id) => ruleLink(id, say);
  const send = (act) => model.send({ act, at: model.get("asked").at });
  let said = ""; // the kind of what the coach says, and the question that it says it to

  // A nudge says what an answer gives away; a counsel what the coach would answer.
  const told = ({ kind, text, why, rule: id }) => [
    make("div.fk-coach-says", {}, symbol("monk", { size: "c44" }), make("div", {}, make("p.say", {}, text), make("p", {}, why), id ? rule(id) : null)),
    make("div.fk-coach-do", {}, button("guide-better", say("guide-better-do"), () => send("guide-better"), { main: true, full: true }),
      kind === "nudge" ? button("guide-anyway", say("guide-anyway"), () => send("guide-anyway"), { full: true }) : null),
  ];

  function drawCoach() {
    const now = model.get("guide").coach ?? {};
    coach.hidden = !now.kind;
    coach.dataset.kind = now.kind ?? "";
    const isIdle = now.kind === "idle";
    redraw(coach, ...(isIdle ? [make("div.fk-coach-idle", {}, symbol("monk", { size: "c32" }), button("guide-ask", say("guide-ask"), () => send("guide-ask"), { full: true }))] : now.kind ? told(now) : []));
    const key = `${now.kind} ${now.text ?? ""} ${model.get("asked").at}`;
    const isNew = key !== said && !isIdle && Boolean(now.kind);
    said = key;
    if (!isNew) return;
    coach.scrollIntoView({ block: "nearest" });
    coach.querySelector("[data-key=guide-better]")?.focus({ preventScroll: true });
  }

  const row = ({ title, did, cost, better, rule: id }) => make("li", {}, make("h3", {}, title), make("p", {}, did), make("p.fk-review-cost", {}, cost), make("p", {}, make("b", {}, better), " ", rule(id)));

  function drawReview() {
    const now = model.get("guide").review ?? {};
    const isThere = Boolean(now.title);
    const isNew = isThere && review.hidden;
    review.hidden = !isThere;
    root.dataset.review = String(isThere);
    redraw(review, ...(isThere ? [
      make("h2", { tabindex: -1 }, now.title), make("p.say", {}, now.points), make("p", {}, now.alike),
      now.costly.length ? make("div", {}, make("h3", {}, say("guide-review-costly")), make("ol.sheet", {}, now.costly.map(row))) : make("p.say", {}, say("guide-review-none")),
      make("p.mut", {}, say("guide-review-about")),
      link(".main", model.get("game_address"), say("guide-real")),
      button("guide-on", say("guide-on"), () => model.send({ act: "guide-on" }), { full: true }),
      link("", model.get("place_address"), say("guide-place")),
    ] : []));
    if (isNew) {
      review.querySelector("h2").focus({ preventScroll: true });
      scrollTo?.(0, 0);
    }
  }

  function draw() {
    const { code } = model.get("guide");
    if (code) toStore(AT, furthest(fromStore(AT), code));
    drawCoach();
    drawReview();
  }

  review.hidden = true;
  model.on("change:guide change:asked", draw);
  draw();
  return { coach, review, stop: () => model.off("change:guide change:asked", draw) };
}
