// A player board: discs and action fields, monks, gear, backpack, blueprints, scrolls. Whole for one's own, small for others'.
import { make, symbol } from "../base/dom.mjs";
import { castFolded, figure } from "./cast_card.mjs";
import { tilePicture } from "./game_tile.mjs";
import { pattern } from "../base/page_parts.mjs";
import { readGear } from "./grid_geometry.mjs";
import { smallBoard } from "./small_board.mjs";

const KINDS = ["weapon", "helmet", "sandals"];
const ORDER = ["W", "M", "T", "G"];

const cubes = (letters, size = "c20") => [...letters].map((letter) => symbol(`cube-${letter}`, { size }));

function lettersOf({ text, split }) {
  const { cubes: laid, magic } = readGear(text, split);
  return [...laid.values()].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)).join("") + (magic ? "G" : "");
}

function discs(count, kind, label) {
  return make("span.fk-discs", { role: "img", "aria-label": label }, Array.from({ length: count }, () => make(`i.fk-disc.${kind}`)));
}

function fields(board, say) {
  return make("ul.fk-fields", { "aria-label": say("fields") },
    board.fields.map(({ field, discs: count, monk, card }) => make("li", {},
      make("b", {}, say(`field-${field}`)),
      make("span.fk-field-discs", {}, discs(count, "own", say("discs-here", { n: count })), monk && symbol("monk", { size: "c20", label: say("action-monk") })),
      card ? make("span.tag", {}, `${card.name}: ${card.bonus}`) : make("span.mut.small", {}, say("no-card")))),
    make("li.fk-pool", {}, make("b", {}, say("pool")), make("span.fk-field-discs", {}, discs(board.pool, "own", say("discs-here", { n: board.pool })),
      board.spots.action && !board.monk_field && symbol("monk", { size: "c20", label: say("action-monk") })), make("span.mut.small", {}, say("pool-about"))));
}

function spots(board, say) {
  return make("ul.fk-spots", { "aria-label": say("spots") }, Object.entries(board.spots).map(([spot, isThere]) => make(`li${isThere ? ".is-on" : ""}`, {},
    isThere ? symbol("monk", { size: "c32" }) : make("i.fk-empty-spot", { "aria-hidden": "true" }), make("span", {}, make("b", {}, say(`spot-name-${spot}`)), make("small.mut", {}, say(isThere ? "spot-taken" : "spot-free"))))));
}

function backpack({ lower, upper, is_open: isOpen }, say) {
  const cells = ({ cubes: letters, discs: things, room }, isHere) => {
    const held = [...[...letters].map((letter) => symbol(`cube-${letter}`, { size: "c32", label: say(`cube-${letter}`) })), ...things.map(({ kind, name }) => symbol(kind === "monk" ? "monk" : kind === "blueprint" ? "blueprint" : "scroll", { size: "c32", label: name }))];
    return Array.from({ length: Math.max(room, held.length) }, (_, index) => make(`span.fk-slot-cell${isHere ? "" : ".is-locked"}`, {}, held[index] ?? null));
  };
  return make("div.fk-backpack", { role: "group", "aria-label": say("backpack") },
    make("div", {}, make("b.small", {}, say("backpack-upper")), make("div.fk-cells-row", {}, cells(upper, isOpen)), isOpen ? null : make("small.mut", {}, say("backpack-locked"))),
    make("div", {}, make("b.small", {}, say("backpack-lower")), make("div.fk-cells-row", {}, cells(lower, true))));
}

function gear(board, say) {
  return make("div.fk-gear-three", {}, KINDS.map((kind) => make(`figure.fk-gear-${kind}`, { style: `flex:${board.boards[kind].columns + (kind === "weapon" ? 0.4 : 0)}` },
    smallBoard(board.boards[kind], { label: `${say(`gear-${kind}`)}: ${board.boards[kind].text}` }),
    make("figcaption", {}, make("b", {}, say(`gear-${kind}`)), " ", make("span.num", {}, fact(board, kind, say)), board.magic.includes(kind) && symbol("cube-G", { size: "c20", label: say("magical") })))));
}

function fact(board, kind, say) {
  if (kind === "weapon") return say("fact-initiative", { n: board.initiative });
  return say(kind === "helmet" ? "fact-absorbs" : "fact-worth", { n: kind === "helmet" ? board.absorbs : board.worth });
}

const blueprint = ({ name, kind, pattern: text }, say) => make("li.fk-blueprint", {}, pattern(text, `${name}: ${text}`, 16), make("span", {}, make("b", {}, name), make("small.mut", {}, say(`gear-${kind}`))));
const power = ({ name, text }, sign) => make("li.fk-power", {}, symbol(sign, { size: "c32" }), make("span", {}, make("b", {}, name), make("small", {}, text)));

export function boardHead(board, say) {
  return make("header.fk-board-head", {}, figure(board.colour, say, "c44"),
    make("span.grow", {}, make("b.fk-board-name", {}, board.name), make("small.mut", {}, board.stands === "up" ? board.where : `${say(`stands-${board.stands}`)} · ${board.where}`)),
    board.score === null ? null : make("b.num.fk-board-score", { "aria-label": say("points", { n: board.score }) }, String(board.score)));
}

