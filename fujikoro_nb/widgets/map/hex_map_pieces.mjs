// What lies on the map, drawn over plotly's ground: one SVG in the plane's own coordinates, a group a space.
import { differing, draw } from "../base/dom.mjs";
import { walksLayer } from "./hex_map_walks.mjs";
import { hexesPath, isStanding, letterAt, placePieces, spaceMiddle, spacePath, walkPath } from "./hex_map_layout.mjs";

const use = (name, x = 0, y = 0, size = 44) => draw("use", { href: `#fk-${name}`, x, y, width: size, height: size });
const FLAME = "M22 3c2 8 13 12 13 24a13 14 0 0 1-26 0c0-7 5-9 6-14 3 2 4 4 4 6 2-4 4-9 3-16z";
const HEXAGON = "M22 1l18.500 10.500v21L22 43 3.500 32.500v-21z";
const CUBE_PLACES = {
  1: [[12, 12, 20]],
  2: [[5.5, 13.5, 17], [22.5, 13.5, 17]],
  3: [[13.5, 5, 17], [5, 22, 17], [22, 22, 17]],
  4: [[5, 5, 17], [22, 5, 17], [5, 22, 17], [22, 22, 17]],
};

function badge(text, { x = 35, y = 35, tone = "" }) {
  return draw(`g.fk-piece-badge${tone && `.fk-tone-${tone}`}`, {}, draw("circle", { cx: x, cy: y, r: 9.5 }), draw("text", { x, y: y + 5 }, text));
}

const pill = (text, className) => draw(`g.${className}`, {},
  draw("rect", { x: 20, y: 30, width: 25, height: 16, rx: 4 }), draw("text", { x: 32.5, y: 43 }, text));

// An eye that is struck out: no dragon sees this one.
const hiddenSign = () => draw("g.fk-piece-hidden", {}, draw("circle", { cx: 37, cy: 8, r: 9.5 }),
  draw("path", { d: "M30 8q7-7.500 14 0q-7 7.500-14 0z" }), draw("circle.fk-piece-pupil", { cx: 37, cy: 8, r: 2.2 }), draw("path", { d: "M31 14L43 2" }));

const tokenShape = (sign) => (sign === "square"
  ? draw("rect.fk-piece-token", { x: 2.5, y: 2.5, width: 39, height: 39, rx: 4 })
  : draw("path.fk-piece-token.is-hexagon", { d: HEXAGON }));

