// What would change the odds: one more cube, or others at one's side.
import { make, put, ruleLink, symbol } from "../base/dom.mjs";
import { smallBoard } from "../gear/small_board.mjs";
import { endsBar, fightMark, saidEnds, stopWork, workShare } from "./odds_signs.mjs";

// Returns {element, draw()}.
export function morePart(model, say) {
  const more = make("section.sheet.fk-fight-more", { "data-part": "more" });
  const mark = () => fightMark(model, say);
  const progress = (share) => workShare(share, say);
  const stop = () => stopWork(model, say);
  const classOf = ({ sign }) => (sign === "+" ? ".is-up" : sign === "−" ? ".is-down" : "");

  function drawMore() {
    const now = model.get("more");
    more.hidden = !now.state;
    if (!now.state) return;
    const { what, share } = model.get("job");
    if (now.state !== "ready") {
      put(more, make("h2", {}, say("more")), now.state === "busy" && make("div.fk-fight-status", {}, make("span.grow", {}, say("working"), progress(what === "more" ? share : 0)), ["more", "curve"].includes(what) && stop()),
        now.state === "cancelled" && make("p.mut", {}, say("stopped")), now.state === "refused" && make("p", {}, now.sentence));
    } else if (now.allies) drawAllies(now);
    else drawCubes(now);
  }

  function drawAllies(now) {
    const ends = (row, key) => endsBar(row.shares, say(key, { win: row.said[0], hurt: row.said[1], lose: row.said[2] }));
    const fights = (rows, sign, key) => make("ul.more.fk-fight-ends", { "data-part": key }, rows.map((row) => make("li", {}, symbol(sign, { size: "c32" }), make("span", {}, make("b", {}, row.name), make("small.mut", {}, row.who)), ends(row, key), make("span.num", { "aria-hidden": "true" }, row.said.join(" / ")))));
    const hasDragon = now.allies.length > 0; // without one nobody is asked along
    put(more, make("div.row", {}, make("h2.grow", {}, say(hasDragon ? "allies" : "between")), mark()), hasDragon && make("p.mut.small", {}, say("allies-about")),
      hasDragon && make("ul.more", {}, now.allies.map((row) => make(`li${classOf(row)}`, {}, symbol("samurai", { size: "c32" }), make("b", {}, row.name), ends(row, "three"), make("span.d.num", {}, row.gain)))),
      now.duels.length > 0 && [make("h3", {}, say("duels")), make("p.mut.small", {}, say("duels-about")),
        fights(now.duels, "samurai", "three-duel"), make("p.mut.small", {}, now.policy)],
      now.guards.length > 0 && [make("h3", {}, say("guard-duels")), make("p.mut.small", {}, say("guards-about"), " ", ruleLink("scenario.7.solo.samurai-combat-rules", say)),
        fights(now.guards, "temple", "three-guard"), make("p.mut.small", {}, now.guarded)]);
  }

  function drawCubes(now) {
    const mine = model.get("mine");
    const rows = (kind) => now.rows.filter((row) => row.kind === kind);
    const where = ({ cells }) => {
      const shown = cells.slice(0, 2).map(([column, line]) => `${column}/${line}`).join(", ");
      return cells.length > 2 ? say("more-where-many", { cells: shown, n: cells.length - 2 }) : say("more-where", { cells: shown });
    };
    const line = (row) => make(`li${classOf(row)}`, {},
      symbol(`cube-${row.material}`, { size: "c32" }),
      make("span", {}, make("b", {}, `+1 ${say(`cube-${row.material}`)}`), make("small.mut", {}, row.cells.length ? (row.kind === "weapon" ? where(row) : "") : say("more-nowhere"))),
      row.cells.length ? endsBar(row.shares, saidEnds(row.said, say)) : make("span"), make("span.d.num", {}, row.gain ?? ""));
    const list = (kind) => (rows(kind).some((row) => row.cells.length) ? make("ul.more", {}, rows(kind).map(line)) : make("p.mut", {}, say("more-full")));
    const ghosts = rows("weapon").filter((row) => row.cells.length && row.sign === "+").map((row) => ({ cell: row.cells[0], text: row.material }));
    put(more, make("div.row", {}, make("h2.grow", {}, say("more")), mark()), make("p.mut.small", {}, now.unit),
      !now.best && make("p", {}, say("more-nothing")),
      make("h3", {}, say("more-weapon")), ghosts.length > 0 && smallBoard({ text: mine.weapon, columns: mine.columns, rows: mine.rows, split: mine.split }, { label: say("grid-weapon", { name: mine.name }), ghosts }),
      list("weapon"), make("h3", {}, say("more-helmet")), list("helmet"));
  }

  return { element: more, draw: drawMore };
}
