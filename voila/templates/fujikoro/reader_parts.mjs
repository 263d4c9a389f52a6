// What every page does that hears a table's stream: front ends by their names, and the line that says that the link is lost.

const FETCH_AGAIN_MS = [300, 1000, 3000, 6000]; // between the tries to fetch a front end
const DRAWING_MS = 20000; // for the first drawing; a slow phone on a busy table takes half of it

// Brings a front end by its name, and its style once; `fronts` = the address of each file. One that was lost is asked
// for again, under another address, since a browser may keep that the first one failed.
/**
 * @param {Record<string, string>} fronts
 * @param {(address: string) => Promise<any>} fetched
 */
export function frontEnds(fronts, fetched = (address) => import(address)) {
  /** @type {Map<string, Promise<any>>} */
  const loaded = new Map();
  const styled = new Set();
  let failed = 0;
  const once = (/** @type {string} */ module) => fetched(fronts[`${module}.js`] + (failed ? `&again=${failed}` : ""));
  const patient = async (/** @type {string} */ module) => {
    for (const pause of FETCH_AGAIN_MS) {
      try {
        return await once(module);
      } catch {
        failed += 1;
        await new Promise((go) => { setTimeout(go, pause); });
      }
    }
    return once(module);
  };
  return (/** @type {string} */ module) => {
    if (!loaded.has(module)) {
      if (!styled.has(module)) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: fronts[`${module}.css`] }));
      styled.add(module);
      const file = patient(module).then((front) => front.default);
      loaded.set(module, file);
      file.catch(() => { // who needs it later asks anew
        failed += 1;
        loaded.delete(module);
      });
    }
    return loaded.get(module);
  };
}

// Draws the page in `#fk-shown` when it is there; one sentence and a way on in place of a page that does not come.
/** @param {() => Promise<{el: Element, remove: () => void}>} made */
export function pageDrawing(made) {
  const place = /** @type {any} */ (document.getElementById("fk-shown"));
  /** @type {any} */
  let shown = null;
  function giveUp() {
    const text = document.querySelector("#fk-loading p");
    if (!text || text.querySelector("button")) return;
    const part = (/** @type {string} */ tag, /** @type {string} */ key, more = {}) => {
      const element = Object.assign(document.createElement(tag), { textContent: fujikoroLanguage.word(key), ...more });
      element.dataset.fkSay = key;
      return element;
    };
    const again = part("button", "link-again", { type: "button", className: "btn", onclick: () => location.reload() });
    delete /** @type {HTMLElement} */ (text).dataset.fkSay;
    text.replaceChildren(part("span", "loading-stuck"), " ", again);
    document.querySelector(".fk-loading-band")?.setAttribute("hidden", "");
    document.documentElement.dataset.fkStuck = "true";
  }
  const patience = setTimeout(giveUp, DRAWING_MS);
  return async () => {
    const before = shown;
    try {
      shown = await made();
    } catch (fault) {
      giveUp();
      throw fault;
    }
    clearTimeout(patience);
    before?.remove();
    place.replaceChildren(shown.el);
    delete document.documentElement.dataset.fkStuck;
    document.documentElement.dataset.fkReady = "true";
    document.getElementById("fk-loading")?.remove();
  };
}

// The banner `#fk-banner`: the link is there, or it says what is wrong.
export function readerBanner() {
  const banner = /** @type {any} */ (document.getElementById("fk-banner"));
  return {
    found: () => {
      banner.hidden = true;
      document.documentElement.dataset.fkLink = "on";
    },
    lost: (/** @type {string} */ key) => {
      document.documentElement.dataset.fkLink = "lost";
      banner.textContent = fujikoroLanguage.word(key);
      banner.dataset.fkSay = key;
      banner.hidden = false;
    },
  };
}

// Draws models: a widget's element, with what to call when it goes.
/**
 * @param {(name: string) => any} modelOf
 * @param {(module: string) => Promise<any> | undefined} load
 */
export function viewsOf(modelOf, load) {
  return {
    get_model: async (/** @type {string} */ name) => modelOf(name),
    async create_view(/** @type {any} */ model) {
      const el = document.createElement("div");
      const front = await load(model.module);
      const stop = await front.render({ model, el });
      return { el, remove: () => stop?.() };
    },
  };
}
