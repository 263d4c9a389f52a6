// What stands around the question: scores and countdown, what just happened, the log, undo and redo, the boards.
import { keeps, make, markSign, markTag, ruleLink, symbol } from "../base/dom.mjs";
import { BAR_SYMBOLS } from "./game_signs.mjs";
import { groupPart, hearts, roundsBefore } from "./game_group.mjs";
import { button, redraw } from "../base/page_parts.mjs";
import { figure } from "../gear/cast_card.mjs";
import { smallPlayer, tableCards, wholeBoard } from "../gear/player_board.mjs";

const SHOWN_EVENTS = 6;

export function sideParts(model, say) {
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const rule = (id) => ruleLink(id, say);
  const status = make("section.fk-status", { "data-part": "status", "aria-label": say("scores") });
  const scores = make("div.fk-status-box");
  const final = make("p.fk-final", { role: "status", "data-part": "final" });
  const pointsList = make("ul.fk-told-list");
  const points = make("details.fk-points", { "data-part": "points" }, make("summary", {}, say("points-title")), pointsList);
  const sceneName = make("summary", { "data-key": "scene" });
  const sceneList = make("ul.fk-told-list");
  const scene = make("details.fk-scene", { "data-part": "scene-now" }, sceneName, sceneList);
  const together = groupPart(model, say);
  status.append(scores, final, together.element, scene, points);
  const happened = make("section.fk-happened", { "aria-live": "polite", "data-part": "happened" });
  const log = make("section.fk-log", { "data-part": "log", "aria-label": say("log-title") });
  const boards = make("section.fk-boards", { "data-part": "boards" });
  const travel = make("div.fk-travel", { "data-part": "travel" });
  const open = new Set();

  function drawStatus() {
    const now = model.get("status");
    if (!now.seats) return;
    const { group, march } = now;
    redraw(scores,
      make("ul.fk-seats", {}, now.seats.map(({ seat, name, colour, character, score, tokens, stands, bot, marker }) => make(`li${seat === now.turn ? ".is-on" : ""}${stands === "down" ? ".is-down" : ""}`, { "aria-current": seat === now.turn ? "true" : null },
        figure(colour, say, "c20"), make("span.fk-seat-name", {}, name, character && character !== name ? make("small.mut.fk-seat-character", {}, ` ${character}`) : null, bot && make("small.mut", {}, ` ${say("bot")}`)),
        tokens === null ? null : make("small.fk-seat-tokens", {}, say("seat-tokens", { n: tokens })),
        stands !== "up" && make("small.fk-seat-stands", {}, say(`stands-${stands}`)), score === null ? null : make("b.num", { "aria-label": say("points", { n: score }) }, String(score)), group.round === undefined ? null : hearts({ name, left: group.lives[seat], most: group.most_lives }, say), (group.first ?? march?.first) === seat && symbol("s-first", { size: "c20", label: say("first") }), marker && symbol(BAR_SYMBOLS.marker, { size: "c20", label: say("marker") })))),
      make("div.fk-game-track-box", {}, make("span.fk-game-track-title", {}, group.until ?? now.countdown_said, markSign(now.track_mark)),
        make("ol.fk-game-track", {}, roundsBefore(group, say), now.track.map(({ event, lava, name, is_past: isPast, is_next: isNext }) => make(`li.is-${event}${isPast ? ".is-past" : ""}${isNext ? ".is-next" : ""}`, { title: name, "aria-label": name },
          event in BAR_SYMBOLS ? symbol(BAR_SYMBOLS[event === "lava" && isPast ? "lava-past" : event], { size: "c20" }) : null, lava ? make("b.num", {}, String(lava)) : null)))));
    drawScene();
  }

  // Which scenario is played, for whoever comes back to the game or never saw its start.
  function drawScene() {
    const { name = "", lines = [] } = model.get("status").scene ?? {};
    scene.hidden = !name;
    redraw(sceneName, name);
    redraw(sceneList, lines.map(({ text, rule: id }) => make("li", {}, text, " ", rule(id))));
  }

  function drawFinal() {
    const lines = model.get("final");
    final.hidden = !lines.length;
    redraw(final, lines.map(({ text, rule: id }) => make("span", {}, text, " ", rule(id))));
  }

  function drawPoints() {
    points.hidden = !model.get("points").length;
    redraw(pointsList, model.get("points").map(({ text, rule: id, mark = "" }) => make("li", {}, text, " ", mark ? markTag({ mark, own: "", stop: "boards" }) : null, " ", rule(id))));
  }

  const sentence = ({ text, rule: id, who }, own) => make("li", {}, who && who !== own ? make("b", {}, `${who}: `) : null, text, " ", rule(id));

  // What is laid out before the game is for those who want to see it.
  const told = (events, who, isSetup) => {
    const list = make("ul", {}, events.map((each) => sentence(each, who)));
    return isSetup ? make("details.fk-log-setup", {}, make("summary", { "data-key": "setup" }, say("log-setup", { n: events.length })), list) : list;
  };

  function entry({ number, who, colour, text, rule: id, why, events, is_setup: isSetup }) {
    return make("li.fk-entry", { "data-line": number }, make("p", {}, figure(colour, say, "c20"), make("b", {}, who), make("span", {}, text), rule(id)),
      why ? make("p.fk-because.mut", {}, why) : null, events.length ? told(events, who, isSetup) : null);
  }

  let isEarlierOpen = false;
  function drawHappened() {
    const entries = model.get("happened").filter(({ text, events }) => text || events.length);
    happened.hidden = !entries.length;
    const [late, early] = [entries.slice(-SHOWN_EVENTS), entries.slice(0, -SHOWN_EVENTS)];
    redraw(happened, make("h2.fk-h3", {}, say("since")), early.length ? make("details", { open: isEarlierOpen, ontoggle: (event) => { isEarlierOpen = event.target.open; } }, make("summary", { "data-key": "earlier" }, say("earlier", { n: early.length })), make("ol", {}, early.map(entry))) : null, make("ol", {}, late.map(entry)));
  }

  function drawLog() {
    redraw(log, make("h2", {}, say("log-title")), make("ol", {}, [...model.get("log")].reverse().map(entry)),
      model.get("has_older") ? button("older", say("older"), () => send("older"), { full: true }) : null);
  }

  keeps(boards, "open", () => (open.size ? [...open] : null), (seats) => {
    for (const seat of seats) open.add(seat);
    drawBoards();
  });

  function drawBoards() {
    const people = model.get("people");
    if (!people.length) return;
    const { seat } = model.get("asked");
    const seats = model.get("status").seats ?? [];
    const own = people[seat] && !seats[seat]?.bot ? seat : (seats.find(({ bot }) => !bot)?.seat ?? 0);
    const others = people.filter((one) => one.seat !== own);
    redraw(boards, wholeBoard(people[own], say),
      others.map((one) => (open.has(one.seat) ? make("div", {}, wholeBoard(one, say), button(`board-${one.seat}`, say("board-less"), () => { open.delete(one.seat); drawBoards(); }, { quiet: true, full: true }))
        : smallPlayer(one, say, { isOpen: false, toggle: () => { open.add(one.seat); drawBoards(); } }))),
      tableCards(model.get("cards"), say));
  }

  function drawTravel() {
    const { undo, fork, redo } = model.get("travel");
    redraw(travel,
      fork ? make("p.mut.fk-fork", { id: "fk-fork-about" }, say("fork-about")) : null,
      button("undo", undo ? say(fork ? "undo-roll" : "undo", { what: undo }) : say("undo-nothing"), () => send("undo", { at: model.get("asked").at }), { icon: "i-undo", disabled: !undo }),
      redo ? button("redo", say("redo", { what: redo }), () => send("redo", { at: model.get("asked").at }), { icon: "i-redo" }) : null);
  }

  /** @type {[string, () => void][]} */
  const listen = [
    ["change:status", drawStatus],
    ["change:final", drawFinal],
    ["change:points", drawPoints],
    ["change:happened", drawHappened],
    ["change:log change:has_older", drawLog],
    ["change:people change:cards change:asked", drawBoards],
    ["change:travel", drawTravel],
  ];
  for (const [events, redrawn] of listen) model.on(events, redrawn);
  for (const [, redrawn] of listen) redrawn();
  return { status, happened, log, boards, travel, stop: () => { for (const [events, redrawn] of listen) model.off(events, redrawn); together.stop(); } };
}
