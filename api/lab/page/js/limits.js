// What a workload promises: rows of metric, percentile and limit.

import { OWN_LIMITS, SLO_LIMITS } from "./fields.js";
import { pathOf } from "./paths.js";
import { percentileRows } from "./percentiles.js";

const WORDS = { title: "Promises", none: "None: only the rate counts.", add: "Add a promise", metric: "What is promised", value: "Limit of" };

export function limits(base, kind) {
  return percentileRows({
    metrics: [...OWN_LIMITS[kind], ...SLO_LIMITS],
    placeOf: (metric) => (OWN_LIMITS[kind].includes(metric) ? [...base, metric] : [...base, "slo", metric]),
    start: (metric) => (metric === "task_s" ? 300 : 1000),
    words: WORDS, path: pathOf([...base, "slo"]), key: `${pathOf(base)}+limit`,
  });
}