// Dragons beside a board: sign, letter of the size, and what they count together.
const collected = ({ figures, figures_said: said }) => make("span.fk-line.fk-trophies", {}, figures.map(({ sign, name }) => make("span.fk-trophy", { title: name }, symbol(`dragon-${sign}`, { size: "c32", label: name }), make("span.fk-dragon-mark", { "aria-hidden": "true" }, sign))), make("small.mut", {}, said));

// Everything on one board.
export function wholeBoard(board, say) {
  const things = [...board.scrolls.map((one) => power(one, "scroll")), ...board.adventures.map((one) => power(one, "adventure"))];
  return make("section.sheet.fk-player", { "data-seat": board.seat, "aria-label": say("board-of", { name: board.name }) }, boardHead(board, say),
    board.character ? castFolded(board.character, say, { key: `cast-of-${board.seat}` }) : null, fields(board, say), gear(board, say), backpack(board.backpack, say), spots(board, say),
    board.blueprints.length ? make("div.fk-own-blueprints", {}, make("b.small", {}, say("own-blueprints")), make("ul.fk-things", {}, board.blueprints.map((one) => blueprint(one, say)))) : null,
    things.length ? make("ul.fk-things", {}, things) : null,
    board.peeked.length ? make("div.fk-peeked", {}, board.peeked.map(({ level, name, faces }) => (faces.length
      ? make("details", {}, make("summary.btn.quiet", {}, symbol("i-eye"), make("span", {}, name)), tilePicture(faces, level, 0, name)) : make("p.mut.small", {}, name)))) : null,
    board.figures?.length ? make("div.fk-collected", {}, make("b.small", {}, say("figures")), collected(board)) : null,
    make("p.mut.small", {}, say("scroll-discs", { n: board.scroll_discs })));
}

// Another's board in a few lines; the whole one opens on demand.
export function smallPlayer(board, say, { isOpen, toggle }) {
  const held = board.backpack.lower.cubes + board.backpack.upper.cubes;
  const things = [...board.backpack.lower.discs, ...board.backpack.upper.discs];
  const line = (label, ...content) => make("li", {}, make("small.mut", {}, label), make("span.fk-line", {}, content.flat()));
  const none = make("span.mut", {}, "–");
  const letters = (kind) => lettersOf(board.boards[kind]);
  return make("section.sheet.fk-player.is-small", { "data-seat": board.seat, "aria-label": say("board-of", { name: board.name }) }, boardHead(board, say),
    board.character ? make("p.small.fk-cast-note", {}, make("b", {}, `${board.character.name}. `), board.character.note) : null,
    make("ul.fk-lines", {},
      board.figures?.length ? line(say("figures"), collected(board)) : null,
      KINDS.map((kind) => line(`${say(`gear-${kind}`)} · ${fact(board, kind, say)}`, letters(kind) ? cubes(letters(kind)) : none.cloneNode(true))),
      line(say("backpack"), held || things.length ? [cubes(held), things.map(({ kind, name }) => symbol(kind, { size: "c20", label: name }))].flat() : none.cloneNode(true)),
      line(say("pool"), discs(board.pool, "own", say("discs-here", { n: board.pool })), Object.values(board.spots).filter(Boolean).map(() => symbol("monk", { size: "c20", label: say("monk") }))),
      board.scrolls.length || board.adventure_count ? line(say("powers"), board.scrolls.map(({ name }) => symbol("scroll", { size: "c20", label: name })), Array.from({ length: board.adventure_count }, () => symbol("adventure", { size: "c20", label: say("adventure") }))) : null),
    make("button.btn.quiet.full", { type: "button", "data-key": `board-${board.seat}`, "aria-expanded": String(isOpen), onclick: toggle }, say(isOpen ? "board-less" : "board-more")));
}

// Cards on display, face-up scrolls and the temples' blueprints.
export function tableCards(cards, say) {
  const shown = ({ name, kind, pattern: text, bonus, house }) => make("figure.gc", {}, make("div.pat", {}, pattern(text, `${name}: ${text}`, 18)), make("figcaption", {}, make("b", {}, name), make("span.mut.small", {}, say(`gear-${kind}`)), bonus && make("span.small", {}, bonus), house && make("span.tag", {}, symbol("house", { size: "c20" }), say("faces-mark-house"))));
  return make("section.sheet.fk-on-table", {}, make("h2", {}, say("on-table")),
    make("h3", {}, say("display")), cards.display.length ? make("div.fk-card-row", { tabindex: 0, role: "group", "aria-label": say("display") }, cards.display.map(shown)) : make("p.mut", {}, say("display-empty")),
    make("h3", {}, say("scrolls")), make("ul.fk-things", {}, cards.scrolls.map((one) => power(one, "scroll"))),
    make("h3", {}, say("temples")), cards.temples.map(({ name, blueprints }) => make("div", {}, make("b.small", {}, name), blueprints.length ? make("ul.fk-things", {}, blueprints.map((one) => blueprint(one, say))) : make("p.mut.small", {}, say("temple-empty")))));
}
