// Gear that was tapped, in the letters of its notation. No DOM.

// `cubes` holds letters by "column,row"; `split` columns stand left of the gap. A right part is written only where something lies.
/**
 * @param {Map<string, string>} cubes
 * @param {number} split
 */
export function weaponText(cubes, split) {
  const cells = [...cubes.keys()].map((key) => key.split(",").map(Number));
  const last = Math.max(0, ...cells.map(([, row]) => row));
  const hasRight = split > 0 && cells.some(([column]) => column > split);
  const most = Math.max(split, ...cells.map(([column]) => column));
  return Array.from({ length: last }, (_, at) => {
    const letters = Array.from({ length: most }, (_none, column) => cubes.get(`${column + 1},${at + 1}`) ?? ".");
    if (!hasRight) return letters.slice(0, split || most).join("");
    return `${letters.slice(0, split).join("")}:${letters.slice(split).join("")}`;
  }).join("/");
}

// So many cubes of each letter, row by row in an area `columns` wide: where they lie changes nothing.
/**
 * @param {Record<string, number>} counts
 * @param {number} columns
 */
export function helmetText(counts, columns) {
  const letters = Object.entries(counts).map(([letter, count]) => letter.repeat(count)).join("");
  return (letters.match(new RegExp(`.{1,${columns}}`, "g")) ?? []).join("/");
}
