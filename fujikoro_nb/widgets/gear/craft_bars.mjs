// What stands around a crafting board to tap: a tab a board, the cubes to lay, and what takes back.
import { make, put, symbol } from "../base/dom.mjs";

const MATERIALS = ["W", "M", "T"];

// `opened` is told which board is open, of which kinds. Returns {element, draw(), openKind(kind)}.
export function boardTabs({ model, say, box, changed, gear }, { opened }) {
  const tabs = make("div.seg.fk-tabs", { role: "tablist", "aria-label": say("tabs") });

  function openKind(kind) {
    model.set("open_kind", kind);
    model.save_changes();
    drawTabs();
  }

  function drawTabs() {
    const kinds = model.get("kinds");
    const open = model.get("open_kind");
    const verdict = model.get("verdict");
    if (!changed("tabs", kinds, open, kinds.map((kind) => [verdict.kinds[kind].legal, gear.drawn(kind).cubes.size]))) return;
    const focused = tabs.contains(document.activeElement);
    put(tabs, ...kinds.map((kind) => {
      const told = verdict.kinds?.[kind];
      const isOpen = kind === open;
      return make("button", {
        type: "button", role: "tab", "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1, "data-kind": kind,
        onclick: () => openKind(kind),
        onkeydown: (event) => {
          const shift = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!shift) return;
          event.preventDefault();
          openKind(kinds[(kinds.indexOf(kind) + shift + kinds.length) % kinds.length]);
          tabs.querySelector("[aria-selected=true]").focus();
        },
      }, told && !told.legal ? symbol("i-no", { size: "c20", label: say("seal-no") }) : null, `${say(kind)} ${gear.drawn(kind).cubes.size}`);
    }));
    if (focused) tabs.querySelector("[aria-selected=true]")?.focus();
    tabs.hidden = kinds.length < 2;
    box.dataset.open = open;
    opened(open, kinds);
    box.classList.toggle("is-single", kinds.length === 1);
  }

  return { element: tabs, draw: drawTabs, openKind };
}

// The materials, the green cube and the eraser. Returns {element, draw()}.
export function paletteBar({ model, say, changed, gear, shows, isEditable }) {
  const palette = make("div.pal", { role: "radiogroup", "aria-label": say("palette"), "data-part": "palette" });

  function choose(material) {
    model.set("chosen", material);
    model.save_changes();
  }

  function drawPalette() {
    palette.hidden = !shows("palette") || !isEditable();
    const chosen = model.get("chosen");
    const counts = gear.left();
    if (!changed("palette", chosen, counts, palette.hidden)) return;
    const picks = [...MATERIALS, "G", "."];
    const focused = palette.contains(document.activeElement);
    put(palette, ...picks.map((material) => {
      const isOn = material === chosen;
      const count = counts && material in counts ? Math.max(0, counts[material]) : null;
      return make(`button${isOn ? ".is-on" : ""}`, {
        type: "button", role: "radio", "aria-checked": String(isOn), tabindex: isOn ? 0 : -1, "data-material": material,
        class: [isOn ? "is-on" : "", count === 0 ? "is-out" : ""].join(" ").trim(),
        onclick: () => { choose(material); if (count === 0) model.send({ act: "none-left", material }); },
        onkeydown: (event) => {
          const shift = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!shift) return;
          event.preventDefault();
          choose(picks[(picks.indexOf(material) + shift + picks.length) % picks.length]);
          palette.querySelector("[aria-checked=true]").focus();
        },
      },
      material === "." ? symbol("i-eraser", { size: "c44" }) : symbol(`cube-${material}`, { size: "c44" }),
      say(material === "." ? "pick-none" : `pick-${material}`),
      count === null ? null : make("small.fk-pick-left", {}, say("pick-left", { n: count })),
      );
    }));
    if (focused) palette.querySelector("[aria-checked=true]")?.focus();
  }

  return { element: palette, draw: drawPalette };
}

// Back, forth, and a board swept clean. Returns {element, draw()}.
export function undoButtons({ model, say, changed, gear, shows, isEditable }) {
  const undoBar = make("div.fk-undo", { "data-part": "undo" });

  function drawUndo() {
    undoBar.hidden = !shows("undo");
    const open = model.get("open_kind");
    const canClear = gear.drawn(open).cubes.size > 0;
    if (!changed("undo", model.get("undo_label"), model.get("redo_label"), open, canClear, isEditable())) return;
    const focused = undoBar.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    const button = (act, icon, label, { isOn, isWide = false, message }) => make(`button.btn${isWide ? ".grow" : ""}`, {
      type: "button", "data-act": act, disabled: !isOn || !isEditable(), "aria-label": label, title: label, onclick: () => model.send(message),
    }, symbol(icon), isWide ? make("span", {}, label) : null);
    put(undoBar,
      button("undo", "i-undo", model.get("undo_label") || say("undo-nothing"), { isOn: Boolean(model.get("undo_label")), isWide: true, message: { act: "undo" } }),
      button("redo", "i-redo", model.get("redo_label") || say("undo-nothing"), { isOn: Boolean(model.get("redo_label")), message: { act: "redo" } }),
      button("clear", "i-clear", say(`clear-${open}`), { isOn: canClear, message: { act: "clear", kind: open } }),
    );
    if (focused) undoBar.querySelector(`[data-act=${focused}]`)?.focus();
  }

  return { element: undoBar, draw: drawUndo };
}
