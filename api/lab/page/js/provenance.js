// Where a number comes from: formula, numbers put in, what it rests on, what was assumed.

import { get } from "./api.js";
import { address, button, fill, h } from "./dom.js";
import { evidenceMark } from "./evidence.js";
import { line, plain } from "./numbers.js";

const dialog = h("dialog", { class: "provenance", "aria-labelledby": "provenance-title" });
let kept = { id: null, found: null };

// `load(quote)` brings the figures of a quote; `again` the quote anew where the service has forgotten it.
export function explainer(quoteOf, pathTo, again = null) {
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return async (path) => {
    const quote = quoteOf();
    open(h("p", { class: "soft" }, "Looking it up…"), path);
    try {
      const found = await figuresOf(quote, pathTo, again);
      const figure = found.figures.find((each) => each.path === path);
      open(figure ? explained(figure, found.entries, quoteOf()) : h("p", {}, "There is no more to say about this figure."), path);
    } catch (error) {
      open(h("p", { class: "field-error" }, error.message), path);
    }
  };
}

async function figuresOf(quote, pathTo, again) {
  if (kept.id === quote.id) return kept.found;
  let found;
  try {
    found = await get(pathTo(quote));
  } catch (error) {
    if (error.status !== 404 || !again) throw error;
    found = await get(pathTo(await again()));
  }
  kept = { id: quote.id, found };
  return found;
}

function open(content, path) {
  fill(dialog, h("div", { class: "dialog-head" }, h("h2", { id: "provenance-title" }, content.dataset?.title ?? path), button("Close", () => dialog.close(), { class: "quiet" })), content);
  if (!dialog.open) dialog.showModal();
}

function explained(figure, entries, quote) {
  const used = entries.filter((entry) => figure.rests_on.includes(entry.key));
  const remarks = [...quote.warnings, ...quote.assumptions].filter((note) => figure.notes.includes(note.code));
  return h("div", { "data-title": figure.name },
    h("p", { class: "provenance-value" }, figure.value === null ? "–" : plain(figure.value), figure.unit === "1" ? null : h("span", { class: "soft" }, ` ${figure.unit}`)),
    h("h3", {}, "Formula"), h("p", { class: "formula" }, figure.formula),
    figure.worked.length ? [h("h3", {}, "With the numbers put in"), h("ul", { class: "worked" }, figure.worked.map((parts) => h("li", {}, line(parts))))] : null,
    used.length ? [h("h3", {}, "Rests on"), h("ul", { class: "entries" }, used.map(entryOf))] : null,
    remarks.length ? [h("h3", {}, "Taken for granted"), h("ul", {}, remarks.map((note) => h("li", {}, note.text)))] : null);
}

function entryOf(entry) {
  const source = [entry.title ?? entry.source, entry.date].filter(Boolean).join(", ");
  return h("li", {},
    h("p", {}, evidenceMark(entry.evidence), " ", h("strong", {}, entry.name), h("span", { class: "soft" }, ` ${entry.kind}`)),
    source ? h("p", { class: "soft" }, source) : null,
    entry.where ? h("p", { class: "soft where" }, address(entry.where)) : null,
    entry.note ? h("p", { class: "soft" }, entry.note) : null);
}
