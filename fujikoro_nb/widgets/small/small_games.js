// The two small games at one device: a start panel, then the table of the game, or the curtain between two hands.
import { dress, make, noticeLine } from "../base/dom.mjs";
import { button, pendingTaps, redraw } from "../base/page_parts.mjs";
import { fromStore, fromTab, toStore, toTab } from "../base/page_store.mjs";
import { speaker } from "../base/texts.mjs";
import { fujiBoard } from "./fuji_board.mjs";
import { makaiBoard } from "./makai_board.mjs";
import { happenedPart, refusedPart } from "./small_parts.mjs";
import { phonesPart } from "./small_phones.mjs";
import { smallStart } from "./small_start.mjs";

const KEY = "fujikoro-small-game";
const BOARDS = { fuji99: fujiBoard, makai: makaiBoard };

function render({ model, el }) {
  const say = speaker(model);
  const root = dress(model, el, "fk-small-page");
  const taps = pendingTaps(model, root);
  const play = make("section.fk-small-play", { "data-part": "play" });
  const start = smallStart(model, say, { send: taps.send, kept: () => fromStore(KEY) });
  root.append(noticeLine(model), start.element, play);

  const answer = (text, then = "") => taps.send("answer", { text, then, at: model.get("view").at });
  const nameOf = (id) => model.get("offered").find((one) => one.id === id)?.name ?? "";
  let game = "";
  /** @type {any} */
  let board = null;

  function draw() {
    const stage = model.get("stage");
    const isPlay = stage === "play";
    root.dataset.stage = stage;
    start.element.hidden = stage !== "start";
    play.hidden = stage === "start";
    const view = model.get("view");
    root.dataset.at = view.at ?? "";
    root.dataset.asked = isPlay ? view.asked ?? "" : "";
    root.dataset.busy = String(Boolean(model.get("job")));
    if (stage === "phones") redraw(play, ...phonesPart(model.get("phones"), say, { leave: () => taps.send("leave"), title: nameOf(model.get("phones").game) }));
    else if (!isPlay) {
      play.replaceChildren(); // nothing of a hand stays in the page
      start.draw();
    } else if (view.game) drawPlay(view);
  }

  function drawPlay(view) {
    if (view.game !== game) {
      game = view.game;
      board = BOARDS[game](say, { answer, send: taps.send, redrawn: draw });
    }
    const isOnHead = document.activeElement === play.querySelector("[data-part=head]"); // one message may draw twice
    const isLost = redraw(play, ...(view.asked === "curtain" ? [board.curtain(view), foot(view)] : tableParts(view)));
    if (isLost || isOnHead) play.querySelector("[data-part=head]")?.focus({ preventScroll: true });
  }

  function tableParts(view) {
    const { left, right } = board.parts(view);
    const job = model.get("job");
    const waits = job ? make("p.fk-small-thinks.wait", { role: "status" }, say("thinks", { who: job })) : null;
    return [make("div.fk-small-cols", {}, make("div.col", {}, left.filter(Boolean)), make("div.col", {}, waits, right[0], refusedPart(model.get("refused"), say), right.slice(1), foot(view), happenedPart(view.happened, say)))];
  }

  // Back and forth, and what is not done every minute.
  function foot(view) {
    const { undo, fork, redo } = model.get("travel");
    const travel = (act) => taps.send(act, { at: view.at });
    return make("section.fk-small-foot", { "data-part": "foot" },
      view.asked === "over" ? [button("again", say("once-more"), () => taps.send("again", { at: view.at }), { main: true, full: true }), make("p.mut.small", {}, say("once-more-about"))] : null,
      button("undo", undo ? say("undo", { what: undo }) : say("undo-none"), () => travel("undo"), { icon: "i-undo", disabled: !undo, full: true }),
      undo && fork ? make("p.mut.small", {}, say("undo-fork")) : null,
      redo ? button("redo", say("redo", { what: redo }), () => travel("redo"), { icon: "i-redo", full: true }) : null,
      make("div.row.wrap", {}, button("download", say("download"), () => taps.send("download"), { quiet: true }), button("leave", say("leave"), () => taps.send("leave"), { quiet: true })));
  }

  const keep = () => {
    const code = model.get("code");
    if (!code) return;
    toTab(KEY, code);
    toStore(KEY, code);
  };
  const forget = () => {
    toTab(KEY, "");
    toStore(KEY, "");
    start.draw();
  };
  const keys = (/** @type {any} */ event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.tagName === "INPUT" || model.get("stage") !== "play") return;
    event.preventDefault();
    taps.send(event.shiftKey ? "redo" : "undo", { at: model.get("view").at });
  };
  root.addEventListener("keydown", keys);
  const showRefused = () => play.querySelector("[data-part=refused]")?.scrollIntoView({ block: "nearest" });
  const seen = "change:stage change:view change:travel change:refused change:job change:offered change:phones";
  model.on(seen, draw);
  model.on("change:refused", showRefused);
  model.on("change:code", keep);
  model.on("change:lost", forget);
  model.on("msg:custom", saveFile);
  draw();
  const kept = fromTab(KEY);
  if (kept && model.get("stage") === "start" && !model.get("waits")) model.send({ act: "restore", code: kept.slice(0, 24) });
  root.dataset.ready = "true";
  return () => {
    model.off(seen, draw);
    model.off("change:refused", showRefused);
    model.off("change:code", keep);
    model.off("change:lost", forget);
    model.off("msg:custom", saveFile);
    start.stop();
    taps.stop();
  };
}

function saveFile(message, buffers) {
  if (message.kind !== "save") return;
  const address = URL.createObjectURL(new Blob([buffers[0]], { type: "application/json" }));
  make("a", { href: address, download: message.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export default { render };
