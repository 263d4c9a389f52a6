// All places of the map in a list: one line each, its spaces as small buttons, arrows and typing to go along.
import { make, symbol } from "../base/dom.mjs";
import { lineTyped } from "./map_typing.mjs";

// `choose(space)` selects one. Fills `hexesOf` and `spaceOn` of the map. Returns {list, makeRows(), show(), showLies(), bringIntoView(space)}.
export function placeList({ model, say, hexesOf, spaceOn }, choose) {
  const list = make("ul.go");
  const rows = new Map();
  let shown = ""; // the space that the rows show as selected

  function makeRows() {
    rows.clear();
    shown = "";
    hexesOf.clear();
    spaceOn.clear();
    list.replaceChildren();
    for (const place of model.get("places")) {
      const picture = { centre: "rope", temple: "temple", bridge: "bridge" }[place.kind];
      const button = make(
        "button", { type: "button", tabindex: rows.size ? -1 : 0, "data-place": place.id },
        make(`kbd.fk-map-key-${place.key}`, { "aria-hidden": "true" }, place.key),
        make("span", {}, make("b", {}, place.name), make("br"), make("span.mut", {}, place.about)),
        picture && symbol(picture, { size: "c32" }),
      );
      const row = make(`li.fk-map-${place.kind}`, {}, button, place.spaces.length > 1 && spaceButtons(place));
      list.append(row);
      rows.set(place.id, row);
      for (const space of place.spaces) {
        hexesOf.set(space.id, space.hexes);
        for (const hex of space.hexes) spaceOn.set(String(hex), space.id);
      }
    }
    show();
    showLies();
  }

  /** What lies on places and spaces, in the list: its words change only where something moved. */
  function showLies() {
    const lies = model.get("lies");
    for (const place of model.get("places")) {
      const row = rows.get(place.id);
      setText(row.querySelector("span.mut"), lies[place.id] ?? lies[place.spaces[0].id] ?? place.about);
      for (const button of row.querySelectorAll("[data-space]")) {
        const name = place.spaces.find(({ id }) => id === button.dataset.space).name;
        const held = lies[button.dataset.space];
        const label = held ? `${name}: ${held}` : name;
        if (button.title !== label) {
          button.title = label;
          button.setAttribute("aria-label", label);
          button.classList.toggle("is-held", Boolean(held));
        }
      }
    }
  }

  function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function spaceButtons(place) {
    const buttons = place.spaces.map((space) => make(
      "button", { type: "button", tabindex: -1, "data-space": space.id, "aria-label": space.name, "aria-pressed": "false", title: space.name }, space.mark,
    ));
    return make("div.fk-map-spaces", { role: "group", "aria-label": say("spaces", { place: place.name }) }, buttons);
  }

  const placeOf = (space) => model.get("places").find((place) => place.spaces.some((one) => one.id === space));

  /** Rows say what is selected; only what changes is touched, because the list holds 250 buttons. */
  function show() {
    const selected = model.get("selected");
    for (const [space, on] of [[shown, false], [selected, true]]) {
      const row = rows.get(placeOf(space)?.id);
      if (!row) continue;
      row.classList.toggle("is-open", on);
      row.firstElementChild.classList.toggle("is-on", on);
      row.firstElementChild.setAttribute("aria-current", String(on));
      row.querySelector(`[data-space="${space}"]`)?.setAttribute("aria-pressed", String(on));
    }
    shown = selected;
  }

  goByKeys(list, rows, model);
  list.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const row = button.closest("li");
    const place = model.get("places").find((one) => rows.get(one.id) === row);
    choose(button.dataset.space ?? place.spaces[0].id);
    for (const other of rows.values()) other.firstElementChild.tabIndex = other === row ? 0 : -1;
  });

  return { list, makeRows, show, showLies, bringIntoView: (space) => bringIntoView(list, rows.get(placeOf(space)?.id)) };
}

// Arrows go from line to line and along the spaces of one; letters go to the line that they begin.
function goByKeys(list, rows, model) {
  const typed = { text: "", at: 0 };

  function focusRow(row) {
    if (!row) return;
    for (const other of rows.values()) {
      other.firstElementChild.tabIndex = other === row ? 0 : -1;
      other.classList.toggle("is-near", other === row);
    }
    row.firstElementChild.focus({ preventScroll: true });
    bringIntoView(list, row);
  }

  function focusSpace(row, index) {
    const buttons = [...row.querySelectorAll("[data-space]")];
    if (index < 0 || !buttons.length) focusRow(row);
    else buttons[Math.min(index, buttons.length - 1)].focus({ preventScroll: true });
  }

  function typeAhead(event) {
    const all = [...rows.keys()];
    const names = model.get("places").map((place) => [place.id.toLowerCase(), place.name.toLowerCase()]);
    const here = all.indexOf(event.target.closest("li")?.firstElementChild.dataset.place);
    const found = lineTyped(typed, event.key, event.timeStamp, names, here);
    if (found >= 0) focusRow(rows.get(all[found]));
  }

  list.addEventListener("keydown", (event) => {
    const row = event.target.closest("li");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...row.querySelectorAll("[data-space]")];
    const at = buttons.indexOf(event.target);
    const moves = {
      ArrowDown: () => focusRow(row.nextElementSibling ?? row),
      ArrowUp: () => focusRow(at >= 0 ? row : (row.previousElementSibling ?? row)),
      ArrowRight: () => focusSpace(row, at + 1),
      ArrowLeft: () => focusSpace(row, at - 1),
      Home: () => focusRow(list.firstElementChild),
      End: () => focusRow(list.lastElementChild),
    };
    if (moves[event.key]) moves[event.key]();
    else if (/^[\p{L}\p{N}-]$/u.test(event.key)) typeAhead(event);
    else return;
    event.preventDefault();
  });
}

/** Scroll the list, never the page: nothing moves under the finger. */
function bringIntoView(list, row) {
  if (!row) return;
  const frame = list.getBoundingClientRect();
  const place = row.getBoundingClientRect();
  const [top, bottom] = [place.top - frame.top + list.scrollTop, place.bottom - frame.top + list.scrollTop];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
