// A page that looks on: our widgets' own front ends, fed from the table's stream of states instead of a kernel.
// What a person taps here stays in the browser (a tab, a chosen space) or is looked up (a rule); nothing is changed.
function fujikoroReader({ events, fronts, cards, code }) {
  const PATIENCE_MS = 5000; // for one request
  const SILENCE_MS = 2500; // the stream beats every second
  const banner = /** @type {any} */ (document.getElementById("fk-banner"));
  const place = /** @type {any} */ (document.getElementById("fk-shown"));
  const models = new Map();

  class Model {
    #state;
    #heard = [];
    constructor(name, module, state) {
      Object.assign(this, { name, module, cid: name, widget_manager: manager });
      this.#state = state;
    }
    get(trait) { return this.#state[trait]; }
    set(trait, value) {
      if (JSON.stringify(this.#state[trait]) === JSON.stringify(value)) return;
      this.#state[trait] = value;
      this.trigger(`change:${trait}`);
    }
    take(traits) {
      const news = Object.entries(traits).filter(([trait, value]) => JSON.stringify(this.#state[trait]) !== JSON.stringify(value));
      for (const [trait, value] of news) this.#state[trait] = value; // all of them first: one is drawn with the others
      this.trigger(...news.map(([trait]) => `change:${trait}`));
    }
    on(names, call) { this.#heard.push([names.split(" "), call]); }
    off(names, call) { this.#heard = this.#heard.filter(([, one]) => one !== call); }
    trigger(...names) {
      for (const [wanted, call] of [...this.#heard]) if (wanted.some((name) => names.includes(name))) call();
    }
    save_changes() {
      if (this.#state.selected !== undefined && "confirmed" in this.#state) this.set("confirmed", this.#state.selected);
    }
    async send({ act, rule }) {
      if (act === "close-rule") this.#state.rule_card = {};
      if (act !== "rule") return;
      const answer = await fetch(`${cards}${encodeURIComponent(rule)}?table=${code}&lang=${fujikoroLanguage.now()}`);
      if (answer.ok) this.set("rule_card", await answer.json());
    }
  }

  // ---- front ends

  const loaded = new Map();
  function load(module) {
    if (!loaded.has(module)) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: fronts[`${module}.css`] }));
      loaded.set(module, import(fronts[`${module}.js`]).then((front) => front.default));
    }
    return loaded.get(module);
  }

  const manager = {
    get_model: async (name) => models.get(name),
    async create_view(model) {
      const el = document.createElement("div");
      const front = await load(model.module);
      const stop = await front.render({ model, el });
      return { el, remove: () => stop?.() };
    },
  };

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

  function take(news) {
    const isKnown = ([name, { module }]) => models.get(name)?.module === module;
    const all = Object.entries(news);
    const known = all.filter(isKnown); // they are told last: what they refer to is there then
    for (const [name, { module, state }] of all.filter((one) => !isKnown(one))) models.set(name, new Model(name, module, state));
    for (const [name, { state }] of known) models.get(name).take(state);
  }

  // ---- the stream

  let silence = 0;
  function heard(event) {
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MS);
    banner.hidden = true;
    document.documentElement.dataset.fkLink = "on";
    const { version, models: news = {} } = event.data ? JSON.parse(event.data) : {};
    const isOther = isDrawn && news.page?.state.language && news.page.state.language !== models.get("page").get("language");
    if (isOther) models.clear(); // another language: every word is another one
    take(news);
    if (isOther) draw();
    if (version !== undefined) document.documentElement.dataset.fkVersion = String(version);
    if (!isDrawn && models.has("page")) draw();
  }

  function lost(key = "link-lost-reader") {
    document.documentElement.dataset.fkLink = "lost";
    banner.textContent = fujikoroLanguage.word(key);
    banner.dataset.fkSay = key;
    banner.hidden = false;
  }

  const address = () => `${events}?table=${code}&lang=${fujikoroLanguage.now()}`;

  // A stream that was closed for good: the server is away, or it has another key by now, which only a plain request tells.
  async function again() {
    const once = new AbortController();
    const patience = setTimeout(() => once.abort(), PATIENCE_MS);
    const isRefused = await fetch(address(), { cache: "no-store", signal: once.signal })
      .then((answer) => answer.status === 403 && answer.headers.has("Fujikoro-Key"), () => false);
    clearTimeout(patience);
    once.abort();
    if (!isRefused) setTimeout(listen, 1000);
    else {
      clearTimeout(silence);
      lost("link-other");
    }
  }

  let stream = /** @type {any} */ (null);
  function listen() {
    stream?.close();
    if (document.hidden && isDrawn) return; // a phone in a pocket asks for nothing
    stream = new EventSource(address());
    for (const kind of ["whole", "change", "beat"]) stream.addEventListener(kind, heard);
    stream.addEventListener("gone", () => location.reload());
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MS);
    stream.addEventListener("error", ({ target }) => { if (target === stream && target.readyState === EventSource.CLOSED) again(); });
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? stream.close() : listen()));
  addEventListener("online", listen);
  addEventListener("fujikoro-language", listen);
  listen();
}
