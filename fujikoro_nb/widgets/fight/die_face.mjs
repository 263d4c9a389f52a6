// A die that shows one face.
import { symbol } from "../base/dom.mjs";

// Hits, and the broken weapon.
export function dieFace(colour, face, say, size = "c44") {
  const label = say(face.broken ? "face-broken" : "face", { hits: face.hits });
  const shown = symbol(`die-${colour}`, { size, label });
  shown.classList.add("WG".includes(colour) ? "on-l" : "on-d");
  for (const name of [`hit-${Math.min(face.hits, 4)}`, face.broken && "broken"].filter(Boolean)) shown.append(...symbol(name).children);
  return shown;
}
