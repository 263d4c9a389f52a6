// A question that is answered on the map, inside a puzzle: what is chosen, the map, and the same places as a list.
import { differing, make, showInside } from "../base/dom.mjs";
import { drawnInside, redraw } from "../base/page_parts.mjs";

/** The same with a map in it. */
export function taskOnMap(model, slot, map, draw) {
  return drawnInside(model, slot, draw, () => showInside(model, model.get("map"), map));
}

// Stands where the board of a puzzle stands.
export function mapInside(model, say) {
  const chosen = make("p.fk-map-chosen", { "aria-live": "polite" });
  const map = make("div.fk-turn-map");
  const listed = make("details.fk-turn-spaces");
  const slot = make("div.fk-slot.fk-turn-task.fk-map-task", {}, map, chosen, listed);

  let buttons = [];
  const placesDiffer = differing();
  function drawPlaces(places) {
    if (placesDiffer(places.map(({ place, name, about }) => [place, name, about]))) {
      listed.hidden = !places.length;
      buttons = places.map(({ place, about }) => make(
        "button.btn", { type: "button", "data-key": `place-${place}`, onclick: () => model.send({ act: "tap", at: place }) },
        make("b"), make("span.mut", {}, about),
      ));
      redraw(listed, make("summary", { "data-key": "places" }, say("places", { n: places.length })),
        make("ul.fk-turn-list", {}, buttons.map((each) => make("li", {}, each))));
    }
    places.forEach(({ name, on }, index) => {
      buttons[index].setAttribute("aria-pressed", String(Boolean(on)));
      buttons[index].firstElementChild.textContent = on ? `${on}. ${name}` : name;
    });
  }

  const chosenDiffers = differing();
  function draw() {
    const { task } = model.get("view");
    if (!task) return;
    if (chosenDiffers(task.chosen)) redraw(chosen, make("b", {}, task.chosen));
    drawPlaces(task.places);
  }

  return taskOnMap(model, slot, map, draw);
}
