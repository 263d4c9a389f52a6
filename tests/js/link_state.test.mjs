// What a page says of its link: each change once, the end for good, and a loss of some time asks for a new socket.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LinkState } from "../../voila/templates/fujikoro/link_state.mjs";

function watched() {
  const seen = [];
  const clock = { now: 100 };
  const state = new LinkState({ drawn: (is) => seen.push(is), found: (since) => seen.push(`found ${since}`), now: () => clock.now });
  return { state, seen, clock };
}

test("a change is drawn once, and after the end there is none", () => {
  const { state, seen } = watched();
  for (const next of /** @type {const} */ (["on", "lost", "lost", "on", "ended", "on", "lost"])) state.become(next);
  assert.deepEqual([seen, state.is], [["lost", "on", "ended"], "ended"]);
});

test("only a link that was lost for a while is found with the moment of its loss", () => {
  const { state, seen, clock } = watched();
  for (const [at, next] of /** @type {[number, "on" | "lost"][]} */ ([[1000, "lost"], [6000, "on"], [7000, "lost"], [12_001, "on"]])) {
    clock.now = at;
    state.become(next);
  }
  assert.deepEqual(seen, ["lost", "on", "lost", "found 7000", "on"]);
});

test("a state is said again as it is", () => {
  const { state, seen, clock } = watched();
  state.again();
  state.become("lost");
  clock.now = 9000;
  state.again();
  state.become("ended");
  state.again();
  assert.deepEqual(seen, ["on", "lost", "lost", "ended", "ended"]);
});
