// Benchmark results that are dropped onto the page become a deployment of the demand.

import { post } from "./api.js";
import { button, fill, h, newId } from "./dom.js";
import { addInline } from "./deployments.js";
import { current } from "./store.js";

const dialog = h("dialog", { class: "import", "aria-labelledby": "import-title" });

export function importResults(files, rejected, tell) {
  if (!dialog.isConnected) document.body.append(dialog, h("datalist", { id: "tool-list" }, TOOLS.map((value) => h("option", { value }))));
  const options = { model: current().workloads?.[0]?.model };
  ask(files, options, [], (made) => {
    addInline(made.deployment, rejected);
    tell(`${made.deployment.id}: ${made.points} operating points, now in this demand.`, made.findings);
  });
}

const FIELDS = [
  ["model", "Model", { type: "text", list: "model-list" }],
  ["hardware", "Hardware", { type: "text", list: "hardware-list" }],
  ["chips", "Chips of one replica", { type: "number", min: 1 }],
  ["precision", "Precision", { type: "text", placeholder: "fp8, bf16…" }],
  ["input_tokens", "Input tokens, if the file has none", { type: "number", min: 0 }],
  ["output_tokens", "Output tokens, if the file has none", { type: "number", min: 1 }],
  ["format", "Tool, if it is not recognised", { type: "text", list: "tool-list", placeholder: "recognised" }],
  ["columns", "Columns of a sheet", { type: "text", placeholder: "concurrency = users, …" }],
];
const TOOLS = ["inferencex", "llmperf", "inference-perf", "llm-d", "guidellm", "aiperf", "genai-perf", "inference-benchmarker",
  "trtllm-bench", "optimum-benchmark", "vllm", "sglang", "mlperf", "csv"];

// What a box says, as the service takes it: a number, a text, or our names of columns to those of the sheet.
function valueOf(box) {
  if (box.type === "number") return Number(box.value);
  if (box.name !== "columns") return box.value.trim();
  return Object.fromEntries(box.value.split(",").map((pair) => pair.split("=").map((part) => part.trim())).filter(([ours, theirs]) => ours && theirs));
}

const textOf = (value) => (value && typeof value === "object" ? Object.entries(value).map((pair) => pair.join(" = ")).join(", ") : value ?? "");

function ask(files, options, findings, done) {
  const boxes = FIELDS.map(([name, label, attributes]) => {
    const id = newId("import");
    const box = h("input", { id, name, value: textOf(options[name]), step: attributes.type === "number" ? "any" : null, autocomplete: "off", ...attributes });
    return [box, h("div", { class: "field" }, h("label", { for: id }, label), box)];
  });
  const read = () => Object.fromEntries(boxes.filter(([box]) => box.value !== "").map(([box]) => [box.name, valueOf(box)]));
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
    findings.length ? h("ul", { class: "findings", role: "alert" }, findings.map((found) => h("li", {}, h("strong", {}, `${found.kind}: `), found.text))) : null,
    h("div", { class: "dialog-foot" }, button("Cancel", () => dialog.close(), { class: "quiet" }), h("button", { type: "submit", class: "primary" }, "Import"))));
  if (!dialog.open) dialog.showModal();
  boxes.find(([box]) => box.value === "")?.[0].focus();
}
