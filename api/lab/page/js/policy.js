// Policy, costs, goal and solver.

import { h, newId } from "./dom.js";
import { field } from "./field.js";
import { COSTS, GOAL, POLICY, SOLVER } from "./fields.js";
import { mapping } from "./mapping.js";
import { keysOf } from "./paths.js";
import { set, valueAt } from "./store.js";
import { written } from "./written.js";

const HEADROOM = ["headroom", "Headroom over the peak", { kind: "slider", min: 0, max: 2, step: 0.01, unit: "", fallback: 0.3, shows: "fraction" }];
const CAP = ["utilization_cap", "Utilization at the peak, at most", { kind: "slider", min: 0.05, max: 1, step: 0.01, unit: "", fallback: 0.77, shows: "fraction" }];

const given = (name) => ![undefined, null].includes(valueAt(["policy", name]));

export function policy() {
  const isBoth = given("headroom") && given("utilization_cap");
  const isCap = !given("headroom") && given("utilization_cap");
  const id = newId("reserve");
  const turn = (event) => {
    const isNext = event.target.value === "cap";
    set(["policy", isNext ? "headroom" : "utilization_cap"], undefined);
    set(["policy", isNext ? "utilization_cap" : "headroom"], isNext ? 0.77 : 0.3, { shape: true });
  };
  return [
    h("div", { class: "field field-choice" }, h("label", { for: id }, "Kept free as"),
      h("select", { id, "data-key": "reserve", onchange: turn },
        h("option", { value: "headroom", selected: !isCap }, "headroom"), h("option", { value: "cap", selected: isCap }, "utilization cap"))),
    (isBoth ? [HEADROOM, CAP] : [isCap ? CAP : HEADROOM]).map((each) => field(["policy"], each)),
    POLICY.map((each) => field(["policy"], each)),
  ];
}

export function costs() {
  return [
    h("p", { class: "soft" }, "Empty: as the cost book has it."),
    COSTS.map(([name, label, how]) => field(["costs"], [name, label, { ...how, book: name }])),
    ...software(),
  ];
}

// By vendor of the hardware; the default holds for all others.
function software() {
  const keys = ["costs", "software_usd_per_chip_year"];
  const how = { kind: "number", unit: "USD/chip-year" };
  const isDefault = (name) => name === "default";
  return [
    field(keys, ["default", "Software", { ...how, book: "software_usd_per_chip_year.default" }]),
    mapping(keys, { how, start: 0, what: "Vendor with software of its own price", placeholder: "vendor, for software", isLeftOut: isDefault }),
  ];
}

export const solver = () => [GOAL.map((each) => field([], each)), SOLVER.map((each) => field(["solver"], each))];

// The cost book that the last quote used, where the demand says nothing.
export function showBook(root, book) {
  for (const input of root.querySelectorAll("[data-book]")) {
    const own = input.dataset.over ? valueAt(keysOf(input.dataset.over)) : null;
    const value = own ?? input.dataset.book.split(".").reduce((found, key) => found?.[key], book);
    if (value !== undefined) input.placeholder = written(value);
  }
}
