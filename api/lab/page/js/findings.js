// What was found in the files of a benchmark: first what stops, each but once, the rest folded where it is long.

import { h } from "./dom.js";

const STOPS = ["refusal", "question"];
const FEW = 3;

export function findings(all) {
  const counts = new Map();
  for (const { kind, text } of all) counts.set(`${kind}: ${text}`, { kind, text, times: (counts.get(`${kind}: ${text}`)?.times ?? 0) + 1 });
  const once = [...counts.values()];
  const [stops, rest] = [once.filter(isStop), once.filter((found) => !isStop(found))];
  return [list(stops), rest.length > FEW ? h("details", {}, h("summary", {}, `${rest.length} remarks`), list(rest)) : list(rest)];
}

const isStop = ({ kind }) => STOPS.includes(kind);

function list(found) {
  if (!found.length) return null;
  return h("ul", {}, found.map(({ kind, text, times }) => h("li", {}, h("strong", {}, `${kind}: `), text, times > 1 ? h("span", { class: "soft" }, ` (${times} times)`) : null)));
}
