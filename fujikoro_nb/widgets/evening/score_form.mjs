// Who plays what: names, colours, boards, mode, booklet and options. Typed things stay until they are kept.
import { keeps, make } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";

const choice = (known, value, name, label, empty = null) => make("label.fk-form-field", {}, make("span.mut.small", {}, label),
  make("select", { "data-key": name, "aria-label": label }, empty === null ? null : make("option", { value: "" }, empty),
    known.map(({ id, label: said }) => make("option", { value: id, selected: id === value }, said))));

const held = ({ people, mode, edition, options }) => JSON.stringify([people, mode, edition, options]);

const trimmed = (table) => ({ ...table, people: table.people.map(([name, ...others]) => [name.trim(), ...others]) });

// `keep(table)` gets what the form holds; `show(table)` draws what Python says, unless somebody is in the middle of it:
// what is typed stays until it is kept.
export function tableForm({ say, keep }) {
  const body = make("div.fk-form-body");
  const element = make("details.sheet.fk-form", { "data-part": "table" }, make("summary", {}, say("who-plays")), body);
  let shown = "";
  let said = ""; // what the form held when it last showed what Python says
  let isKept = false;
  let given = ""; // what was last given to be kept
  /** @type {any} */
  let last = null;
  let people = [];

  const read = () => {
    const rows = [...body.querySelectorAll("[data-person]")];
    people = rows.map((one) => [...one.querySelectorAll("input, select")].map(({ value }) => value));
    return {
      people,
      mode: body.querySelector("[data-key=mode]").value,
      edition: body.querySelector("[data-key=edition]").value,
      options: [...body.querySelectorAll("input[type=checkbox]:checked")].map(({ value }) => value),
    };
  };

  const isTyped = () => held(read()) !== said;
  const kept = make("span.mut.fk-form-kept", { role: "status", "data-part": "kept" });
  const tellKept = () => { kept.textContent = say("kept"); };
  const typed = () => { isKept = false; kept.textContent = ""; };
  body.addEventListener("input", typed);

  function row([name, colour, character], at) {
    const remove = button(`remove-${at}`, "", () => { typed(); const now = read(); now.people.splice(at, 1); drawForm({ ...last, ...now }); }, { icon: "i-no", quiet: true, disabled: last.isFixed || people.length < 2 });
    remove.setAttribute("aria-label", say("remove-person", { name }));
    return make("div.fk-form-person", { "data-person": at },
      make("label.fk-form-field", {}, make("span.mut.small", {}, say("name")), make("input", { type: "text", value: name, maxlength: 24, autocomplete: "off", "data-key": `name-${at}` })),
      choice(last.colours, colour, `colour-${at}`, say("colour"), say("colour-none")),
      choice(last.characters, character, `character-${at}`, say("character")), remove);
  }

  // What the chosen mode can be played with.
  const offers = make("div.chips");
  function drawOffers(mode, on) {
    const has = last.modes.find(({ id }) => id === mode).choices;
    redraw(offers, last.choices.filter(({ id }) => has.includes(id)).map(({ id, label }) => make("label.btn.fk-form-check", {},
      make("input", { type: "checkbox", value: id, checked: on.includes(id) }), label)));
  }
  // What is different with the chosen characters.
  const notes = make("ul.small", { "data-part": "cast-notes" });
  const tellCast = (now) => {
    const noted = now.map(([, , character]) => last.characters.find(({ id }) => id === character)).filter((one) => one?.note);
    redraw(notes, noted.map(({ label, note }) => make("li", {}, make("b", {}, `${label}: `), note)));
  };

  body.addEventListener("change", (/** @type {any} */ { target }) => {
    if (target.dataset.key === "mode") drawOffers(target.value, read().options);
    if (target.dataset.key?.startsWith("character-")) tellCast(read().people);
  });

  function drawForm(table) {
    last = table;
    people = table.people;
    drawOffers(table.mode, table.options);
    tellCast(table.people);
    const free = table.colours.find(({ id }) => !people.some((one) => one[1] === id)) ?? { id: "", label: "" };
    redraw(body,
      make("p.mut", {}, table.isFixed ? say("who-fixed") : say("who-order")),
      make("div.fk-form-people", {}, people.map(row)),
      notes,
      people.length < 6 && !table.isFixed ? button("add-person", say("add-person"), () => { typed(); const now = read(); drawForm({ ...last, ...now, people: [...now.people, [free.label, free.id, "symmetric"]] }); }, { icon: "i-plus" }) : null,
      make("div.fk-form-rest", {}, choice(table.modes, table.mode, "mode", say("mode")), choice(table.editions, table.edition, "edition", say("booklet"))),
      offers,
      make("div.row", {}, button("take-over", say("take-over"), () => {
        isKept = true;
        if (!isTyped()) tellKept(); // as Python knows it already
        given = held(trimmed(read()));
        keep(read());
      }, { main: true, icon: "i-ok" }), kept));
  }

  keeps(body, "table", () => (last && isTyped() ? read() : null), (table) => drawForm({ ...last, ...table }));
  return {
    element,
    show(table) {
      const now = JSON.stringify(table);
      if (now === shown || (shown && isTyped() && !(isKept && said !== held(table)))) return;
      if (isKept && given === held(table)) tellKept();
      else if (shown) kept.textContent = "";
      shown = now;
      said = held(table);
      isKept = false;
      drawForm(table);
    },
  };
}
