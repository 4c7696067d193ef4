// Costs that hold at one site only, by the name of the site, which they follow.

import { button, h } from "./dom.js";
import { field } from "./field.js";
import { COSTS } from "./fields.js";
import { fold } from "./fold.js";
import { pathOf } from "./paths.js";
import { current, replace, set, valueAt } from "./store.js";

const HERE = ["facility_usd_per_kw_month", "usd_per_kwh", "grams_co2_per_kwh", "operations_usd_per_node_year"];
const at = (name) => ["costs", "sites", name];
const before = new Map(); // the name that a site had before it took that of another, by its number

export function siteCosts(number) {
  const name = valueAt(["sites", number, "name"]) ?? "default";
  const place = `sites[${number}]`;
  const over = (key) => (["usd_per_kwh", "grams_co2_per_kwh"].includes(key) ? `${place}.${key}` : null);
  return fold({
    key: `${place} costs`, path: pathOf(at(name)), isOpen: Boolean(valueAt(at(name))), title: () => "Costs at this site",
    make: () => [
      h("p", { class: "soft" }, "Empty: as above, or as under Costs. What stands here comes first."),
      COSTS.filter(([key]) => HERE.includes(key)).map(([key, label, how]) => field(at(name), [key, label, { ...how, book: key, over: over(key) }])),
    ],
  });
}

// Costs of a name that no site has: only a file or a link can bring them.
export function strayCosts() {
  const names = new Set((valueAt(["sites"]) ?? [{ name: "default" }]).map((site) => site.name));
  return Object.keys(valueAt(["costs", "sites"]) ?? {}).filter((name) => !names.has(name)).map((name) => h("p", { class: "stray" },
    h("span", { class: "alarm" }, `There are costs at “${name}”, and no such site.`),
    button("Remove them", () => set(at(name), undefined, { shape: true }), { class: "quiet", "aria-label": `Remove the costs at ${name}` })));
}

// Another name for a site, and for it wherever the demand says it. While two sites share a name, what was said of each stays apart.
export function rename(number, name) {
  const sites = current().sites ?? [{ name: "default" }];
  const others = sites.filter((_, place) => place !== number).map((site) => site.name);
  const old = others.includes(sites[number].name) ? before.get(number) : sites[number].name;
  const renamed = { ...current(), sites: sites.map((site, place) => (place === number ? { ...site, name } : site)) };
  if (others.includes(name)) before.set(number, old);
  else before.delete(number);
  replace(old === undefined || others.includes(name) ? renamed : follow(renamed, old, name), { shape: false });
}

function follow(demand, old, name) {
  const costs = Object.entries(demand.costs?.sites ?? {}).map(([each, found]) => [each === old ? name : each, found]);
  return {
    ...demand,
    ...(demand.costs?.sites ? { costs: { ...demand.costs, sites: Object.fromEntries(costs) } } : {}),
    workloads: demand.workloads?.map((workload) => (workload.sites?.includes(old) ? { ...workload, sites: workload.sites.map((each) => (each === old ? name : each)) } : workload)),
  };
}

export function withoutCosts(demand, name) {
  const { [name]: gone, ...sites } = demand.costs?.sites ?? {};
  return gone ? { ...demand, costs: { ...demand.costs, sites } } : demand;
}
