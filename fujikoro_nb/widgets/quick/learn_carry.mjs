// Ratings and progress taken along: saved as a file, copied as a link; one that was opened is asked about first.
import { make, put, symbol } from "../base/dom.mjs";
import { button, copyLink, fromLink, toLink } from "../base/page_parts.mjs";
import { keepLearned, learned } from "../base/page_store.mjs";

const MAX_FILE = 120001; // one more than is taken, so that a longer one is refused by a sentence
const MAX_LINK = 12001;
const LINKED = "fujikoro-learned";

function handOver({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Draws into `section`: {show(carry), listen(keep)}. `keep` puts away what was taken over; listen returns what ends it.
 * @param {Model} model
 * @param {Say} say
 * @param {HTMLElement} section
 */
export function carryPart(model, say, section) {
  const send = (/** @type {string} */ act, fields = {}) => model.send({ act, ...fields });
  let code = "";
  const link = copyLink(() => `${location.href.split("#")[0]}#page=learn&learned=${code}`, say); // made once, so that a selected link stays selected
  const taken = make("p.mut", { role: "status" });
  const decided = (/** @type {string} */ act) => {
    keepLearned("");
    taken.textContent = act === "take" ? say("carry-taken") : "";
    send(act);
  };

  const asked = ({ lines }) => make("div.sheet.fk-offer", { "data-part": "offer", role: "group", "aria-label": say("carry-offer") },
    make("h3", { tabindex: -1 }, say("carry-offer")),
    make("ul", {}, lines.map((/** @type {string} */ line) => make("li", {}, line))),
    make("p.mut", {}, say("carry-offer-about")),
    make("div.row.wrap", {}, button("take", say("carry-take"), () => decided("take"), { main: true }), button("leave", say("carry-leave"), () => decided("leave"))));

  async function open(/** @type {any} */ event) {
    const [file] = event.target.files;
    if (!file) return;
    const text = await file.slice(0, 4 * MAX_FILE).text();
    event.target.value = "";
    send("open-file", { text: text.slice(0, MAX_FILE) });
  }

  let wasAsked = false;
  function show(carry) {
    code = carry.code;
    const wantsFocus = carry.offer && !wasAsked;
    wasAsked = Boolean(carry.offer);
    if (carry.offer) taken.textContent = "";
    put(section,
      make("h2", { tabindex: -1 }, say("carry")), make("p.mut", {}, say("carry-about")),
      carry.offer ? asked(carry.offer) : null,
      make("div.row.wrap", {},
        button("export", say("carry-save"), () => send("export"), { icon: "i-keep", disabled: !carry.has }),
        make("label.btn.fk-open", {}, symbol("i-open"), make("span", {}, say("carry-open")), make("input", { type: "file", accept: ".json,application/json", "data-key": "open-file", onchange: open })),
        carry.can_take_back ? button("take-back", say("carry-back"), () => { taken.textContent = ""; send("take-back"); }, { icon: "i-undo" }) : null),
      code ? link.element : null,
      carry.says ? make("p.mut", {}, carry.says) : null,
      taken);
    if (wantsFocus) {
      section.scrollIntoView({ block: "start" });
      /** @type {HTMLElement | null} */ (section.querySelector("[data-part=offer] h3"))?.focus({ preventScroll: true });
    }
  }

  function listen(/** @type {(codes: Record<string, string>) => void} */ keep) {
    const hear = (/** @type {any} */ message) => {
      if (message.kind === "file") handOver(message);
      if (message.kind === "stores") keep(message.codes);
    };
    const linked = () => { if (learned()) send("open-code", { code: learned().slice(0, MAX_LINK) }); };
    if (fromLink("learned")) {
      keepLearned(fromLink("learned"));
      toLink({ learned: "" });
    }
    model.on("msg:custom", hear);
    addEventListener(LINKED, linked);
    linked();
    return () => {
      model.off("msg:custom", hear);
      removeEventListener(LINKED, linked);
    };
  }

  return { show, listen };
}
