// Who serves what, where it stands, and what is kept of the promises, as tables.

import { number, table, words } from "./cells.js";
import { h } from "./dom.js";
import { evidenceMark } from "./evidence.js";
import { LIMIT_NAMES } from "./fields.js";
import { FEW } from "./figures.js";

const named = (name) => h("span", { class: "name" }, name);

export function pools(quote, explain) {
  return table("Pools", ["Pool", "#Replicas", "#Spare", "#Chips", "#Busy at peak", "Evidence"], quote.pools.map((pool, n) => [
    named(pool.id),
    number(`pools[${n}].replicas`, pool.replicas, "count", explain),
    number(`pools[${n}].spare_replicas`, pool.spare_replicas, "count", explain),
    number(`pools[${n}].chips`, pool.chips, "count", explain),
    number(`pools[${n}].utilization_fraction`, pool.utilization_fraction, "fraction", explain),
    evidenceMark(pool.evidence),
  ]));
}

export function routes(quote, explain) {
  return table("Who serves what", ["Workload", "Pool", "#Requests/s at peak", "#A replica carries", "How that is known"], quote.workloads.flatMap((workload, w) => workload.routes.map((route, n) => {
    const path = `workloads[${w}].routes[${n}]`;
    return [
      route.stage === "serve" ? workload.name : `${workload.name}, ${route.stage} (streams)`,
      named(route.pool),
      number(`${path}.requests_per_s`, route.requests_per_s, "rate", explain),
      number(`${path}.rate_per_replica`, Number(route.rate_per_replica), "rate", explain),
      h("span", { class: "derivation" }, route.derivation),
    ];
  })));
}

export function promises(quote, explain) {
  return table("Promises", ["Workload", "Promise", "#At most", "#Reached", "Known by"], quote.workloads.flatMap((workload, w) => [
    ...workload.slo.map((promise, n) => [
      workload.name,
      named(`${LIMIT_NAMES[promise.metric] ?? words(promise.metric).replace(/ ms$/, "")} ${promise.percentile}, ms`),
      number(`workloads[${w}].slo[${n}].limit`, promise.limit, "ms", explain),
      number(`workloads[${w}].slo[${n}].achieved`, promise.achieved, "ms", explain),
      words(promise.basis),
    ]),
    ...(workload.goodput_fraction_lower_bound === null || !workload.routes.length ? [] : [[
      workload.name, named("Requests that keep all, at least"), "",
      number(`workloads[${w}].goodput_fraction_lower_bound`, workload.goodput_fraction_lower_bound, "fraction", explain), "lower bound",
    ]]),
  ]));
}

export function sites(quote, explain) {
  const megawatts = (site, n, key) => number(`sites[${n}].${key}`, site[key], "megawatts", explain);
  const isKnown = (key) => quote.sites.some((site) => site[key] !== null);
  const isDesigned = quote.sites.some((site) => site.design_pue !== site.pue);
  return table("Sites", ["Site", isKnown("racks") && "#Racks", "#IT, MW", "#At the meter, MW", isKnown("power_cap_megawatts") && "#Cap, MW", "#Mean, MW", "#PUE", isDesigned && "#Design PUE"], quote.sites.map((site, n) => [
    site.name,
    number(`sites[${n}].racks`, site.racks, "count", explain),
    megawatts(site, n, "it_megawatts"),
    megawatts(site, n, "facility_megawatts"),
    megawatts(site, n, "power_cap_megawatts"),
    megawatts(site, n, "mean_facility_megawatts"),
    ...["pue", "design_pue"].map((key) => number(`sites[${n}].${key}`, site[key], "measure", explain)),
  ]));
}

export function standing(quote, explain) {
  const count = (n, key, name) => number(`sites[${n}].${key}.${name}`, quote.sites[n][key][name], "count", explain);
  const has = (key) => quote.sites.some((site) => Object.keys(site[key]).length);
  return table("What stands there", ["Site", "Hardware", "#Nodes", has("spare_nodes") && "#Spare", has("rented_nodes") && "#Rented", "#Chips"], quote.sites.flatMap((site, n) => Object.keys(site.nodes).map((name) => [
    site.name, named(name), ...["nodes", "spare_nodes", "rented_nodes", "chips"].map((key) => count(n, key, name)),
  ])));
}

export function inside(quote, explain) {
  const share = (pool, n, key) => number(`pools[${n}].${key}`, pool[key], "fraction", explain);
  const wait = (pool, n, key) => number(`pools[${n}].queue_ms.${key}`, pool.queue_ms[key], "ms", explain);
  const known = quote.pools.map((pool, n) => [pool, n]).filter(([pool]) => pool.concurrency_cap !== null);
  return table("Inside the pools, at the peak", ["Pool", "#In flight a replica", "#Requests that wait", "#Wait p50, ms", "#p95", "#p99", "#Bandwidth taken", "#Arithmetic", "#KV pool"], known.map(([pool, n]) => [
    named(pool.id),
    number(`pools[${n}].concurrency_cap`, pool.concurrency_cap, "count", explain),
    share(pool, n, "wait_probability"),
    ...["p50", "p95", "p99"].map((key) => wait(pool, n, key)),
    ...["memory_bandwidth_utilization_fraction", "compute_utilization_fraction", "kv_occupancy_fraction"].map((key) => share(pool, n, key)),
  ]));
}

export function asked(quote, explain) {
  const of = (workload, w, key, unit) => number(`workloads[${w}].${key}`, workload[key], unit, explain);
  const isMany = quote.workloads.length > FEW;
  const tokens = isMany || quote.totals;
  const tpot = quote.workloads.some((workload) => workload.effective_tpot_ms !== null);
  return table("Demand of each workload", ["Workload", "#Requests/s, peak", "#mean", "#Tokens/s, peak", "#with headroom", "#Headroom", "#Utilization cap", tpot && "#TPOT asked, ms", isMany && "#Active users"], quote.workloads.map((workload, w) => [
    workload.name,
    of(workload, w, "requests_per_s", "rate"), of(workload, w, "mean_requests_per_s", "rate"),
    ...["output_tokens_per_s", "required_output_tokens_per_s"].map((key) => (tokens ? of(workload, w, key, "rate") : "")),
    of(workload, w, "headroom", "fraction"), of(workload, w, "utilization_cap", "fraction"),
    of(workload, w, "effective_tpot_ms", "ms"), of(workload, w, "active_users", "users"),
  ]));
}