/** One piece in a box of 44 x 44; `say` gives the letters of colours and the few words that stand on the map. */
const PIECES = {
  token: ({ sign, cubes }) => {
    if (!cubes) return [tokenShape(sign), use("monk", 8, 6, 28)];
    const places = CUBE_PLACES[Math.min(4, cubes.length)];
    const inner = sign === "hexagon" ? "translate(4.400 4.400) scale(.8)" : "";
    return [tokenShape(sign), draw("g", { transform: inner || null }, [...cubes].slice(0, 4).map((cube, k) => use(`cube-${cube}`, ...places[k])))];
  },
  always: ({ cubes }) => [...cubes].slice(0, 4).map((cube, k) => use(`cube-${cube}`, ...CUBE_PLACES[Math.min(4, cubes.length)][k].map((one, axis) => (axis === 2 ? one + 4 : one - 2)))),
  used: ({ sign, level }) => [draw("g.fk-piece-used", {}, tokenShape(sign), draw("text", { x: 22, y: 29 }, level))],
  monk: () => [draw("circle.fk-piece-disc", { cx: 22, cy: 22, r: 20.5 }), use("monk", 7, 5, 30)],
  scroll: ({ tone }, say) => [
    draw(`circle.fk-piece-disc.fk-tone-${tone}`, { cx: 22, cy: 22, r: 20.5 }), use("scroll", 9, 9, 26),
    badge(say(`letter-${tone}`), { tone }),
  ],
  adventure: () => [use("adventure")],
  loot: () => [use("cube-T", 0, 14, 28), use("s-sleep", 18, 0, 26)],
  guard: () => [draw("circle.fk-piece-lair", { cx: 22, cy: 22, r: 21.5 }), draw("g.fk-tone-black", {}, use("samurai", 2, 0, 40))],
  blind: ({ number }) => [use("s-card"), badge(String(number), {})],
  dragon: ({ sign, mark = sign, damage, token }, say) => [
    draw("circle.fk-piece-lair", { cx: 22, cy: 22, r: 21.5 }), use(`dragon-${sign}`, 0, -1, 44),
    draw("g.fk-piece-size", {}, draw("rect", { x: -1, y: 31, width: mark.length > 2 ? 27 : 19, height: 15, rx: 4 }), draw("text", { x: mark.length > 2 ? 12.5 : 8.5, y: 43 }, mark)),
    damage ? pill(say("damage", { damage }), "fk-piece-damage") : null,
    token && token !== "walks" ? draw(`g.fk-piece-status.is-${token}`, {}, draw("circle", { cx: 37, cy: 7, r: 11.5 }), token === "awake" ? draw("circle", { cx: 37, cy: 7, r: 11.5 }) : null, draw("text", { x: 37, y: 11 }, say(`token-${token}`))) : null,
  ],
  samurai: ({ tone, is_down: isDown, is_own: isOwn, is_hidden: isHidden }, say) => [
    isOwn ? draw("circle.fk-piece-own", { cx: 22, cy: 22, r: 23 }) : null,
    draw(`g.fk-tone-${tone}`, { transform: isDown ? "rotate(90 22 22)" : null }, isOwn ? use("samurai", 4, 2, 36) : use("samurai", 1, 0, 42)),
    badge(say(`letter-${tone}`), { tone, x: 37, y: 36 }),
    isHidden ? hiddenSign() : null,
  ],
  blueprint: ({ sign }, say) => [use("blueprint"), badge(say(`word.${sign}`)[0].toUpperCase(), {})],
  number: ({ number, steps, is_next: isNext }) => (steps
    ? [draw(`path.fk-piece-flame${isNext ? ".is-next" : ""}`, { d: FLAME }), draw("text.fk-piece-number", { x: 22, y: 36 }, String(number))]
    : [draw("text.fk-piece-number.is-past", { x: 22, y: 30 }, String(number)), draw("path.fk-piece-past", { d: "M8 36L36 8" })]),
  print: ({ sign, tone }, say) => {
    if (sign === "exit") return [use("exit")];
    if (sign === "square" || sign === "hexagon") return [draw("g.fk-piece-print", {}, tokenShape(sign))];
    if (sign === "dragon") return [draw("g.fk-piece-faint", {}, use({ blue: "dragon-S", green: "dragon-M", red: "dragon-L", white: "dragon-XL" }[tone]))];
    const faint = draw("g.fk-piece-faint", {}, use(sign, 4, 4, 36));
    return tone ? [faint, badge(say(`letter-${tone}`), { tone })] : [faint];
  },
};

/** Every kind of piece that the map draws; the legend explains them all. */
export const PIECE_KINDS = Object.keys(PIECES);

/** One piece as a group of so many units at a place of the plane. */
export function drawPiece({ piece, x, y, size }, say) {
  const scale = size / 44;
  const marks = { "data-kind": piece.kind, "data-id": piece.id ?? null };
  const parts = PIECES[piece.kind](piece, say).filter(Boolean);
  return draw("g", { transform: `translate(${(x - size / 2).toFixed(3)} ${(y - size / 2).toFixed(3)}) scale(${scale.toFixed(5)})`, ...marks }, parts);
}

const FAR = 15; // pixels a side: below, letters are blots
const LETTER = 34; // pixels a side: above, letters and prices grow no more
let views = 0;

