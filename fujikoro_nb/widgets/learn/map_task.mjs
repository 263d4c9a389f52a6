// A question that is answered on the map, inside a puzzle: what is chosen, the map, and the same places as a list.
import { make, showInside } from "../base/dom.mjs";
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

  function drawPlaces(places) {
    listed.hidden = !places.length;
    const wasOpen = listed.open;
    redraw(listed, make("summary", { "data-key": "places" }, say("places", { n: places.length })),
      make("ul.fk-turn-list", {}, places.map(({ place, name, about, on }) => make("li", {},
        make("button.btn", { type: "button", "data-key": `place-${place}`, "aria-pressed": String(Boolean(on)), onclick: () => model.send({ act: "tap", at: place }) },
          make("b", {}, on ? `${on}. ${name}` : name), make("span.mut", {}, about))))));
    listed.open = wasOpen;
  }

  let drawn = "";
  function draw() {
    const { task } = model.get("view");
    const now = JSON.stringify(task ?? null);
    if (!task || now === drawn) return;
    redraw(chosen, make("b", {}, task.chosen));
    drawPlaces(task.places);
    drawn = now;
  }

  return taskOnMap(model, slot, map, draw);
}
