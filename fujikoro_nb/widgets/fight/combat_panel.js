// CombatPanel: three parts for one gear: the odds of a fight, the fight in play, one roll before it is rolled.
import { dress, make, noticeLine } from "../base/dom.mjs";
import { facesPart } from "./dice_faces.mjs";
import { oddsPart } from "./combat_odds.mjs";
import { playPart } from "./fight_play.mjs";
import { rollPart } from "./combat_roll.mjs";
import { speaker } from "../base/texts.mjs";

const TABS = ["odds", "play", "roll"];

function render({ model, el }) {
  const say = speaker(model);
  const box = dress(model, el, "fk-fight");
  const parts = {};
  const faces = facesPart(model, box, say, () => parts[shown].kept?.());
  const typeFaces = () => faces.type();

  // A tab is drawn at once, and told as an act of its own: acts come in their order, so that "Begin", tapped before the
  // answer is here, has the last word.
  let shown = model.get("tab");
  let asked = []; // tabs whose answer is still to come
  function go(tab) {
    if (tab === shown) return;
    asked.push(tab);
    model.send({ act: "turn-to", tab });
    drawTab(tab);
  }

  parts.odds = oddsPart(model, box, say, { typeFaces, play: () => model.send({ act: "begin" }) });
  parts.play = playPart(model, box, say, { toOdds: () => go("odds"), toPlay: () => go("play") });
  parts.odds.element.querySelector(".fk-fight-begin").before(parts.play.goesOn);
  parts.roll = rollPart(model, box, say, typeFaces);
  const tabs = make("div.seg.fk-fight-tabs", { role: "tablist", "aria-label": say("tabs") }, TABS.map((name) => make("button", {
    type: "button", role: "tab", id: `fk-fight-tab-${model.cid ?? ""}-${name}`, "data-tab": name, onclick: () => go(name),
  }, say(`tab-${name}`))));
  const panels = Object.fromEntries(TABS.map((name) => [name, make("div.fk-fight-part", {
    role: "tabpanel", "data-part": `fight-${name}`, "aria-labelledby": `fk-fight-tab-${model.cid ?? ""}-${name}`,
  }, parts[name].element)]));
  box.append(tabs, noticeLine(model), ...Object.values(panels));

  tabs.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(TABS[(TABS.indexOf(shown) + by + TABS.length) % TABS.length]);
    tabs.querySelector('[aria-selected="true"]').focus();
  });

  function drawTab(tab) {
    shown = tab;
    for (const button of /** @type {Iterable<any>} */ (tabs.children)) {
      const isOn = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(isOn));
      button.tabIndex = isOn ? 0 : -1;
    }
    for (const [name, panel] of Object.entries(panels)) panel.hidden = name !== tab;
    box.dataset.tab = tab;
    if (tab !== "play") parts[tab].side.append(faces.element);
    parts[tab].shown?.();
  }

  function turned() {
    const index = asked.indexOf(model.get("tab"));
    asked = index < 0 ? [] : asked.slice(index + 1);
    if (!asked.length) drawTab(model.get("tab"));
  }
  model.on("change:tab", turned);
  drawTab(shown);
  return () => {
    model.off("change:tab", turned);
    faces.stop();
    for (const part of Object.values(parts)) part.stop();
  };
}

export default { render };
