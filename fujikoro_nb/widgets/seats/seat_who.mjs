// Whose phone this is: a seat that is free is taken with a tap, one that another device holds only after a word about that.
import { make } from "../base/dom.mjs";
import { button, redraw } from "../base/page_parts.mjs";

export const NOBODY = -2;
const HOST_SEAT = -1;

// `draw()` brings it in line with the model; `open()` shows it to whoever has a seat already. `aboutSeat` and `aboutOver` say what a seat is.
/**
 * @param {Model} model
 * @param {Say} say
 * @param {{aboutSeat?: () => string, aboutOver?: () => string}} [told]
 */
export function whoPart(model, say, { aboutSeat = () => say("who-about"), aboutOver = () => say("over-about") } = {}) {
  const element = make("section.sheet.fk-seat-who", { "data-part": "who", hidden: true });
  const choosing = { isOpen: false, over: NOBODY };

  function sit(seat, over) {
    Object.assign(choosing, { isOpen: false, over: NOBODY });
    model.send({ act: "sit", seat, over });
  }

  function seatButton(name, { seat, isMine = false, isHeld, label, about }) {
    if (choosing.over === seat) {
      return make("li", {}, make("div.fk-seat-over", { role: "group", "aria-label": label },
        make("h3", {}, seat === HOST_SEAT ? say("over-host") : say("over", { name })), make("p", {}, aboutOver()),
        make("div.row.wrap", {}, button("over-yes", say("over-yes"), () => sit(seat, true), { main: true }),
          button("over-no", say("over-no"), () => { choosing.over = NOBODY; draw(); }))));
    }
    const state = isMine ? say("i-am-here", { name }) : isHeld ? say("is-held") : say("is-free");
    return make("li", {}, button(`sit-${seat}`, make("span.fk-seat-name", {}, make("b", {}, label), make("small.mut", {}, about || state)), () => {
      if (!isMine && !isHeld) {
        sit(seat, false);
        return;
      }
      if (isMine) choosing.isOpen = false;
      else choosing.over = seat;
      draw();
    }, { full: true, on: isMine || null }));
  }

  function draw() {
    const view = model.get("view");
    const isHost = view.hand === "host";
    element.hidden = !view.people || !(!view.hand || choosing.isOpen || (isHost && !view.me));
    if (element.hidden) return;
    const people = view.people.map((one) => seatButton(one.name, {
      seat: one.seat, isMine: view.hand === "seat" && one.seat === view.seat, isHeld: one.isHeld && !isHost,
      label: say(isHost ? "for-host" : "i-am", { name: one.name }), about: isHost && one.isHeld ? say("is-held") : "",
    }));
    const host = model.get("mayHost") && !isHost && !view.isHostless
      ? seatButton("", { seat: HOST_SEAT, isHeld: view.isHostThere, label: say("host"), about: say(view.isHostThere ? "host-held" : "host-about") }) : null;
    redraw(element, make("h2", {}, say(isHost ? "choose-seat" : "who")), make("p.mut", {}, isHost ? say("host-about") : aboutSeat()),
      make("ul.fk-seat-people", {}, people, host), view.hand || view.isHostless ? null : make("p.mut.small", {}, say("who-else")), view.hand && view.me ? button("who-close", say("close"), () => { choosing.isOpen = false; draw(); }) : null);
  }

  return { element, draw, open: () => { choosing.isOpen = true; draw(); element.scrollIntoView(); } };
}
