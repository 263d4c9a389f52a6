// A group's game: hearts, the rounds before the eruption, goals, where each dragon goes next and why, exchanges, and how it ended.
import { keeps, make, ruleLink, symbol } from "../base/dom.mjs";
import { button, heartsOf, plusMinus, redraw } from "../base/page_parts.mjs";
import { figure } from "../gear/cast_card.mjs";

/** The hearts of somebody, read as how many lives are left. */
export const hearts = ({ name, left, most }, say) => heartsOf(left, most, say("lives", { name, n: left, of: most }));

/** The rounds that are left before the eruption, in one box before its spaces; nothing where rounds bring none. */
export function roundsBefore(group, say) {
  if (!group.normal) return null;
  const { round, normal } = group;
  const isPast = round > normal;
  return make(`li.fk-rounds${isPast ? ".is-past" : ""}`, { title: group.said, "aria-label": say("track") }, make("b.num", {}, isPast ? `1–${normal}` : `${round} / ${normal}`));
}

const goalLine = (say, rule) => ({ text, about, count, is_met: isMet, sign, rule: id }) => make(`li${isMet ? ".is-met" : ""}`, {},
  symbol(sign, { size: "c32" }),
  make("span.grow", {}, make("b", {}, text), about ? make("small.mut", {}, about) : null, rule(id)),
  make(`span.tag${isMet ? ".ok" : ""}`, {}, isMet ? symbol("i-ok", { size: "c20", label: say("goal-met") }) : null, count));

const dragonLine = (say, rule) => ({ mark, name, token, state, where, text, rule: id, tone }) => make("li", { "data-dragon": mark },
  make("span.fk-dragon-sign", {}, symbol(`dragon-${{ blue: "S", green: "M", red: "L", white: "XL" }[tone] ?? "M"}`, { size: "c32" }), token === "walks" ? null : make(`i.fk-token.is-${token}`, { "aria-hidden": "true" }, say(`dragon-short-${token}`))),
  make("span.grow", {}, make("b", {}, make("span.fk-dragon-mark", {}, mark), ` ${name}, ${where}`), make("small", {}, state), make("span.small", {}, text, " ", rule(id))));

// A goal as a sign and how much of it is there, before anybody opens the list.
const brief = ({ sign, count, is_met: isMet }) => make(`span${isMet ? ".is-met" : ""}`, {}, symbol(sign, { size: "c20" }), make("b.num", {}, count.replace(/\D+/, "/")));

/** What a group has in sight: goals, and the dragons. */
export function groupPart(model, say) {
  const rule = (id) => ruleLink(id, say);
  const element = make("section.fk-group", { "data-part": "group", hidden: true });
  const open = new Map();
  keeps(element, "open", () => (open.size ? [...open] : null), (kept) => {
    for (const [name, isOpen] of kept) open.set(name, isOpen);
    draw();
  });

  const fold = (name, title, list) => make("details.fk-told-more.sheet", { open: open.get(name) ?? false, "data-part": name, ontoggle: (event) => open.set(name, event.target.open) },
    make("summary", { "data-key": `group-${name}` }, title), list);

  function draw() {
    const { group, march } = model.get("status");
    const isGroup = group?.round !== undefined;
    element.hidden = isGroup ? group.is_over : march?.dragons === undefined; // the end tells the goals itself
    if (element.hidden) return;
    const { dragons, hidden } = isGroup ? group : march;
    const met = isGroup ? group.goals.filter(({ is_met: isMet }) => isMet).length : 0;
    const walking = dragons.filter(({ token }) => token !== "asleep").length;
    redraw(element,
      isGroup && fold("goals", [make("b", {}, say("goals")), make("span.fk-goals-brief", { "aria-hidden": "true" }, group.goals.map(brief)), make("span.num", {}, say("goal-count", { n: met, of: group.goals.length }))], [make("p.mut.small", {}, say("goals-about")), make("ul.fk-goals", {}, group.goals.map(goalLine(say, rule)))]),
      fold("dragons", [make("b", {}, say("dragons")), make("span.num", {}, dragons.length ? say("dragons-awake", { n: walking }) : "0")],
        dragons.length ? [isGroup ? null : make("p.mut.small", {}, march.said), make("ul.fk-goals.fk-dragons", {}, dragons.map(dragonLine(say, rule))), hidden ? make("p.mut.small.fk-hidden-ones", {}, hidden) : null] : make("p.mut", {}, say("dragons-none"))));
  }

  model.on("change:status", draw);
  draw();
  return { element, stop: () => model.off("change:status", draw) };
}

