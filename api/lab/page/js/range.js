// A price: one number, or a range from low to high.

import { h } from "./dom.js";
import { numberBox } from "./numberbox.js";
import { pathOf } from "./paths.js";
import { set, valueAt } from "./store.js";
import { read } from "./written.js";

export function range(keys, how, place, label) {
  const value = valueAt(keys);
  const [low, high] = Array.isArray(value) ? value : [value, undefined];
  const put = () => {
    const given = [from, to].map((box) => read(box.value)).filter((value) => value !== undefined);
    set(keys, given.length === 2 ? given : given[0] ?? null);
  };
  const box = (shown, more) => numberBox({ value: shown, put, ...more });
  const from = box(low, { placeholder: how.hint, ...place });
  const to = box(high, { placeholder: "to", "aria-label": `${label}, high end of a range`, "data-path": `${pathOf(keys)}[1]`, "data-key": `${pathOf(keys)}[1]`, "aria-describedby": place["aria-describedby"] });
  return h("span", { class: "boxed" }, from, to, h("span", { class: "unit" }, how.unit));
}