/** The drawing over a plot. `hexesOf` gives a space's hexes; every method draws only what is not drawn already. */
export function piecesLayer(hexesOf, say) {
  views += 1;
  const id = (name) => `fk-map-${name}-${views}`;
  const layer = (name) => draw(`g.fk-map-${name}`);
  const [ground, rings, names, things, dragons, walk, figures, aims, letters, barred] = ["ground", "rings", "names", "things", "dragons", "walk", "figures", "aims", "letters", "barred"].map(layer);
  const walks = walksLayer(dragons, hexesOf, id("head"));
  const svg = draw(
    "svg.fk-map-pieces", { "aria-hidden": "true", preserveAspectRatio: "none" },
    draw("defs", {},
      draw("pattern", { id: id("hatch"), width: 0.45, height: 0.45, patternUnits: "userSpaceOnUse", patternTransform: "rotate(35)" }, draw("path.fk-map-hatch", { d: "M0 0V.45" })),
      draw("pattern", { id: id("waves"), width: 0.8, height: 0.52, patternUnits: "userSpaceOnUse" }, draw("path.fk-map-waves", { d: "M0 .28q.2-.24.4 0t.4 0" })),
      draw("marker", { id: id("head"), markerUnits: "userSpaceOnUse", markerWidth: 0.9, markerHeight: 0.9, viewBox: "0 0 10 10", refX: 3, refY: 5, orient: "auto" }, draw("path.fk-walk-head", { d: "M0 0L10 5L0 10Z" }))),
    ground, rings, names, things, dragons, walk, figures, aims, letters, barred,
  );
  const drawn = new Map(); // space: the key of what is drawn there, and its two groups
  let isGame = null;
  const groundDiffers = differing();

  function showGround(picture, places, lava) {
    const hidden = places.filter(({ kind, id: place }) => kind === "volcano" && !picture.ground[place]);
    const laying = places.filter(({ id: place }) => picture.ground[place] === "laying");
    const all = (some) => some.flatMap(({ spaces }) => spaces.flatMap((space) => space.hexes));
    // The middles stay free for the names of the places.
    const petals = hidden.flatMap(({ spaces }) => spaces.slice(1).flatMap((space) => space.hexes));
    ground.replaceChildren(
      draw("path", { d: hexesPath(petals, 1), fill: `url(#${id("hatch")})` }),
      draw("path", { d: hexesPath(lava.flatMap((space) => hexesOf.get(space)), 0.9), fill: `url(#${id("waves")})` }),
      draw("path.fk-map-laying", { d: hexesPath(all(laying), 0.9) }),
    );
    names.replaceChildren(...places.filter(({ id: place }) => picture.ground[place]).map(({ name, spaces }) => {
      const [x, y] = spaceMiddle(spaces[0].hexes);
      return draw("text", { x, y: y + 0.88 }, name);
    }));
  }

  function showSpaces(picture) {
    for (const space of new Set([...drawn.keys(), ...Object.keys(picture.spaces)])) {
      const pieces = picture.spaces[space]?.pieces ?? [];
      const key = JSON.stringify(pieces);
      const old = drawn.get(space);
      if (old?.key === key) continue;
      old?.groups.forEach((group) => group.remove());
      drawn.delete(space);
      if (!pieces.length) continue;
      const placed = placePieces(hexesOf.get(space), pieces);
      const groups = /** @type {[SVGElement, boolean][]} */ ([[things, false], [figures, true]]).map(([parent, stands]) => {
        const group = draw("g", { "data-on": space }, placed.filter(({ piece }) => isStanding(piece) === stands).map((one) => drawPiece(one, say)));
        parent.append(group);
        return group;
      });
      drawn.set(space, { key, groups });
    }
  }

  // The space where a puzzle wants the samurai to be: a flag, and a line around it.
  function showAim(space) {
    const hexes = space ? hexesOf.get(space) : null;
    if (!hexes) { aims.replaceChildren(); return; }
    const [x, y] = spaceMiddle(hexes);
    aims.replaceChildren(draw("path.fk-map-aim-ring", { d: spacePath(hexes, 0.9) }),
      draw("g.fk-map-aim", { "data-aim": space, transform: `translate(${x + 0.34} ${y - 0.42})` }, draw("g.fk-map-steady", {}, draw("path.fk-map-aim-pole", { d: "M-.2-.42V.46" }), draw("path.fk-map-aim-cloth", { d: "M-.2-.42L.34-.22L-.2-.02Z" }))));
  }

  return {
    svg,
    look(view) {
      svg.setAttribute("viewBox", `${view.x[0]} ${-view.y[1]} ${view.x[1] - view.x[0]} ${view.y[1] - view.y[0]}`);
      svg.classList.toggle("is-far", view.side < FAR);
      svg.classList.toggle("is-near", view.side > LETTER);
      svg.style.setProperty("--fk-near", Math.min(1, LETTER / view.side).toFixed(3));
    },
    show(picture, places) {
      if (!picture.is_game && isGame === false) return;
      isGame = picture.is_game;
      const lava = Object.keys(picture.spaces).filter((space) => picture.spaces[space].lava);
      if (groundDiffers([isGame, picture.ground, lava, places.map(({ name }) => name)])) {
        if (isGame) showGround(picture, places, lava);
        else for (const one of [ground, names]) one.replaceChildren();
      }
      showSpaces(picture);
      showAim(picture.aim);
      walks.show(picture.walks ?? []);
    },
    reach(rows) {
      const d = rows.map(({ spaces }) => spacePath(spaces.flatMap((space) => hexesOf.get(space)), 0.84)).join("");
      rings.replaceChildren(...(d ? ["casing", "ring"].map((name) => draw(`path.fk-map-${name}`, { d })) : []));
      letters.replaceChildren(...rows.map((row, index) => {
        const [x, y] = spaceMiddle(hexesOf.get(row.spaces[0]));
        const cost = row.cost ? draw("g.fk-map-cost", { transform: `translate(${x} ${y + 0.66})` }, draw("g.fk-map-steady", {},
          draw("rect", { x: -0.55, y: -0.32, width: 1.1, height: 0.64, rx: 0.1 }), draw("text", { y: 0.21 }, say("lava-price", { cost: row.cost })))) : null;
        return draw("g", { "data-letter": row.spaces[0] },
          draw("g.fk-map-letter", { transform: `translate(${x - 0.47} ${y - 0.55})` }, draw("g.fk-map-steady", {}, draw("circle", { r: 0.34 }), draw("text", { y: 0.19 }, letterAt(index)))), cost);
      }));
    },
    /** The space that a refusal speaks of gets a cross; none takes it away. */
    bar(space) {
      const hexes = space ? hexesOf.get(space) : null;
      if (!hexes) { barred.replaceChildren(); return; }
      const [x, y] = spaceMiddle(hexes);
      barred.replaceChildren(draw("path.fk-map-barred-ring", { d: spacePath(hexes, 0.84) }),
        draw("g.fk-map-cross", { "data-barred": space, transform: `translate(${x - 0.47} ${y - 0.55})` }, draw("g.fk-map-steady", {}, draw("circle", { r: 0.34 }), draw("path", { d: "M-.15-.15L.15.15M.15-.15L-.15.15" }))));
    },
    /** The walk to the chosen row; none takes it away. */
    choose(row) {
      const d = row ? walkPath(row.path.map((space) => spaceMiddle(hexesOf.get(space)))) : "";
      walk.replaceChildren(...(d ? ["casing", "steps"].map((name) => draw(`path.fk-map-${name}`, { d })) : []));
      walks.choose(row?.spaces[0]);
      for (const one of /** @type {Iterable<any>} */ (letters.children)) one.classList.toggle("is-on", one.dataset.letter === row?.spaces[0]);
    },
  };
}
