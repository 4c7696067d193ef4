// A table of a quote, and a number in it that shows where it comes from.

import { h } from "./dom.js";
import { show } from "./numbers.js";

export const words = (text) => String(text).replaceAll("_", " ");

// A number of the quote at `path`; a dash where there is none.
export function number(path, value, unit, explain) {
  const text = show(value, unit);
  if (!explain || value === null || value === undefined) return text;
  return h("button", { type: "button", class: "cell", "data-figure": path, "data-key": path, title: "Where this number comes from", onclick: () => explain(path) }, text);
}

// A column whose name starts with # holds numbers; null stands for a column that is left out.
export function table(title, names, all) {
  const kept = names.map((name, n) => (name ? n : -1)).filter((n) => n >= 0);
  const [columns, rows] = [kept.map((n) => names[n]), all.map((cells) => kept.map((n) => cells[n]))];
  if (!rows.length) return null;
  const kind = (n) => (columns[n].startsWith("#") ? "number" : null);
  return h("section", { class: "block" }, h("h3", {}, title),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
      h("table", {},
        h("thead", {}, h("tr", {}, columns.map((name, n) => h("th", { scope: "col", class: kind(n) }, name.replace("#", ""))))),
        h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, n) => h(n ? "td" : "th", { class: kind(n), scope: n ? null : "row" }, cell))))))));
}
