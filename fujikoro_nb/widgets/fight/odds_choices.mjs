// What the odds are asked for: what is played for, with which dice, who fights, and where monks may be sent.
import { make, noticeLine, put, ruleLink, symbol } from "../base/dom.mjs";
import { tapGear } from "../gear/tap_gear.mjs";

const GOALS = ["win", "conscious", "points"];
const named = (goal, isGroup) => `goal-${goal === "points" && isGroup ? "teeth" : goal}`;

// Returns {element, draw()}.
export function goalsPart(model, say) {
  const goals = make("section.fk-fight-goals");

  function drawGoals() {
    const goal = model.get("goal");
    const isAll = model.get("is_all_dice");
    const set = (name, value) => { model.set(name, value); model.save_changes(); };
    const had = goals.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    const one = (key, isOn, text, act) => make("button.btn", { type: "button", role: "radio", "data-key": key, "aria-checked": String(isOn), onclick: act }, text);
    put(goals,
      make("div.fk-fight-choice", { role: "radiogroup", "aria-label": say("goal") }, make("b", {}, say("goal")), GOALS.map((name) => one(`goal-${name}`, goal === name, say(named(name, model.get("walks"))), () => set("goal", name)))),
      make("div.fk-fight-choice", { role: "radiogroup", "aria-label": say("dice") }, make("b", {}, say("dice")), one("free", !isAll, say("free-choice"), () => set("is_all_dice", false)), one("all", isAll, say("all-dice-always"), () => set("is_all_dice", true))),
      model.get("walks") ? make("div.fk-fight-choice", { role: "radiogroup", "aria-label": say("meeting") }, make("b", {}, say("meeting")), one("went", !model.get("came"), say("meeting-went"), () => set("came", false)), one("came", model.get("came"), say("meeting-came"), () => set("came", true))) : null);
    if (had) goals.querySelector(`[data-key="${had}"]`)?.focus({ preventScroll: true });
  }

  return { element: goals, draw: drawGoals };
}

// `box` is the whole panel; `layingGuard` hears when somebody begins or ends to lay a guard. Returns {element, draw(),
// isLayingGuard()}, and anew(), which draws it without its form.
export function fightersPart(model, box, say, layingGuard) {
  const fighters = make("section.sheet.fk-fight-fighters", { "data-part": "fighters" });
  const nearNotice = noticeLine(model);
  let isAdding = false;
  let isGuard = false; // whoever is added guards a temple
  /** @type {ReturnType<typeof tapGear> | null} */
  let tapped = null; // what is being tapped, until it fights or is put away

  // Tapped as it lies on their board; whoever has their link or likes letters types.
  function form() {
    const input = make("input", { type: "text", id: "fk-fighter", autocomplete: "off", spellcheck: "false", maxlength: 1900 });
    const { columns, rows, split, helmet_columns: helmet } = model.get("mine");
    const save = make("button.btn.main", { type: "button", "data-key": "fighter-tapped", onclick: () => model.send({ act: "fighter", text: tapped?.text() ?? "" }) }, say("fighter-save"));
    tapped ??= tapGear(say, { columns, rows, split, helmet, isMagical: isGuard }, () => { save.disabled = tapped?.isEmpty() ?? true; });
    save.disabled = tapped.isEmpty();
    return make("div.fk-fight-editor", {}, isGuard && make("p", { "data-part": "guard-help" }, say("guard-help")), tapped.element, nearNotice,
      make("div.row.wrap", {}, save, make("button.btn", { type: "button", onclick: () => { isAdding = isGuard = false; tapped = null; drawFighters(); layingGuard(); } }, say("faces-cancel"))),
      make("details", {}, make("summary", { "data-key": "fighter-typed" }, say("fighter-typed")),
        make("form.fk-fight-editor", { onsubmit: (event) => { event.preventDefault(); model.send({ act: "fighter", text: input.value }); } },
          make("label", { for: "fk-fighter" }, say("fighter-add-label")), input, make("button.btn", { type: "submit" }, say("fighter-save")))));
  }

  function drawFighters() {
    box.classList.toggle("is-adding", isAdding); // what went wrong is said where it was typed
    const rows = [model.get("mine"), ...model.get("others")];
    const had = fighters.contains(document.activeElement);
    const one = (row, index) => make("li", {}, symbol("samurai", { size: "c44" }), make("div.grow", {}, make("b", {}, row.name),
      make("span.mut", {}, row.refusal ? row.refusal.sentence : row.usable ? say("fighter-gear", { initiative: row.initiative, absorbs: row.absorbs }) : say("no-usable"))),
    index > 0 && make("button.btn.quiet", { type: "button", "aria-label": say("fighter-off", { name: row.name }), onclick: () => model.send({ act: "fighter-off", number: index }) }, symbol("i-no")));
    const nobodyJoins = model.get("is_alone") && Boolean(model.get("dragon").dice);
    put(fighters, make("h2", {}, say("fighters")), make("ul.fk-fight-people", {}, rows.map(one)),
      isAdding
        ? form()
        : nobodyJoins ? make("p", { "data-part": "nobody-joins" }, say("nobody-joins"), " ", ruleLink("scenario.1.competitive.no-joining", say))
        : make("button.btn.full", { type: "button", "data-key": "fighter-add", onclick: () => { isAdding = true; drawFighters(); fighters.querySelector("[role=radio]").focus(); } }, say("fighter-add")),
      make("div.fk-fight-choice", { role: "group", "aria-label": say("monk-spots") }, make("b", {}, say("monk-spots")), ["action", "scroll"].map((spot) => {
        const isOn = model.get("monks").includes(spot);
        return make("button.btn", { type: "button", "aria-pressed": String(isOn), onclick: () => model.send({ act: "monk", spot, on: !isOn }) }, say(`monk-${spot}`));
      })), make("p.mut.small", {}, say("not-kept")));
    if (had && isAdding) fighters.querySelector("[role=radio]")?.focus({ preventScroll: true });
  }

  return {
    element: fighters,
    draw: drawFighters,
    isLayingGuard: () => isGuard,
    addGuard: () => {
      isAdding = isGuard = true;
      drawFighters();
      layingGuard();
      fighters.scrollIntoView({ block: "start" });
      /** @type {HTMLElement | null} */ (fighters.querySelector("[role=radio]"))?.focus({ preventScroll: true });
    },
    anew: () => {
      isAdding = isGuard = false;
      tapped = null;
      drawFighters();
      layingGuard();
    },
  };
}
