// Answers that are dice: what was rolled, face by face, and how many dice of which weapon attack.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { dieFace } from "./die_face.mjs";

export const DICE_ORDER = ["W", "M", "T", "G"];

// The button that gives the answer as it is laid.
export const answerButton = (play, label, text, { disabled = false } = {}) => make("button.btn.main.full", { type: "button", "data-key": "answer", disabled, onclick: () => play(text()) }, label);

// Real dice: tap the face of each.
/** @param {import("./answer_parts.mjs").Answering} answering */
export function rollBody(answering, question) {
  const { say, redraw, deal, play } = answering;
  const now = answering.choosing();
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
    answerButton(play, say("roll-done"), text, { disabled: left !== 0 }));
}

// Which weapon, and how many dice of each colour.
/** @param {import("./answer_parts.mjs").Answering} answering */
export function attackBody(answering, question) {
  const { say, redraw, play } = answering;
  const now = answering.choosing();
  const weapon = question.weapons[Math.min(now.part, question.weapons.length - 1)];
  const dice = now.dice ??= { ...weapon.most };
  const shown = DICE_ORDER.filter((colour) => weapon.most[colour]);
  const letters = DICE_ORDER.map((colour) => colour.repeat(dice[colour])).join("");
  const step = (colour, by, sign, word) => make("button.btn", {
    type: "button", "data-key": `${colour}${by}`, "aria-label": say(word, { material: say(`cube-${colour}`) }), disabled: dice[colour] + by < 0 || dice[colour] + by > weapon.most[colour],
    onclick: () => { dice[colour] += by; redraw(); },
  }, symbol(sign));
  return make("div.fk-play-attack", {},
    question.weapons.length > 1 && make("div.fk-fight-weapons", { role: "radiogroup", "aria-label": say("weapon") }, question.weapons.map((one, index) => make("button.btn", {
      type: "button", role: "radio", "data-key": `part-${one.part}`, "aria-checked": String(one === weapon), onclick: () => { now.part = index; now.dice = null; redraw(); },
    }, one.name))),
    make("div.fk-fight-steps", {}, shown.map((colour) => make("div.fk-fight-step", { role: "group", "aria-label": say(`die-${colour}`) },
      step(colour, -1, "i-minus", "dice-fewer"), make("span.fk-fight-count", {}, symbol(`die-${colour}`, { size: "c32" }), make("span", {}, make("b.num", {}, String(dice[colour])), make("small.mut", {}, ` / ${weapon.most[colour]}`))), step(colour, 1, "i-plus", "dice-more")))),
    make("p.mut.small", {}, say("dice-help"), " ", ruleLink("combat.attack.fewer", say)),
    answerButton(play, letters ? say("attack") : say("hold-back"), () => `attack ${weapon.part} ${letters || "-"}`));
}
