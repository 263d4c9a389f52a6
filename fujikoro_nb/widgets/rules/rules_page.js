// The rules page alone, in a notebook or on a page of ours, or inside the helper, which waits for it under `host`.
import { dress } from "../base/dom.mjs";
import { speaker } from "../base/texts.mjs";
import { rulesView } from "./rules_view.mjs";
import { joinHash, splitHash } from "../base/helper_link.mjs";

// What a page around this one would do: nothing in somebody's notebook; the address, where the page is ours.
function ownHost(model) {
  if (!document.body.classList.contains("fk-page")) return { place: () => (model.get("rule") ? `rule=${model.get("rule")}` : "") };
  const onPop = () => host.view?.show(splitHash(location.hash).rules);
  const host = {
    place: () => splitHash(location.hash).rules || location.search.slice(1) || (model.get("rule") ? `rule=${model.get("rule")}` : ""),
    placed: (text, { isNew }) => {
      const hash = joinHash("rules", "", text);
      if (location.hash !== hash) history[isNew ? "pushState" : "replaceState"](null, "", location.pathname + hash);
    },
    link: (text) => `${location.origin}${location.pathname}${joinHash("rules", "", text)}`,
    stop: () => removeEventListener("popstate", onPop),
  };
  addEventListener("popstate", onPop);
  return host;
}

function render({ model, el }) {
  const box = dress(model, el, "fk-rules");
  const host = globalThis.fkRulesHosts?.get(model.get("host")) ?? ownHost(model);
  const view = rulesView({ model, box, host, say: speaker(model) });
  host.view = view;
  host.ready?.();
  return () => {
    view.stop();
    host.stop?.();
  };
}

export default { render };
