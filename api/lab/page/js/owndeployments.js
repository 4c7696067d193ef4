// Deployments that the demand describes itself: what a replica is, and how fast.

import { button, h, newId } from "./dom.js";
import { curves } from "./curves.js";
import { adderRow, standIn } from "./entries.js";
import { DEPLOYMENT, DEPLOYMENT_MORE, LAYOUT, PART, QUALITY, SERVING } from "./entryfields.js";
import { field } from "./field.js";
import { fold } from "./fold.js";
import { items } from "./items.js";
import { mapping } from "./mapping.js";
import { pathOf } from "./paths.js";
import { current, listAt, set, valueAt } from "./store.js";

export function ownDeployments({ add, remove }) {
  const given = listAt(["deployments"]);
  const places = given.flatMap((choice, number) => (choice !== null && typeof choice === "object" ? [number] : []));
  return h("div", { class: "sub" }, h("h3", {}, "Deployments of this demand"),
    places.map((number) => entryFold(number, remove)),
    adderRow({
      key: "deployments", one: "Deployment", list: "deployment-list", shelf: "deployments",
      isTaken: (id) => listAt(["deployments"]).some((choice) => choice.id === id), add,
      blank: { words: "a deployment of one’s own", entry: fresh },
    }));
}

// Its figures are for the reader to say; nothing is assumed.
const fresh = () => ({ id: freeId(), model: current().workloads?.[0]?.model ?? "", curves: [{ points: [{}] }] });

function freeId() {
  const taken = new Set(listAt(["deployments"]).map((choice) => choice.id ?? choice));
  let number = 1;
  while (taken.has(`own-${number}`)) number += 1;
  return `own-${number}`;
}

function entryFold(number, remove) {
  const base = ["deployments", number];
  const path = pathOf(base);
  const id = () => valueAt([...base, "id"]) ?? "";
  return fold({
    key: path, path, title: () => id() || "Deployment without an id",
    make: () => [
      standIn("deployments", id),
      DEPLOYMENT.map((each) => field(base, each)),
      layout(base),
      SERVING.map((each) => field(base, each)),
      curves(base),
      fold({ key: `${path} more`, title: () => "More about this deployment", make: () => more(base) }),
      button("Remove this deployment", () => remove(number), { class: "quiet", "aria-label": `Remove ${id() || "deployment"}` }),
    ],
  });
}

function layout(base) {
  const parts = valueAt([...base, "parts"]);
  const isWhole = !parts?.length && !Array.isArray(parts);
  const id = newId("layout");
  return [
    h("div", { class: "field field-choice" }, h("label", { for: id }, "A replica stands on"),
      h("select", { id, "data-key": `${pathOf(base)}~layout`, onchange: (event) => turn(base, event.target.value === "parts") },
        h("option", { value: "whole", selected: isWhole }, "one kind of chip"), h("option", { value: "parts", selected: !isWhole }, "several kinds"))),
    LAYOUT.filter(([name]) => isWhole || valueAt([...base, name]) !== undefined).map((each) => field(base, each)),
    isWhole ? null : items([...base, "parts"], { title: "Kinds of chip", one: "Kind", fields: PART }),
  ];
}

function turn(base, isInParts) {
  const { hardware, chips_per_replica: chips, parts = [], ...rest } = valueAt(base);
  const [first = {}] = parts;
  const whole = { hardware: first.hardware, chips_per_replica: first.chips };
  set(base, { ...rest, ...(isInParts ? { parts: [{ hardware: hardware ?? "", chips }, {}] } : whole) }, { shape: true });
}

const more = (base) => [
  DEPLOYMENT_MORE.map((each) => field(base, each)),
  h("div", { class: "sub" }, h("h3", {}, "Parallelism"),
    mapping([...base, "parallelism"], { how: { kind: "number", unit: "" }, start: 1, what: "Kind of parallelism", placeholder: "tensor, expert…" })),
  h("div", { class: "sub" }, h("h3", {}, "Quality of the answers"), QUALITY.map((each) => field([...base, "quality"], each))),
];
