// The odds over the dragon's health as a curve, which is a slider that sets it.
import { draw, make, put } from "../base/dom.mjs";
import { CURVE_HEIGHT, CURVE_WIDTH, curveArea, curveNumbers } from "./curve_geometry.mjs";
import { fightMark } from "./odds_signs.mjs";

// `dragon` is the part that holds it. Returns {element, draw()}.
export function curvePart(model, say, dragon) {
  const curve = make("section.fk-fight-curve", { "data-part": "curve" });

  function drawCurve() {
    const { curve: rows, health, said: ends } = model.get("answer");
    const hadFocus = curve.contains(document.activeElement);
    const said = say("curve-value", { health, win: ends[0], hurt: ends[1], lose: ends[2] });
    const chart = curveChart(rows, health, say("curve-label"), said);
    put(curve, make("h2", {}, say("curve")), chart, make("p.mut.small", { "aria-hidden": "true" }, said, fightMark(model, say)));
    chart.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
      if (!by) return;
      event.preventDefault();
      dragon.setHealth(dragon.now().health + by);
    });
    chart.addEventListener("click", (event) => {
      const bounds = chart.getBoundingClientRect();
      dragon.setHealth(Math.floor(((event.clientX - bounds.left) / bounds.width) * rows.length) + 1);
    });
    if (hadFocus) chart.focus({ preventScroll: true });
  }

  return { element: curve, draw: drawCurve };
}

function curveChart(rows, health, label, said) {
  const step = CURVE_WIDTH / rows.length;
  const win = (row) => row[0];
  const up = (row) => row[0] + row[1];
  const x = (health - 0.5) * step;
  return draw("svg.fk-curve", {
    viewBox: `-1 -4 ${CURVE_WIDTH + 2} ${CURVE_HEIGHT + 30}`, role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": 1, "aria-valuemax": rows.length, "aria-valuenow": health, "aria-valuetext": said,
  },
  draw("defs", {},
    draw("pattern", { id: "fk-curve-hurt", width: 8, height: 8, patternUnits: "userSpaceOnUse" }, draw("path.fk-curve-hurt-wash", { d: "M0 0h8v8H0z" }), draw("path.fk-curve-hurt", { d: "M0 0h4v8H0z" })),
    draw("pattern", { id: "fk-curve-lose", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, draw("path.fk-curve-lose-wash", { d: "M0 0h8v8H0z" }), draw("path.fk-curve-lose", { d: "M0 0h4v8H0z" }))),
  draw("path", { d: curveArea(rows, up, () => 1), fill: "url(#fk-curve-lose)" }),
  draw("path", { d: curveArea(rows, win, up), fill: "url(#fk-curve-hurt)" }),
  draw("path.fk-curve-win", { d: curveArea(rows, () => 0, win) }),
  draw("path.fk-curve-line", { d: `M0 0H${CURVE_WIDTH}V${CURVE_HEIGHT}H0Z` }),
  draw("path.fk-curve-now-halo", { d: `M${x} -3V${CURVE_HEIGHT + 4}` }), draw("path.fk-curve-now", { d: `M${x} -3V${CURVE_HEIGHT + 4}` }),
  curveNumbers(rows.length, health).map((number) => draw(`text${number === health ? ".is-on" : ""}`, { x: (number - 0.5) * step, y: CURVE_HEIGHT + 22, "text-anchor": "middle" }, String(number))));
}
