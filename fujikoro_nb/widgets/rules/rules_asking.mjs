// Typing a question: found at the next picture, taken to be finished after a pause, and gone through with the arrow keys.
import { cleaned } from "./rules_book.mjs";

const PAUSE_MS = 600; // then a question is taken to be finished
export const NO_PLACE = { ask: "", rule: "", at: "" };

// What is found, of this mode and, where it is asked for, of others.
/** @param {import("./rules_view.mjs").RulesPage} page */
export const listedOf = ({ ranking, hasOthers }) => (hasOthers ? [...ranking.numbers, ...ranking.others] : ranking.numbers);

// `go(place, how)`, `rerank()`, `draw()` and `openRule(id, how)` are the page's, `opinions` its second opinion. Returns {ask(text), stop()}.
/** @param {import("./rules_view.mjs").RulesPage} page */
export function askingPart(page, { go, rerank, draw, openRule, opinions }) {
  const { input, list } = page.frame;
  let pausing = 0;
  let painting = 0;
  /** @type {(() => void) | null} */
  let asked = null; // how to find what was typed last; null: it is found

  function ask(text, { isFocused = true } = {}) {
    const wanted = cleaned(text);
    if (input.value !== wanted) input.value = wanted;
    const isFirst = Boolean(wanted.trim()) !== Boolean(page.place.ask);
    page.isFinished = !wanted.trim();
    page.isTouched = false;
    opinions.leaveOut();
    page.active = -1;
    page.hasOthers = false;
    clearTimeout(pausing);
    pausing = setTimeout(finish, PAUSE_MS);
    asked = () => go({ ...page.place, ...NO_PLACE, ask: wanted.trim() ? wanted : "" }, { isNew: isFirst, isLater: !isFirst });
    cancelAnimationFrame(painting);
    painting = requestAnimationFrame(findNow);
    if (isFocused) input.focus({ preventScroll: true });
  }

  // What was typed is found at the next picture, or at once when a key wants to do something with it.
  function findNow() {
    const find = asked;
    asked = null;
    cancelAnimationFrame(painting);
    find?.();
  }
  input.addEventListener("input", () => ask(input.value, { isFocused: false }));

  function finish() {
    page.isFinished = true;
    if (page.isTouched) return; // a line that is drawn anew would lose the tap that is on its way
    if (!opinions.putIn()) {
      if (page.active < 0 && !page.place.rule) rerank();
      draw();
    }
    opinions.refine();
  }

  input.addEventListener("keydown", (event) => {
    if (["ArrowDown", "ArrowUp", "Enter", "Escape"].includes(event.key)) findNow();
    const all = listedOf(page);
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && page.place.ask && all.length) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      page.active = page.active < 0 ? (step > 0 ? 0 : all.length - 1) : (page.active + step + all.length) % all.length;
      if (page.place.rule) go({ ...page.place, rule: "" }, { isNew: false });
      else draw();
      list.children[page.active]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(pausing);
      if (page.active < 0 && !page.isFinished) {
        page.isFinished = true;
        rerank();
        if (["two", "unsure"].includes(page.ranking.sureness)) { // one chooses first; the next stroke opens the first of them
          page.isTouched = false;
          finish();
          return;
        }
      }
      const number = page.active >= 0 ? all[page.active] : page.ranking.isCovered ? all[0] : undefined;
      if (matchMedia("(pointer: coarse)").matches) input.blur(); // the keyboard of a phone would cover the answer
      if (number !== undefined) openRule(page.book.rules[number].id, { isQuiet: true });
      else {
        page.isTouched = false;
        finish();
      }
    } else if (event.key === "Escape" && (page.place.ask || page.place.rule)) {
      event.preventDefault();
      event.stopPropagation();
      if (page.place.rule) go({ ...page.place, rule: "" });
      else ask("");
    }
  });

  return {
    ask,
    stop: () => {
      clearTimeout(pausing);
      cancelAnimationFrame(painting);
    },
  };
}
