// The faces of the dice in use, and where an owner taps their own.
import { make, noticeLine, ruleLink, symbol } from "../base/dom.mjs";
import { dieFace } from "./die_face.mjs";
import { tapDie } from "./tap_die.mjs";

// A house on a number that holds for house dice only.
export const houseSign = (say) => symbol("house", { size: "fk-fight-house-mark", label: say("house-mark") });

// Says over the numbers whose dice they are; empty where all are the owner's.
export function houseBanner(house, colours, say, typeFaces) {
  if (!colours.length) {
    house.replaceChildren();
    return;
  }
  const hadFocus = house.contains(document.activeElement);
  house.replaceChildren(
    make("div.seal", {}, symbol("house", { size: "c32" }), say("house-seal")),
    make("div", {}, make("p.say", {}, say("house-dice")), make("p.fk-more", {}, say("house-dice-which", { dice: colours.map((colour) => say(`cube-${colour}`)).join(", ") }))),
    make("button.btn.main", { type: "button", "data-key": "type-faces", "aria-label": say("house-dice-type"), onclick: typeFaces }, symbol("i-pen"), make("span", {}, say("house-dice-type"))),
  );
  if (hadFocus) house.querySelector("button").focus({ preventScroll: true });
}

// `kept` is called when the last house die of those being typed is done. Returns {element, type(), stop}.
export function facesPart(model, box, say, kept) {
  const nearNotice = noticeLine(model);
  const faces = make("section.sheet.fk-fight-faces");
  let editing = "";
  let focusEditor = () => {};
  let isTypingAll = false; // from the banner: one die after the other, until none of the house's is left

  function drawFaces() {
    const rows = model.get("faces");
    faces.replaceChildren(
      make("h2", {}, say("faces")),
      make("p.mut.small", {}, say("faces-house"), " ", ruleLink("combat.dice.limits", say)),
      make("ul", {}, rows.map((row) => make("li", { "data-die": row.colour },
        make("div.row.wrap", {}, make("b", {}, say(`die-${row.colour}`)),
          make(`span.tag${row.mark === "owner" ? ".ok" : ""}.fk-mark-${row.mark}`, {}, row.mark === "house" && symbol("house", { size: "c20" }), say(`faces-mark-${row.mark}`)),
          make("button.btn.quiet.fk-fight-edit", { type: "button", "aria-expanded": String(editing === row.colour), "aria-label": say("faces-edit", { die: say(`die-${row.colour}`) }), onclick: () => { isTypingAll = false; edit(editing === row.colour ? "" : row.colour); } }, symbol("i-pen"))),
        make("div.fk-fight-row", {}, row.faces.map((face) => dieFace(row.colour, face, say))),
        editing === row.colour && editor(row),
      ))),
    );
  }

  function editor(row) {
    const keep = (text) => model.send({ act: "faces", colour: row.colour, faces: text });
    const save = make("button.btn.main", { type: "button", "data-key": "faces-keep", onclick: () => keep(tapped.text()) }, say("faces-save"));
    const tapped = tapDie(row.colour, say, (isWhole) => { save.disabled = !isWhole; });
    const input = make("input", { type: "text", value: row.text, inputmode: "text", autocomplete: "off", spellcheck: "false", maxlength: 40, id: `fk-faces-${row.colour}` });
    focusEditor = tapped.focus;
    return make("div.fk-fight-editor", {}, tapped.element, nearNotice,
      make("div.row.wrap", {}, save, make("button.btn", { type: "button", onclick: () => { isTypingAll = false; edit(""); } }, say("faces-cancel")),
        row.mark === "owner" && make("button.btn.quiet", { type: "button", onclick: () => { model.send({ act: "house-faces", colour: row.colour }); } }, say("faces-reset"))),
      make("details", {}, make("summary", { "data-key": "faces-typed" }, say("faces-typed")),
        make("form.fk-fight-editor", { onsubmit: (event) => { event.preventDefault(); keep(input.value); } },
          make("label", { for: input.id }, say("faces-label")), input, make("button.btn", { type: "submit" }, say("faces-save")))));
  }

  function edit(colour) {
    editing = colour;
    box.classList.toggle("is-editing", Boolean(colour)); // what went wrong is said where it was typed
    drawFaces();
    if (colour) {
      focusEditor();
      faces.querySelector(".fk-fight-editor").scrollIntoView({ block: "center" }); // clear of the foot
    } else faces.querySelector(`[data-die] button`)?.focus({ preventScroll: true });
  }

  // The faces of a die are kept: on to the next one where all are being typed.
  function facesKept() {
    const [next] = houseDice();
    edit(isTypingAll && next ? next : "");
    if (isTypingAll && !next) kept(); // what all the typing was for
    isTypingAll &&= Boolean(next);
  }

  const houseDice = () => (model.get("tab") === "roll" ? model.get("house_dice") : model.get("house_in_fight"));
  model.on("change:faces", facesKept);
  drawFaces();
  return {
    element: faces,
    type: () => { isTypingAll = true; edit(houseDice()[0]); },
    stop: () => model.off("change:faces", facesKept),
  };
}
