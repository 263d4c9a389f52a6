// A card's pattern as a small drawing; cubes that are missing on the board wear a dashed frame.
import { draw } from "../base/dom.mjs";
import { cellOf, keyOf, readGear } from "./grid_geometry.mjs";

export function patternDrawing(pattern, { missing = [], label = "", unit = 26 } = {}) {
  const { cubes } = readGear(pattern);
  const cells = [...cubes.keys()].map(cellOf);
  const columns = Math.max(...cells.map(([column]) => column));
  const rows = Math.max(...cells.map(([, row]) => row));
  const absent = new Set(missing.map(([column, row]) => keyOf(column, row)));
  const scale = Math.min(1, 2.7 / rows, 5.6 / columns); // a large pattern shrinks, the card keeps its size
  return draw("svg", {
    viewBox: `0 0 ${columns * unit} ${rows * unit}`, width: columns * unit * scale, height: rows * unit * scale, role: "img", "aria-label": label,
  }, ...[...cubes].flatMap(([key, letter]) => {
    const [column, row] = cellOf(key);
    const square = { x: (column - 1) * unit + 1, y: (row - 1) * unit + 1, width: unit - 2, height: unit - 2 };
    const cube = draw("use", { href: `#fk-cube-${letter}`, ...square });
    return absent.has(key) ? [cube, draw("rect.fk-missing", square)] : [cube];
  }));
}
