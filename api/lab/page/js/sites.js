// The sites: power, prices, racks, and what can be had there.

import { button, h } from "./dom.js";
import { field, row } from "./field.js";
import { SITE } from "./fields.js";
import { current, replace, set, valueAt } from "./store.js";

export function sites() {
  const given = valueAt(["sites"]);
  const cards = (given ?? [{ name: "default" }]).map((site, number, all) => card(site, number, all.length, Boolean(given)));
  return [...cards, h("div", { class: "adders" }, button("Add a site", add, { class: "quiet", "data-key": "+site" }))];
}

function card(site, number, count, isGiven) {
  const base = ["sites", number];
  return h("fieldset", { class: "card" },
    h("legend", {}, `Site ${number + 1}`),
    isGiven ? row([...base, "name"], "Name", { kind: "text", required: true }) : null,
    SITE.map((each) => field(base, each)),
    stock(base, site.stock),
    count > 1 ? button("Remove this site", () => remove(number), { class: "quiet", "aria-label": `Remove site ${site.name}` }) : null);
}

function stock(base, given) {
  const keys = [...base, "stock"];
  const rows = Object.keys(given ?? {}).map((hardware) =>
    h("div", { class: "stock-row" }, row([...keys, hardware], hardware, { kind: "number", unit: "chips", required: true }),
      button("×", () => set([...keys, hardware], undefined, { shape: true }), { class: "remove", "aria-label": `Remove ${hardware}` })));
  const box = h("input", { type: "text", list: "hardware-list", "aria-label": "Hardware in stock", placeholder: "hardware", "data-key": `${base[1]}+stock` });
  const put = () => box.value.trim() && set([...keys, box.value.trim()], 0, { shape: true });
  return h("details", { open: Boolean(given) }, h("summary", {}, "What can be had here"),
    given ? null : h("p", { class: "soft" }, "Anything. A site that lists hardware has only that."),
    rows, h("div", { class: "adders" }, box, button("Add", put, { class: "quiet", "aria-label": "Add hardware in stock" })));
}

function add() {
  const all = current().sites ?? [{ name: "default" }];
  const names = new Set(all.map((site) => site.name));
  let number = all.length + 1;
  while (names.has(`site ${number}`)) number += 1;
  replace({ ...current(), sites: [...all, { name: `site ${number}` }] });
}

const remove = (number) => replace({ ...current(), sites: current().sites.filter((_, place) => place !== number) });
