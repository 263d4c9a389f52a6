// The chances against a dragon that a move could lead to, beside each of its spaces; they come a little later.
import { make, put } from "../base/dom.mjs";

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
