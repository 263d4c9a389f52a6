// A tap answers only the question that its person has seen. A new question often puts a button where the last one was:
// the second half of a double tap, a finger that was down already, or a key that is held would answer it unread.

/** So long after the tap before it no tap answers a new question: a slow double tap takes 400 ms. */
export const AFTER_TAP_MS = 500;
/** So long after a question is drawn no tap answers it: nobody has read it sooner. */
export const AFTER_DRAWN_MS = 250;

/** From when on a question that was drawn then may be answered. */
export const opensAt = (drawn, tapped) => Math.max(drawn + AFTER_DRAWN_MS, tapped + AFTER_TAP_MS);

/** Guards the answers in `box`; `asked(key)` says that another question is there now, `isOpen` that it needs no guard. */
export function answerGuard(box) {
  /** @type {string | null} */
  let key = null; // of the question that is there
  let tapped = -Infinity; // the last tap here that nothing held back
  /** @type {{key: string | null} | null} */
  let pressed = null; // {key}: the question that the press meant which is to become a click; null: none
  let timer = 0;
  const isFresh = () => box.dataset.fresh === "true";

  function press(event) {
    const isKey = event.type === "keydown";
    if (isKey && event.key !== "Enter" && event.key !== " ") return;
    pressed = { key: event.repeat || isFresh() ? null : key };
  }

  function click(event) {
    const from = pressed;
    pressed = null;
    if (!event.isTrusted) return; // a script's, not a finger's
    if (!isFresh() && (!from || from.key === key)) {
      tapped = event.timeStamp;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function open() {
    clearTimeout(timer);
    delete box.dataset.fresh;
  }

  addEventListener("pointerdown", press, true);
  addEventListener("keydown", press, true);
  box.addEventListener("click", click, true);
  return {
    asked(next, { isOpen }) {
      const isFirst = key === null;
      if (next === key) return;
      key = next;
      open();
      if (isFirst || isOpen) return;
      const now = performance.now();
      box.dataset.fresh = "true";
      timer = setTimeout(open, opensAt(now, tapped) - now);
    },
    stop() {
      open();
      removeEventListener("pointerdown", press, true);
      removeEventListener("keydown", press, true);
    },
  };
}
