// The gear of a crafting board as it is drawn: the kernel's, with everything on top that it has not answered yet. No DOM.
import { keyOf, readGear } from "./grid_geometry.mjs";

/** @typedef {import("./grid_geometry.mjs").Cell} Cell */

const GEAR_KINDS = ["weapon", "helmet", "sandals"];

// `sent(kind)` is called after each act that went to the kernel. `model` has the traits of the crafting board.
/**
 * @param {Model} model
 * @param {(kind: string) => void} sent
 */
export function pendingGear(model, sent) {
  const client = Math.random().toString(36).slice(2, 12);
  /** @type {any[]} */
  let pending = []; // what was sent and not answered: {seq, kind, material, cells} or {seq, kind, magic}
  let sequence = 0;

  /**
   * @param {string} kind
   * @returns {{cubes: Map<string, string>, magic: string | null}}
   */
  function drawn(kind) {
    const board = model.get("board")[kind];
    const { cubes, magic } = readGear(model.get(kind), board.split);
    let green = magic;
    for (const act of pending) {
      if (act.kind !== kind) continue;
      if ("magic" in act) green = act.magic;
      else for (const [column, row] of act.cells) {
        if (act.material === ".") cubes.delete(keyOf(column, row));
        else cubes.set(keyOf(column, row), act.material);
      }
    }
    if (green && green !== "worn" && !cubes.has(green)) green = null;
    return { cubes, magic: green };
  }

  /** @type {(kind: string) => Set<string>} */
  const fixedKeys = (kind) => new Set((model.get("fixed")[kind] ?? []).map((/** @type {Cell} */ cell) => keyOf(...cell)));

  function left() {
    const hand = model.get("hand");
    if (hand === null) return null;
    /** @type {Record<string, number>} */
    const counts = { W: 0, M: 0, T: 0 };
    for (const letter of hand) counts[letter] += 1;
    for (const kind of GEAR_KINDS) {
      const given = fixedKeys(kind);
      for (const [key, letter] of drawn(kind).cubes) if (!given.has(key)) counts[letter] -= 1;
    }
    return counts;
  }

  /** @param {{shown: {kind: string, [name: string]: unknown}, message: object}} act */
  function ask(act) {
    sequence += 1;
    pending.push({ ...act.shown, seq: sequence });
    model.send({ ...act.message, client, seq: sequence });
    sent(act.shown.kind);
  }

  // One stroke lays or removes; what it does is decided by its first cell.
  /**
   * @param {string} kind
   * @param {string} material
   * @param {Cell[]} cells
   * @param {string} stroke
   */
  function paint(kind, material, cells, stroke) {
    const { cubes } = drawn(kind);
    const given = fixedKeys(kind);
    const room = left();
    const asked = [];
    const laid = []; // what may be drawn before the kernel answers
    for (const [column, row] of cells) {
      const key = keyOf(column, row);
      const there = cubes.get(key) ?? ".";
      if (given.has(key) || there === material) continue;
      asked.push([column, row]);
      if (room && material !== "." && room[material] <= 0) break; // the kernel says that none is left
      if (room && there !== ".") room[there] += 1;
      if (room && material !== ".") room[material] -= 1;
      laid.push([column, row]);
    }
    if (asked.length) ask({ shown: { kind, material, cells: laid }, message: { act: "paint", kind, material, cells: asked, stroke } });
  }

  /**
   * @param {string} kind
   * @param {Cell} cell
   */
  function putMagic(kind, [column, row]) {
    const { cubes, magic } = drawn(kind);
    const key = kind === "weapon" ? keyOf(column, row) : "worn";
    const on = magic !== key;
    const can = kind === "weapon" ? cubes.has(key) : cubes.size > 0;
    const next = on ? (can ? key : magic) : null;
    ask({ shown: { kind, magic: next }, message: { act: "magic", kind, column, row, on } });
  }

  // Takes what the kernel has answered; returns whether it has answered all.
  function answered() {
    const [whose, upTo] = model.get("answered");
    if (whose === client) pending = pending.filter((act) => act.seq > upTo);
    return !pending.length;
  }

  const isWaiting = () => pending.length > 0;
  // The cells of a board that wait for their answer, as keys.
  /** @type {(kind: string) => Set<string>} */
  const waitingKeys = (kind) => new Set(pending.filter((act) => act.kind === kind && act.cells).flatMap((act) => act.cells.map((/** @type {Cell} */ cell) => keyOf(...cell))));

  return { drawn, fixedKeys, left, paint, putMagic, answered, isWaiting, waitingKeys };
}
