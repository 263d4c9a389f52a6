// The states of a table's widgets, as their front ends read them: fed from a stream instead of a kernel. No DOM.

/** @typedef {Record<string, any>} Traits of one widget by their names, as Python tells them */
/** @typedef {Record<string, {module: string, state: Traits}>} News of widgets by their names */

/** @type {(one: unknown, other: unknown) => boolean} */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class ReaderModel {
  #state;
  /** @type {[string[], () => void][]} */
  #heard = [];
  #cardOf;
  #act;

  /**
   * `cardOf` looks a rule up: what its card says, or null; `manager` finds other widgets; `act` does what a widget asks for, where
   * the page is one that writes, and says whether it does.
   * @param {string} name
   * @param {string} module
   * @param {Traits} state
   * @param {{manager: object, cardOf: (rule: string) => Promise<object | null>, act?: (message: any) => boolean}} page
   */
  constructor(name, module, state, { manager, cardOf, act = () => false }) {
    this.name = name;
    this.module = module;
    this.cid = name;
    this.widget_manager = manager;
    this.#state = state;
    this.#cardOf = cardOf;
    this.#act = act;
  }

  /** @param {string} trait */
  get(trait) { return this.#state[trait]; }

  /**
   * @param {string} trait
   * @param {unknown} value
   */
  set(trait, value) {
    if (isSame(this.#state[trait], value)) return;
    this.#state[trait] = value;
    this.trigger(`change:${trait}`, "change");
  }

  /** @param {Traits} traits */
  take(traits) {
    const news = Object.entries(traits).filter(([trait, value]) => !isSame(this.#state[trait], value));
    for (const [trait, value] of news) this.#state[trait] = value; // all of them first: one is drawn with the others
    if (news.length) this.trigger(...news.map(([trait]) => `change:${trait}`), "change");
  }

  /**
   * @param {string} names
   * @param {() => void} call
   */
  on(names, call) { this.#heard.push([names.split(" "), call]); }

  /**
   * @param {string | null} _names
   * @param {() => void} call
   */
  off(_names, call) { this.#heard = this.#heard.filter(([, one]) => one !== call); }

  /** @param {string[]} names */
  trigger(...names) {
    for (const [wanted, call] of [...this.#heard]) if (wanted.some((name) => names.includes(name))) call();
  }

  // What is chosen here stays here: nobody has to confirm it.
  save_changes() {
    if (this.#state.selected !== undefined && "confirmed" in this.#state) this.set("confirmed", this.#state.selected);
  }

  /** @param {{act: string, rule?: string}} message */
  async send(message) {
    const { act, rule } = message;
    if (this.#act(message)) return;
    if (act === "close-rule") this.#state.rule_card = {};
    if (act !== "rule") return;
    const card = await this.#cardOf(String(rule));
    if (card) this.set("rule_card", card);
  }
}

export class ReaderModels {
  /** @type {Map<string, ReaderModel>} */
  #all = new Map();
  #page;

  /** @param {ConstructorParameters<typeof ReaderModel>[3]} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {string} name */
  get(name) { return this.#all.get(name); }

  clear() { this.#all.clear(); }

  /**
   * What the stream tells; a name whose front end is another one by now is another widget.
   * @param {News} news
   */
  take(news) {
    /** @type {(one: [string, {module: string}]) => boolean} */
    const isKnown = ([name, { module }]) => this.#all.get(name)?.module === module;
    const all = Object.entries(news);
    const known = all.filter(isKnown); // they are told last: what they refer to is there then
    for (const [name, { module, state }] of all.filter((one) => !isKnown(one))) this.#all.set(name, new ReaderModel(name, module, state, this.#page));
    for (const [name, { state }] of known) this.#all.get(name)?.take(state);
  }
}
