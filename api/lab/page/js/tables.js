// The parts of a quote as tables: what most readers need first, the rest folded.

import { bands, byWorkload, lines, perMillion, purposes, tokens } from "./costtables.js";
import { h } from "./dom.js";
import { asked, inside, pools, promises, routes, sites, standing } from "./fleettables.js";
import { foldable } from "./notes.js";

const beside = (...columns) => h("div", { class: "columns-of-tables" }, columns.filter(Boolean));

export function tables(quote, explain) {
  const made = (...makers) => makers.map((make) => make(quote, explain)).filter(Boolean);
  const rest = made(inside, standing, asked, bands);
  return [
    ...made(pools, routes, promises, sites),
    quote.cost ? beside(...made(lines), h("div", {}, made(purposes, byWorkload)), ...made(perMillion, tokens)) : null,
    rest.length ? foldable("In detail", null, false, h("div", { class: "rest" }, rest)) : null,
  ].filter(Boolean);
}
