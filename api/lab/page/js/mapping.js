// Rows of a name and its value, such as stock by hardware: added, changed, removed.

import { button, h } from "./dom.js";
import { row } from "./field.js";
import { pathOf } from "./paths.js";
import { set, valueAt } from "./store.js";

// `how` is the field of each, `isLeftOut` says which stand elsewhere; `start` what a new one says; `what` names a new one to screen readers.
export function mapping(keys, { how, start, what, list, placeholder, isLeftOut = () => false }) {
  const rows = Object.keys(valueAt(keys) ?? {}).filter((name) => !isLeftOut(name)).map((name) =>
    h("div", { class: "stock-row" }, row([...keys, name], name, { required: true, ...how }),
      button("×", () => set([...keys, name], undefined, { shape: true }), { class: "remove", "aria-label": `Remove ${name}` })));
  const key = pathOf(keys);
  const box = h("input", { type: "text", list, autocomplete: "off", spellcheck: "false", "aria-label": what, placeholder, "data-key": `${key}+box` });
  const put = () => box.value.trim() && set([...keys, box.value.trim()], start, { shape: true });
  return [rows, h("div", { class: "adders" }, box, button("Add", put, { class: "quiet", "aria-label": `Add: ${what}`, "data-key": `${key}+` }))];
}
