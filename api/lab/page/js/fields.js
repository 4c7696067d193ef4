// Which fields the form has: label, unit, and how one moves them. What a default is, the service says.

// Round numbers from low to high, twelve to a decade, for sliders over several magnitudes.
function rounds(low, high) {
  const found = [];
  for (let decade = -3; decade <= 9; decade += 1) {
    for (const digit of ["1", "1.2", "1.5", "2", "2.5", "3", "4", "5", "6", "7", "8", "9"]) {
      const value = Number(`${digit}e${decade}`);
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}

const slide = (low, high, unit, more = {}) => ({ kind: "slider", stops: rounds(low, high), unit, ...more });
const share = (more = {}) => ({ kind: "slider", min: 0, max: 1, step: 0.01, unit: "", shows: "fraction", ...more });
const number = (unit, more = {}) => ({ kind: "number", unit, ...more });
const choice = (options, more = {}) => ({ kind: "choice", options, ...more });
const flag = (more = {}) => ({ kind: "flag", ...more });

const RATE = {
  requests: [["requests_per_s", "Requests at the peak", slide(0.1, 100000, "1/s")]],
  users: [
    ["active_users", "Active users at the peak", slide(1, 10000000, "users")],
    ["requests_per_user_per_minute", "Requests of one user", slide(0.01, 60, "1/min")],
  ],
  voice: [
    ["concurrent_sessions", "Open sessions at the peak", slide(1, 1000000, "sessions")],
    ["turns_per_minute", "Turns of one session", slide(0.1, 60, "1/min")],
  ],
  agent: [
    ["tasks_per_s", "Tasks begun at the peak", slide(0.01, 10000, "1/s")],
    ["calls_per_task", "Calls of a task", slide(1, 1000, "calls")],
    ["tool_s_per_call", "Tools, for each call", number("s", { fallback: 0 })],
  ],
};
const PER = { requests: "request", users: "request", voice: "turn", agent: "call" };

const VOICE = [
  ["endpoint_ms", "Silence that ends a turn", number("ms", { fallback: 0 })],
  ["asr_ms", "Recognition", number("ms", { fallback: 0 })],
  ["tts_first_audio_ms", "Text to first sound", number("ms", { fallback: 0 })],
  ["network_ms", "Network, both ways", number("ms", { fallback: 0 })],
  ["cancel_ms", "Stopping after a barge-in", number("ms", { fallback: 0 })],
  ["first_chunk_tokens", "Tokens before speech starts", number("tokens", { fallback: 1 })],
  ["tokens_per_audio_s", "Tokens spoken in a second", number("1/s")],
  ["barge_in_fraction", "Turns that are interrupted", share({ fallback: 0 })],
  ["barge_in_heard_fraction", "Heard of an interrupted turn", share({ fallback: 1 })],
  ["listening_fraction", "Session spent listening", share({ fallback: 1 })],
  ["speaking_fraction", "Session spent speaking", share({ fallback: 1 })],
  ["asr", "Recognition runs on", { kind: "text", list: "asr-list", placeholder: "no deployment" }],
  ["tts", "Speech runs on", { kind: "text", list: "tts-list", placeholder: "no deployment" }],
];

// `isGiven` says whether a field is written down: then it is shown, even where it does nothing.
export function workloadFields(kind, isGiven) {
  const each = PER[kind];
  return {
    main: [
      ...RATE[kind],
      ["input_tokens", `Input of a ${each}`, slide(1, 1000000, "tokens")],
      ["output_tokens", `Output of a ${each}`, slide(1, 100000, "tokens")],
      ["peak_to_mean", "Peak ÷ mean", { kind: "slider", min: 1, max: 10, step: 0.1, unit: "×", fallback: 1, optional: true }],
    ],
    more: [
      ["reasoning_tokens", "Hidden reasoning", number("tokens", { fallback: 0 })],
      ["cached_input_fraction", "Input from a prefix cache", share({ fallback: 0 })],
      ["accepted_fraction", "Output that the user gets", share({ fallback: 1 })],
      ...((kind === "voice" || kind === "users") && !isGiven("active_user_cadence_s") ? [] : [["active_user_cadence_s", "One request of a user in", number("s", { fallback: 60 })]]),
      ["headroom", "Headroom of its own", number("", { hint: "else the policy’s" })],
      ["precisions", "Precisions that are good enough", { kind: "list", placeholder: "any" }],
      ["sites", "Sites where it may run", { kind: "list", placeholder: "any" }],
      ...(kind === "voice" ? VOICE : []),
    ],
  };
}

export const LIMITS = {
  ttft_ms: "TTFT", tpot_ms: "TPOT", itl_ms: "ITL", e2e_ms: "E2E", queue_ms: "Queue wait", first_visible_ms: "First visible", first_audio_ms: "First audio",
  time_to_first_audio_ms: "First audio", interruption_ms: "Barge-in", task_s: "Whole task",
};
export const LIMIT_NAMES = {
  ttft_ms: "Time to first token", tpot_ms: "Time per output token", itl_ms: "Gap between chunks", e2e_ms: "Whole answer",
  queue_ms: "Wait before prefill", first_visible_ms: "First visible token", first_audio_ms: "First audio", time_to_first_audio_ms: "First audio",
  interruption_ms: "Barge-in to silence", task_s: "Whole task", task_ms: "Whole task", keeping_up_tpot_ms: "Keeping up with speech, TPOT",
};
export const SLO_LIMITS = ["ttft_ms", "tpot_ms", "itl_ms", "e2e_ms", "queue_ms", "first_visible_ms"];
export const OWN_LIMITS = { requests: [], users: [], voice: ["time_to_first_audio_ms", "interruption_ms"], agent: ["task_s"] };
export const PERCENTILES = ["mean", "p50", "p75", "p90", "p95", "p99", "p99.9"];

export const SITE = [
  ["power_cap_megawatts", "Power at the meter", number("MW", { hint: "no limit" })],
  ["pue", "PUE, yearly mean", number("", { fallback: 1.3 })],
  ["design_pue", "PUE, hottest day", number("", { hint: "as the mean" })],
  ["usd_per_kwh", "Energy", number("USD/kWh", { book: "usd_per_kwh" })],
  ["grams_co2_per_kwh", "Carbon", number("g/kWh", { book: "grams_co2_per_kwh" })],
  ["racks", "Rack positions", number("racks", { hint: "no limit" })],
  ["rack_power_kw", "Power of a rack position", number("kW", { hint: "no limit" })],
];

export const POLICY = [
  ["spare_replicas_per_pool", "Spare replicas of a pool", number("", { fallback: 0 })],
  ["spare_nodes_per_site", "Spare nodes of a site", number("", { fallback: 0, hint: "per hardware" })],
  ["survive_site_loss", "Carries the peak after the loss of a site", flag()],
  ["site_loss_headroom", "Headroom left after that", share({ fallback: 0.1 })],
  ["acquisition", "Servers are", choice({ own: "bought", rent: "rented", cheapest: "whichever is cheaper" }, { fallback: "own" })],
  ["rent_term", "Rent for", choice({ on_demand: "by the hour", reserved_1y: "one year", reserved_3y: "three years", spot: "spot" }, { fallback: "reserved_1y" })],
  ["evidence", "Weakest evidence", choice({ measured: "measured by us", third_party: "third party", vendor: "vendor", modeled: "modelled", target: "target" }, { fallback: "third_party" })],
  ["missing_percentile", "A percentile nobody measured", choice({ reject: "rejects", use_lower: "a lower one stands in" }, { fallback: "reject" })],
  ["percentile_sums", "A sum of percentiles is", choice({ estimate: "an estimate", bound: "made a bound" }, { fallback: "estimate" })],
  ["allow_shape_mismatch", "Rates may be carried to unlike lengths", flag()],
  ["max_pools", "Pools at most", number("", { hint: "no limit" })],
  ["budget_usd_per_year", "Budget", number("USD/year", { hint: "no limit" })],
  ["needed_by", "Needed by", { kind: "date" }],
];

export const COSTS = [
  ["life_years", "Life of a server", number("years")],
  ["residual_fraction", "Worth at its end", number("of price")],
  ["cost_of_capital_fraction", "Cost of capital", number("a year")],
  ["network_fraction_of_server_price", "Network", number("of server price")],
  ["network_power_w_per_chip", "Network power", number("W/chip")],
  ["facility_usd_per_kw_month", "Space, cooling, power plant", number("USD/kW-month")],
  ["usd_per_kwh", "Energy", number("USD/kWh")],
  ["grams_co2_per_kwh", "Carbon", number("g/kWh")],
  ["idle_power_fraction", "Idle power", number("of full")],
  ["support_fraction_per_year", "Support", number("of price a year")],
  ["operations_usd_per_node_year", "Operations", number("USD/node-year")],
  ["output_to_input_cost_ratio", "Output token ÷ input token", number("×")],
];

export const GOAL = [
  ["objective", "Make least", choice({ cost: "cost", chips: "chips", power: "power", carbon: "carbon" }, { fallback: "cost" })],
];
export const SOLVER = [
  ["gap_fraction", "Proven within", number("of the best", { fallback: 0.001 })],
  ["time_limit_s", "Time limit", number("s", { fallback: 30 })],
];
