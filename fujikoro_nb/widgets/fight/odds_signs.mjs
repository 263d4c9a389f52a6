// What all parts of the odds of a fight show alike: the three ends, work that goes on, and dice of the house.
import { make } from "../base/dom.mjs";
import { houseSign } from "./dice_faces.mjs";

export const KINDS_OF_END = ["win", "hurt", "lose"];

// Win, hurt and lose as one bar: plain, stripes, hatch.
export const endsBar = (shares, label) => make("div.stack", { role: "img", "aria-label": label }, shares.map((share, index) => share > 0.002 && make(`i.v-${KINDS_OF_END[index]}`, { style: `width:${(share * 100).toFixed(2)}%` })));

export const saidEnds = (said, say) => say("three", { win: said[0], hurt: said[1], lose: said[2] });

// How far the work is.
export const workShare = (share, say) => make("progress", { max: 1, value: share, "aria-label": say("working-percent", { percent: Math.round(share * 100) }) });

export const stopWork = (model, say) => make("button.btn", { type: "button", "data-key": "stop", onclick: () => model.send({ act: "cancel" }) }, say("stop"));

// On numbers that hold for dice or a dragon of the house only.
export const fightMark = (model, say) => (model.get("house_in_fight").length || model.get("dragon").mark === "house" ? houseSign(say) : null);
