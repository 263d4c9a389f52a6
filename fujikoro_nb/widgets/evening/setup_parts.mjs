// What a step of a setup list moves, and its picture.
import { make, markTag, ruleLink, symbol } from "../base/dom.mjs";

export const stepPicture = (name, size) => symbol(name, { size, box: name.startsWith("h-") ? 56 : 44 });

const heap = (label, shown, kind) => (shown.length ? make(`p.fk-setup-parts.${kind}`, {}, make("span.mut", {}, label),
  shown.map(({ symbol: name, text }) => make("span.tag", {}, stepPicture(name, "c20"), text))) : null);

// `list` is "setup" or "pack".
export function stepParts({ takes, hands, aside, notes, read, rules }, list, say) {
  const link = (rule) => ruleLink(rule, say);
  return [
    read.length ? make("ul.fk-setup-read", {}, read.map(({ rule, says }) => make("li", {}, make("p", {}, says), link(rule)))) : null,
    heap(say(list === "pack" ? "takes-pack" : "takes"), takes, "is-out"),
    heap(say("hands"), hands, "is-hand"),
    heap(say(list === "pack" ? "aside-pack" : "aside"), aside, "is-in"),
    ...notes.map((note) => make("p.fk-setup-note", {}, note)),
    rules.length && !read.length ? make("p.fk-setup-rules", {}, rules.map(link)) : null,
  ];
}

// The mark of a step whose numbers no booklet prints, or that they are one's own.
export const stepMark = ({ box }) => (box ? make("p.fk-setup-box", {}, markTag(box)) : null);
