// The helper's address, which holds the page, the table, the place in the rulebook and the gear; and the evening, which is too long for it.
import { joinHash, splitHash } from "../base/helper_link.mjs";
import { fromStore, fromTab, keepLearned, toStore, toTab } from "../base/page_store.mjs";
import { parsePlace } from "../base/rules_place.mjs";

const KEPT = "fujikoro-evening";
const MAX_KEPT = 60001; // one more than is accepted, so that a longer text is said to be damaged

// `written` is told that the address is another one; `show`, `share` and `setTable` are the page's.
/** @param {import("./helper.js").Helper} helper */
export function addressPart(helper, { written: changed, show, share, setTable }) {
  const { model, isOurs, stops } = helper;
  let written = "";
  function writeAddress({ isNew = false } = {}) {
    if (!isOurs || !model.get("is_opened")) return;
    const hash = joinHash(helper.page, model.get("link"), helper.page === "rules" ? helper.place : "", helper.tableCode);
    const search = new URLSearchParams(location.search);
    search.delete("rule"); // it stands behind # from now on
    const address = `${location.pathname}${search.size ? `?${search}` : ""}${hash}`;
    if (isNew && location.hash !== hash) history.pushState({ fujikoro: helper.page }, "", address);
    else if (location.hash !== hash || history.state?.fujikoro !== helper.page) history.replaceState({ fujikoro: helper.page }, "", address);
    if (hash !== written) changed();
    written = hash;
  }

  function readAddress() {
    const { page: wanted, rules, gear, learned } = splitHash(isOurs ? location.hash : "");
    if (learned) keepLearned(learned);
    const asked = isOurs && !wanted ? new URLSearchParams(location.search).get("rule") : "";
    helper.place = asked ? new URLSearchParams({ rule: asked }).toString() : rules;
    helper.rulesHost.view?.show(helper.place);
    show(asked ? "rules" : wanted || (gear ? "gear" : "home"), { isNew: false });
    const { mode, players } = parsePlace(helper.place);
    if ((mode || players) && !readKept()) setTable({ mode, players }); // a link seats nobody at a table that is kept
    model.send({ act: "open-link", text: gear.slice(0, 4000) });
    if (isOurs) share.join();
  }

  // This tab keeps the evening, and so does the browser for the next tab.
  const readKept = () => (isOurs ? fromTab(KEPT) || fromStore(KEPT) : "");
  function keep() {
    if (!isOurs || !model.get("is_opened")) return;
    toTab(KEPT, model.get("kept"));
    toStore(KEPT, model.get("kept"));
  }
  function restore() {
    const text = readKept();
    if (text) model.send({ act: "kept", text: text.slice(0, MAX_KEPT) });
  }
  const putAside = () => toStore(`${KEPT}-aside`, readKept());

  const onPop = (event) => {
    if (event.state?.fujikoro) {
      if (event.state.fujikoro === "rules") {
        helper.rulesHost.view?.show(splitHash(location.hash).rules, { keepsScope: true });
        helper.place = helper.rulesHost.view?.place() ?? splitHash(location.hash).rules;
      }
      show(event.state.fujikoro, { isNew: false });
      writeAddress(); // going back changes the page, never the gear: that is what undo is for
    } else if (isOurs) {
      readAddress(); // a link that was pasted into this tab
      writeAddress(); // what comes of it is written when the kernel has read it
    }
  };
  addEventListener("popstate", onPop);
  stops.push(() => removeEventListener("popstate", onPop));

  return { write: writeAddress, read: readAddress, keep, restore, putAside };
}
