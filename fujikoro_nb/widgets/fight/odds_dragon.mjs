// The dragon of the odds in two taps: its size, a dragon of one's own or of the house, and two numbers to type.
import { make, put, ruleLink, symbol } from "../base/dom.mjs";

const SIZE_OF = { 3: ["S", "blue"], 4: ["M", "green"], 5: ["L", "red"], 6: ["XL", "white"] };
const NUMBERS = ["health", "initiative", "dice"];
const RANK_OF_MARKS = { owner: 0, rulebook: 1, house: 2 };

// `isBetween` says whether samurai fight each other, so that no dragon is asked for; `changed` is called when another was sent. `now()` is the dragon as it stands in the steppers, `heard()` takes what
// Python has answered.
export function dragonPart(model, say, { addGuard, isBetween, changed }) {
  const owned = make("div.fk-fight-owned", { role: "group", "aria-label": say("dragons-owner") });
  const sizes = make("div.drag", { role: "radiogroup", "aria-label": say("dragon") });
  const numbers = make("div.fk-fight-numbers");
  const note = make("p.fk-fight-note", { role: "status", "data-part": "house-dragon" });
  const houses = make("details.fk-fight-houses");
  let sent = []; // dragons on their way to Python: until they are back, the newest stands in the steppers
  const dragon = () => sent.at(-1) ?? model.get("dragon");
  const isMonk = () => dragon().kind === "monk";
  const monk = othersPart(model, say, isMonk, (offer) => take(offer), addGuard);

  function tell(next, message) {
    sent.push(next);
    model.send(message);
    drawNumbers();
    drawSizes();
    monk.draw();
    changed();
  }

  function sendDragon(next) {
    const now = dragon();
    if (!isMonk() && NUMBERS.every((key) => next[key] === now[key])) {
      drawNumbers(); // "07" is 7 again
      return;
    }
    tell({ ...next, kind: "dragon" }, { act: "dragon", health: next.health, initiative: next.initiative, dice: next.dice });
  }

  // One number of a dragon that a person types; the mark of the others stays while one is left.
  function typed(what, value) {
    const now = dragon();
    const ours = (now.ours ?? []).filter((name) => name !== what || now[what] === value);
    sendDragon({ ...now, [what]: value, ours, mark: ours.length ? now.mark : "typed" });
  }

  // The card has the very number that stands there.
  function confirm(what) {
    if (dragon().ours?.includes(what)) model.send({ act: "typed", number: what });
  }

  function chooseSize(dice) {
    const offers = model.get("offers").filter((offer) => isOf(offer, dice));
    const [best] = [...offers].sort((one, other) => RANK_OF_MARKS[one.mark] - RANK_OF_MARKS[other.mark]);
    if (best) take(best);
  }

  function take(offer) {
    const taken = offerTaken(offer);
    if (isChosen(offer) && dragon().ours?.length === taken.ours.length) return;
    tell(taken, { act: "offer", number: offer.number });
  }

  const label = (offer) => say("dragon-label", { name: offer.name, health: offer.health, initiative: offer.initiative, dice: offer.dice });
  const isChosen = (offer) => [...NUMBERS, "mark", "kind"].every((key) => offer[key] === dragon()[key]);
  const offerButton = (offer) => make("button.btn.fk-fight-offer", {
    type: "button", "aria-pressed": String(isChosen(offer)), "aria-label": label(offer), onclick: () => take(offer),
  }, symbol(`dragon-${offer.size}`, { size: "c32" }), make("b.num", {}, `${offer.health} / ${offer.initiative}`), offer.mark === "house" && symbol("house", { size: "c20" }));

  function drawOffers() {
    const offers = model.get("offers");
    const mine = offers.filter((offer) => offer.mark === "owner");
    put(owned, mine.map(offerButton));
    owned.hidden = !mine.length;
    const theirs = offers.filter((offer) => offer.mark !== "owner" && offer.kind !== "monk");
    put(houses, make("summary", {}, say("dragons-house")), make("div.fk-fight-owned", {}, theirs.map(offerButton)));
  }

  function drawSizes() {
    const chosen = dragon();
    const had = sizes.contains(document.activeElement) ? document.activeElement.dataset.size : "";
    put(sizes, Object.entries(SIZE_OF).map(([dice, [size, colour]]) => make(`button${isOf(chosen, dice) ? ".is-on" : ""}`, {
      type: "button", role: "radio", "aria-checked": String(isOf(chosen, dice)), "data-size": size, onclick: () => chooseSize(Number(dice)),
    }, symbol(`dragon-${size}`, { size: "fk-fight-dragon" }), make("span", {}, say(`dragon-${colour}`)), make("small", {}, say("dragon-dice", { n: dice })))));
    if (had) sizes.querySelector(`[data-size="${had}"]`).focus({ preventScroll: true });
  }

  function stepper(what, least, most) {
    const set = (value) => typed(what, Math.min(Math.max(value, least), most));
    return numberStepper(say, { what, least, most, now: () => dragon()[what], set, confirm: () => confirm(what) });
  }

  function drawNumbers() {
    const chosen = dragon();
    if (!chosen.dice && isBetween()) {
      put(numbers);
    } else if (!chosen.dice) {
      put(numbers, make("p.mut", {}, say("dragon-none"), " ", ruleLink("combat.dragon.dice", say)));
    } else if (isMonk()) {
      put(numbers, make("p.mut", {}, say("monk-foe-about", dragon()), " ", ruleLink("scenario.4.competitive.monk-stats", say)));
    } else {
      const had = numbers.contains(document.activeElement) ? document.activeElement.dataset.step : "";
      put(numbers, stepper("health", 1, 99), stepper("initiative", 0, 30));
      if (had) numbers.querySelector(`[data-step="${had}"]:not([disabled])`)?.focus({ preventScroll: true });
    }
    const mark = ["house", "rulebook"].includes(chosen.mark) ? chosen.mark : "";
    note.hidden = !mark;
    put(note, mark && symbol(mark === "house" ? "house" : "h-rule", { size: "ic", box: mark === "house" ? 44 : 56 }), mark && make("span", {}, saidMark(chosen, mark, say)));
  }

  function heard() {
    const now = model.get("dragon");
    const index = sent.findIndex((one) => [...NUMBERS, "kind"].every((key) => one[key] === now[key]));
    sent = index < 0 ? [] : sent.slice(index + 1);
    draw();
  }

  function draw() {
    drawSizes();
    drawNumbers();
    monk.draw();
    drawOffers();
  }

  const setHealth = (value) => typed("health", Math.min(Math.max(value, 1), 99));
  return { owned, sizes, monk: monk.element, numbers, note, houses, isMonk, now: dragon, heard, draw, drawNumbers, drawOffers, setHealth };
}

