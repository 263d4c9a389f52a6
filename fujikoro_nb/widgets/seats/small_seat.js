// A small game on one of several phones: whose phone it is, then the table with the own hand. What is tapped goes to the server as a
// request (voila/templates/fujikoro/seat.js); what others do comes with the stream.
import { dress, make, noticeLine, ruleLink, symbol, watcher } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";
import { speaker } from "../base/texts.mjs";
import { whoPart } from "./seat_who.mjs";
import { fujiBoard } from "../small/fuji_board.mjs";
import { makaiBoard } from "../small/makai_board.mjs";
import { happenedPart, refusedPart } from "../small/small_parts.mjs";

const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim(); // as people type it

const BOARDS = { fuji99: fujiBoard, makai: makaiBoard };

// The sheet of this table, which holds no hand. The page of a seat stands below the table's own.
const onPaper = (model, say) => make("a.btn.quiet", { href: `${location.pathname.replace(/\/seat$/, "")}/print?lang=${model.get("language")}`, target: "_blank", rel: "noopener", "data-key": "print" }, symbol("i-list"), say("print"));

function render({ model, el }) {
  const say = speaker(model);
  const sits = Object.assign((key, data = {}) => say(`seat.${key}`, data), { rule: say.rule });
  const root = dress(model, el, "fk-small-page.fk-seat.fk-small-seat", { isWhole: true });
  const isNew = watcher();
  const send = (act, fields = {}) => model.send({ act, ...fields });
  const head = make("div.fk-seat-head", { role: "status", "data-part": "seat-head" });
  const trouble = make("p.fk-notice", { role: "alert", "data-part": "trouble", hidden: true });
  const who = whoPart(model, sits, { aboutSeat: () => say("who-about"), aboutOver: () => say("over-about") });
  const play = make("section.fk-small-play", { "data-part": "play" });
  const rules = make("details.sheet.fk-small-rules", { "data-part": "rules", hidden: true });
  root.append(head, noticeLine(model), trouble, who.element, play, rules);

  const view = () => model.get("view");
  const answer = (text, then = "") => send("answer", { text, then, at: view().game.at });
  const isPhone = () => model.get("waiting") !== undefined; // a page that only reads has nothing to send
  let game = "";
  /** @type {any} */
  let board = null;

  function drawHead() {
    const { game: now, hand, me } = view();
    const isLost = model.get("isLost");
    const count = (model.get("waiting") ?? []).length;
    redraw(head,
      make("p.fk-seat-live", { "data-waits": count }, make(`span.fk-seat-dot${isLost ? ".is-lost" : ""}`, { "aria-hidden": "true" }),
        make("b", {}, [now?.title ?? model.get("title"), me?.name].filter(Boolean).join(", ")), count ? make("span", {}, sits("waiting", { n: count })) : null,
        now && !hand ? make("span.mut", {}, say("looks-on")) : null),
      model.get("newest") ? make("p.mut.fk-seat-newest", { "data-part": "newest" }, model.get("newest")) : null);
  }

  function drawPlay() {
    const now = view().game;
    play.hidden = !now;
    if (!now) {
      play.replaceChildren();
      return;
    }
    if (now.game !== game) {
      game = now.game;
      board = BOARDS[game](say, { answer, send, redrawn: draw });
    }
    const { left, right } = board.parts(now);
    const thinks = now.bot ? make("p.fk-small-thinks.wait", { role: "status" }, say("thinks", { who: now.bot })) : null;
    const vacant = now.vacant ? make("p.fk-small-vacant.mut", { role: "status", "data-part": "vacant" }, say("vacant", { who: now.vacant })) : null;
    const isLost = redraw(play, make("div.fk-small-cols", {}, make("div.col", {}, left.filter(Boolean)),
      make("div.col", {}, thinks, vacant, right[0] ?? null, refusedPart(model.get("refused"), say), right.slice(1), foot(now), happenedPart(now.happened, say))));
    if (isLost) play.querySelector("[data-part=head]")?.focus({ preventScroll: true });
  }

  // What is not done every minute.
  function foot(now) {
    if (!view().hand) return make("section.fk-small-foot", { "data-part": "foot" }, onPaper(model, say));
    return make("section.fk-small-foot", { "data-part": "foot" },
      now.again ? [button("again", say("once-more"), () => send("again", { at: now.at }), { main: true, full: true }), make("p.mut.small", {}, say("once-more-about"))] : null,
      now.takes_back ? button("take-back", say("take-back"), () => send("take-back", { at: now.at }), { icon: "i-undo", full: true }) : null,
      make("p.mut.small", {}, say("about"), " ", say("phones-code", { code: `${model.get("code").slice(0, 3)} ${model.get("code").slice(3)}` })),
      make("div.row.wrap", {}, onPaper(model, say), button("take-over", say("other-seat"), who.open, { quiet: true }), button("stand-up", say("stand-up"), () => send("stand-up"), { quiet: true })));
  }

  // All rules of the game by what they are called; a tap opens the card of one, which the server has without a kernel.
  function drawRules() {
    const ids = model.get("rules") ?? [];
    const title = view().game?.title ?? "";
    rules.hidden = !ids.length;
    if (!isNew("rules", `${title} ${ids.length} ${say("rules-find")}`)) return;
    const none = make("p.mut", { role: "status", hidden: true }, say("rules-none"));
    const rows = ids.map((/** @type {string} */ id) => make("li", {}, ruleLink(id, say)));
    const find = make("input", { type: "search", "data-key": "find-rule", "aria-label": say("rules-find"), placeholder: say("rules-find"), oninput: () => {
      const wanted = plain(find.value);
      for (const row of rows) row.hidden = !plain(row.textContent ?? "").includes(wanted);
      none.hidden = rows.some((row) => !row.hidden);
    } });
    rules.replaceChildren(make("summary", { "data-key": "rules" }, say("rules-of", { game: title })), find, none, make("ul", {}, rows));
  }

  function draw() {
    const { seat, game: now } = view();
    const says = model.get("trouble");
    root.dataset.seat = String(seat ?? -2);
    root.dataset.at = now?.at ?? "";
    root.dataset.asked = now?.asked ?? "";
    root.dataset.mine = String(Boolean(now?.mine));
    trouble.hidden = !says;
    if (isNew("trouble", says)) trouble.textContent = says;
    drawHead();
    if (isPhone()) who.draw();
    drawPlay();
    drawRules();
  }

  const showRefused = () => play.querySelector("[data-part=refused]")?.scrollIntoView({ block: "nearest" });
  model.on("change", draw);
  model.on("change:refused", showRefused);
  draw();
  root.dataset.ready = "true";
  return () => {
    model.off("change", draw);
    model.off("change:refused", showRefused);
  };
}

export default { render };
