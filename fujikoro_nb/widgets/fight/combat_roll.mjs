// One roll before it is rolled. Numbers come from Python; a chosen number of hits is looked up here at once.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { houseBanner, houseSign } from "./dice_faces.mjs";

const ROLL_COLOURS = ["W", "M", "T", "G"];

// `box` is the whole panel. Returns {element, side, stop}.
export function rollPart(model, box, say, typeFaces) {
  const chooser = make("div.fk-fight-weapons", { role: "radiogroup", "aria-label": say("weapon") });
  const refusal = make("section.verdict.no.fk-fight-refusal", { role: "status" });
  const house = make("section.verdict.but.fk-fight-house", { role: "status", "data-part": "house-dice" });
  const big = make("section.fk-fight-big.big3", { "aria-live": "polite" });
  const broken = make("section.sheet.fk-fight-broken");
  const empty = make("section.sheet.fk-fight-empty", {}, make("p", {}, say("no-weapon")),
    make("button.btn.main", { type: "button", onclick: () => model.send({ act: "to-gear" }) }, say("to-gear")));
  // At the real box the odds of house dice are not those of that box: said in words over them, and marked on each number.
  const houseMark = () => (model.get("house_dice").length ? houseSign(say) : null);
  const dice = diceSteppers(model, say, () => {
    for (const part of [big, aim.atLeast, aim.chart]) part.classList.add("fk-old"); // until the kernel has counted again
  });
  const aim = aimPart(model, say, houseMark);
  const left = make("div.fk-fight-main", {}, chooser, refusal, dice.element, house, big, aim.atLeast, aim.chart, empty);
  const right = make("div.fk-fight-side", {}, broken);

  function drawWeapons() {
    const weapons = model.get("weapons");
    const chosen = model.get("chosen");
    chooser.hidden = weapons.length < 2;
    chooser.replaceChildren(...weapons.map((weapon, index) => make(
      "button.btn", {
        type: "button", role: "radio", "aria-checked": String(index === chosen),
        onclick: () => { model.set("chosen", index); model.save_changes(); },
      },
      make("span", {}, make("b", {}, weapon.name), make("small.mut", {}, weapon.refusal ? say("weapon-unusable") : weapon.about)),
    )));
    const weapon = weapons[chosen];
    refusal.hidden = !weapon?.refusal;
    if (weapon?.refusal) {
      refusal.replaceChildren(
        make("div.seal", {}, symbol("i-no"), say("seal")),
        make("div", {}, make("p.say", {}, weapon.refusal), ruleLink(weapon.rule, say)),
      );
    }
    empty.hidden = weapons.length > 0;
    const canRoll = Boolean(weapon && !weapon.refusal);
    for (const part of [dice.element, house, big, aim.atLeast, aim.chart, broken]) part.hidden = !canRoll;
  }

  function drawHouse() {
    const colours = model.get("house_dice");
    box.classList.toggle("has-house-dice", colours.length > 0);
    houseBanner(house, colours, say, typeFaces);
  }

  const bigNumber = (kind, sign, title, number, under) => make(`div.${kind}`, {}, make("i", {}, symbol(sign), title), make("b.num", {}, number), make("span", {}, under, houseMark()));

  function drawBig() {
    const odds = model.get("odds");
    big.replaceChildren(
      bigNumber("v-win", "i-ok", say("hits"), odds.mean_hits, say("hits-mean")),
      bigNumber("v-hurt", "i-but", say("broken-title"), odds.mean_broken, say("broken-mean")),
      bigNumber("v-whole", "i-eye", say("whole"), odds.whole, say("whole-about")),
    );
  }

  function drawBroken() {
    const rows = model.get("odds").broken;
    broken.replaceChildren(
      make("h2", {}, say("broken-cubes"), houseMark()),
      make("ul.fk-fight-losses", {}, rows.map((row) => make("li", {},
        symbol(`cube-${row.colour}`, { size: "c32" }),
        make("div.grow", {},
          make("div.row", {}, make("b.grow", {}, say(`cube-${row.colour}`)), make("span.mut", {}, say("mean-of", { mean: row.mean }))),
          make("div.fk-fight-shares", {}, row.shares.map(({ share, percent }, count) => share >= 0.005 && make(
            `i.is-${Math.min(count, 3)}`, { style: `flex-grow:${share.toFixed(6)}`, role: "img", "aria-label": say("bar-broken", { n: count, material: say(`cube-${row.colour}`), percent }) },
          ))),
          make("p.fk-fight-legend", {}, row.shares.map(({ share, percent }, count) => share >= 0.005 && make("span", {}, make("b.num", {}, String(count)), ` ${percent} %`))),
        )))),
      ruleLink("combat.break.per-symbol", say),
    );
  }

  function drawOdds() {
    drawHouse();
    drawBig();
    aim.draw();
    drawBroken();
    for (const part of [big, aim.atLeast]) part.classList.remove("fk-old");
    box.dataset.dice = model.get("dice");
  }

  const listen = [
    ["change:weapons change:chosen", () => { drawWeapons(); dice.draw(); }],
    ["change:dice change:most", dice.draw],
    ["change:odds", drawOdds],
    ["change:house_dice", drawOdds],
    ["change:target", aim.draw],
  ];
  for (const [events, answer] of listen) model.on(events, answer);
  drawWeapons();
  dice.draw();
  drawOdds();
  return {
    element: make("div.fk-fight-cols", {}, left, right),
    side: right,
    stop: () => { for (const [events, answer] of listen) model.off(events, answer); },
  };
}

