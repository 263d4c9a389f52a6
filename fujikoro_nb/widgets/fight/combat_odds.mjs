// The odds of a whole fight: the dragon in two taps, three numbers to read across a table, and what would change them.
import { draw, make, noticeLine, put, ruleLink, symbol } from "../base/dom.mjs";
import { houseBanner, houseSign } from "./dice_faces.mjs";
import { smallBoard } from "../gear/small_board.mjs";

const SIZE_OF = { 3: ["S", "blue"], 4: ["M", "green"], 5: ["L", "red"], 6: ["XL", "white"] };
const GOALS = ["win", "conscious", "points"];
const KINDS_OF_END = ["win", "hurt", "lose"];
const SIGNS_OF_END = { win: "i-ok", hurt: "i-but", lose: "i-no" };

// Win, hurt and lose as one bar: plain, stripes, hatch.
export const endsBar = (shares, label) => make("div.stack", { role: "img", "aria-label": label }, shares.map((share, index) => share > 0.002 && make(`i.v-${KINDS_OF_END[index]}`, { style: `width:${(share * 100).toFixed(2)}%` })));

export const saidEnds = (said, say) => say("three", { win: said[0], hurt: said[1], lose: said[2] });

// `box` is the whole panel; `typeFaces` opens the faces of the house dice, `play` begins or shows the fight.
export function oddsPart(model, box, say, { typeFaces, play }) {
  const owned = make("div.fk-fight-owned", { role: "group", "aria-label": say("dragons-owner") });
  const sizes = make("div.drag", { role: "radiogroup", "aria-label": say("dragon") });
  const numbers = make("div.fk-fight-numbers");
  const houseDragon = make("p.fk-fight-note", { role: "status", "data-part": "house-dragon" });
  const first = make("div.fk-fight-first", { "data-part": "first" });
  const house = make("section.verdict.but.fk-fight-house", { role: "status", "data-part": "house-dice" });
  const refusal = make("section.verdict.no.fk-fight-refusal", { role: "status", "data-part": "refused" });
  const big = make("section.fk-fight-three.big3", { "data-part": "three" });
  const monk = make("section.fk-fight-monk", { role: "status", "data-part": "monk" });
  const bar = make("div.fk-fight-bar");
  const status = make("div.fk-fight-status", { role: "status", "data-part": "status" });
  const assumed = make("div", { "data-part": "assumed" });
  const begin = make("div.fk-fight-begin");
  const together = make("section.fk-fight-together", { "data-part": "together" });
  const goals = make("section.fk-fight-goals");
  const curve = make("section.fk-fight-curve", { "data-part": "curve" });
  const why = make("section.sheet.fk-fight-why", { "data-part": "why" });
  const more = make("section.sheet.fk-fight-more", { "data-part": "more" });
  const fighters = make("section.sheet.fk-fight-fighters", { "data-part": "fighters" });
  const how = make("details.fk-fight-how", { "data-part": "how" });
  const houses = make("details.fk-fight-houses");
  const empty = make("section.sheet.fk-fight-empty", {}, make("p", {}, say("no-gear")),
    make("button.btn.main", { type: "button", onclick: () => model.send({ act: "to-gear" }) }, say("to-gear")));
  const side = make("div.fk-fight-side", {}, more, fighters);
  const element = make("div.fk-fight-cols", {},
    make("div.fk-fight-main", {}, owned, sizes, numbers, houseDragon, first, empty, refusal, house, big, monk, bar, status, assumed, begin, together, goals, curve, why, how, houses), side);
  let sent = []; // dragons on their way to Python: until they are back, the newest stands in the steppers
  let isAdding = false;
  const nearNotice = noticeLine(model);

  const rule = (id) => ruleLink(id, say);
  const dragon = () => sent.at(-1) ?? model.get("dragon");

  // ---- the dragon
  function sendDragon(next) {
    const now = dragon();
    if (["health", "initiative", "dice"].every((key) => next[key] === now[key])) {
      drawNumbers(); // "07" is 7 again
      return;
    }
    sent.push(next);
    model.send({ act: "dragon", health: next.health, initiative: next.initiative, dice: next.dice });
    drawNumbers();
    drawSizes();
    fade(true);
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

  // Numbers of other gear or of another dragon.
  function fade(isOld) {
    for (const part of [big, ...(hasMonk() ? [monk] : []), bar, curve, together, how]) part.classList.toggle("fk-old", isOld);
  }

  function chooseSize(dice) {
    const offers = model.get("offers").filter((offer) => offer.dice === dice);
    const rank = { owner: 0, rulebook: 1, house: 2 };
    const [best] = [...offers].sort((one, other) => rank[one.mark] - rank[other.mark]);
    if (best) take(best);
  }

  function take(offer) {
    const taken = offerTaken(offer);
    if (isChosen(offer) && dragon().ours?.length === taken.ours.length) return;
    sent.push(taken);
    model.send({ act: "offer", number: offer.number });
    drawNumbers();
    drawSizes();
    fade(true);
  }

  // As Python will say it: all numbers of a dragon of the house or the rulebook are theirs, until somebody types one.
  const offerTaken = (offer) => ({ ...offer, ours: offer.mark === "owner" ? [] : ["health", "initiative"] });

  const label = (offer) => say("dragon-label", { name: offer.name, health: offer.health, initiative: offer.initiative, dice: offer.dice });
  const isChosen = (offer) => ["health", "initiative", "dice", "mark"].every((key) => offer[key] === dragon()[key]);
  const offerButton = (offer) => make("button.btn.fk-fight-offer", {
    type: "button", "aria-pressed": String(isChosen(offer)), "aria-label": label(offer), onclick: () => take(offer),
  }, symbol(`dragon-${offer.size}`, { size: "c32" }), make("b.num", {}, `${offer.health} / ${offer.initiative}`), offer.mark === "house" && symbol("house", { size: "c20" }));

  function drawOffers() {
    const offers = model.get("offers");
    const mine = offers.filter((offer) => offer.mark === "owner");
    put(owned, mine.map(offerButton));
    owned.hidden = !mine.length;
    const theirs = offers.filter((offer) => offer.mark !== "owner");
    put(houses, make("summary", {}, say("dragons-house")), make("div.fk-fight-owned", {}, theirs.map(offerButton)));
  }

  function drawSizes() {
    const chosen = dragon();
    const had = sizes.contains(document.activeElement) ? document.activeElement.dataset.size : "";
    put(sizes, Object.entries(SIZE_OF).map(([dice, [size, colour]]) => make(`button${chosen.dice === Number(dice) ? ".is-on" : ""}`, {
      type: "button", role: "radio", "aria-checked": String(chosen.dice === Number(dice)), "data-size": size, onclick: () => chooseSize(Number(dice)),
    }, symbol(`dragon-${size}`, { size: "fk-fight-dragon" }), make("span", {}, say(`dragon-${colour}`)), make("small", {}, say("dragon-dice", { n: dice })))));
    if (had) sizes.querySelector(`[data-size="${had}"]`).focus({ preventScroll: true });
  }

  function stepper(what, least, most) {
    const now = dragon();
    const title = say(`dragon-${what}`);
    const set = (value) => typed(what, Math.min(Math.max(value, least), most));
    const step = (by, sign, word) => make("button.btn", {
      type: "button", "data-step": `${what}${by}`, "aria-label": say(word, { what: title }), disabled: now[what] + by < least || now[what] + by > most, onclick: () => set(dragon()[what] + by),
    }, symbol(sign));
    const input = make("input.num", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 2, value: String(now[what]), "aria-label": say("dragon-number", { what: title }), "data-step": what });
    input.addEventListener("focus", () => input.select());
    input.addEventListener("change", () => {
      const value = Number.parseInt(input.value, 10);
      if (Number.isNaN(value)) input.value = String(dragon()[what]);
      else if (value === dragon()[what]) {
        input.value = String(value); // "07" is 7
        confirm(what);
      } else set(value);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && input.value === String(dragon()[what])) confirm(what); // no change event comes
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      set(dragon()[what] + by);
    });
    return make("div.fk-fight-number", { role: "group", "aria-label": title }, make("span.fk-fight-what", { "aria-hidden": "true" }, title), step(-1, "i-minus", "dragon-less"), input, step(1, "i-plus", "dragon-more"));
  }

  function drawNumbers() {
    const chosen = dragon();
    if (!chosen.dice) {
      put(numbers, make("p.mut", {}, say("dragon-none"), " ", rule("combat.dragon.dice")));
    } else {
      const had = numbers.contains(document.activeElement) ? document.activeElement.dataset.step : "";
      put(numbers, stepper("health", 1, 99), stepper("initiative", 0, 30));
      if (had) numbers.querySelector(`[data-step="${had}"]:not([disabled])`)?.focus({ preventScroll: true });
    }
    const mark = ["house", "rulebook"].includes(chosen.mark) ? chosen.mark : "";
    houseDragon.hidden = !mark;
    put(houseDragon, mark && symbol(mark === "house" ? "house" : "h-rule", { size: "ic", box: mark === "house" ? 44 : 56 }), mark && make("span", {}, make("b", {}, chosen.ours.length === 1 ? say(`dragon-${mark}-part`, { what: say(`dragon-${chosen.ours[0]}`) }) : say(`dragon-${mark}`)), " ", say(chosen.ours.length === 1 ? "dragon-part-about" : `dragon-${mark}-about`)));
  }

  // ---- the answer
  const mark = () => (model.get("house_in_fight").length || model.get("dragon").mark === "house" ? houseSign(say) : null);

  function drawThree() {
    const answer = model.get("answer");
    const isThere = Boolean(answer.said);
    const isWanted = Boolean(model.get("dragon").dice) && answer.state !== "refused" && model.get("mine").cubes > 0;
    big.hidden = bar.hidden = status.hidden = assumed.hidden = begin.hidden = !isWanted;
    how.hidden = !isWanted || !isThere;
    curve.hidden = why.hidden = !isWanted || !answer.curve;
    together.hidden = !isWanted || !answer.fighters;
    empty.hidden = model.get("mine").cubes > 0;
    refusal.hidden = answer.state !== "refused" || !model.get("mine").cubes;
    house.hidden = goals.hidden = !isWanted;
    if (!refusal.hidden) {
      put(refusal, make("div.seal", {}, symbol("i-no"), say("seal")), make("div", {}, make("p.say", {}, answer.sentence), answer.rule && rule(answer.rule)));
    }
    const said = answer.said ?? ["–", "–", "–"];
    put(big, KINDS_OF_END.map((kind, index) => make(`div.v-${kind}`, {},
      make("i", {}, symbol(SIGNS_OF_END[kind]), say(kind)), make("b.num", {}, said[index]), make("span", {}, say(index === 0 && answer.fighters ? "win-about-joint" : `${kind}-about`), index === 0 && mark()))),
    hasMonk() && make("p.fk-fight-without", {}, say("monk-without")));
    put(bar, isThere && endsBar(answer.shares, saidEnds(said, say)));
    const isOld = !isThere || ["stale", "busy", "cancelled"].includes(answer.state);
    fade(isOld);
    box.dataset.answer = answer.state ?? "none";
    if (answer.first) {
      put(first, symbol("samurai", { size: "c32" }), make("p", {}, make("b", {}, answer.first.who), make("span.mut", {}, answer.first.why)), rule(answer.first.rule));
    }
    first.hidden = !answer.first || !isWanted;
    put(assumed, [model.get("mine"), ...model.get("others")].flatMap((row) => row.assumed).map((text) => make("p.mut.small", {}, text)));
    put(begin, make("button.btn.main.grow", { type: "button", "data-key": "begin", onclick: play }, symbol("h-fight", { box: 56 }), say("begin")),
      model.get("others").map((other, index) => make("button.btn", { type: "button", onclick: () => model.send({ act: "duel", other: index + 1 }) }, say("begin-duel", { name: other.name }))));
    if (isThere) {
      put(how, make("summary", {}, say("how")), make("p", {}, say("of-100"), " ", answer.policy), make("p", {}, answer.method), make("p", {}, answer.error), answer.lost && make("p", {}, say("lost-mean", { lost: answer.lost })));
      if (answer.curve) drawCurve();
      if (answer.fighters) {
        put(together, make("h2", {}, say("falls-all"), mark()), make("ul.more.fk-fight-ends", {}, answer.fighters.map((one) => make("li", {}, symbol("samurai", { size: "c32" }), make("b", {}, one.name), endsBar(one.shares, saidEnds(one.said, say)), make("span.num", { "aria-hidden": "true" }, one.said.join(" / "))))));
      }
    }
    box.classList.toggle("has-house-fight", isWanted && model.get("house_in_fight").length > 0);
    houseBanner(house, isWanted ? model.get("house_in_fight") : [], say, typeFaces);
    drawStatus();
    drawMonk();
    drawWhy();
  }

  const hasMonk = () => Boolean(model.get("monk").state);

  // Which monk to send, right below the numbers without one.
  function drawMonk() {
    const { state, sentence, rule: id, shares } = model.get("monk");
    const { what, share } = model.get("job");
    monk.hidden = big.hidden || !hasMonk();
    if (monk.hidden) {
      monk.classList.remove("fk-old");
      return;
    }
    const isOn = what === "monk";
    monk.dataset.state = state;
    const note = { quick: "monk-quick", cancelled: sentence ? "monk-stopped-quick" : "monk-stopped" }[state] ?? "";
    put(monk, symbol("monk", { size: "c32" }), make("div.grow", {},
      make("p", {}, sentence ?? (state === "cancelled" ? "" : say("monk-working")), " ", shares && mark(), " ", id && rule(id)),
      note && make("p.mut.small", {}, say(note)), isOn && progress(share)), isOn && stop());
    monk.classList.toggle("fk-old", big.classList.contains("fk-old") || state === "stale" || (state === "busy" && Boolean(sentence)));
  }

  // One line of fixed height under the bar: what was counted, or how far it is.
  function drawStatus() {
    const { what, share } = model.get("job");
    const answer = model.get("answer");
    if (what === "odds") {
      put(status, make("span.grow", {}, answer.state === "quick" ? say("policy-quick") : say("working"), progress(share)), stop());
    } else if (what && ["quick", "busy"].includes(answer.state)) { // waits for what was asked aside
      put(status, make("span.grow", {}, answer.state === "quick" ? say("policy-quick") : say("working")));
    } else if (answer.state === "cancelled" || answer.state === "stale") {
      put(status, make("span.grow", {}, say(answer.state === "stale" ? "stale" : "stopped")), make("button.btn", { type: "button", "data-key": "count", onclick: () => model.send({ act: "count" }) }, say("count-again")));
    } else if (answer.said) {
      put(status, make("p.grow", {}, answer.fighters ? say("falls", { percent: answer.falls }) : say("of-100"), " ", answer.fighters ? "" : answer.all ? say("all-dice-always") + "." : say("best-roll", { roll: answer.roll })));
    } else put(status);
  }

  const progress = (share) => make("progress", { max: 1, value: share, "aria-label": say("working-percent", { percent: Math.round(share * 100) }) });
  const stop = () => make("button.btn", { type: "button", "data-key": "stop", onclick: () => model.send({ act: "cancel" }) }, say("stop"));

  // ---- what is played for
  function drawGoals() {
    const goal = model.get("goal");
    const isAll = model.get("is_all_dice");
    const set = (name, value) => { model.set(name, value); model.save_changes(); };
    const had = goals.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    const one = (key, isOn, text, act) => make("button.btn", { type: "button", role: "radio", "data-key": key, "aria-checked": String(isOn), "aria-pressed": String(isOn), onclick: act }, text);
    put(goals,
      make("div.fk-fight-choice", { role: "radiogroup", "aria-label": say("goal") }, make("b", {}, say("goal")), GOALS.map((name) => one(`goal-${name}`, goal === name, say(`goal-${name}`), () => set("goal", name)))),
      make("div.fk-fight-choice", { role: "radiogroup", "aria-label": say("dice") }, make("b", {}, say("dice")), one("free", !isAll, say("free-choice"), () => set("is_all_dice", false)), one("all", isAll, say("all-dice-always"), () => set("is_all_dice", true))));
    if (had) goals.querySelector(`[data-key="${had}"]`)?.focus({ preventScroll: true });
  }

  // ---- the curve over the dragon's health: a slider that sets it
  const WIDTH = 360;
  const HEIGHT = 150;

  function drawCurve() {
    const { curve: rows, health } = model.get("answer");
    const hadFocus = curve.contains(document.activeElement);
    const step = WIDTH / rows.length;
    const area = (from, to) => `M${rows.map((row, index) => `${(index * step).toFixed(1)} ${(HEIGHT * (1 - to(row))).toFixed(1)}h${step.toFixed(1)}`).join("L")}L${rows.map((row, index) => `${((index + 1) * step).toFixed(1)} ${(HEIGHT * (1 - from(row))).toFixed(1)}h${(-step).toFixed(1)}`).reverse().join("L")}Z`;
    const win = (row) => row[0];
    const up = (row) => row[0] + row[1];
    const every = Math.ceil(rows.length / 12);
    const [win_said, hurt_said, lose_said] = model.get("answer").said;
    const said = say("curve-value", { health, win: win_said, hurt: hurt_said, lose: lose_said });
    const x = (health - 0.5) * step;
    const chart = draw("svg.fk-curve", {
      viewBox: `-1 -4 ${WIDTH + 2} ${HEIGHT + 30}`, role: "slider", tabindex: 0, "aria-label": say("curve-label"), "aria-valuemin": 1, "aria-valuemax": rows.length, "aria-valuenow": health, "aria-valuetext": said,
    },
    draw("defs", {},
      draw("pattern", { id: "fk-curve-hurt", width: 8, height: 8, patternUnits: "userSpaceOnUse" }, draw("path.fk-curve-hurt-wash", { d: "M0 0h8v8H0z" }), draw("path.fk-curve-hurt", { d: "M0 0h4v8H0z" })),
      draw("pattern", { id: "fk-curve-lose", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, draw("path.fk-curve-lose-wash", { d: "M0 0h8v8H0z" }), draw("path.fk-curve-lose", { d: "M0 0h4v8H0z" }))),
    draw("path", { d: area(up, () => 1), fill: "url(#fk-curve-lose)" }),
    draw("path", { d: area(win, up), fill: "url(#fk-curve-hurt)" }),
    draw("path.fk-curve-win", { d: area(() => 0, win) }),
    draw("path.fk-curve-line", { d: `M0 0H${WIDTH}V${HEIGHT}H0Z` }),
    draw("path.fk-curve-now-halo", { d: `M${x} -3V${HEIGHT + 4}` }), draw("path.fk-curve-now", { d: `M${x} -3V${HEIGHT + 4}` }),
    rows.map((_, index) => ((index + 1) % every === 0 && Math.abs(index + 1 - health) >= every) || index + 1 === health
      ? draw(`text${index + 1 === health ? ".is-on" : ""}`, { x: (index + 0.5) * step, y: HEIGHT + 22, "text-anchor": "middle" }, String(index + 1)) : null));
    put(curve, make("h2", {}, say("curve")), chart, make("p.mut.small", { "aria-hidden": "true" }, said, mark()));
    chart.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
      if (!by) return;
      event.preventDefault();
      setHealth(dragon().health + by);
    });
    chart.addEventListener("click", (event) => {
      const bounds = chart.getBoundingClientRect();
      setHealth(Math.floor(((event.clientX - bounds.left) / bounds.width) * rows.length) + 1);
    });
    if (hadFocus) chart.focus({ preventScroll: true });
  }

  function setHealth(value) {
    typed("health", Math.min(Math.max(value, 1), 99));
  }

  // ---- one more cube
  function drawMore() {
    const now = model.get("more");
    const mine = model.get("mine");
    more.hidden = !now.state;
    if (!now.state) return;
    const { what, share } = model.get("job");
    if (now.state !== "ready") {
      put(more, make("h2", {}, say("more")), now.state === "busy" && make("div.fk-fight-status", {}, make("span.grow", {}, say("working"), progress(what === "more" ? share : 0)), ["more", "curve"].includes(what) && stop()),
        now.state === "cancelled" && make("p.mut", {}, say("stopped")), now.state === "refused" && make("p", {}, now.sentence));
      return;
    }
    if (now.allies) {
      const ends = (row, key) => endsBar(row.shares, say(key, { win: row.said[0], hurt: row.said[1], lose: row.said[2] }));
      put(more, make("div.row", {}, make("h2.grow", {}, say("allies")), mark()), make("p.mut.small", {}, say("allies-about")),
        make("ul.more", {}, now.allies.map((row) => make(`li${row.sign === "+" ? ".is-up" : row.sign === "−" ? ".is-down" : ""}`, {}, symbol("samurai", { size: "c32" }), make("b", {}, row.name), ends(row, "three"), make("span.d.num", {}, row.gain)))),
        make("h3", {}, say("duels")), make("p.mut.small", {}, say("duels-about")),
        make("ul.more.fk-fight-ends", {}, now.duels.map((row) => make("li", {}, symbol("samurai", { size: "c32" }), make("span", {}, make("b", {}, row.name), make("small.mut", {}, row.who)), ends(row, "three-duel"), make("span.num", { "aria-hidden": "true" }, row.said.join(" / "))))),
        make("p.mut.small", {}, now.policy));
      return;
    }
    const rows = (kind) => now.rows.filter((row) => row.kind === kind);
    const where = ({ cells }) => {
      const shown = cells.slice(0, 2).map(([column, line]) => `${column}/${line}`).join(", ");
      return cells.length > 2 ? say("more-where-many", { cells: shown, n: cells.length - 2 }) : say("more-where", { cells: shown });
    };
    const line = (row) => make(`li${row.sign === "+" ? ".is-up" : row.sign === "−" ? ".is-down" : ""}`, {},
      symbol(`cube-${row.material}`, { size: "c32" }),
      make("span", {}, make("b", {}, `+1 ${say(`cube-${row.material}`)}`), make("small.mut", {}, row.cells.length ? (row.kind === "weapon" ? where(row) : "") : say("more-nowhere"))),
      row.cells.length ? endsBar(row.shares, saidEnds(row.said, say)) : make("span"), make("span.d.num", {}, row.gain ?? ""));
    const list = (kind) => (rows(kind).some((row) => row.cells.length) ? make("ul.more", {}, rows(kind).map(line)) : make("p.mut", {}, say("more-full")));
    const ghosts = rows("weapon").filter((row) => row.cells.length && row.sign === "+").map((row) => ({ cell: row.cells[0], text: row.material }));
    put(more, make("div.row", {}, make("h2.grow", {}, say("more")), mark()), make("p.mut.small", {}, now.unit),
      !now.best && make("p", {}, say("more-nothing")),
      make("h3", {}, say("more-weapon")), ghosts.length > 0 && smallBoard({ text: mine.weapon, columns: mine.columns, rows: mine.rows, split: mine.split }, { label: say("grid-weapon", { name: mine.name }), ghosts }),
      list("weapon"), make("h3", {}, say("more-helmet")), list("helmet"));
  }

  // ---- why
  function drawWhy() {
    const trace = model.get("trace");
    const { what, share } = model.get("job");
    if (what === "trace") {
      put(why, make("div.fk-fight-status", {}, make("span.grow", {}, say("working"), progress(share)), stop()));
    } else if (!trace.rounds) {
      put(why, make("button.btn.full", { type: "button", "data-key": "why", onclick: () => model.send({ act: "why" }) }, say("why")));
    } else {
      put(why, make("h2", {}, say("why-title"), mark()),
        make("ol.rounds", {}, trace.rounds.map(({ number, shares, said }) => make("li", {}, make("b", {}, say("why-round", { n: number })),
          make("div", {}, make("div.stack", { role: "img", "aria-label": say("why-said", { win: said[0], out: said[1], on: said[2] }) },
            make("i.v-win", { style: `width:${shares[0] * 100}%` }), make("i.v-lose", { style: `width:${shares[1] * 100}%` })),
          make("span", {}, say("why-said", { win: said[0], out: said[1], on: said[2] })))))),
        make("h3", {}, say("why-breaks")),
        trace.lost.length ? make("ul.fk-fight-facts", {}, trace.lost.map(({ colour, mean, none }) => make("li", {}, symbol(`cube-${colour}`, { size: "c32" }), make("span", {}, say("why-lost", { mean, material: say(`cube-${colour}`), none }))))) : make("p", {}, say("why-nothing-breaks")),
        rule("combat.break.per-symbol"),
        make("h3", {}, say("why-dragon")),
        make("ul.fk-fight-facts", {}, [["why-strike", trace], ["why-beaten", { percent: trace.beaten }], ["why-left", trace]].map(([key, data]) => make("li", {}, symbol(`dragon-${model.get("dragon").size}`, { size: "c32" }), make("span", {}, say(key, data)))),
          make("li", {}, symbol("cube-T", { size: "c32" }), make("span", {}, say("why-teeth", { teeth: trace.teeth })))),
        rule("combat.helmet.absorb"));
    }
  }

  // ---- who fights
  function drawFighters() {
    box.classList.toggle("is-adding", isAdding); // what went wrong is said where it was typed
    const rows = [model.get("mine"), ...model.get("others")];
    const had = fighters.contains(document.activeElement);
    const one = (row, index) => make("li", {}, symbol("samurai", { size: "c44" }), make("div.grow", {}, make("b", {}, row.name),
      make("span.mut", {}, row.refusal ? row.refusal.sentence : row.usable ? say("fighter-gear", { initiative: row.initiative, absorbs: row.absorbs }) : say("no-usable"))),
    index > 0 && make("button.btn.quiet", { type: "button", "aria-label": say("fighter-off", { name: row.name }), onclick: () => model.send({ act: "fighter-off", number: index }) }, symbol("i-no")));
    const input = make("input", { type: "text", id: "fk-fighter", autocomplete: "off", spellcheck: "false", maxlength: 1900 });
    put(fighters, make("h2", {}, say("fighters")), make("ul.fk-fight-people", {}, rows.map(one)),
      isAdding
        ? make("form.fk-fight-editor", { onsubmit: (event) => { event.preventDefault(); model.send({ act: "fighter", text: input.value }); } },
          make("label", { for: "fk-fighter" }, say("fighter-add-label")), input, nearNotice,
          make("div.row.wrap", {}, make("button.btn.main", { type: "submit" }, say("fighter-save")), make("button.btn", { type: "button", onclick: () => { isAdding = false; drawFighters(); } }, say("faces-cancel"))))
        : make("button.btn.full", { type: "button", "data-key": "fighter-add", onclick: () => { isAdding = true; drawFighters(); fighters.querySelector("input").focus(); } }, say("fighter-add")),
      make("div.fk-fight-choice", { role: "group", "aria-label": say("monk-spots") }, make("b", {}, say("monk-spots")), ["action", "scroll"].map((spot) => {
        const isOn = model.get("monks").includes(spot);
        return make("button.btn", { type: "button", "aria-pressed": String(isOn), onclick: () => model.send({ act: "monk", spot, on: !isOn }) }, say(`monk-${spot}`));
      })), make("p.mut.small", {}, say("not-kept")));
    if (had && isAdding) fighters.querySelector("input")?.focus({ preventScroll: true });
  }

  // ---- numbers of other gear are counted again when somebody looks
  let isSeen = false;
  const ask = () => {
    if (isSeen && model.get("tab") === "odds" && model.get("answer").state === "stale") model.send({ act: "count" });
  };
  const seeing = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1).isIntersecting;
    ask();
  });
  seeing.observe(element);

  const listen = [
    ["change:dragon", () => {
      const now = model.get("dragon");
      const index = sent.findIndex((one) => one.health === now.health && one.initiative === now.initiative && one.dice === now.dice);
      sent = index < 0 ? [] : sent.slice(index + 1);
      drawSizes();
      drawNumbers();
      drawOffers();
      drawThree();
    }],
    ["change:offers", drawOffers],
    ["change:answer change:house_in_fight change:mine", () => { drawThree(); ask(); }],
    ["change:mine change:others change:monks", () => { isAdding = false; drawFighters(); }],
    ["change:others change:monk", drawThree],
    ["change:more change:mine", drawMore],
    ["change:trace", drawWhy],
    ["change:job", () => { drawStatus(); drawMonk(); drawMore(); drawWhy(); }],
    ["change:goal change:is_all_dice", drawGoals],
  ];
  for (const [events, answer] of listen) model.on(events, answer);
  drawOffers();
  drawSizes();
  drawNumbers();
  drawGoals();
  drawThree();
  drawMore();
  drawFighters();
  return {
    element,
    side,
    shown: ask,
    kept: () => big.scrollIntoView({ block: "nearest" }),
    stop: () => {
      seeing.disconnect();
      for (const [events, answer] of listen) model.off(events, answer);
    },
  };
}
