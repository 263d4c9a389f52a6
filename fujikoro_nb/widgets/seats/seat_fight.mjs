// A fight of this seat with whomever is tapped: their gear is what they entered; the server works it out.
import { make, symbol, watcher } from "../base/dom.mjs";
import { redraw } from "../base/page_parts.mjs";

const DRAGON = { health: [1, 99, 12], initiative: [0, 30, 9], dice: [1, 12, 4] }; // least, most, at first
const LABELS = { health: "fight-health", initiative: "fight-first", dice: "fight-dice" };

// `element` belongs somewhere on the page; `draw()` brings it in line with what the model tells.
/**
 * @param {Model} model
 * @param {Say} say
 */
export function fightPart(model, say) {
  const people = make("div.fk-seat-names", { role: "group", "aria-label": say("fight-title") });
  const fields = Object.entries(DRAGON).map(([name, [min, max, first]]) => {
    const input = make("input", { type: "number", inputmode: "numeric", min, max, value: first, name, id: `fk-fight-${name}`, required: true });
    return make("label", { for: `fk-fight-${name}` }, make("span", {}, say(LABELS[name])), input);
  });
  const ask = make("button.btn.main.grow", { type: "submit", "data-key": "fight-ask" }, say("fight-ask"));
  const whom = make("button.btn.grow", { type: "submit", value: "whom", "data-key": "fight-whom" }, say("fight-whom"));
  const came = make("input", { type: "checkbox", name: "came", id: "fk-fight-came" });
  const cameLine = make("label.fk-seat-came", { for: "fk-fight-came", hidden: true }, came, make("span", {}, make("b", {}, say("fight-came")), make("small.mut", {}, say("fight-came-note"))));
  const form = make("form.fk-seat-dragon", {}, make("div.fk-seat-numbers", {}, fields), cameLine, make("div.row.wrap", {}, ask, whom));
  const answer = make("div.fk-seat-answer", { role: "status", "data-part": "fight-answer" });
  const old = make("p.fk-notice", { role: "status", "data-part": "fight-old", hidden: true }, say("fight-old"));
  const element = make("section.sheet.fk-seat-fight", { "data-part": "fight" }, make("h2", {}, say("fight-title")), make("p.mut", {}, say("fight-about")), people, form, old, answer);
  const along = new Set();
  const isNew = watcher();
  const asked = { odds: /** @type {any} */ (null), isOld: false }; // the answer shown, and whether those it is about changed since
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = (name) => Number(/** @type {any} */ (form.elements).namedItem(name).value);
    const dragon = { health: number("health"), initiative: number("initiative"), dice: number("dice"), ...(came.checked && !cameLine.hidden ? { came: true } : {}) };
    const me = model.get("view").seat;
    const isWhom = /** @type {any} */ (event).submitter === whom;
    model.send({ act: "odds", ...dragon, ...(isWhom ? { who: [me], whom: true } : { who: [me, ...along] }) });
  });

  function fightWith(seat) {
    along.clear();
    along.add(seat);
    drawPeople(model.get("view"));
    form.requestSubmit(ask);
  }

  function drawPeople(view) {
    redraw(people, view.people.map((one) => {
      const isMe = one.seat === view.seat;
      const why = one.isOut ? say("fight-out") : one.isGone ? say("fight-gone") : "";
      if (why) along.delete(one.seat);
      const about = why || (isMe ? say("fight-you", { n: one.initiative }) : one.cubes ? say("fight-initiative", { n: one.initiative }) : say("fight-bare"));
      const isOn = isMe || along.has(one.seat);
      return make(`button.btn${isOn ? ".is-on" : ""}`, {
        type: "button", "data-key": `fight-${one.seat}`, "aria-pressed": String(isOn), disabled: Boolean(why) || isMe,
        onclick: () => { if (!along.delete(one.seat)) along.add(one.seat); drawPeople(model.get("view")); },
      }, make(`span.fk-seat-face${one.colour ? `.is-${one.colour}` : ""}`, { "aria-hidden": "true" }, symbol("samurai", { size: "c32" })),
        make("span", {}, make("b", {}, one.name), make("small.mut", {}, about)));
    }));
  }

  // An answer that came is about the people as they were then.
  function drawAge(odds, at) {
    const hasChanged = isNew("people", at.map(({ seat, weapon, initiative, isOut, isGone }) => [seat, weapon, initiative, isOut, isGone]));
    if (asked.odds !== odds) Object.assign(asked, { odds, isOld: false });
    else if (hasChanged) asked.isOld = true;
    old.hidden = !asked.isOld || !(odds?.falls || odds?.whom);
  }

  function drawAnswer(odds) {
    const { isBusy, said, falls, alone, shares, ends = [], notes = [], whom: rows } = odds;
    ask.disabled = whom.disabled = Boolean(isBusy);
    if (isBusy) redraw(answer, make("p.mut", {}, say("fight-busy")));
    else if (said) redraw(answer, make("p.fk-notice", {}, said));
    else if (rows) redraw(answer, make("p.mut", {}, say("fight-whom-about")), make("ul.fk-seat-whom", {}, rows.map(ally)), make("p", {}, alone), notes.map(smallNote));
    else if (!falls) redraw(answer);
    else redraw(answer, shareBar(shares, say), make("p", {}, make("b", { "data-part": "falls" }, falls), " ", alone), ends.map((line) => make("p", {}, line)), notes.map(smallNote));
  }

  // One who could be asked along: what that is worth, and a tap to fight together.
  function ally(row) {
    return make("li", {}, make("button.btn.full", { type: "button", "data-key": `whom-${row.seat}`, onclick: () => fightWith(row.seat) },
      make("b", {}, row.name), make("b.num", {}, row.gain), shareBar(row.shares, say), make("small.mut", {}, row.said)));
  }

  return {
    element,
    draw() {
      const view = model.get("view");
      element.hidden = !view.people || !view.hand || view.seat < 0 || !view.me || view.isOver;
      if (element.hidden) return;
      cameLine.hidden = !view.walks;
      drawPeople(view);
      const odds = model.get("odds");
      drawAge(odds, view.people);
      drawAnswer(odds ?? {});
    },
  };
}

const smallNote = (line) => make("p.mut.small", {}, line);

// Won, left on one's feet, knocked out: three lengths, each with a pattern of its own and said in words.
function shareBar(shares, say) {
  const names = ["win", "hurt", "lose"];
  const label = shares.map((share, at) => `${say(`fight-${names[at]}`)} ${Math.round(share * 100)} %`).join(", ");
  return make("div.fk-seat-bar", { role: "img", "aria-label": label }, shares.map((share, at) => make(`i.is-${names[at]}`, { style: `width:${(share * 100).toFixed(1)}%` })));
}
