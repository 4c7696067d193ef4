// Which fields hardware, models and deployments have: label, unit, and how one writes them.

const number = (unit, more = {}) => ({ kind: "number", unit, ...more });
const text = (more = {}) => ({ kind: "text", ...more });
const choice = (options, more = {}) => ({ kind: "choice", options, ...more });
const id = ["id", "Id", text({ required: true })];
const day = text({ placeholder: "2026-03" });
const NOTES = [["source", "Source", text()], ["note", "Note", text()]];

export const HARDWARE = [
  id,
  ["memory_gb", "Memory of a chip", number("GB")],
  ["chips_per_node", "Chips of a server", number("chips")],
  ["node_power_w", "Power of a server", number("W")],
];
export const HARDWARE_MORE = [
  ["name", "Name", text()],
  ["vendor", "Vendor", text()],
  ["memory_bandwidth_gb_per_s", "Memory bandwidth of a chip", number("GB/s")],
  ["tdp_w", "Power of a chip", number("W")],
  ["node_idle_power_w", "Server at rest", number("W", { hint: "by costs" })],
  ["scale_up_chips", "Chips of one fast fabric", number("chips", { hint: "a server’s" })],
  ["purchase_unit", "Sold by the", choice({ node: "server", rack: "rack" }, { fallback: "node" })],
  ["nodes_per_rack", "Servers of a rack", number("servers")],
  ["rack_power_w", "Power of a rack", number("W")],
  ["available_from", "Available from", day],
  ["hardwired_model", "Can run only", text({ list: "model-list", placeholder: "any model" })],
];
export const TERAFLOPS = ["bf16", "fp8", "fp4"].map((name) => [name, `Peak of a chip, ${name}`, number("TFLOPS")]);
export const MEMORY = [["kind", "Kind", text({ required: true })], ["gb", "Size", number("GB")], ["gb_per_s", "Bandwidth", number("GB/s")]];
export const PURCHASES = { price_usd_per_node: "a server", price_usd_per_chip: "a chip", price_usd_per_rack: "a rack" };
export const TERMS = { on_demand: "By the hour", reserved_1y: "One year", reserved_3y: "Three years", spot: "Spot" };

export const MODEL = [
  id,
  ["total_parameters", "Parameters in all", number("")],
  ["active_parameters", "Parameters of a token", number("")],
  ["layers", "Layers", number("")],
  ["max_context_tokens", "Context at most", number("tokens")],
];
export const ATTENTION = [
  ["kind", "Attention", choice({ "": "choose…", gqa: "grouped queries", mla: "latent" }, { fallback: "", shape: true })],
  ["heads", "Query heads", number("")],
];
export const OF_KIND = {
  gqa: [["kv_heads", "Key-value heads", number("")], ["head_size", "Size of a head", number("")]],
  mla: [["latent_size", "Size of the latent", number("")], ["rope_size", "Size of the rotary part", number("")]],
};
export const ATTENTION_MORE = [
  ["sliding_layers", "Layers that slide", number("layers", { fallback: 0 })],
  ["window_tokens", "Window of these", number("tokens")],
  ["kv_layers", "Layers that store", number("layers", { hint: "all" })],
];
export const MODEL_MORE = [["name", "Name", text()], ["vendor", "Vendor", text()], ...NOTES];

const EVIDENCE = { "": "our own", measured: "measured", third_party: "third party", vendor: "vendor", modeled: "modelled", target: "target", estimate: "an estimate", unspecified: "not stated" };
export const DEPLOYMENT = [
  id,
  ["model", "Model", text({ required: true, list: "model-list" })],
];
export const LAYOUT = [
  ["hardware", "Hardware", text({ list: "hardware-list" })],
  ["chips_per_replica", "Chips of a replica", number("chips")],
];
export const PART = [["hardware", "Hardware", text({ required: true, list: "hardware-list" })], ["chips", "Chips", number("chips")]];
export const SERVING = [
  ["precision", "Precision", text({ placeholder: "bf16, fp8…" })],
  ["role", "What it does", choice({ serve: "serves alone", prefill: "prefill", decode: "decode", asr: "hears (asr)", tts: "speaks (tts)" }, { fallback: "serve", shape: true })],
  ["evidence", "Its curves are", choice(EVIDENCE, { fallback: "" })],
];
export const DEPLOYMENT_MORE = [
  ["kv_precision", "Precision of the KV cache", text({ placeholder: "as the weights" })],
  ["engine", "Engine", text({ placeholder: "vllm, sglang…" })],
  ["engine_version", "Its version", text()],
  ["speculation", "Speculation", text({ placeholder: "none" })],
  ["kv_transfer_ms", "Handing the KV cache over", number("ms", { fallback: 0 })],
  ["date", "Measured on", day],
  ...NOTES,
];
export const QUALITY = [["metric", "Checked by", text()], ["value", "Came out as", number("")], ["source", "Written in", text()]];

export const CURVE = [
  ["input_tokens", "Input of a request", number("tokens", { hint: "any" })],
  ["output_tokens", "Output of a request", number("tokens", { hint: "any" })],
];
export const CURVE_MORE = [
  ["cached_input_fraction", "Input from a prefix cache", number("of input", { fallback: 0 })],
  ["acceptance_length", "Tokens a step, with speculation", number("tokens")],
  ["engine_version", "Version of the engine", text()],
  ["date", "Measured on", day],
  ...NOTES,
];

const RATES = {
  output_tokens_per_s: ["Output of the replica", number("tokens/s")],
  input_tokens_per_s: ["Input of the replica", number("tokens/s")],
  streams: ["Streams in real time", number("streams")],
  real_time_factor: ["Real-time factor", number("")],
};
const MAIN = { prefill: ["input_tokens_per_s"], asr: ["streams", "real_time_factor"], tts: ["streams", "real_time_factor"] };
const REST = [
  ["requests_per_s", "Requests completed", number("1/s")],
  ["offered_requests_per_s", "Requests sent", number("1/s")],
  ["failed_fraction", "Requests that failed", number("of all")],
  ["duration_s", "Measured for", number("s")],
  ["power_w", "Power of the replica", number("W")],
  ["note", "Note", text()],
];

// The fields of an operating point, those first that matter for what the deployment does.
export function pointFields(role) {
  const first = MAIN[role] ?? ["output_tokens_per_s"];
  const rate = (name) => [name, ...RATES[name]];
  return {
    main: [["concurrency", "Requests in flight", number("")], ...first.map(rate)],
    more: [...Object.keys(RATES).filter((name) => !first.includes(name)).map(rate), ...REST],
  };
}
export const MEASURED = ["ttft_ms", "tpot_ms", "itl_ms", "e2e_ms", "queue_ms", "first_visible_ms", "first_audio_ms"];
