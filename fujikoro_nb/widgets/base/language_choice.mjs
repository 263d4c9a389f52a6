// The language that a person chose, as the head of a served page knows it; in somebody's notebook there is no choice.
import { make } from "./dom.mjs";

const choice = () => globalThis.fujikoroLanguage ?? null;

export const CHOSEN_EVENT = "fujikoro-language";

// The language that the page is to speak, or the one that it speaks already.
export const chosenLanguage = (otherwise) => choice()?.now() ?? otherwise;

// One button a language, each in its own; null where the page does not choose.
export function languageButtons(label) {
  const spoken = choice();
  if (!spoken) return null;
  return make("div.fk-langs", { role: "group", "aria-label": label }, Object.entries(spoken.names).map(([code, name]) => make("button.btn", {
    type: "button", lang: code, "data-lang": code, "aria-pressed": String(code === spoken.now()), onclick: () => spoken.choose(code),
  }, name)));
}
