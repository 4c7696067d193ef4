// A list of small things of a few fields each, such as the parts of a replica.

import { button, h, newId } from "./dom.js";
import { field } from "./field.js";
import { pathOf } from "./paths.js";
import { listAt, set } from "./store.js";

export function items(keys, { title, one, fields, none = null }) {
  const all = listAt(keys);
  const id = newId("items");
  const path = pathOf(keys);
  return h("fieldset", { class: "limits", "data-path": path, "data-error": id },
    h("legend", {}, title),
    all.length || !none ? null : h("p", { class: "soft" }, none),
    all.map((_, number) => h("div", { class: "item", role: "group", "aria-label": `${one} ${number + 1}` },
      fields.map((each) => field([...keys, number], each)),
      button(`Remove ${one.toLowerCase()} ${number + 1}`, () => set(keys, without(listAt(keys), number), { shape: true }), { class: "quiet" }))),
    h("p", { id, class: "field-error" }),
    button(`Add ${one.toLowerCase()}`, () => set(keys, [...listAt(keys), {}], { shape: true }), { class: "quiet", "data-key": `${path}+` }));
}

// The others; nothing where none is left.
export function without(all, number) {
  const rest = all.filter((_, place) => place !== number);
  return rest.length ? rest : undefined;
}
