// A page that looks on: our widgets' own front ends, fed from the table's stream of states instead of a kernel.
// What a person taps here stays in the browser (a tab, a chosen space) or is looked up (a rule); nothing is changed.
import { ReaderModels } from "./reader_models.mjs";
import { ReaderStream } from "./reader_stream.mjs";

// Brings a front end by its name, and its style once; `fronts` = the address of each file.
function frontEnds(fronts) {
  const loaded = new Map();
  return (module) => {
    if (!loaded.has(module)) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: fronts[`${module}.css`] }));
      loaded.set(module, import(fronts[`${module}.js`]).then((front) => front.default));
    }
    return loaded.get(module);
  };
}

// The banner `#fk-banner`: the link is there, or it says what is wrong.
function readerBanner() {
  const banner = /** @type {any} */ (document.getElementById("fk-banner"));
  return {
    found: () => {
      banner.hidden = true;
      document.documentElement.dataset.fkLink = "on";
    },
    lost: (key) => {
      document.documentElement.dataset.fkLink = "lost";
      banner.textContent = fujikoroLanguage.word(key);
      banner.dataset.fkSay = key;
      banner.hidden = false;
    },
  };
}

export function fujikoroReader({ events, fronts, cards, code }) {
  const place = /** @type {any} */ (document.getElementById("fk-shown"));
  const asked = () => `?table=${code}&lang=${fujikoroLanguage.now()}`;
  const load = frontEnds(fronts);
  const banner = readerBanner();

  const manager = {
    get_model: async (name) => models.get(name),
    async create_view(model) {
      const el = document.createElement("div");
      const front = await load(model.module);
      const stop = await front.render({ model, el });
      return { el, remove: () => stop?.() };
    },
  };

  async function cardOf(rule) {
    const answer = await fetch(`${cards}${encodeURIComponent(rule)}${asked()}`);
    return answer.ok ? answer.json() : null;
  }

  const models = new ReaderModels({ manager, cardOf });

  let isDrawn = false;
  let view = /** @type {any} */ (null);
  async function draw() {
    isDrawn = true;
    const before = view;
    view = await manager.create_view(models.get("page"));
    before?.remove();
    place.replaceChildren(view.el);
    document.documentElement.dataset.fkReady = "true";
    document.getElementById("fk-loading")?.remove();
  }

  function heard(data) {
    banner.found();
    const { version, models: news = {} } = data ? JSON.parse(data) : {};
    const isOther = isDrawn && news.page?.state.language && news.page.state.language !== models.get("page")?.get("language");
    if (isOther) models.clear(); // another language: every word is another one
    models.take(news);
    if (isOther) draw();
    if (version !== undefined) document.documentElement.dataset.fkVersion = String(version);
    if (!isDrawn && models.get("page")) draw();
  }

  const stream = new ReaderStream({
    address: () => `${events}${asked()}`,
    heard,
    lost: (isRefused) => banner.lost(isRefused ? "link-other" : "link-lost-reader"),
    gone: () => location.reload(),
    isPaused: () => document.hidden && isDrawn,
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? stream.close() : stream.listen()));
  addEventListener("online", stream.listen);
  addEventListener("fujikoro-language", stream.listen);
  stream.listen();
}
