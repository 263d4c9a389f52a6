// A fight and the question in it, inside a lesson or a puzzle: dragon, dice, boards, and the ways to answer. What is
// chosen is kept in Python, which reads, judges and refuses it; a tap only says what was tapped.
import { make, ruleLink, symbol } from "../base/dom.mjs";
import { houseSign } from "../fight/dice_faces.mjs";
import { dieFace } from "../fight/die_face.mjs";
import { drawnInside, redraw } from "../base/page_parts.mjs";
import { smallBoard } from "../gear/small_board.mjs";

// Stands where the board of a lesson stands: {slot, grid, begin(page), end()}.
export function fightInside(model, say) {
  const slot = make("div.fk-slot.fk-fight-task");
  const top = make("div.fk-fight-top");
  const gear = make("div.fk-fight-gear");
  const asked = make("div.fk-fight-asked");
  const after = make("div.fk-fight-after", { "aria-live": "polite" });
  const faces = make("div.fk-fight-dice-faces");
  slot.append(top, gear, asked, after, faces);
  const send = (act, fields) => model.send({ act, ...fields });
  const dice = (list) => list.map((face) => dieFace(face.colour, face, say, "c32"));

  function drawTop({ dragon, roll, backpack }) {
    redraw(top,
      dragon && make("div.hp", { "data-part": "dragon" }, symbol(`dragon-${dragon.size}`, { size: "c44", label: say("dragon") }),
        make("div", {}, make("div.barr", { role: "img", "aria-label": dragon.label }, make("i", { style: `width:${(dragon.health / dragon.most) * 100}%` }), make("u", { style: `left:${(dragon.health / dragon.most) * 100}%;right:0` })),
          make("small.mut", {}, dragon.about.join(", "))),
        make("b.num", {}, `${dragon.health} / ${dragon.most}`)),
      roll.length && make("div.row.wrap.fk-fight-roll", { "data-part": "roll" }, make("b", {}, say("on-table")), dice(roll)),
      backpack && make("p.fk-backpack", {}, backpack),
    );
  }

  function drawGear(scene) {
    const had = document.activeElement?.closest?.(".fk-fight-gear [data-cell]")?.dataset.cell;
    const one = (area, about) => {
      const board = scene[area];
      if (!board) return null;
      const isAsked = scene.ask.mode === "cells" && scene.ask.area === area && !scene.ask.off;
      const chosen = new Set(isAsked ? scene.ask.chosen : []);
      return make(`figure.fk-fight-board.is-${area}`, { "data-board": area, style: `width:${board.columns * 48 + 12}px` },
        make("figcaption", {}, make("b", {}, say(area)), " ", make("span.mut", {}, about)),
        smallBoard(board, {
          label: say(area), free: new Set(isAsked ? scene.ask.free : []), chosen,
          name: (letter, column, row) => say(chosen.has(`${column},${row}`) ? "cell-chosen" : "cell", { material: say(`word-${letter}`), column, row }),
          choose: isAsked ? (key) => {
            const [column, row] = key.split(",").map(Number);
            send("cell", { column, row });
          } : null,
        }));
    };
    redraw(gear, one("weapon", scene["about-weapon"]), one("helmet", scene["about-helmet"]));
    if (had) gear.querySelector(`[data-cell="${had}"]`)?.focus({ preventScroll: true });
  }

  function stepper(label, count, less, more, icon) {
    return make("div.fk-fight-step", { role: "group", "aria-label": label },
      make("button.btn", { type: "button", "data-key": less.key, "aria-label": less.label, disabled: less.off, onclick: less.press }, symbol("i-minus")),
      make("span.fk-fight-count", {}, icon, make("b.num", {}, count)),
      make("button.btn", { type: "button", "data-key": more.key, "aria-label": more.label, disabled: more.off, onclick: more.press }, symbol("i-plus")));
  }

  function drawAsked({ ask }) {
    const way = (colour, by, label) => ({ key: `die-${colour}${by > 0 ? "+" : "-"}`, label, press: () => send("die", { part: ask.part, colour, by }) });
    const ways = {
      dice: () => [
        ask.parts.length > 1 && make("div.row", { role: "group", "aria-label": say("weapon") }, ask.parts.map(({ part, label }) => make("button.btn", {
          type: "button", "data-key": `part-${part}`, "aria-pressed": String(part === ask.part), onclick: () => send("die", { part, colour: "", by: 1 }),
        }, label))),
        make("div.fk-fight-steps", {}, ask.dice.map(({ colour, count }) => stepper(say(`word-${colour}`), String(count),
          { ...way(colour, -1, say("fewer", { material: say(`word-${colour}`) })), off: ask.off || count === 0 },
          { ...way(colour, 1, say("more", { material: say(`word-${colour}`) })), off: ask.off },
          symbol(`die-${colour}`, { size: "c32" })))),
      ],
      options: () => make("div.fk-fight-options", { role: "group", "aria-label": say("choose") }, ask.options.map(({ text, label, on, size }) => make("button.btn", {
        type: "button", "data-key": `option-${text}`, "aria-pressed": String(on), disabled: ask.off, onclick: () => send("choose", { text }),
      }, size && symbol(`dragon-${size}`, { size: "c32" }), make("span", {}, label)))),
      guess: () => make("div.fk-fight-guess", { role: "group", "aria-label": ask.title }, [-10, -1, 0, 1, 10].map((by) => (by === 0
        ? make("output.num", {}, ask.shown)
        : make("button.btn", { type: "button", "data-key": `guess${by}`, disabled: ask.off || ask.value + by < 0 || ask.value + by > 100, "aria-label": say(by < 0 ? "guess-fewer" : "guess-more", { n: Math.abs(by) }), onclick: () => send("guess", { by }) }, `${by < 0 ? "−" : "+"}${Math.abs(by)}`)))),
    };
    redraw(asked, ask.title && !ask.off && make("b.fk-fight-title", {}, ask.title), ways[ask.mode] ? ways[ask.mode]() : null);
  }

  function drawFaces({ faces: rows }) {
    redraw(faces, make("details", { open: model.get("view").open_faces }, make("summary", {}, houseSign(say), " ", make("span", {}, say("house-dice"))),
      make("p.mut.fk-cost", {}, say("house-faces")),
      rows.map(({ colour, faces: shown }) => make("div.row.wrap", { "data-die": colour }, dice(shown)))));
  }

  function drawAfter({ happened }) {
    redraw(after, happened.length ? [make("b", {}, say("happened")), make("ul", {}, happened.map(({ text, rule }) => make("li", {}, text, " ", ruleLink(rule, say))))] : null);
  }

  let drawn = "";
  let wasOpen = false;
  function draw() {
    const { scene, open_faces: opens } = model.get("view");
    const now = JSON.stringify(scene ?? null);
    if (!scene || now === drawn) return;
    drawTop(scene);
    drawGear(scene);
    drawAsked(scene);
    drawAfter(scene);
    if (!drawn) drawFaces(scene); // the faces stay as they are, open or shut, until dice are to be rolled
    if (opens && !wasOpen) faces.firstElementChild?.setAttribute("open", "");
    [wasOpen, drawn] = [Boolean(opens), now];
  }

  return drawnInside(model, slot, draw);
}
