// A page in the chosen language: the kernel is told once which it is, and gives the page in it.
import { dress, make, noticeLine, showInside } from "./dom.mjs";
import { CHOSEN_EVENT, chosenLanguage } from "./language_choice.mjs";

function render({ model, el }) {
  const box = dress(model, el, "fk-spoken");
  // An empty box of this class tells the page around us that something is still to come.
  const slot = make("div.fk-slot", {}, make("div.widget-box"));
  box.append(noticeLine(model), slot);
  let leave = () => {};
  let shown = ""; // the page that stands there
  let number = 0; // of the newest page asked for

  async function show() {
    const page = model.get("page");
    if (page === shown || model.get("spoken") !== chosenLanguage(model.get("spoken"))) return;
    const own = ++number;
    const isFocused = document.activeElement?.closest("[data-lang]")?.dataset.lang;
    leave();
    leave = () => {};
    shown = page;
    const gone = await showInside(model, page, slot);
    if (own !== number) {
      gone();
      return;
    }
    leave = gone;
    model.send({ act: "shown" });
    if (isFocused) requestAnimationFrame(() => slot.querySelector(`[data-lang="${isFocused}"]`)?.focus({ preventScroll: true }));
  }

  const speak = () => {
    const spoken = chosenLanguage(model.get("spoken"));
    if (spoken !== model.get("spoken")) model.send({ act: "speak", spoken });
  };

  addEventListener(CHOSEN_EVENT, speak);
  model.on("change:page", show);
  speak();
  show();
  return () => {
    removeEventListener(CHOSEN_EVENT, speak);
    model.off("change:page", show);
    leave();
  };
}

export default { render };
