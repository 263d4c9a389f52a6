// A question that is answered on the map, inside a puzzle: what is chosen, the map, and the same places as a list.
import { make, showInside } from "../base/dom.mjs";
import { bringBack, redraw } from "../base/page_parts.mjs";

/** What stands where the board of a puzzle or lesson stands, with a map in it: {slot, grid, begin(page), end()}. */
export function taskOnMap(model, slot, map, draw) {
  const listen = [];
  let leave = () => {};
  return {
    slot, grid: null,
    async begin({ show, keep, keptOn, restore }) {
      const both = () => { draw(); show(); };
      listen.push(["change:view", both], [keptOn, keep]);
      for (const [events, answer] of listen) model.on(events, answer);
      both();
      leave = await showInside(model, model.get("map"), map);
      bringBack(model, restore());
    },
    end: () => {
      for (const [events, answer] of listen) model.off(events, answer);
      leave();
    },
  };
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
