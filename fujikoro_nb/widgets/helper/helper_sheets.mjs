// The sheets of the helper: the player's board, ways to other pages, puzzles that were saved.
import { make, put, symbol } from "../base/dom.mjs";
import { castFolded } from "../gear/cast_card.mjs";

const REACH_MS = 250;

// Who plays, what is in the backpack, and what it can craft. Returns {draw(), drawReach(), askReach(), stop()}.
/** @param {import("./helper.js").Helper} helper */
export function boardSheet({ model, say, frame, parts }) {
  const chooser = make("select", { "aria-label": say("character"), id: "fk-character" });
  chooser.addEventListener("change", () => model.send({ act: "character", name: chooser.value }));
  const aboutCharacter = make("p.mut.small");
  const card = make("div");
  const steps = make("div.fk-steps");
  const room = make("span.mut");
  const reach = make("div.fk-reach", { "aria-live": "polite" });
  const monkSwitch = make("button.fk-switch", { type: "button", role: "checkbox" },
    make("span.fk-knob", { "aria-hidden": "true" }), make("span", {}, make("b", {}, say("backpack-monk"))));
  monkSwitch.addEventListener("click", () => model.send({ act: "backpack-monk", on: !model.get("board").monk }));
  parts.board.append(
    make("h2", {}, say("board")),
    make("label.fk-field", { for: "fk-character" }, make("span", {}, say("character")), chooser), aboutCharacter, card,
    make("div.row", {}, make("h3.grow", {}, say("backpack")), room),
    make("p.mut.small", {}, say("backpack-about")), monkSwitch, steps, reach,
  );

  function drawBoard() {
    const state = model.get("board");
    if (chooser.options.length !== model.get("characters").length) {
      chooser.replaceChildren(...model.get("characters").map(({ id, name }) => make("option", { value: id }, name)));
    }
    chooser.value = state.character;
    aboutCharacter.textContent = state.about;
    drawCard(state.card);
    frame.rail.querySelector(".fk-who").textContent = model.get("characters").find(({ id }) => id === state.character)?.name ?? "";
    monkSwitch.hidden = state.always; // that character needs none
    monkSwitch.setAttribute("aria-checked", String(state.monk));
    room.textContent = say("backpack-room", { cubes: state.cubes, max: state.room });
    const focused = steps.contains(document.activeElement) ? document.activeElement.dataset.step : "";
    steps.replaceChildren(...Object.entries(state.backpack).map(([material, count]) => {
      const step = (by, sign, word) => make("button.btn", {
        type: "button", "data-step": `${material}${by}`, "aria-label": say(word, { material: say(`word-${material}`) }),
        disabled: by < 0 ? !count : state.cubes >= state.room, onclick: () => model.send({ act: "backpack", material, by }),
      }, symbol(sign));
      return make("div.fk-step", { role: "group", "aria-label": say(`word-${material}`) },
        step(-1, "i-minus", "backpack-less"), make("span", {}, symbol(`cube-${material}`, { size: "c32" }), make("b.num", {}, String(count))), step(1, "i-plus", "backpack-more"));
    }));
    if (focused) steps.querySelector(`[data-step="${focused}"]:not([disabled])`)?.focus({ preventScroll: true });
    askReach();
  }

  let carded = "";
  function drawCard(one) {
    const key = JSON.stringify(one);
    if (key === carded) return; // a card that somebody reads stays open
    carded = key;
    put(card, one ? [castFolded(one, say, { key: "cast-card" })] : null);
  }

  /** What the backpack can craft takes the kernel a while: asked when nobody taps. */
  let asking = 0;
  function askReach() {
    clearTimeout(asking);
    if (!model.get("board").cubes && !model.get("reach").length) return;
    asking = setTimeout(() => model.send({ act: "reach" }), REACH_MS);
  }

  function drawReach() {
    const lines = model.get("reach");
    reach.replaceChildren(...(lines.length ? [make("h3", {}, say("reach")), make("ul", {}, lines.map((line) => make("li", {}, line)))] : []));
  }

  return { draw: drawBoard, drawReach, askReach, stop: () => clearTimeout(asking) };
}

// Ways to other pages; `scope` is what is set once. Returns {draw()}.
/** @param {import("./helper.js").Helper} helper */
export function elsewhereLinks(helper, scope) {
  const { model, say, root } = helper;
  const { gameBeside, elsewhere } = helper.parts;

  function drawElsewhere() {
    const { code = "", parts = [] } = model.get("shared");
    const game = parts.includes("game") && model.get("elsewhere").find(({ kind }) => kind === "game");
    put(gameBeside, game ? [say("share-game-score"), " ", make("a", { href: `${game.url}#table=${code}` }, say("share-to-game"))] : null);
    gameBeside.hidden = !game;
    const served = model.get("elsewhere");
    root.classList.toggle("has-lessons", served.some(({ store }) => store));
    elsewhere.replaceChildren(...served.filter(({ store }) => !store).map(({ kind, url }) => {
      const isOfTable = kind === "game" && code;
      const about = isOfTable && parts.includes("game") ? say("share-game") : say(`${kind}-about`);
      return make("a.sheet", { href: isOfTable ? `${url}#table=${code}` : url, "data-kind": kind }, make("b", {}, say(kind)), make("span.mut", {}, about));
    }));
    const paper = document.querySelector('meta[name="fujikoro-paper"]')?.content; // only where a server makes it
    if (paper) {
      const paperAt = code ? `${paper.replace(/print$/, "")}table/${code}/print` : paper;
      const address = () => `${paperAt}?${new URLSearchParams({ lang: model.get("language"), ...(code ? {} : { mode: scope.now().mode }) })}`;
      elsewhere.append(make("a.sheet", { href: address(), target: "_blank", rel: "noopener", "data-kind": "paper", onclick: (event) => { event.currentTarget.href = address(); } },
        make("b", {}, say("paper")), make("span.mut", {}, say(code ? "paper-table" : "paper-about"))));
    }
    elsewhere.hidden = !elsewhere.childElementCount;
  }

  return { draw: drawElsewhere };
}

// The board as a puzzle for others, and those that were made before. Returns {draw()}.
/** @param {import("./helper.js").Helper} helper */
export function puzzlePart({ model, say, parts }) {
  const savePuzzle = make("button.btn.full", { type: "button", "data-act": "save-puzzle", onclick: () => model.send({ act: "save-puzzle" }) }, say("puzzle-save"));
  const aboutPuzzle = make("p.mut.small");
  const puzzleSaid = make("p", { role: "status", "data-part": "puzzle-said" });
  const savedPuzzles = make("ul.fk-saved-puzzles");
  parts.puzzleSheet.append(make("h2", {}, say("puzzle")), aboutPuzzle, savePuzzle, puzzleSaid, savedPuzzles);
  function drawPuzzle() {
    const { can, says, saved = [] } = model.get("puzzle");
    savePuzzle.disabled = !can;
    aboutPuzzle.textContent = say(can ? "puzzle-about" : "puzzle-nothing");
    puzzleSaid.textContent = says ?? "";
    savedPuzzles.replaceChildren(...saved.map(({ says: asks, url }) => make("li", {}, make("span", {}, asks), url ? make("a.btn", { href: url }, say("puzzle-solve")) : null)));
  }

  return { draw: drawPuzzle };
}
