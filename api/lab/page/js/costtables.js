// The money of a year, split in every way, and how sure it is, as tables.

import { number, table, words } from "./cells.js";

const ITEMS = { energy_it: "energy, IT", energy_cooling: "energy, cooling" };

export function lines(quote, explain) {
  return table("Cost a year", ["Line", "#USD"], (quote.cost?.lines ?? []).flatMap((line, n) => (line.usd_per_year
    ? [[ITEMS[line.item] ?? words(line.item), number(`cost.lines[${n}].usd_per_year`, line.usd_per_year, "usd", explain)]] : [])));
}

export function purposes(quote, explain) {
  return table("The same by purpose", ["Purpose", "#USD"], Object.entries(quote.cost?.by_purpose ?? {}).map(([name, usd]) => [
    name, number(`cost.by_purpose.${name}`, usd, "usd", explain)]));
}

export function byWorkload(quote, explain) {
  if (quote.workloads.length < 2) return null;
  const parts = quote.cost?.by_workload ?? [];
  const isVoice = parts.some((part) => part.usd_per_session_hour !== null);
  return table("The same by workload", ["Workload", "#USD", "#Per million tokens", isVoice && "#Per session-hour"], parts.map((part, n) => [
    part.name,
    number(`cost.by_workload[${n}].usd_per_year`, part.usd_per_year, "usd", explain),
    ...["usd_per_million_tokens", "usd_per_session_hour"].map((key) => number(`cost.by_workload[${n}].${key}`, part[key], "usd_per_million", explain)),
  ]));
}

const AT = "totals.usd_per_million_tokens_at_peak_to_mean";

// What is not among the key figures: other ways to divide, and other means.
export function perMillion(quote, explain) {
  const t = quote.totals ?? {};
  const duties = Object.entries(t.usd_per_million_tokens_at_peak_to_mean ?? {});
  const rows = [
    ["Output, all in: whole cost on output", "totals.usd_per_million_output_tokens_all_in", t.usd_per_million_output_tokens_all_in],
    t.cached_input_tokens_per_year ? ["Uncached input and output", "totals.usd_per_million_uncached_tokens", t.usd_per_million_uncached_tokens] : null,
    ...duties.map(([times, usd]) => [`All, if the peak is ${times} × the mean`, `${AT}.${times}`, usd]),
  ].filter((row) => row && row[2] !== null && row[2] !== undefined);
  return table("Per million tokens, divided otherwise", ["Tokens", "#USD"], rows.map(([name, path, usd]) => [name, number(path, usd, "usd_per_million", explain)]));
}

export function tokens(quote, explain) {
  const t = quote.totals;
  const rows = [["Input", "input"], t?.cached_input_tokens_per_year ? ["of which cached", "cached_input"] : null, ["Output, accepted", "output"]].filter(Boolean);
  return t && table("Tokens a year, at the mean rate", ["Kind", "#Tokens"], rows.map(([name, key]) => [
    name, number(`totals.${key}_tokens_per_year`, t[`${key}_tokens_per_year`], "large", explain)]));
}

const BANDS = { replicas: ["Replicas", "count"], usd_per_million_tokens: ["USD per million, all", "usd_per_million"] };

export function bands(quote, explain) {
  return table("How sure", ["Figure", "#Low", "#As planned", "#High", "What moves it most"], Object.entries(quote.cost?.bands ?? {}).map(([key, band]) => [
    BANDS[key]?.[0] ?? words(key),
    ...["low", "base", "high"].map((end) => number(`cost.bands.${key}.${end}`, band[end], BANDS[key]?.[1], explain)),
    band.driver,
  ]));
}
