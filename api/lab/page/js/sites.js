// The sites: power, prices, racks, and what can be had there.

import { button, fill, h, newId } from "./dom.js";
import { field, row } from "./field.js";
import { SITE } from "./fields.js";
import { mapping } from "./mapping.js";
import { rename, siteCosts, strayCosts, withoutCosts } from "./sitecosts.js";
import { current, replace, valueAt } from "./store.js";

export function sites() {
  const given = valueAt(["sites"]);
  const cards = (given ?? [{ name: "default" }]).map((site, number, all) => card(site, number, all.length, Boolean(given)));
  return [...cards, strayCosts(), h("div", { class: "adders" }, button("Add a site", add, { class: "quiet", "data-key": "+site" }))];
}

function card(site, number, count, isGiven) {
  const base = ["sites", number];
  const costs = h("div", {}, siteCosts(number));
  const put = (name) => {
    rename(number, name);
    fill(costs, siteCosts(number));
    showSites();
  };
  const id = newId("site");
  return h("fieldset", { class: "card", "data-path": `sites[${number}]`, "data-error": id },
    h("legend", {}, `Site ${number + 1}`), h("p", { id, class: "field-error" }),
    isGiven ? row([...base, "name"], "Name", { kind: "text", required: true, put }) : null,
    SITE.map((each) => field(base, each)),
    costs,
    stock(base, site.stock),
    count > 1 ? button("Remove this site", () => remove(number), { class: "quiet", "aria-label": `Remove site ${site.name}` }) : null);
}

function stock(base, given) {
  return h("details", { open: Boolean(given) }, h("summary", {}, "What can be had here"),
    given ? null : h("p", { class: "soft" }, "Anything. A site that lists hardware has only that."),
    mapping([...base, "stock"], { how: { kind: "number", unit: "chips" }, start: 0, what: "Hardware in stock", list: "hardware-list", placeholder: "hardware" }));
}

// The names of sites in the boxes of the workloads.
function showSites() {
  for (const [number, { sites: names }] of (valueAt(["workloads"]) ?? []).entries()) {
    const box = document.querySelector(`[data-path="workloads[${number}].sites"]`);
    if (box && names) box.value = names.join(", ");
  }
}

function add() {
  const all = current().sites ?? [{ name: "default" }];
  const names = new Set(all.map((site) => site.name));
  let number = all.length + 1;
  while (names.has(`site ${number}`)) number += 1;
  replace({ ...current(), sites: [...all, { name: `site ${number}` }] });
}

function remove(number) {
  const demand = withoutCosts(current(), current().sites[number].name);
  replace({ ...demand, sites: demand.sites.filter((_, place) => place !== number) });
}
