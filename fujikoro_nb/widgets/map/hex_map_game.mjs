// The lists of a map with a game on it: where one can go, what the signs mean, and all places in a drawer.
import { draw, make, put } from "../base/dom.mjs";
import { letterAt } from "./hex_map_layout.mjs";
import { drawPiece } from "./hex_map_pieces.mjs";

/** What the signs mean: a text `sign-NAME`, and the pieces beside it, as the map draws them. */
/** @type {[string, ...any[]][]} */
export const MAP_SIGNS = [
  ["samurai", { kind: "samurai", tone: "blue", is_own: true }],
  ["token", { kind: "token", sign: "square", cubes: "WM" }, { kind: "used", sign: "hexagon", level: "I" }],
  ["place", { kind: "print", sign: "square" }, { kind: "print", sign: "hexagon" }],
  ["always", { kind: "always", cubes: "WM" }],
  ["scroll", { kind: "scroll", tone: "red" }, { kind: "print", sign: "scroll", tone: "red" }],
  ["monk", { kind: "monk" }],
  ["adventure", { kind: "adventure" }],
  ["dragon", { kind: "dragon", sign: "M", damage: 2 }],
  ["status", { kind: "dragon", sign: "M", token: "asleep" }, { kind: "dragon", sign: "M", token: "awake" }],
  ["hidden", { kind: "samurai", tone: "red", is_hidden: true }],
  ["lair", { kind: "print", sign: "dragon", tone: "green" }],
  ["blueprint", { kind: "blueprint", sign: "helmet" }],
  ["guard", { kind: "guard" }],
  ["blind", { kind: "blind", number: 2 }],
  ["loot", { kind: "loot" }],
  ["exit", { kind: "print", sign: "exit" }],
  ["number", { kind: "number", number: 2, steps: 2 }, { kind: "number", number: 1, steps: 1, is_next: true }],
];

/** The lines of a legend: the signs as they stand on the map, and what each means. */
export function signLines(say) {
  const picture = (piece) => draw("svg.fk-map-sign", { viewBox: "-2 -3 49 51", "aria-hidden": "true" }, drawPiece({ piece, x: 22, y: 22, size: 44 }, say));
  const lava = make("span.fk-map-sign.fk-map-sign-lava", { "aria-hidden": "true" });
  const ring = make("span.fk-map-sign.fk-map-sign-reach", { "aria-hidden": "true" });
  return [
    ...MAP_SIGNS.map(([name, ...pieces]) => make("li", {}, make("span", {}, pieces.map(picture)), make("span", {}, say(`sign-${name}`)))),
    make("li", {}, make("span", {}, lava), make("span", {}, say("sign-lava"))),
    make("li", {}, make("span", {}, ring), make("span", {}, say("sign-reach"))),
  ];
}

/** The parts beside the board: `reach` and `legend` to be put on the page, `listing(list)` the drawer of all places. */
export function gameLists(model, say, { choose, confirm }) {
  const head = make("h2");
  const list = make("ul.go.fk-map-reach");
  const reach = make("section.fk-map-going", { hidden: true }, head, make("p.mut.small", {}, say("where-help")), list);
  const rows = () => model.get("reach").rows;
  let drawn = null;

  function rowButton(row, index) {
    return make("li", {}, make("button", { type: "button", tabindex: -1, "data-go": row.spaces[0] },
      make("kbd", { "aria-hidden": "true" }, letterAt(index)),
      make("span", {}, make("b", {}, row.name), make("br"), make("span.mut", {}, row.text)),
      make("span.fk-map-price", {}, row.price)));
  }

  function show() {
    const { kind } = model.get("reach");
    if (drawn !== model.get("reach")) {
      drawn = model.get("reach");
      reach.hidden = !rows().length;
      head.textContent = rows().length ? say(`where-${kind}`) : "";
      put(list, rows().map(rowButton));
    }
    const chosen = rows().findIndex(({ spaces }) => spaces.includes(model.get("selected")));
    /** @type {any[]} */ ([...list.children]).forEach(({ firstElementChild: button }, index) => {
      button.classList.toggle("is-on", index === chosen);
      button.setAttribute("aria-current", String(index === chosen));
      button.tabIndex = index === Math.max(0, chosen) ? 0 : -1;
    });
    if (chosen >= 0 && !model.get("is_board_only")) keepInView(list.children[chosen]);
  }

  /** Scroll the list, never the page. */
  function keepInView(row) {
    const [frame, place] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (place.top < frame.top) list.scrollTop -= frame.top - place.top;
    else if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom;
  }

  function go(index) {
    const button = /** @type {HTMLElement | null} */ (list.children[index]?.firstElementChild);
    if (!button) return;
    button.focus({ preventScroll: true });
    choose(button.dataset.go);
  }

  list.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("button");
    if (button) choose(button.dataset.go);
  });
  list.addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = [...list.children].indexOf(event.target.closest("li"));
    const last = list.children.length - 1;
    const goes = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last };
    const letter = event.key.length === 1 ? rows().findIndex((_, index) => letterAt(index) === event.key.toUpperCase()) : -1;
    if (event.key in goes) go(goes[event.key]);
    else if (letter >= 0) go(letter);
    else if (event.key === "Enter" && event.target.classList.contains("is-on")) confirm(event.target.dataset.go);
    else return;
    event.preventDefault();
  });

  return {
    reach,
    legend: make("details.fk-map-signs", {}, make("summary", {}, say("legend")), make("ul", {}, signLines(say))),
    listing(places) {
      return make("details.fk-map-listing", { open: !model.get("picture").is_game }, make("summary", {}, make("h2", {}, say("list"))), make("p.mut.small", {}, say("list-help")), places);
    },
    show,
  };
}
