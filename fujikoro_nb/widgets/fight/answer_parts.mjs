// The parts that answer a question of a fight: dice to tap, cubes to take off, ways to choose. A page gives the question and
// what to do with the answer, which is a short text of the game's notation.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { dieFace } from "./dice_faces.mjs";
import { readGear } from "../gear/grid_geometry.mjs";
import { smallBoard } from "../gear/small_board.mjs";

export const DICE_ORDER = ["W", "M", "T", "G"];

// `question()` is what is asked now, `at()` its number, `boards(seat)` that seat's grids by kind; `play(text)` answers, `deal()`
// lets us roll, `redraw()` draws the question again after a choice.
export function answerParts({ say, question: asked, at, boards, play, deal, redraw }) {
  const rule = (id) => ruleLink(id, say);
  const material = (letter) => say(`cube-${letter}`);

  // What is being chosen for the present question; forgotten with it.
  let picked = { at: -1 };
  function choosing() {
    const key = `${at()} ${asked()?.kind ?? ""}`;
    if (picked.key !== key) picked = { key, cells: new Set(), magic: false, part: 0, dice: null, faces: {}, way: -1, isOpen: false };
    return picked;
  }

  // The element that answers this question.
  function body(question) {
    const draw = { roll, "roll-dice": attack, "lose-cubes": lose, repair, "pay-damage": pay, "pay-lava": pay, "pay-eruption": pay, stow }[question.kind] ?? choices;
    return draw(question);
  }

  const main_button = (label, text, { disabled = false } = {}) => make("button.btn.main.full", { type: "button", "data-key": "answer", disabled, onclick: () => play(text()) }, label);

  function choices(question) {
    return make("div.fk-play-choices", {}, question.choices.map(({ text, label }, index) => make(`button.btn.full${index === 0 ? ".main" : ""}`, { type: "button", "data-key": text, onclick: () => play(text) }, label)));
  }

  // The first way that the rules name is a sensible one; the others open on demand.
  function stow(question) {
    const [first, ...others] = question.choices;
    const button = ({ text, label }, isMain) => make(`button.btn.full${isMain ? ".main" : ""}`, { type: "button", "data-key": text, onclick: () => play(text) }, label);
    return make("div.fk-play-choices", {}, button(first, true), others.length ? make("details", { open: choosing().isOpen, ontoggle: (event) => { choosing().isOpen = event.target.open; } }, make("summary.btn", {}, say("stow-others")), make("div.fk-play-choices", {}, others.map((one) => button(one, false)))) : null);
  }

  // Real dice: tap the face of each.
  function roll(question) {
    const now = choosing();
    const counts = (colour) => (now.faces[colour] ??= []);
    const all = question.dice.flatMap(({ colour }) => counts(colour));
    const left = question.dice.reduce((sum, { count }) => sum + count, 0) - all.length;
    const faceOf = (group, text) => group.faces.find((face) => face.text === text);
    const sums = question.dice.reduce(([hits, broken], group) => counts(group.colour).reduce(([h, b], text) => [h + faceOf(group, text).hits, b + Number(faceOf(group, text).broken)], [hits, broken]), [0, 0]);
    const text = () => `roll ${question.dice.map(({ colour }) => [colour, ...counts(colour)].join(" ")).join(", ")}`;
    return make("div.fk-play-roll", {},
      make("p.mut", {}, say("roll-help")),
      question.dice.map((group) => {
        const { colour, count, faces } = group;
        const rolled = counts(colour);
        return make("div.fk-play-dice", { role: "group", "aria-label": say(`die-${colour}`) },
          make("div.row", {}, make("b.grow", {}, say(`die-${colour}`)), make("span.num", {}, `${rolled.length} / ${count}`),
            rolled.length ? make("button.btn.quiet", { type: "button", "data-key": `clear-${colour}`, "aria-label": `${say("roll-clear")}: ${say(`die-${colour}`)}`, onclick: () => { now.faces[colour] = []; redraw(); } }, symbol("i-undo")) : null),
          make("div.fk-play-faces", {}, faces.map((face) => {
            const number = rolled.filter((one) => one === face.text).length;
            return make("button.die", {
              type: "button", "data-key": `face-${colour}-${face.text}`, "aria-label": say("roll-face", { die: say(`die-${colour}`), face: say(face.broken ? "face-broken" : "face", { hits: face.hits }), n: number }),
              disabled: rolled.length >= count && !number, onclick: () => { if (rolled.length < count) rolled.push(face.text); else rolled.splice(rolled.lastIndexOf(face.text), 1); redraw(); },
            }, dieFace(colour, face, say, "fk-play-face"), number > 0 && make("b.fk-play-times.num", { "aria-hidden": "true" }, `× ${number}`));
          })));
      }),
      make("div.row", {}, make("p.say.grow", { role: "status" }, left ? say("roll-left", { n: left }) : say("roll-sum", { hits: sums[0], broken: sums[1] })),
        make("button.btn", { type: "button", "data-key": "deal", onclick: deal }, say("roll-for-me"))),
      main_button(say("roll-done"), text, { disabled: left !== 0 }));
  }

  // Which weapon, and how many dice of each colour.
  function attack(question) {
    const now = choosing();
    const weapon = question.weapons[Math.min(now.part, question.weapons.length - 1)];
    now.dice ??= { ...weapon.most };
    const shown = DICE_ORDER.filter((colour) => weapon.most[colour]);
    const letters = DICE_ORDER.map((colour) => colour.repeat(now.dice[colour])).join("");
    const step = (colour, by, sign, word) => make("button.btn", {
      type: "button", "data-key": `${colour}${by}`, "aria-label": say(word, { material: material(colour) }), disabled: now.dice[colour] + by < 0 || now.dice[colour] + by > weapon.most[colour],
      onclick: () => { now.dice[colour] += by; redraw(); },
    }, symbol(sign));
    return make("div.fk-play-attack", {},
      question.weapons.length > 1 && make("div.fk-fight-weapons", { role: "radiogroup", "aria-label": say("weapon") }, question.weapons.map((one, index) => make("button.btn", {
        type: "button", role: "radio", "data-key": `part-${one.part}`, "aria-checked": String(one === weapon), "aria-pressed": String(one === weapon), onclick: () => { now.part = index; now.dice = null; redraw(); },
      }, one.name))),
      make("div.fk-fight-steps", {}, shown.map((colour) => make("div.fk-fight-step", { role: "group", "aria-label": say(`die-${colour}`) },
        step(colour, -1, "i-minus", "dice-fewer"), make("span.fk-fight-count", {}, symbol(`die-${colour}`, { size: "c32" }), make("span", {}, make("b.num", {}, String(now.dice[colour])), make("small.mut", {}, ` / ${weapon.most[colour]}`))), step(colour, 1, "i-plus", "dice-more")))),
      make("p.mut.small", {}, say("dice-help"), " ", rule("combat.attack.fewer")),
      main_button(letters ? say("attack") : say("hold-back"), () => `attack ${weapon.part} ${letters || "-"}`));
  }

  // ---- cubes on a board
  function boardOf(question, isFull) {
    const now = choosing();
    const board = boards(question.seat)[question.area];
    return smallBoard(board, {
      label: say(`grid-${question.area}`, { name: question.who }), free: new Set(question.cells.map((cell) => cell.join(","))), chosen: now.cells,
      name: (letter, column, row) => say(now.cells.has(`${column},${row}`) ? "cell-chosen" : "cell", { material: material(letter), column, row }),
      choose: (key) => { toggle(key, question, board, isFull); redraw(); },
    });
  }

  // A further tap on a colour of which enough is chosen takes the place of the one chosen first.
  function toggle(key, question, board, need) {
    const now = choosing();
    now.way = -1;
    if (now.cells.delete(key)) return;
    const { cubes } = readGear(board.text, board.split);
    const letter = cubes.get(key);
    const same = [...now.cells].filter((one) => cubes.get(one) === letter);
    if (need && same.length >= need[letter]) now.cells.delete(same[0]);
    now.cells.add(key);
  }

  const cellWords = (cells) => [...cells].join(" ") || "-";
  const heap = (need) => Object.entries(need).map(([letter, count]) => say(`some-${letter}`, { n: count })).join(", ");

  function lose(question) {
    const now = choosing();
    const total = Object.values(question.need).reduce((sum, count) => sum + count, 0);
    return make("div.fk-play-cells", {}, make("p.say", { role: "status" }, say("take-off-need", { need: heap(question.need) }), " ", make("span.mut", {}, say("take-off-chosen", { n: now.cells.size }))),
      boardOf(question, question.need), main_button(say("take-off"), () => `lose ${cellWords(now.cells)}`, { disabled: now.cells.size !== total }));
  }

  function repair(question) {
    const now = choosing();
    const next = () => { now.way = (now.way + 1) % question.ways.length; now.cells = new Set(question.ways[now.way].map((cell) => cell.join(","))); redraw(); };
    return make("div.fk-play-cells", {}, make("div.row", {}, make("p.grow", { role: "status" }, now.way < 0 ? say("take-off-chosen", { n: now.cells.size }) : say("way", { n: now.way + 1, count: question.count })),
      make("button.btn", { type: "button", "data-key": "way", onclick: next }, say("way-next"))),
    boardOf(question, null), main_button(say("take-off"), () => `repair ${cellWords(now.cells)}`, { disabled: !now.cells.size }));
  }

  function pay(question) {
    const now = choosing();
    const { cubes } = readGear(boards(question.seat)[question.area].text, 0);
    const points = [...now.cells].reduce((sum, key) => sum + question.worth[cubes.get(key)], 0) + (now.magic ? question.worth.G : 0);
    return make("div.fk-play-cells", {}, make("div.row", {}, make("p.say.grow", { role: "status" }, say("pay-sum", { points, damage: question.damage })), make("span.mut.small", {}, say("pay-about"))),
      make("div.fk-play-helmet", {}, boardOf(question, null)),
      question.magic && make("button.btn.full", { type: "button", "data-key": "green", "aria-pressed": String(now.magic), onclick: () => { now.magic = !now.magic; redraw(); } }, symbol("cube-G", { size: "c32" }), say("pay-magic", { n: question.worth.G })),
      main_button(say("pay"), () => `pay ${[...now.cells, ...(now.magic ? ["+G"] : [])].join(" ") || "-"}`, { disabled: points < question.damage }));
  }

  // An answer of the list is laid on the board or the steppers; the button there gives it. Where there is nothing to lay, it is given.
  function choose(text) {
    const [verb, ...words] = text.split(" ");
    const now = choosing();
    if (verb === "attack") {
      const { weapons } = asked();
      now.part = weapons.findIndex(({ part }) => part === words[0]);
      now.dice = Object.fromEntries(DICE_ORDER.map((colour) => [colour, [...words[1]].filter((letter) => letter === colour).length]));
    } else if (["lose", "repair", "pay"].includes(verb)) {
      now.magic = words.includes("+G");
      now.cells = new Set(words.filter((word) => word.includes(",")));
      now.way = -1;
    } else {
      play(text);
      return false;
    }
    redraw();
    return true;
  }

  return { body, choose };
}
