// What is set once and filters every answer: the mode and the number of players.
import { make } from "../base/dom.mjs";

export const MODES_TO_SET = ["", "competitive", "coop", "solo", "makai_fuda", "fuji_99"];
const MOST_PLAYERS = 6;

// A strip of two choices: `set({mode})` or `set({players})` hears a change, `show(place)` draws what is set.
export function setOnce({ say, set }) {
  const mode = make("select", {}, MODES_TO_SET.map((name) => make("option", { value: name }, say(`mode-${name || "any"}`))));
  const players = make("select", {}, Array.from({ length: MOST_PLAYERS + 1 }, (_, n) => make("option", { value: String(n) }, n ? say("players-n", { n }) : say("players-any"))));
  mode.addEventListener("change", () => set({ mode: mode.value }));
  players.addEventListener("change", () => set({ players: Number(players.value) }));
  return {
    element: make("div.strip.fk-set-once", {}, make("label", {}, make("span", {}, say("mode")), mode), make("label", {}, make("span", {}, say("players")), players)),
    show: (place) => {
      mode.value = place.mode;
      players.value = String(place.players);
    },
  };
}
