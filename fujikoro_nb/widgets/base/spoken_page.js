// A page in the chosen language: the kernel is told once which it is, and says everything in it; then it is drawn again.
import { dress, make, noticeLine, showInside } from "./dom.mjs";
import { keptPlace } from "./kept_place.mjs";
import { CHOSEN_EVENT, chosenLanguage } from "./language_choice.mjs";

function render({ model, el }) {
  const box = dress(model, el, "fk-spoken");
  // An empty box of this class tells the page around us that something is still to come.
  const slot = make("div.fk-slot", {}, make("div.widget-box"));
  box.append(noticeLine(model), slot);
  let leave = () => {};
  let stopGoing = () => {};
  let shown = ""; // the language of what stands there
  let number = 0; // of the newest drawing

  async function show() {
    const spoken = model.get("spoken");
    if (spoken === shown || spoken !== chosenLanguage(spoken)) return;
    const own = ++number;
    const isFocused = document.activeElement?.closest("[data-lang]")?.dataset.lang;
    const goBack = shown ? keptPlace(slot) : () => () => {};
    stopGoing();
    leave();
    leave = () => {};
    shown = spoken;
    const gone = await showInside(model, model.get("page"), slot);
    if (own !== number) {
      gone();
      return;
    }
    leave = gone;
    stopGoing = goBack();
    if (isFocused) requestAnimationFrame(() => slot.querySelector(`[data-lang="${isFocused}"]`)?.focus({ preventScroll: true }));
  }

  const speak = () => {
    const spoken = chosenLanguage(model.get("spoken"));
    if (spoken !== model.get("spoken")) model.send({ act: "speak", spoken });
  };

  addEventListener(CHOSEN_EVENT, speak);
  model.on("change:spoken", show);
  speak();
  show();
  return () => {
    removeEventListener(CHOSEN_EVENT, speak);
    model.off("change:spoken", show);
    stopGoing();
    leave();
  };
}

export default { render };
