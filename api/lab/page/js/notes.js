// What a reader must know besides the figures: what is missing, warnings, assumptions, what was not used.

import { button, h } from "./dom.js";

const words = (text) => String(text).replaceAll("_", " ");

const chosen = new Map(); // which lists the reader has opened or closed

// What is missing, with a button that applies each remedy where one is possible.
export function shortfalls(quote, apply) {
  if (!quote.shortfalls.length) return null;
  return h("section", { class: "shortfalls" }, h("h3", {}, "What is missing"),
    h("ul", {}, quote.shortfalls.map((found) => h("li", {},
      h("p", { class: "missing" }, found.text), h("p", {}, found.remedy),
      apply && found.path ? remedy(found, apply) : null))));
}

// Where there is no one value that would do, the place is shown alone.
function remedy(found, apply) {
  if (found.value === null) return button("Show it in the demand", () => apply(found), { "data-place": found.path, "data-key": `place ${found.path}` });
  return button("Apply this remedy", () => apply(found), { class: "primary", "data-remedy": found.path, "data-key": `remedy ${found.path}`, "aria-label": `Apply this remedy: ${found.remedy}` });
}

export function notes(quote) {
  return [list("Warnings", quote.warnings, true), list("Assumptions", quote.assumptions, false), rejected(quote)].filter(Boolean);
}

function list(title, items, isOpen) {
  if (!items.length) return null;
  return foldable(title, items.length, isOpen,
    h("dl", { class: "notes" }, items.map((item) => h("div", {}, h("dt", {}, words(item.code)), h("dd", {}, item.text)))));
}

function rejected(quote) {
  if (!quote.rejected.length) return null;
  const groups = new Map();
  for (const item of quote.rejected) groups.set(item.reason, [...(groups.get(item.reason) ?? []), item]);
  const isOpen = quote.status === "infeasible";
  return foldable("Not used", quote.rejected.length, isOpen,
    [...groups].map(([reason, items]) => h("details", { class: "reason" },
      h("summary", {}, `${words(reason)} (${items.length})`),
      h("dl", { class: "notes" }, items.map((item) => h("div", {}, h("dt", {}, item.deployment, item.workload ? h("span", { class: "soft" }, ` for ${item.workload}`) : null), h("dd", {}, item.text)))))));
}

// What the reader has opened or closed stays so when it is drawn anew.
export function foldable(title, count, isOpen, ...content) {
  const block = h("details", { class: "block", open: chosen.get(title) ?? isOpen },
    h("summary", { "data-key": `~${title}`, onclick: () => chosen.set(title, !block.open) }, h("h3", {}, count === null ? title : `${title} (${count})`)), content);
  return block;
}
