// What is set once: mode, players, booklet. The evening in the kernel owns it, and every strip is a view of it.
import { make } from "../base/dom.mjs";
import { setOnce } from "../rules/rules_scope.mjs";

const EDITIONS = ["", "en", "fr", "de"];

// Returns {element, now(), setTable(change), show(), tell(told), answer(told), forget()}.
/** @param {import("./helper.js").Helper} helper */
export function scopePart(helper) {
  const { model, say } = helper;
  let scope = { mode: "", players: 0, scenario: 0, edition: "", ...model.get("scope") };
  let unanswered = 0; // choices that the kernel has not answered
  const shortly = (key, data) => (key.endsWith("-any") ? say("booklet-any") : key === "players-n" ? String(data.n) : say(key)); // three stand side by side on a phone
  const setOnceHere = setOnce({ say: shortly, set: setTable });
  const booklet = make("select", {}, EDITIONS.map((name) => make("option", { value: name }, say(`booklet-${name || "any"}`))));
  booklet.addEventListener("change", () => { wait(); model.send({ act: "edition", edition: booklet.value }); });
  setOnceHere.element.append(make("label", {}, make("span", {}, say("booklet")), booklet));

  function setTable(change) {
    const next = { ...scope, ...change };
    if (next.mode === scope.mode && next.players === scope.players) return;
    scope = next;
    showScope(); // at once, as pending; the kernel confirms
    wait();
    model.send({ act: "set-table", mode: next.mode, players: next.players });
  }
  function showScope() {
    setOnceHere.show(scope);
    booklet.value = scope.edition;
    helper.root.classList.toggle("has-walkers", Boolean(scope.walks));
    helper.rulesHost.view?.scope(scope);
  }

  function wait() {
    unanswered += 1;
    setOnceHere.element.classList.add("is-pending");
  }
  function tellScope(told) {
    scope = { ...scope, walks: false, ...told };
    showScope();
  }
  function answerScope(told) {
    unanswered = Math.max(0, unanswered - 1);
    setOnceHere.element.classList.toggle("is-pending", unanswered > 0);
    tellScope(told);
  }
  // What was answered while nobody heard it is told by the scope itself.
  function forgetChoices() {
    unanswered = 0;
    setOnceHere.element.classList.remove("is-pending");
  }

  return { element: setOnceHere.element, now: () => scope, setTable, show: showScope, tell: tellScope, answer: answerScope, forget: forgetChoices };
}
