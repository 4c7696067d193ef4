// The key figures of a quote, each a button that shows where it comes from.

import { h } from "./dom.js";
import { show } from "./numbers.js";

const sum = (quote, path) => [path, quote.totals?.[path.replace("totals.", "")]];

function groups(quote) {
  const t = quote.totals ?? {};
  return [
    ["Size", [
      ["Replicas", ...sum(quote, "totals.replicas"), "count", t.spare_replicas ? `of which ${show(t.spare_replicas, "count")} spare` : ""],
      ["Chips", ...sum(quote, "totals.chips"), "count", "in replicas"],
      ["Chips provisioned", ...sum(quote, "totals.provisioned_chips"), "count", "in the nodes paid for"],
      ["Nodes", ...sum(quote, "totals.nodes"), "count", t.spare_nodes ? `of which ${show(t.spare_nodes, "count")} spare` : ""],
      ["Power", ...sum(quote, "totals.facility_megawatts"), "megawatts", "MW at the meter"],
    ]],
    ["Demand at the peak", [
      ...asked(quote, "Raw demand", "output_tokens_per_s"),
      ...asked(quote, "With headroom", "required_output_tokens_per_s"),
      ...users(quote),
    ]],
    ["Cost", [
      ["A year", ...sum(quote, "totals.usd_per_year"), "usd", "all in"],
      ["To buy", ...sum(quote, "totals.capex_usd"), "usd", "servers"],
      ["Per million, all", ...sum(quote, "totals.usd_per_million_tokens"), "usd_per_million", "input and output"],
      ["Per million in", ...sum(quote, "totals.usd_per_million_input_tokens"), "usd_per_million", "input"],
      ["Per million out", ...sum(quote, "totals.usd_per_million_output_tokens"), "usd_per_million", "output"],
      ...(known(t.usd_per_session_hour) ? [["Per session-hour", ...sum(quote, "totals.usd_per_session_hour"), "usd_per_million", "at the mean"]] : []),
    ]],
    quote.totals && ["Efficiency and energy", [
      ...per(quote, "Per chip", "chip"), ...per(quote, "Per rack", "rack"), ...per(quote, "Per megawatt", "megawatt"), ...per(quote, "Per USD an hour", "usd_hour"),
      ["Cost an hour", ...sum(quote, "totals.usd_per_hour"), "usd_per_million", "mean of the year"],
      ["Mean power", ...sum(quote, "totals.mean_facility_megawatts"), "megawatts", "MW at the meter"],
      ["Energy a year", ...sum(quote, "totals.energy_mwh_per_year"), "measure", "MWh, at the mean"],
      ["Carbon a year", ...sum(quote, "totals.tonnes_co2_per_year"), "measure", "t CO₂, rented too"],
    ]],
  ].filter((group) => group?.[1].length);
}

const known = (value) => value !== null && value !== undefined;

function per(quote, name, key) {
  const found = sum(quote, `totals.output_tokens_per_s_per_${key}`);
  return known(found[1]) ? [[name, ...found, "measure", "tokens/s at the peak"]] : [];
}

export const FEW = 4; // workloads that are shown one by one; of more there is a table

// Of all workloads together where there is a fleet, else of each.
function asked(quote, name, key) {
  if (quote.totals) return [[name, ...sum(quote, `totals.${key}`), "rate", "output tokens/s"]];
  if (quote.workloads.length > FEW) return [];
  return quote.workloads.map((workload, n) => [name, `workloads[${n}].${key}`, workload[key], "rate", `tokens/s, ${workload.name}`]);
}

function users(quote) {
  const many = quote.workloads.length > 1;
  if (quote.workloads.length > FEW) return [];
  return quote.workloads.map((workload, number) => {
    const asked = quote.demand.workloads[number];
    const cadence = asked.active_user_cadence_s ?? 60;
    const each = { users: "as asked", voice: "open sessions" }[asked.kind] ?? `one request in ${show(cadence, "rate")} s`;
    return ["Active users", `workloads[${number}].active_users`, workload.active_users, "users", many ? `${workload.name}, ${each}` : each];
  });
}

export function figures(quote, explain) {
  return groups(quote).map(([title, items]) => h("section", { class: "figure-group" },
    h("h3", {}, title),
    h("div", { class: "figures" }, items.map(([name, path, value, unit, about]) => figure({ name, path, value, unit, about, explain })))));
}

function figure({ name, path, value, unit, about, explain }) {
  return h("button", {
    type: "button", class: "figure", "data-figure": path, "data-key": path, disabled: !known(value) || !explain, title: "Where this number comes from",
    onclick: () => explain(path),
  }, h("span", { class: "figure-name" }, name), shown(show(value, unit)), h("span", { class: "figure-about" }, about || "\u00a0"));
}

// Smaller where it would reach into the next one.
const LONG = 8;
const LONGER = 11;
const shown = (text) => h("span", { class: `figure-value${text.length > LONG ? " figure-long" : ""}${text.length > LONGER ? " figure-longer" : ""}` }, text);

// The shortest form, for the bar of a narrow screen.
export function inShort(quote) {
  if (!quote.totals) return "No fleet: see what is missing";
  const { replicas, chips, usd_per_million_tokens: usd } = quote.totals;
  const price = usd ? ` · ${show(usd, "usd_per_million")}/M` : "";
  return `${show(replicas, "count")} replicas · ${show(chips, "count")} chips${price}`;
}