/** The end of a group's game: won or lost and why, what decided it, everybody, the story round by round, and its goals. */
export function groupOver({ text, rule: id, is_won: isWon, verdict, round: told, decided, goals, goals_title: goalsTitle, story, people, most_lives: most }, say, rule) {
  const last = story.length - 1;
  const moment = ({ round, text: said, rule: why }, at) => make(`li${at === last ? ".is-last" : ""}`, {},
    make("span.fk-story-round", {}, !round || round === story[at - 1]?.round ? null : [make("small.mut", {}, say("story-round")), make("b.num", {}, String(round))]), make("span.grow", {}, said, " ", rule(why)));
  return [
    make(`div.fk-group-over.verdict${isWon ? ".ok" : ".no"}`, {}, make("div.seal", {}, symbol(isWon ? "i-ok" : "i-no"), verdict),
      make("div", {}, make("h2", { tabindex: -1, "data-key": "asked" }, text), make("p.fk-decided", {}, [told, ...decided].join(" · ")), rule(id))),
    make("ul.fk-over-people.sheet", {}, people.map(({ name, colour, lives, stands }) => make("li", {}, figure(colour, say), make("span.grow", {}, make("b", {}, name), make("small.mut", {}, stands)), hearts({ name, left: lives, most }, say)))),
    make("h3", {}, goalsTitle),
    make("ul.fk-goals.sheet", { "data-part": "goals-over" }, goals.map(goalLine(say, rule))),
    make("h3", {}, say("story")),
    make("ol.fk-story.sheet", {}, story.map(moment)),
  ];
}

// ---- an exchange of two on one space, put together by tapping: what one gives, what comes back

const CUBES = { W: "wood", M: "metal", T: "tooth" };

/** What was tapped, as the engine's parcel; `picked` counts things by what they are. */
function parcel(picked) {
  const cubes = { wood: 0, metal: 0, tooth: 0 };
  const discs = [];
  const scrolls = [];
  for (const [what, count] of picked) {
    if (what in CUBES) cubes[CUBES[what]] = count;
    else if (what.startsWith("disc:")) discs.push(...Array.from({ length: count }, () => what.slice(5)));
    else if (count) scrolls.push(what.slice(7));
  }
  return { cubes, discs, scrolls };
}

/** Returns the part for one partner of `asked.trade`; what was tapped stays while the page is drawn anew. */
export function tradePart({ say, answer }) {
  const states = new Map();

  return (partner) => {
    const known = states.get(partner.seat) ?? { gives: new Map(), takes: new Map(), replaces: new Set(), isOpen: false };
    states.set(partner.seat, known);
    const box = make("div.fk-trade-box");

    function row(side, { what, name, sign, most }) {
      const count = Math.min(known[side].get(what) ?? 0, most);
      const step = (by) => { known[side].set(what, count + by); draw(); return box; };
      return make("li", {}, symbol(sign, { size: "c32" }), make("span.grow", {}, name, make("small.mut", {}, ` / ${most}`)),
        plusMinus(`${partner.seat}-${side}-${what}`, { count, most, step, less: say("trade-less", { what: name }), more: say("trade-more", { what: name }) }));
    }

    const side = (name, title, rows) => make("section", {}, make("h4", {}, title), rows.length ? make("ul", {}, rows.map((one) => row(name, one))) : make("p.mut.small", {}, say("trade-nothing")));

    // Scrolls that come need slots; an own one may go for them.
    function replaces() {
      const isComing = [...known.takes].some(([what, count]) => count && what.startsWith("scroll:"));
      if (!isComing || !partner.scrolls.length) return null;
      const toggle = (id) => { if (!known.replaces.delete(id)) known.replaces.add(id); draw(); };
      return make("section", {}, make("h4", {}, say("trade-replaces")), make("div.chips", {}, partner.scrolls.map(({ id, name }) => button(`${partner.seat}-replaces-${id}`, name, () => toggle(id), { on: known.replaces.has(id) }))));
    }

    const isEmpty = () => ![...known.gives, ...known.takes].some(([, count]) => count);

    function offer() {
      answer(JSON.stringify({ type: "Offer", to: partner.seat, gives: parcel(known.gives), takes: parcel(known.takes), replaces: [...known.replaces] }));
      known.gives.clear();
      known.takes.clear();
      known.replaces.clear();
    }

    function draw() {
      redraw(box, make("p.mut.small", {}, say("trade-about")),
        side("gives", say("trade-give"), partner.gives), side("takes", say("trade-take"), partner.takes), replaces(),
        button(`offer-${partner.seat}`, say("trade-send"), offer, { main: true, full: true, disabled: isEmpty() }),
        partner.can_hear ? button(`hear-${partner.seat}`, say("trade-hear", { name: partner.name }), () => answer(`hear ${partner.seat}`), { full: true }) : null);
    }

    draw();
    return make("details.fk-trade.sheet", { open: known.isOpen, "data-part": "trade", ontoggle: (event) => { known.isOpen = event.target.open; } },
      make("summary", { "data-key": `trade-${partner.seat}` }, symbol("i-turn", { size: "c20" }), make("b", {}, say("trade-title", { name: partner.name }))), box);
  };
}
