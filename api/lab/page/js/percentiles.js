// Latencies by metric and percentile, a row each: what is promised, or what was measured.

import { button, h, newId } from "./dom.js";
import { LIMITS, LIMIT_NAMES, PERCENTILES } from "./fields.js";
import { helpOn } from "./help.js";
import { numberBox } from "./numberbox.js";
import { pathOf } from "./paths.js";
import { set, valueAt } from "./store.js";

const OTHER = "other";

// `placeOf(metric)` is where it stands; `start(metric)` what a new row says; `words` what all of it is called.
export function percentileRows(how) {
  const rows = how.metrics.flatMap((metric) => given(how.placeOf(metric)).map(([percentile, value]) => latency(how, metric, percentile, value)));
  const free = how.metrics.find((metric) => !given(how.placeOf(metric)).length) ?? how.metrics[0];
  const add = () => set([...how.placeOf(free), freePercentile(how.placeOf(free))], how.start(free), { shape: true });
  const id = newId("limits");
  return h("fieldset", { class: "limits", "data-path": how.path, "data-error": id },
    h("legend", {}, how.words.title),
    rows.length ? rows : h("p", { class: "soft" }, how.words.none),
    h("p", { id, class: "field-error" }),
    button(how.words.add, add, { class: "quiet", "data-key": how.key }));
}

// [percentile, value] of each; a bare number has no percentile, and is shown so.
function given(keys) {
  const value = valueAt(keys);
  if (value === undefined || value === null) return [];
  return typeof value === "object" ? Object.entries(value) : [[null, value]];
}

const taken = (keys) => given(keys).map(([percentile]) => percentile);

const freePercentile = (keys) => ["p95", ...PERCENTILES].find((percentile) => !taken(keys).includes(percentile)) ?? "p95";

function latency(how, metric, percentile, value) {
  const keys = how.placeOf(metric);
  const place = percentile === null ? keys : [...keys, percentile];
  const path = pathOf(place);
  const move = (metricTo, percentileTo) => {
    const to = how.placeOf(metricTo);
    const written = valueAt(place);
    const isTaken = (metricTo !== metric || percentileTo !== percentile) && taken(to).includes(percentileTo);
    set(place, undefined);
    set([...to, isTaken || percentileTo === null ? freePercentile(to) : percentileTo], written, { shape: true });
  };
  return h("div", { class: "limit" }, metricChoice(how, metric, path, (chosen) => move(chosen, percentile)),
    percentileChoice({ metric, percentile, path, others: taken(keys) }, (chosen) => move(metric, chosen)),
    ...limitBox(how, metric, percentile, place, value),
    button("×", () => set(place, undefined, { shape: true }), { class: "remove", "aria-label": `Remove ${LIMITS[metric]} ${percentile ?? ""}`.trim() }));
}

function metricChoice(how, metric, path, onchoose) {
  const options = how.metrics.map((name) => h("option", { value: name, selected: name === metric }, LIMITS[name]));
  return h("span", { class: "label" },
    h("select", { "aria-label": how.words.metric, title: LIMIT_NAMES[metric], "data-key": `${path}~metric`, onchange: (event) => onchoose(event.target.value) }, options),
    helpOn(how.placeOf(metric), LIMIT_NAMES[metric]));
}

function percentileChoice({ metric, percentile, path, others }, onchoose) {
  const known = [...new Set([...PERCENTILES, ...others])].filter((name) => name !== null);
  const options = known.map((name) => h("option", { value: name, selected: name === percentile, disabled: name !== percentile && others.includes(name) }, name));
  const none = percentile === null ? h("option", { value: "", selected: true }, "of…") : null;
  const place = { "aria-label": `Percentile of ${LIMIT_NAMES[metric]}`, "data-key": `${path}~percentile` };
  const turn = ({ target }) => (target.value === OTHER ? write(target, place, onchoose) : onchoose(target.value));
  return h("select", { ...place, onchange: turn }, none, options, h("option", { value: OTHER }, "other…"));
}

// A box in place of the choice, for a percentile that is not among them.
function write(select, place, onchoose) {
  const box = h("input", { type: "text", placeholder: "p99.99", ...place, onchange: (event) => event.target.value.trim() && onchoose(event.target.value.trim()) });
  select.replaceWith(box);
  box.focus();
}

// A box that is emptied holds null, and the service asks for its number.
function limitBox(how, metric, percentile, place, value) {
  const id = newId("limit");
  const unit = metric === "task_s" ? "s" : "ms";
  const path = pathOf(place);
  return [
    h("span", { class: "boxed" },
      numberBox({
        value, put: (next) => set(place, next ?? null), id, "data-path": path, "data-key": path,
        "aria-label": `${how.words.value} ${LIMIT_NAMES[metric]} ${percentile ?? ""}, ${unit}`, "aria-describedby": `${id}-error`,
      }), h("span", { class: "unit" }, unit)),
    h("p", { id: `${id}-error`, class: "field-error" }),
  ];
}
