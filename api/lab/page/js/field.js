// One field of the form: a label, a control, a unit, and what is wrong with it.

import { h, newId } from "./dom.js";
import { helpOn } from "./help.js";
import { numberBox } from "./numberbox.js";
import { show } from "./numbers.js";
import { pathOf } from "./paths.js";
import { range } from "./range.js";
import { set, valueAt } from "./store.js";
import { written } from "./written.js";

export function field(base, [name, label, how]) {
  const keys = [...base, name];
  return row(keys, label, how);
}

export function row(keys, label, how) {
  const id = newId("f");
  const place = { id, "data-path": pathOf(keys), "data-key": pathOf(keys), "aria-describedby": `${id}-error` };
  const made = MAKERS[how.kind](keys, how, place, label);
  const named = h("span", { class: "label" }, h("label", { for: id }, label), helpOn(keys, label));
  const error = h("p", { id: `${id}-error`, class: "field-error" });
  return h("div", { class: `field field-${how.kind}` }, named, made, error);
}

function numberInput(keys, how, place, onset) {
  const put = (value) => {
    set(keys, value);
    onset?.(value);
  };
  return numberBox({ value: valueAt(keys), put, placeholder: how.fallback ?? how.hint, "data-book": how.book, "data-over": how.over, ...place });
}

const unitOf = (how) => (how.unit ? h("span", { class: "unit" }, how.unit) : null);

function nearest(stops, value) {
  const found = stops.findIndex((stop) => stop >= value);
  return found < 0 ? stops.length - 1 : found;
}

function slider(keys, how, place) {
  const { stops } = how;
  const aria = (range, value) => range.setAttribute("aria-valuetext", `${show(value, how.shows || "rate")} ${how.unit || ""}`.trim());
  const start = valueAt(keys) ?? how.fallback ?? (stops ? stops[0] : how.min);
  const range = h("input", {
    type: "range", min: stops ? 0 : how.min, max: stops ? stops.length - 1 : how.max, step: stops ? 1 : how.step,
    "aria-label": place.label, "data-key": `${place["data-key"]}~`, "data-slider": place["data-path"],
    oninput: (event) => {
      const value = stops ? stops[Number(event.target.value)] : Number(event.target.value);
      box.value = written(value);
      aria(range, value);
      set(keys, value);
    },
  });
  const put = (given) => {
    const value = typeof given === "number" ? given : how.fallback ?? 0;
    range.value = stops ? nearest(stops, value) : value;
    aria(range, value);
  };
  const box = numberInput(keys, how, place, put);
  put(start);
  const wrapped = h("div", { class: "slider" }, range, h("span", { class: "boxed" }, box, unitOf(how)));
  queueMicrotask(() => range.setAttribute("aria-label", `${wrapped.parentElement?.querySelector("label")?.textContent || ""}, slider`));
  return wrapped;
}

const MAKERS = {
  slider,
  range,
  number: (keys, how, place) => h("span", { class: "boxed" }, numberInput(keys, how, place), unitOf(how)),
  text: (keys, how, place) => h("input", {
    type: "text", value: valueAt(keys) ?? "", list: how.list, placeholder: how.placeholder, autocomplete: "off", spellcheck: "false", ...place,
    oninput: (event) => (how.put ?? ((value) => set(keys, value)))(event.target.value === "" && !how.required ? undefined : event.target.value),
  }),
  date: (keys, how, place) => h("input", {
    type: "date", value: valueAt(keys) ?? "", ...place,
    oninput: (event) => set(keys, event.target.value || undefined),
  }),
  list: (keys, how, place) => h("input", {
    type: "text", value: (valueAt(keys) ?? []).join(", "), placeholder: how.placeholder, autocomplete: "off", spellcheck: "false", ...place,
    oninput: (event) => {
      const items = event.target.value.split(",").map((item) => item.trim()).filter(Boolean);
      set(keys, items.length ? items : undefined);
    },
  }),
  flag: (keys, how, place) => h("input", {
    type: "checkbox", checked: valueAt(keys) ?? false, ...place,
    oninput: (event) => set(keys, event.target.checked || undefined),
  }),
  choice: (keys, how, place) => {
    const value = valueAt(keys) ?? how.fallback;
    const options = value in how.options ? how.options : { ...how.options, [value]: String(value) };
    return h("select", {
      ...place, oninput: (event) => set(keys, event.target.value === how.fallback ? undefined : event.target.value, { shape: Boolean(how.shape) }),
    }, Object.entries(options).map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
  },
};
