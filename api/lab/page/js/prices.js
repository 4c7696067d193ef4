// What hardware of one's own costs to buy and to rent; null where a number is still to come.

import { h, newId } from "./dom.js";
import { PURCHASES, TERMS } from "./entryfields.js";
import { row } from "./field.js";
import { pathOf } from "./paths.js";
import { set, valueAt } from "./store.js";

const RENTS = { "": "not for rent", any: "at one price", terms: "by term" };

export function prices(base) {
  const given = Object.keys(PURCHASES).filter((name) => valueAt([...base, name]) !== undefined);
  return [
    choice(`${pathOf(base)}~price`, "Bought at a price of", { "": "not said", ...PURCHASES }, given[0] ?? "", (to) => turn(base, given[0], to)),
    given.map((name) => row([...base, name], `Price of ${PURCHASES[name]}`, { kind: "range", unit: "USD" })),
    rent([...base, "rent_usd_per_chip_hour"]),
    given.length || valueAt([...base, "rent_usd_per_chip_hour"]) !== undefined ? null : h("p", { class: "soft" }, "Without a price of its own it has that of the catalog’s price lists, if they name its id."),
  ];
}

function turn(base, from, to) {
  const value = from ? valueAt([...base, from]) : null;
  if (from) set([...base, from], undefined, { shape: !to });
  if (to) set([...base, to], value, { shape: true });
}

function rent(keys) {
  const given = valueAt(keys);
  const isByTerm = given !== null && typeof given === "object" && !Array.isArray(given);
  const how = { kind: "range", unit: "USD/chip-h" };
  const to = (chosen) => set(keys, { "": undefined, any: null, terms: {} }[chosen], { shape: true });
  return [
    choice(`${pathOf(keys)}~`, "Rented", RENTS, given === undefined ? "" : isByTerm ? "terms" : "any", to),
    given === undefined || isByTerm ? null : row(keys, "Rent", how),
    isByTerm ? Object.entries(TERMS).map(([term, label]) => row([...keys, term], label, how)) : null,
  ];
}

function choice(key, label, options, chosen, onchoose) {
  const id = newId("choice");
  return h("div", { class: "field field-choice" }, h("label", { for: id }, label),
    h("select", { id, "data-key": key, onchange: (event) => onchoose(event.target.value) },
      Object.entries(options).map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}
