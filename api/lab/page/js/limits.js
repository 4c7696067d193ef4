// What a workload promises: rows of metric, percentile and limit.

import { button, h, newId } from "./dom.js";
import { LIMITS, LIMIT_NAMES, OWN_LIMITS, PERCENTILES, SLO_LIMITS } from "./fields.js";
import { pathOf } from "./paths.js";
import { set, valueAt } from "./store.js";

const placeOf = (base, kind, metric) => (OWN_LIMITS[kind].includes(metric) ? [...base, metric] : [...base, "slo", metric]);

export function limits(base, kind) {
  const metrics = [...OWN_LIMITS[kind], ...SLO_LIMITS];
  const rows = metrics.flatMap((metric) => {
    const keys = placeOf(base, kind, metric);
    const given = valueAt(keys);
    if (!given || typeof given !== "object") return [];
    return Object.entries(given).map(([percentile, limit]) => limitRow({ base, kind, metrics, metric, percentile, limit }));
  });
  const free = metrics.find((metric) => !valueAt(placeOf(base, kind, metric))) ?? metrics[0];
  const add = () => set([...placeOf(base, kind, free), freePercentile(placeOf(base, kind, free))], free === "task_s" ? 300 : 1000, { shape: true });
  return h("fieldset", { class: "limits" },
    h("legend", {}, "Promises"),
    rows.length ? rows : h("p", { class: "soft" }, "None: only the rate counts."),
    button("Add a promise", add, { class: "quiet", "data-key": `${pathOf(base)}+limit` }));
}

function freePercentile(keys) {
  const taken = Object.keys(valueAt(keys) ?? {});
  return ["p95", ...PERCENTILES].find((percentile) => !taken.includes(percentile)) ?? "p95";
}

function limitRow({ base, kind, metrics, metric, percentile, limit }) {
  const keys = placeOf(base, kind, metric);
  const id = newId("limit");
  const move = (metricTo, percentileTo) => {
    set([...keys, percentile], undefined, { shape: false });
    set([...placeOf(base, kind, metricTo), percentileTo], limit, { shape: true });
  };
  const options = (names, chosen, text) => names.map((name) => h("option", { value: name, selected: name === chosen }, text(name)));
  const known = PERCENTILES.includes(percentile) ? PERCENTILES : [...PERCENTILES, percentile];
  const path = pathOf([...keys, percentile]);
  const unit = metric === "task_s" ? "s" : "ms";
  return h("div", { class: "limit" },
    h("select", { "aria-label": "What is promised", title: LIMIT_NAMES[metric], "data-key": `${path}~metric`, onchange: (event) => move(event.target.value, percentile) },
      options(metrics, metric, (name) => LIMITS[name])),
    h("select", { "aria-label": `Percentile of ${LIMIT_NAMES[metric]}`, "data-key": `${path}~percentile`, onchange: (event) => move(metric, event.target.value) },
      options(known, percentile, (name) => name)),
    h("span", { class: "boxed" },
      h("input", {
        type: "number", step: "any", value: limit, id, "data-path": path, "data-key": path, "aria-label": `Limit of ${LIMIT_NAMES[metric]} ${percentile}, ${unit}`,
        "aria-describedby": `${id}-error`, oninput: (event) => event.target.value !== "" && set([...keys, percentile], Number(event.target.value)),
      }), h("span", { class: "unit" }, unit)),
    button("×", () => set([...keys, percentile], undefined, { shape: true }), { class: "remove", "aria-label": `Remove ${LIMITS[metric]} ${percentile}` }),
    h("p", { id: `${id}-error`, class: "field-error" }));
}
