// Filling the sentences that Python sends: slots {name} and plurals {n:plural:# cube|# cubes}. No DOM.

const SLOT = /\{([\w-]+)(?::plural:([^|}]*)\|([^}]*))?\}/g;

export function fill(template, data = {}, language = "en") {
  return template.replace(SLOT, (slot, name, one, many) => {
    if (!(name in data)) throw new Error(`no datum for the slot ${slot}`);
    const value = data[name];
    if (one === undefined) return String(value);
    const isOne = new Intl.PluralRules(language).select(Number(value)) === "one";
    return (isOne ? one : many).replaceAll("#", String(value));
  });
}

// A function that says a sentence of the model by its key, in the model's language; its `rule` says what a rule is called.
export function speaker(model) {
  const say = (key, data) => {
    const template = model.get("words")[key];
    if (template === undefined) throw new Error(`no text ${key}`);
    return fill(template, data, model.get("language"));
  };
  say.rule = (id) => model.get("rule_titles")?.[id] ?? id; // a rule that this rulebook does not know has only its id
  return say;
}
