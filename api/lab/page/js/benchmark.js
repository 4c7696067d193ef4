// Benchmark results that are dropped onto the page become a deployment of the demand.

import { post } from "./api.js";
import { button, fill, h, newId } from "./dom.js";
import { addInline } from "./deployments.js";
import { findings } from "./findings.js";
import { numberBox } from "./numberbox.js";
import { current } from "./store.js";
import { read } from "./written.js";

const dialog = h("dialog", { class: "import", "aria-labelledby": "import-title" });

export function importResults(files, rejected, tell) {
  if (!dialog.isConnected) document.body.append(dialog, h("datalist", { id: "tool-list" }, TOOLS.map((value) => h("option", { value }))));
  const options = { model: current().workloads?.[0]?.model };
  ask(files, options, [], (made) => {
    addInline(made.deployment, rejected);
    tell(`${made.deployment.id}: ${made.points} operating points, now in this demand.`, findings(made.findings));
  });
}

const NUMBER = { isNumber: true };
const FIELDS = [
  ["model", "Model", { type: "text", list: "model-list" }],
  ["hardware", "Hardware", { type: "text", list: "hardware-list" }],
  ["chips", "Chips of one replica", NUMBER],
  ["precision", "Precision", { type: "text", placeholder: "fp8, bf16…" }],
  ["input_tokens", "Input tokens, if the file has none", NUMBER],
  ["output_tokens", "Output tokens, if the file has none", NUMBER],
  ["format", "Tool, if it is not recognised", { type: "text", list: "tool-list", placeholder: "recognised" }],
  ["columns", "Columns of a sheet", { type: "text", placeholder: "concurrency = users, …" }],
  ["replicas", "Replicas measured together", NUMBER],
  ["only", "Of several in the files, the one with", { type: "text", placeholder: "dp_attention = false, …" }],
];
const TOOLS = ["inferencex", "llmperf", "inference-perf", "llm-d", "guidellm", "aiperf", "genai-perf", "inference-benchmarker",
  "trtllm-bench", "optimum-benchmark", "vllm", "sglang", "mlperf", "csv"];

const PAIRS = ["columns", "only"];

// What a box says, as the service takes it: a number, a text, or names with what belongs to each.
function valueOf(box) {
  if (box.inputMode === "decimal") return read(box.value);
  if (!PAIRS.includes(box.name)) return box.value.trim();
  return Object.fromEntries(box.value.split(",").map((pair) => pair.split("=").map((part) => part.trim())).filter(([ours, theirs]) => ours && theirs));
}

const textOf = (value) => (value && typeof value === "object" ? Object.entries(value).map((pair) => pair.join(" = ")).join(", ") : value ?? "");

function ask(files, options, found, done) {
  const boxes = FIELDS.map(([name, label, attributes]) => {
    const id = newId("import");
    const box = attributes.isNumber ? numberBox({ id, name, value: options[name], put: () => {} }) : h("input", { id, name, value: textOf(options[name]), autocomplete: "off", ...attributes });
    return [box, h("div", { class: "field" }, h("label", { for: id }, label), box)];
  });
  const read = () => Object.fromEntries(boxes.filter(([box]) => box.value.trim() !== "").map(([box]) => [box.name, valueOf(box)]));
  const send = async (event) => {
    event.preventDefault();
    const chosen = read();
    try {
      const made = await post("/imports", { files, options: chosen });
      dialog.close();
      done(made);
    } catch (error) {
      ask(files, chosen, error.findings?.length ? error.findings : [{ kind: "refusal", text: error.message }], done);
    }
  };
  fill(dialog, h("form", { method: "dialog", onsubmit: send },
    h("h2", { id: "import-title" }, "Benchmark results"),
    h("p", { class: "soft names" }, files.map((file) => file.name).join(", ")),
    h("p", {}, "Say what the files do not; nothing is assumed."),
    boxes.map(([, field]) => field),
    found.length ? h("div", { class: "findings", role: "alert" }, findings(found)) : null,
    h("div", { class: "dialog-foot" }, button("Cancel", () => dialog.close(), { class: "quiet" }), h("button", { type: "submit", class: "primary" }, "Import"))));
  if (!dialog.open) dialog.showModal();
  boxes.find(([box]) => box.value === "")?.[0].focus();
}
