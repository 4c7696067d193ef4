// How a figure is known, as a word and a shape: colour says nothing alone.

import { h } from "./dom.js";

const SHAPES = {
  measured: ["●", "measured"], third_party: ["◐", "third party"], vendor: ["◆", "vendor"], modeled: ["△", "modelled"],
  target: ["◎", "target"], listed: ["▤", "listed"], assumed: ["◇", "assumed"], given: ["■", "given"],
};
const KEYS = { "third party": "third_party", modelled: "modeled" };

export function evidenceMark(evidence) {
  const key = KEYS[evidence] ?? evidence;
  const [shape, word] = SHAPES[key] ?? ["○", String(evidence ?? "not stated").replaceAll("_", " ")];
  return h("span", { class: `evidence evidence-${SHAPES[key] ? key : "other"}` }, h("span", { "aria-hidden": "true" }, shape), ` ${word}`);
}
