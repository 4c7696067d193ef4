// A demand out of a file, into a file, and out of the examples.

import { get, post } from "./api.js";
import { button, download, h, newId } from "./dom.js";
import { current, replace } from "./store.js";

export async function loadExamples() {
  return (await get("/examples")).items;
}

export function presetChoice(examples, tell, isFirst) {
  const id = newId("preset");
  const choose = (event) => {
    const found = examples.find((example) => example.id === event.target.value);
    if (!found) return;
    replace(structuredClone(found.demand), { by: "preset" });
    tell(found.text);
  };
  return [h("label", { for: id, class: "hidden" }, "Example"),
    h("select", { id, "data-key": "preset", onchange: choose },
      h("option", { value: "" }, "Examples…"), examples.map((example, n) => h("option", { value: example.id, selected: isFirst && n === 0 }, example.name)))];
}

export function fileButtons(takeFiles) {
  const input = h("input", { type: "file", hidden: true, multiple: true, accept: ".json,.yaml,.yml,.csv,.jsonl,.txt,.log", "data-key": "file",
    onchange: (event) => { takeFiles([...event.target.files]); event.target.value = ""; } });
  return [input, button("Open file…", () => input.click(), { "data-key": "open-file" }), button("Download", exportDemand, { "data-key": "download-demand", "aria-label": "Download the demand" })];
}

function exportDemand() {
  const demand = current();
  const name = String(demand.name ?? "").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "") || "demand";
  download(`${name}.json`, `${JSON.stringify(demand, null, 1)}\n`);
}

// Whether a text may be a demand or a quote, rather than the results of a benchmark.
export const looksLikeDemand = (name, text) => /\.(json|ya?ml)$/i.test(name) && /^\s*"?workloads"?\s*:|"workloads"\s*:/m.test(text);

export async function openDemand(name, text) {
  const { demand } = await post("/demands", { name: name.slice(0, 200), text });
  replace(demand, { by: "file" });
}
