// Where a number comes from: formula, numbers put in, what it rests on, what was assumed.

import { belonging } from "./belonging.js";
import { address, h } from "./dom.js";
import { evidenceMark } from "./evidence.js";
import { line, plain } from "./numbers.js";
import { sheet } from "./sheet.js";

const open = sheet("provenance");
let kept = { id: null, found: null };

// Shows the figure at a path of the quote; `place` is where the quote stands, and how it comes again.
export function explainer(quoteOf, place) {
  return async (path) => {
    const quote = quoteOf();
    open(path, h("p", { class: "soft" }, "Looking it up…"));
    try {
      const found = await figuresOf(quote, place);
      const figure = found.figures.find((each) => each.path === path);
      if (figure) open(figure.name, explained(figure, found.entries, quoteOf()));
      else open(path, h("p", {}, "There is no more to say about this figure."));
    } catch (error) {
      open(path, h("p", { class: "field-error" }, error.message));
    }
  };
}

async function figuresOf(quote, place) {
  if (kept.id !== quote.id) kept = { id: quote.id, found: await belonging("figures", quote, place) };
  return kept.found;
}

function explained(figure, entries, quote) {
  const used = entries.filter((entry) => figure.rests_on.includes(entry.key));
  const remarks = [...quote.warnings, ...quote.assumptions].filter((note) => figure.notes.includes(note.code));
  return h("div", {},
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
