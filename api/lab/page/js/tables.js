// The parts of a quote as tables; figures in them show where they come from.

import { h } from "./dom.js";
import { evidenceMark } from "./evidence.js";
import { LIMIT_NAMES } from "./fields.js";
import { show } from "./numbers.js";

const ITEMS = { energy_it: "energy, IT", energy_cooling: "energy, cooling" };
const words = (text) => String(text).replaceAll("_", " ");

export function tables(quote, explain) {
  return [
    table("Pools", ["Pool", "#Replicas", "#Chips", "#Busy at peak", "Evidence"], pools(quote, explain)),
    table("Promises", ["Workload", "Promise", "#At most", "#Reached", "Known by"], promises(quote, explain)),
    table("Sites", ["Site", "Nodes", "#Power, MW", "#Cap, MW"], sites(quote, explain)),
    h("div", { class: "columns-of-tables" },
      table("Cost a year", ["Line", "#USD"], costs(quote, explain)),
      h("div", {}, table("The same by purpose", ["Purpose", "#USD"], purposes(quote)),
        table("The same by workload", ["Workload", "#USD", "#Per million tokens"], byWorkload(quote)))),
  ].filter(Boolean);
}

function number(path, value, unit, explain) {
  const text = show(value, unit);
  if (!explain || value === null || value === undefined) return text;
  return h("button", { type: "button", class: "cell", "data-figure": path, "data-key": path, title: "Where this number comes from", onclick: () => explain(path) }, text);
}

const pools = (quote, explain) => quote.pools.map((pool, n) => [
  h("span", { class: "name" }, pool.id),
  number(`pools[${n}].replicas`, pool.replicas, "count", explain),
  number(`pools[${n}].chips`, pool.chips, "count", explain),
  number(`pools[${n}].utilization_fraction`, pool.utilization_fraction, "fraction", explain),
  evidenceMark(pool.evidence),
]);

const promises = (quote, explain) => quote.workloads.flatMap((workload, w) => workload.slo.map((promise, n) => [
  workload.name,
  `${LIMIT_NAMES[promise.metric] ?? words(promise.metric).replace(/ ms$/, "")} ${promise.percentile}`,
  `${show(promise.limit, "ms")} ms`,
  promise.achieved === null ? "–" : number(`workloads[${w}].slo[${n}].achieved`, promise.achieved, "ms", explain),
  words(promise.basis),
]));

const sites = (quote, explain) => quote.sites.map((site, n) => [
  site.name,
  Object.entries(site.nodes).map(([name, count]) => `${show(count, "count")} × ${name}`).join(", ") || "none",
  number(`sites[${n}].facility_megawatts`, site.facility_megawatts, "megawatts", explain),
  show(site.power_cap_megawatts, "megawatts"),
]);

const costs = (quote, explain) => (quote.cost?.lines ?? []).flatMap((line, n) => (line.usd_per_year
  ? [[ITEMS[line.item] ?? words(line.item), number(`cost.lines[${n}].usd_per_year`, line.usd_per_year, "usd", explain)]] : []));

const purposes = (quote) => Object.entries(quote.cost?.by_purpose ?? {}).map(([name, usd]) => [name, show(usd, "usd")]);

const byWorkload = (quote) => (quote.workloads.length < 2 ? [] : (quote.cost?.by_workload ?? []).map((part) => [
  part.name, show(part.usd_per_year, "usd"), show(part.usd_per_million_tokens, "usd_per_million")]));

// A column whose name starts with # holds numbers.
export function table(title, columns, rows) {
  if (!rows.length) return null;
  const kind = (n) => (columns[n].startsWith("#") ? "number" : null);
  return h("section", { class: "block" }, h("h3", {}, title),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
      h("table", {},
        h("thead", {}, h("tr", {}, columns.map((name, n) => h("th", { scope: "col", class: kind(n) }, name.replace("#", ""))))),
        h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, n) => h(n ? "td" : "th", { class: kind(n), scope: n ? null : "row" }, cell))))))));
}