// How many dice of each colour. `changed` is called when a number was changed here. Returns {element, draw()}.
function diceSteppers(model, say, changed) {
  const steppers = make("div.fk-fight-dice");
  const counts = () => Object.fromEntries(ROLL_COLOURS.map((colour) => [colour, [...model.get("dice")].filter((one) => one === colour).length]));

  function roll(next) {
    model.set("dice", ROLL_COLOURS.map((colour) => colour.repeat(next[colour])).join(""));
    model.save_changes();
    drawSteppers();
    changed();
  }

  function drawSteppers() {
    const most = model.get("most");
    const now = counts();
    const focused = document.activeElement?.dataset?.step;
    const shown = ROLL_COLOURS.filter((colour) => most[colour]);
    const only = model.get("weapons").length === 1 && model.get("weapons")[0];
    const isAll = shown.every((colour) => now[colour] === most[colour]);
    const step = (colour, by, sign, word) => make("button.btn", {
      type: "button", "data-step": `${colour}${by}`, "aria-label": say(word, { material: say(`cube-${colour}`) }),
      disabled: now[colour] + by < 0 || now[colour] + by > most[colour],
      onclick: () => roll({ ...counts(), [colour]: counts()[colour] + by }),
    }, symbol(sign));
    steppers.replaceChildren(
      make("div.row", {}, make("h2.grow", {}, say("dice"), only && make("span.mut.fk-fight-weapon", {}, `${only.name}, ${only.about}`)),
        make("button.btn", { type: "button", "data-step": "all", disabled: isAll, onclick: () => model.send({ act: "all-dice" }) }, say("all-dice"))),
      make("div.fk-fight-steps", {}, shown.map((colour) => make("div.fk-fight-step", { role: "group", "aria-label": say(`die-${colour}`) },
        step(colour, -1, "i-minus", "dice-fewer"),
        make("span.fk-fight-count", {}, symbol(`die-${colour}`, { size: "c32" }), make("span", {}, make("b.num", {}, String(now[colour])), make("small.mut", {}, ` / ${most[colour]}`))),
        step(colour, 1, "i-plus", "dice-more"),
      ))),
      make("p.mut.small", {}, say("dice-help"), " ", ruleLink("combat.attack.fewer", say)),
    );
    if (focused) steppers.querySelector(`[data-step="${focused}"]:not([disabled])`)?.focus({ preventScroll: true });
  }

  return { element: steppers, draw: drawSteppers };
}

// At least so many hits: the chance of the number aimed at, and the bars of all of them. Returns {atLeast, chart, draw()}.
function aimPart(model, say, houseMark) {
  const atLeast = make("section.fk-fight-least");
  const chart = make("section.fk-fight-chart");

  function aim(wanted) {
    const most = model.get("odds").hits.length - 1;
    model.set("target", Math.min(Math.max(wanted, 0), most));
    model.save_changes();
    drawAim();
    drawChart();
  }

  function target() {
    const { hits, middle } = model.get("odds");
    return Math.min(model.get("target") < 0 ? middle : model.get("target"), hits.length - 1);
  }

  function drawAim() {
    const odds = model.get("odds");
    const hits = odds.hits;
    const wanted = target();
    const focused = document.activeElement?.dataset?.aim;
    const aimer = (by, sign, word) => make("button.btn", {
      type: "button", "data-aim": by, "aria-label": say(word), disabled: wanted + by < 0 || wanted + by > hits.length - 1, onclick: () => aim(target() + by),
    }, symbol(sign));
    const row = hits[wanted];
    atLeast.replaceChildren(
      make("div.fk-fight-aim", {}, aimer(-1, "i-minus", "at-least-less"),
        make("p", { role: "status" }, make("b.say", {}, say("at-least", { n: wanted })), make("span.mut", {}, say("at-least-about", { percent: row.at_least, whole: row.whole }), houseMark())),
        make("b.fk-fight-percent.num", { "aria-hidden": "true" }, row.at_least, make("small", {}, "%")),
        aimer(1, "i-plus", "at-least-more")),
    );
    if (focused) atLeast.querySelector(`[data-aim="${focused}"]:not([disabled])`)?.focus({ preventScroll: true });
  }

  /** Bars of the hit distribution; a tap on a bar aims at that many hits. */
  function drawChart() {
    const hits = model.get("odds").hits;
    const most = Math.max(...hits.map((row) => row.share));
    const wanted = target();
    const isCrowded = hits.length > 14;
    const hadFocus = chart.contains(document.activeElement);
    chart.replaceChildren(
      make("h2", {}, say("hits-of-roll"), houseMark()),
      make("ol.fk-fight-bars", {}, hits.map((row, count) => make("li", {}, make("button", {
        type: "button", tabindex: count === wanted ? 0 : -1, "data-hits": count, "aria-pressed": String(count === wanted),
        "aria-label": say("bar-hits", { n: count, percent: row.percent }), onclick: () => aim(count),
      },
      make("span.fk-fight-label.num", { "aria-hidden": "true" }, row.share >= 0.005 && !(isCrowded && row.share < 0.01) ? row.percent : ""),
      make(`i${count >= wanted ? ".is-in" : ""}`, { style: `height:calc((100% - 20px) * ${(row.share / most).toFixed(4)})` }),
      make("b.num", { "aria-hidden": "true" }, String(count)))))),
    );
    chart.classList.toggle("is-crowded", isCrowded);
    chart.classList.remove("fk-old");
    if (hadFocus) chart.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  chart.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    aim(target() + by);
  });

  return {
    atLeast,
    chart,
    draw: () => {
      drawAim();
      drawChart();
    },
  };
}
