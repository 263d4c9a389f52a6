// A text in the browser's store. It is only a cache: it may be switched off, full, or gone with the next address.

// On a hub each member has a place of their own and all share the browser's one store: on a shared tablet Bob must not
// find Ann's evening, nor the pen of her table. A server for one table begins at "/", and its names are as they are.
export function storeKeyOf(name, base = globalThis.document?.body?.dataset.baseUrl ?? "") {
  const place = base.replace(/voila\/$/, "");
  return place === "" || place === "/" ? name : `${name}:${place}`;
}

export function fromStore(name) {
  try {
    return localStorage.getItem(storeKeyOf(name)) ?? "";
  } catch {
    return ""; // storage may be switched off; the link still holds everything
  }
}

export function toStore(name, value) {
  try {
    localStorage.setItem(storeKeyOf(name), value);
  } catch {
    // full or switched off: the link still holds everything
  }
}

// What a link brought of somebody's ratings and progress, until it is taken over or left: the address is another one by then.
const LEARNED_KEY = "fujikoro-learned";

/** @param {string} code empty when nothing waits any more */
export function keepLearned(code) {
  try {
    if (code) sessionStorage.setItem(LEARNED_KEY, code);
    else sessionStorage.removeItem(LEARNED_KEY);
  } catch {
    return; // switched off: the file still does it
  }
  if (code) dispatchEvent(new Event(LEARNED_KEY));
}

export function learned() {
  try {
    return sessionStorage.getItem(LEARNED_KEY) ?? "";
  } catch {
    return "";
  }
}

// What one tab keeps for itself. The tab's name lies in sessionStorage, which a reload keeps and a copied tab copies;
// the texts lie in localStorage, under that name, so that they survive a tab that the system throws out of memory.
// A tab that leaves its page says so in sessionStorage. A name without that word is in use by another tab, from which
// this one was copied, or its tab broke down: then a name of its own, and what was kept under the old one goes along.
const TAB_KEY = "fujikoro-tab";
const TAB_NAMES_KEY = "fujikoro-tabs"; // the names in use, the newest last
const TAB_LEFT_KEY = "fujikoro-tab-left";
const MAX_TAB_NAMES = 20; // what the tabs before them kept is thrown away

const tabKeyOf = (tab, name) => `${name}:${tab}:${location.pathname}`;

/** @param {string} tab */
function everyTabKeyOf(tab) {
  return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter((key) => key.split(":")[1] === tab);
}

function knownTabs() {
  try {
    const names = JSON.parse(localStorage.getItem(TAB_NAMES_KEY) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return []; // no list of ours
  }
}

function takeTab() {
  const known = sessionStorage.getItem(TAB_KEY);
  const isOurs = Boolean(known) && sessionStorage.getItem(TAB_LEFT_KEY) === known;
  const tab = known && isOurs ? known : Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
  if (known && !isOurs) {
    for (const key of everyTabKeyOf(known)) localStorage.setItem(key.replace(`:${known}:`, `:${tab}:`), localStorage.getItem(key) ?? "");
  }
  const names = [...knownTabs().filter((name) => name !== tab), tab];
  for (const old of names.splice(0, Math.max(0, names.length - MAX_TAB_NAMES))) everyTabKeyOf(old).forEach((key) => localStorage.removeItem(key));
  localStorage.setItem(TAB_NAMES_KEY, JSON.stringify(names));
  sessionStorage.setItem(TAB_KEY, tab);
  sessionStorage.removeItem(TAB_LEFT_KEY);
  addEventListener("pagehide", () => sessionStorage.setItem(TAB_LEFT_KEY, tab));
  addEventListener("pageshow", (event) => event.persisted && sessionStorage.removeItem(TAB_LEFT_KEY));
  return tab;
}

// Once a page, however many widgets bring this module along.
function tabName() {
  globalThis.fkTabName ??= takeTab();
  return globalThis.fkTabName;
}

export function fromTab(name) {
  try {
    return localStorage.getItem(tabKeyOf(tabName(), name)) ?? "";
  } catch {
    return ""; // storage is switched off
  }
}

export function toTab(name, value) {
  try {
    if (value) localStorage.setItem(tabKeyOf(tabName(), name), value);
    else localStorage.removeItem(tabKeyOf(tabName(), name));
  } catch {
    // full or switched off: the page goes on without
  }
}
