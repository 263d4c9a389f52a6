// Where a person is on a page that is about to be drawn again in another language: what is scrolled to, opened, typed and
// focused, and what parts keep for themselves (`keeps` of dom.mjs). The page is the same, so each part is found again by its way from the top.

// The way from a root to an element in it, by numbers.
export function wayTo(root, element) {
  const way = [];
  for (let one = element; one !== root; one = one.parentElement) {
    if (!one?.parentElement) return null;
    way.unshift([...one.parentElement.children].indexOf(one));
  }
  return way;
}

// What stands at the end of such a way, if it is of the same sort.
export function atEnd(root, { way, tag }) {
  const found = way?.reduce((one, number) => one?.children[number], root);
  return found?.tagName === tag ? found : null;
}

// What a part keeps, by name; empty for nothing.
function heldBy(element) {
  const held = new Map();
  element.dispatchEvent(new CustomEvent("fk-leaves", { detail: held }));
  return held;
}

const isTyped = (one) => (one.tagName === "TEXTAREA" || ["text", "search", "number"].includes(one.type)) && one.value !== "";

// Remember the place; returns what brings a person back there as soon as the parts are drawn, and a way to give up.
export function keptPlace(root) {
  const all = (selector) => [...root.querySelectorAll(selector)];
  const at = (element, todo, isThere = (/** @type {any} */ _) => true) => ({ way: wayTo(root, element), tag: element.tagName, todo, isThere });
  const held = all("[data-keeps]").map((one) => ({ one, detail: heldBy(one) })).filter(({ detail }) => detail.size);
  const isKeeper = (one) => "keeps" in one.dataset;
  const open = (one) => { one.open = true; };
  const unfold = (one) => one.getAttribute("aria-expanded") === "false" && one.click();
  const type = (value) => (one) => {
    if (one.value === value) return;
    one.value = value;
    one.dispatchEvent(new Event("input", { bubbles: true }));
  };
  let left = [
    ...held.map(({ one, detail }) => at(one, (found) => found.dispatchEvent(new CustomEvent("fk-comes", { detail })), isKeeper)),
    ...all("details[open]").map((one) => at(one, open)),
    ...all("button[aria-expanded=true]").map((one) => at(one, unfold)),
    ...all("input, textarea").filter(isTyped).map((one) => at(one, type(one.value))),
  ];
  const focused = root.contains(document.activeElement) ? at(document.activeElement, (one) => one.focus({ preventScroll: true })) : null;
  if (focused) left.push(focused);
  const [x, y] = [scrollX, scrollY];

  return () => {
    let isGuided = true; // until a person goes somewhere; what is not in front yet is brought back when it is
    const goOn = () => {
      left = left.filter((one) => {
        const found = atEnd(root, one);
        if (!found || !one.isThere(found)) return true;
        one.todo(found);
        return false;
      });
      if (isGuided) scrollTo(x, y);
      if (!left.length && (!isGuided || Math.abs(scrollY - y) < 2)) stop(); // else the page is not as long yet as it was
    };
    const letGo = () => {
      isGuided = false;
      left = left.filter((one) => one !== focused);
    };
    const watch = new MutationObserver(goOn);
    const touches = ["pointerdown", "keydown", "wheel"];
    const stop = () => {
      watch.disconnect();
      for (const touch of touches) removeEventListener(touch, letGo, true);
    };
    for (const touch of touches) addEventListener(touch, letGo, true);
    watch.observe(root, { subtree: true, childList: true });
    goOn();
    return stop;
  };
}
