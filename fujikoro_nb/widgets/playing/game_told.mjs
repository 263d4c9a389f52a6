// What has to be known before an answer: chances, dragons in reach, words of the game, and how the last fight went.
import { make, put, symbol } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";
import { figure } from "../gear/cast_card.mjs";
import { courseOf } from "./game_course.mjs";

// Lines with the rules that they rest on.
export const factLines = (lines, rule) => (lines?.length ? make("ul.fk-told-list", {}, lines.map(({ text, rule: id }) => make("li", {}, text, id ? [" ", rule(id)] : null))) : null);

const isWalk = (now) => now.kind === "act" || now.kind === "walk";

// Returns {element, trying, draw(), drawTrying()}; `trying` says how far the work on the chances is, wherever they stand.
/** @param {import("./game_question.mjs").Asking} asking */
export function toldPart({ model, say, rule, asked }) {
  const told = make("section.fk-told", { "data-part": "told" });
  const trying = make("div.fk-chance-work", { role: "status" });
  const openRounds = new Map();
  let isTermsOpen = false;
  let isMoreOpen = false;
  const facts = (lines) => factLines(lines, rule);

  // How the last fight went, until the next own answer, and what has to be known before it.
  function result({ text, rule: id, seal, rows, rounds }, number) {
    return make(`div.fk-result.is-${seal}`, { role: "status", "data-part": "result" }, make("p.say", {}, symbol(`i-${seal}`, { size: "c20" }), make("span", {}, make("b", {}, text), " ", rule(id))),
      rows.map(({ name, colour, lines }) => make("div.fk-result-of", {}, make("p", {}, figure(colour, say, "c20"), make("b", {}, name)), facts(lines))), courseOf(rounds, say, rule, openRounds, `${asked().at}-${number}`));
  }

  // How far the work on the chances, or the search for the best monk, is; it stands wherever the chances stand.
  function drawTrying() {
    const share = model.get("trying");
    trying.hidden = share === null;
    const isFirst = model.get("chances").some(({ is_pending: isPending }) => isPending); // the line itself says so
    const what = say(isFirst ? "chances-come" : "chance-trying");
    put(trying, ...(share === null ? [] : [isFirst ? null : make("span.small", {}, what), make("progress", { max: 1, value: share, "aria-label": what })]));
  }

  // Words of the game that stand in the question, its answers or a refusal: closed, only their names.
  function terms(known) {
    if (!known.length) return null;
    const names = known.flatMap(({ term }, index) => [index ? ", " : " ", make("span.fk-term", {}, term)]);
    return make("details.fk-terms", { open: isTermsOpen, ontoggle: (event) => { isTermsOpen = event.target.open; }, "data-part": "terms" },
      make("summary", { "data-key": "terms" }, say("words-here"), names),
      make("dl", {}, known.flatMap(({ term, text, rule: id }) => [make("dt", {}, term), make("dd", {}, text, " ", rule(id))])));
  }

  function drawTold() {
    const now = asked();
    const lines = [...(now.facts ?? []), ...(isWalk(now) ? [] : model.get("chances"))];
    const dragons = now.kind === "act" ? Object.keys(model.get("ahead")) : [];
    const more = lines.filter((line) => line.more);
    redraw(told, ...model.get("results").map(result), facts(lines.filter((line) => !line.more)), isWalk(now) ? null : trying,
      dragons.length ? make("ul.fk-told-list", {}, dragons.map((place) => make("li", {}, make("b", {}, say("ahead-in-reach", { name: model.get("ahead")[place].name })), " ", aheadLine(model, place, say), " ", rule("move.dragon.stop")))) : null,
      more.length ? make("details.fk-told-more", { open: isMoreOpen, ontoggle: (event) => { isMoreOpen = event.target.open; } }, make("summary", { "data-key": "told-more" }, say("told-more")), facts(more)) : null,
      terms(model.get("terms")));
    told.hidden = !lines.length && !dragons.length && !model.get("results").length && !model.get("terms").length;
  }

  return { element: told, trying, draw: drawTold, drawTrying };
}

// The chances against a dragon that a move could lead to, beside each of its spaces; they come a little later.

/** The line of one place; `drawAhead` keeps it in step. */
export function aheadLine(model, place, say) {
  const line = make("span.fk-ahead", { "data-ahead": place });
  fillAhead(line, model.get("ahead")[place], say);
  return line;
}

function fillAhead(line, { text, share }, say) {
  const bar = line.querySelector("progress");
  if (share !== null && bar) {
    bar.value = share; // the same bar goes on: it shows itself only after half a second
    return;
  }
  put(line, text, share === null ? null : make("progress", { max: 1, value: share, "aria-label": say("chances-come") }));
}

/** Bring all lines inside these boxes up to date; whether each place has one. */
export function drawAhead(model, boxes, say) {
  const ahead = model.get("ahead");
  const lines = boxes.flatMap((box) => [...box.querySelectorAll("[data-ahead]")]);
  for (const line of lines) if (line.dataset.ahead in ahead) fillAhead(line, ahead[line.dataset.ahead], say);
  return Object.keys(ahead).every((place) => lines.some((line) => line.dataset.ahead === place));
}
