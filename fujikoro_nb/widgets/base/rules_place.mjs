// Where somebody is in the rulebook, as text of a link: "ask=monk&rule=ID&at=phase.fight&mode=coop&players=3". No DOM.

const PLACE_KEYS = ["ask", "rule", "at", "mode", "players"];
const PLACE_MODES = ["competitive", "coop", "solo", "makai_fuda", "fuji_99"];
/** @type {Record<string, number>} */
const LONGEST = { ask: 400, rule: 80, at: 40 };

/** @param {string} key */
export function isPlaceKey(key) {
  return PLACE_KEYS.includes(key);
}

// Any text gives a place; what makes no sense in it is left out.
/** @param {string} text */
export function parsePlace(text) {
  const parts = new URLSearchParams(text);
  const value = (/** @type {string} */ key) => (parts.get(key) ?? "").slice(0, LONGEST[key]);
  const mode = parts.get("mode") ?? "";
  const players = Number(parts.get("players"));
  return {
    ask: value("ask"), rule: value("rule"), at: value("at"),
    mode: PLACE_MODES.includes(mode) ? mode : "",
    players: Number.isInteger(players) && players >= 1 && players <= 6 ? players : 0,
  };
}

/** @param {Record<string, string | number>} place */
export function printPlace(place) {
  return PLACE_KEYS.filter((key) => place[key])
    .map((key) => `${key}=${encodeURIComponent(String(place[key]).replace(/\p{Cs}/gu, "\uFFFD"))}`).join("&");
}