// Who else fights, beside the sizes of dragons: a monk, and the guard of a temple, whose gear is laid. Returns {element, draw()}.
function othersPart(model, say, isChosen, take, addGuard) {
  const element = make("div.fk-fight-other");
  function draw() {
    const offer = model.get("offers").find((one) => one.kind === "monk");
    const had = element.contains(document.activeElement);
    const guard = model.get("has_guards") && make("button.btn", { type: "button", "data-key": "foe-guard", onclick: addGuard }, symbol("temple", { size: "c32" }), say("guard-foe"));
    put(element, offer && make("button.btn", {
      type: "button", "data-key": "foe-monk", "aria-pressed": String(isChosen()), onclick: () => { if (!isChosen()) take(offer); },
    }, symbol("monk", { size: "c32" }), say("monk-foe")), guard);
    if (had) element.querySelector("button")?.focus({ preventScroll: true });
  }
  return { element, draw };
}

const isOf = (chosen, dice) => chosen.kind !== "monk" && chosen.dice === Number(dice);

// As Python will say it: all numbers of a dragon of the house or the rulebook are theirs, until somebody types one.
const offerTaken = (offer) => ({ ...offer, ours: offer.mark === "owner" ? [] : ["health", "initiative"] });

// Whose the dragon is, or which one number of it.
const saidMark = ({ ours }, mark, say) => [
  make("b", {}, ours.length === 1 ? say(`dragon-${mark}-part`, { what: say(`dragon-${ours[0]}`) }) : say(`dragon-${mark}`)), " ",
  say(ours.length === 1 ? "dragon-part-about" : `dragon-${mark}-about`),
];

// One number, to type or to step: `now()` is what it is, `set(value)` changes it, `confirm()` says that the card has this very one.
function numberStepper(say, { what, least, most, now, set, confirm }) {
  const title = say(`dragon-${what}`);
  const step = (by, sign, word) => make("button.btn", {
    type: "button", "data-step": `${what}${by}`, "aria-label": say(word, { what: title }), disabled: now() + by < least || now() + by > most, onclick: () => set(now() + by),
  }, symbol(sign));
  const input = make("input.num", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 2, value: String(now()), "aria-label": say("dragon-number", { what: title }), "data-step": what });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("change", () => {
    const value = Number.parseInt(input.value, 10);
    if (Number.isNaN(value)) input.value = String(now());
    else if (value === now()) {
      input.value = String(value); // "07" is 7
      confirm();
    } else set(value);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && input.value === String(now())) confirm(); // no change event comes
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    set(now() + by);
  });
  return make("div.fk-fight-number", { role: "group", "aria-label": title }, make("span.fk-fight-what", { "aria-hidden": "true" }, title), step(-1, "i-minus", "dragon-less"), input, step(1, "i-plus", "dragon-more"));
}
