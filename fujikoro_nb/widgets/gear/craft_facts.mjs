// What is said of the gear on a crafting board: what is wrong with ways out of it, its numbers, its blueprints.
import { differsList, make, put, ruleLink, symbol } from "../base/dom.mjs";

// `catchFocus` takes the focus where the button that had it is gone. Returns {urgent, element, draw(), shownWay(), forget()}: the
// number of the way out that is outlined on a board, or -1.
export function factsPart({ model, say, changed, shows, isEditable }, { openKind, redraw, catchFocus }) {
  const facts = make("div.fk-facts", { "data-part": "facts" });
  const urgent = make("div.fk-urgent"); // what is wrong, and the ways out
  let shown = -1; // which way out is outlined

  function drawFacts() {
    const verdict = model.get("verdict");
    const blueprints = Object.values(verdict.kinds).map((kind) => [kind.blueprint, kind.magic_is]);
    const { kinds: { weapon }, initiative, ways, more, differs } = verdict;
    const chips = [weapon.weapons, weapon.cubes, weapon.max, initiative, verdict.initiative_magic, verdict.legal];
    if (!changed("facts", chips, blueprints, ways, more, differs, shown, model.get("sections"), model.get("kinds"), model.get("can_unlock"), isEditable())) return;
    const wasInWays = urgent.contains(document.activeElement);
    const ofBlueprint = facts.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
    put(urgent, shows("facts") ? [verdict.legal ? null : waysOut(verdict), ...moreLines(say, verdict)] : null);
    urgent.hidden = !urgent.children.length;
    put(facts,
      shows("facts") && verdict.legal ? factChips(model, say, verdict) : null,
      shows("facts") ? magicLines(model, say, verdict) : null,
      shows("facts") ? differsList(differs, say) : null,
      shows("blueprints") ? blueprintRow(model, say, verdict, isEditable) : null,
    );
    facts.hidden = !facts.children.length;
    if (wasInWays) catchFocus();
    if (ofBlueprint) facts.querySelector(`.fk-blueprints [data-kind=${ofBlueprint}]`)?.focus();
  }

  // Each way out has its cells: "Show" outlines them on the board until the gear changes.
  function waysOut(verdict) {
    if (!verdict.ways.length) return null;
    return make("div.fk-ways", {},
      make("h2", {}, say("ways", { n: verdict.ways.length })),
      ...verdict.ways.map((way, index) => {
        const isShown = shown === index;
        return make("div.sheet", {},
          make("span.key", { "aria-hidden": "true" }, String(index + 1)),
          make("p.grow", {}, way.sentence),
          way.act === "unlock" && model.get("can_unlock")
            ? make("button.btn", { type: "button", "data-act": "unlock-way", disabled: !isEditable(), onclick: () => model.send({ act: "unlock", on: true }) }, say("unlock-way"))
            : make(`button.btn${isShown ? ".is-on" : ""}`, {
              type: "button", "aria-pressed": String(isShown),
              onclick: () => {
                shown = isShown ? -1 : index;
                if (shown >= 0 && model.get("open_kind") !== way.kind) openKind(way.kind);
                redraw();
                urgent.querySelectorAll(".fk-ways .btn")[index]?.focus();
              },
            }, say(isShown ? "hide" : "show")),
        );
      }));
  }

  return {
    urgent,
    element: facts,
    draw: drawFacts,
    shownWay: () => shown,
    forget: () => {
      shown = -1;
    },
  };
}

// Counts, wood and initiative.
function factChips(model, say, verdict) {
  const { weapons, cubes, max } = verdict.kinds.weapon;
  if (!model.get("kinds").includes("weapon") || !weapons.length) return null;
  const chips = weapons.length === 1 ? [fact(say("fact-cubes", { cubes, max }))] : [];
  for (const weapon of weapons) {
    const key = `fact-wood${weapon.usable ? "" : "-short"}${weapons.length > 1 ? "-part" : ""}`;
    chips.push(fact(say(key, { wood: weapon.wood, needs: weapon.needs, part: weapon.where })));
  }
  const magic = verdict.initiative_magic;
  const length = verdict.initiative - magic;
  const sum = fact(magic ? say("fact-initiative-magic", { n: verdict.initiative, length, magic }) : say("fact-initiative", { n: length }));
  if (magic) sum.append(" ", ruleLink("combat.init.magic", say));
  chips.push(sum);
  return make("div.sheet.fk-chips", {}, ...chips);
}

// Whatever else is wrong beyond the verdict's own sentence.
function moreLines(say, verdict) {
  return verdict.more.map((said) => make("div.sheet.fk-more", {},
    make("p", {}, said.sentence),
    said.rule ? ruleLink(said.rule, say) : null,
  ));
}

// What each green cube on the boards is.
function magicLines(model, say, verdict) {
  const told = model.get("kinds").map((kind) => verdict.kinds[kind].magic_is).filter(Boolean);
  return told.map((said) => make("p.fk-magic", {}, symbol("cube-G", { size: "c20" }),
    make("span", {}, said.sentence, " ", ruleLink(said.rule, say))));
}

// A fact with its numbers in bold.
function fact(sentence) {
  return make("span", {}, ...sentence.split(/(\d+)/).map((part) => (/^\d+$/.test(part) ? make("b", {}, part) : part)));
}

// One button a kind: no blueprint, owned, lost; and what it means for this gear.
function blueprintRow(model, say, verdict, isEditable) {
  const next = { none: "owned", owned: "lost", lost: "none" };
  const row = make("div.fk-blueprints", { role: "group", "aria-label": say("blueprints") }, make("h2.fk-h3", {}, say("blueprints")));
  for (const kind of model.get("kinds")) {
    const { state, fits, will } = verdict.kinds[kind].blueprint;
    row.append(make("button.btn", {
      type: "button", "data-kind": kind, "data-state": state, disabled: !isEditable(),
      onclick: () => model.send({ act: "blueprint", kind, state: next[state] }),
    },
    symbol("blueprint", { size: "c20" }),
    make("span", {}, say(`blueprint-${state}`, { kind: say(kind) })),
    state === "owned" && fits !== null ? make(`span.tag.${fits ? "ok" : "near"}`, {}, fits ? symbol("i-ok", { size: "c20" }) : null, say(fits ? "blueprint-fits" : "blueprint-misses")) : null));
    if (will) row.append(make("p.fk-will", {}, will.sentence, " ", ruleLink(will.rule, say)));
  }
  return row;
}
