// Finding a line of a list by typing how it begins. No DOM.

const TYPING_MS = 1000;

/**
 * What was typed so far, kept between two letters.
 * @typedef {{text: string, at: number}} Typed
 */

/**
 * The line that a letter leads to, by its place; -1: none. `names` are what each line is called, in small letters, `here` is
 * where the focus is, `now` the time in milliseconds. The same letter again goes on to the next line; any other letter that
 * leads nowhere begins a new name.
 * @param {Typed} typed
 * @param {string} letter
 * @param {number} now
 * @param {string[][]} names
 * @param {number} here
 */
export function lineTyped(typed, letter, now, names, here) {
  typed.text = (now - typed.at > TYPING_MS ? "" : typed.text) + letter.toLowerCase();
  typed.at = now;
  /** @param {string} text */
  const starting = (text) => names.flatMap((all, index) => (all.some((name) => name.startsWith(text)) ? [index] : []));
  const [exact = -1] = starting(typed.text);
  if (exact >= 0) return exact;
  const isSame = [...typed.text].every((one) => one === typed.text[0]);
  if (!isSame) typed.text = letter.toLowerCase();
  const same = starting(typed.text[0]);
  return (isSame ? same.find((index) => index > here) : undefined) ?? same[0] ?? -1;
}
