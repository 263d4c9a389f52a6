// The parts that answer a question of a fight: dice to tap, cubes to take off, ways to choose. A page gives the question and
// what to do with the answer, which is a short text of the game's notation.
import { make } from "../base/dom.mjs";
import { cubesBody, teethPart } from "./answer_cubes.mjs";
import { DICE_ORDER, attackBody, rollBody } from "./answer_dice.mjs";

/**
 * A question of a fight that is being answered, shared by all that draws it.
 * @typedef {object} Answering
 * @property {Say} say
 * @property {() => any} question what is asked now
 * @property {() => number} at its number
 * @property {(seat: number) => any} boards that seat's grids by kind
 * @property {(text: string) => void} play answers
 * @property {() => void} deal lets us roll
 * @property {() => void} redraw draws the question again after a choice
 * @property {() => Choosing} choosing what is being chosen for this question
 */

/**
 * What is being chosen for the present question; forgotten with it.
 * @typedef {object} Choosing
 * @property {string} key the question that it belongs to
 * @property {Set<string>} cells of a board, as keys "column,row"
 * @property {boolean} magic a green cube pays too
 * @property {number} part which weapon, by its place in the list
 * @property {Record<string, number> | null} dice of an attack by colour; null: all
 * @property {Record<string, string[]>} faces rolled by colour
 * @property {number} way which way of repairing is laid; -1: none
 * @property {boolean} isOpen the other ways are shown
 */

/** @param {Omit<Answering, "choosing">} of */
export function answerParts(of) {
  const { say, question: asked, at, play, redraw } = of;

  // What is being chosen for the present question; forgotten with it.
  /** @type {Choosing | null} */
  let picked = null;
  function choosing() {
    const key = `${at()} ${asked()?.kind ?? ""}`;
    if (picked?.key !== key) picked = { key, cells: new Set(), magic: false, part: 0, dice: null, faces: {}, way: -1, isOpen: false };
    return picked;
  }

  const answering = { ...of, choosing };
  const shares = teethPart({ say, answer: play });

  // The element that answers this question.
  function body(question) {
    if (question.kind === "roll") return rollBody(answering, question);
    if (question.kind === "roll-dice") return attackBody(answering, question);
    if (question.kind === "stow") return stow(question);
    if (question.share?.teeth) return shares(question.share, at());
    return cubesBody(answering, question) ?? choices(question);
  }

  function choices(question) {
    return make("div.fk-play-choices", {}, question.choices.map(({ text, label }, index) => make(`button.btn.full${index === 0 ? ".main" : ""}`, { type: "button", "data-key": text, onclick: () => play(text) }, label)));
  }

  // The first way that the rules name is a sensible one; the others open on demand.
  function stow(question) {
    const [first, ...others] = question.choices;
    const button = ({ text, label }, isMain) => make(`button.btn.full${isMain ? ".main" : ""}`, { type: "button", "data-key": text, onclick: () => play(text) }, label);
    return make("div.fk-play-choices", {}, button(first, true), others.length ? make("details", { open: choosing().isOpen, ontoggle: (event) => { choosing().isOpen = event.target.open; } }, make("summary.btn", {}, say("stow-others")), make("div.fk-play-choices", {}, others.map((one) => button(one, false)))) : null);
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
