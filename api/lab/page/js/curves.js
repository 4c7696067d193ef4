// How fast a deployment is: curves by shape of the requests, each of several operating points.

import { button, h } from "./dom.js";
import { CURVE, CURVE_MORE, MEASURED, pointFields } from "./entryfields.js";
import { field } from "./field.js";
import { fold, openFold } from "./fold.js";
import { plain } from "./numbers.js";
import { pathOf } from "./paths.js";
import { percentileRows } from "./percentiles.js";
import { listAt, set, valueAt } from "./store.js";

const WORDS = { title: "Latencies", none: "None was measured.", add: "Add a latency", metric: "What was measured", value: "Measured" };

export function curves(base) {
  const keys = [...base, "curves"];
  const all = listAt(keys);
  return h("div", { class: "sub" }, h("h3", {}, "How fast a replica is"),
    all.map((_, number) => curve(base, [...keys, number], number, all.length)),
    adder(keys, all, { points: [{}] }, "Add a curve for other lengths"));
}

function adder(keys, all, fresh, words) {
  const add = () => {
    openFold(pathOf([...keys, all.length]));
    set([...keys, all.length], structuredClone(fresh), { shape: true });
  };
  return button(words, add, { class: "quiet", "data-key": `${pathOf(keys)}+` });
}

const remover = (keys, words) => button(words, () => set(keys, undefined, { shape: true }), { class: "quiet" });

function curve(base, keys, number, count) {
  const path = pathOf(keys);
  const lengths = () => {
    const { input_tokens: input, output_tokens: output } = valueAt(keys) ?? {};
    return typeof input === "number" && typeof output === "number" ? `${plain(input)} tokens in, ${plain(output)} out` : "any lengths";
  };
  return fold({
    key: path, path, title: () => `Curve ${number + 1}: ${lengths()}`, isOpen: count === 1,
    make: () => {
      const points = [...keys, "points"];
      const all = listAt(points);
      return [
        CURVE.map((each) => field(keys, each)),
        all.map((_, place) => point(base, [...points, place], place, all.length)),
        adder(points, all, {}, "Add a point"),
        fold({ key: `${path} more`, title: () => "More about this curve", make: () => CURVE_MORE.map((each) => field(keys, each)) }),
        count > 1 ? remover(keys, `Remove curve ${number + 1}`) : null,
      ];
    },
  });
}

function point(base, keys, number, count) {
  const path = pathOf(keys);
  const { main, more } = pointFields(valueAt([...base, "role"]));
  return fold({
    key: path, path, title: () => `Point ${number + 1}${summary(valueAt(keys) ?? {})}`, isOpen: count === 1,
    make: () => [
      main.map((each) => field(keys, each)),
      percentileRows({ metrics: MEASURED, placeOf: (metric) => [...keys, metric], start: () => null, words: WORDS, key: `${path}+latency` }),
      fold({ key: `${path} more`, title: () => "More about this point", make: () => more.map((each) => field(keys, each)) }),
      count > 1 ? remover(keys, `Remove point ${number + 1}`) : null,
    ],
  });
}

function summary({ concurrency, output_tokens_per_s: output, input_tokens_per_s: input, streams }) {
  const parts = [[concurrency, "in flight"], [output, "tokens/s"], [input, "input tokens/s"], [streams, "streams"]]
    .filter(([value]) => typeof value === "number").map(([value, words]) => `${plain(value)} ${words}`);
  return parts.length ? `: ${parts.join(", ")}` : "";
}
