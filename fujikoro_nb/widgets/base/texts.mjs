// Filling the sentences that Python sends: slots {name} and plurals {n:plural:# cube|# cubes}. No DOM.

const SLOT = /\{([\w-]+)(?::plural:([^|}]*)\|([^}]*))?\}/g;

/**
 * @param {string} template
 * @param {Record<string, any>} data
 * @param {string} language
 */
export function fill(template, data = {}, language = "en") {
  return template.replace(SLOT, (/** @type {string} */ slot, /** @type {string} */ name, /** @type {string | undefined} */ one, /** @type {string} */ many) => {
    if (!(name in data)) throw new Error(`no datum for the slot ${slot}`);
    const value = data[name];
    if (one === undefined) return String(value);
    const isOne = new Intl.PluralRules(language).select(Number(value)) === "one";
    return (isOne ? one : many).replaceAll("#", String(value));
  });
}

// A function that says a sentence of the model by its key, in the model's language; its `rule` says what a rule is called.
/**
 * @param {Model} model
 * @returns {Say}
 */
export function speaker(model) {
  const say = (/** @type {string} */ key, /** @type {Record<string, any> | undefined} */ data) => {
    const template = model.get("words")[key];
    if (template === undefined) throw new Error(`no text ${key}`);
    return fill(template, data, model.get("language"));
  };
  say.rule = (/** @type {string} */ id) => model.get("rule_titles")?.[id] ?? id; // a rule that this rulebook does not know has only its id
  return say;
}
