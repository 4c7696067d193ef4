// The workloads: a card each, in one of four kinds.

import { button, h, newId } from "./dom.js";
import { field, row } from "./field.js";
import { workloadFields } from "./fields.js";
import { limits } from "./limits.js";
import { current, replace, valueAt } from "./store.js";

const KINDS = { requests: "requests a second", users: "active users", voice: "voice sessions", agent: "agent tasks" };
const START = {
  requests: { requests_per_s: 10 },
  users: { kind: "users", active_users: 1000, requests_per_user_per_minute: 1 },
  voice: { kind: "voice", concurrent_sessions: 100, turns_per_minute: 5 },
  agent: { kind: "agent", tasks_per_s: 1, calls_per_task: 10 },
};
const SHARED = ["name", "model", "input_tokens", "output_tokens", "reasoning_tokens", "cached_input_fraction",
  "accepted_fraction", "peak_to_mean", "slo", "precisions", "sites", "headroom"];

const open = new Set();

export function workloads() {
  const cards = (valueAt(["workloads"]) ?? []).map((_, number, all) => card(number, all.length));
  return [...cards, h("div", { class: "adders" }, h("span", { class: "soft" }, "Add a workload:"),
    Object.entries(KINDS).map(([kind, text]) => button(text, () => add(kind), { class: "quiet", "data-key": `+${kind}` })))];
}

function card(number, count) {
  const base = ["workloads", number];
  const kind = valueAt([...base, "kind"]) ?? "requests";
  const { main, more } = workloadFields(kind in KINDS ? kind : "requests", (key) => valueAt([...base, key]) !== undefined);
  const name = valueAt([...base, "name"]) ?? "";
  const id = newId("workload");
  return h("fieldset", { class: "card", "data-path": `workloads[${number}]`, "data-error": id },
    h("legend", {}, `Workload ${number + 1}`), h("p", { id, class: "field-error" }),
    h("div", { class: "pair" },
      row([...base, "name"], "Name", { kind: "text", required: true }),
      row([...base, "model"], "Model", { kind: "text", required: true, list: "model-list" })),
    kindChoice(base, kind),
    main.map((each) => field(base, each)),
    limits(base, kind),
    h("details", { open: open.has(number), ontoggle: (event) => (event.target.open ? open.add(number) : open.delete(number)) },
      h("summary", {}, "More about this workload"), more.map((each) => field(base, each))),
    count > 1 ? button("Remove this workload", () => remove(number), { class: "quiet", "aria-label": `Remove workload ${name || number + 1}` }) : null);
}

function kindChoice(base, kind) {
  const options = Object.entries(KINDS).map(([value, text]) => h("option", { value, selected: value === kind }, text));
  const id = `kind-${base[1]}`;
  return h("div", { class: "field field-choice" }, h("label", { for: id }, "Counted in"),
    h("select", { id, "data-key": id, "data-path": `workloads[${base[1]}].kind`, "aria-describedby": `${id}-error`, onchange: (event) => turn(base[1], event.target.value) }, options),
    h("p", { id: `${id}-error`, class: "field-error" }));
}

function withWorkloads(change) {
  const demand = current();
  replace({ ...demand, workloads: change(demand.workloads ?? []) });
}

function turn(number, kind) {
  withWorkloads((all) => all.map((old, place) => {
    if (place !== number) return old;
    const shared = Object.fromEntries(SHARED.filter((key) => key in old).map((key) => [key, old[key]]));
    return { ...shared, ...START[kind] };
  }));
}

function add(kind) {
  withWorkloads((all) => {
    const names = new Set(all.map((workload) => workload.name));
    let name = kind;
    for (let number = 2; names.has(name); number += 1) name = `${kind} ${number}`;
    const model = all.at(-1)?.model ?? "gpt-oss-120b";
    return [...all, { name, model, ...START[kind], input_tokens: 1000, output_tokens: 500 }];
  });
}

const remove = (number) => withWorkloads((all) => all.filter((_, place) => place !== number));
