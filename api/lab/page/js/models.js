// Models that the demand brings along.

import { h, newId } from "./dom.js";
import { ownEntries } from "./entries.js";
import { ATTENTION, ATTENTION_MORE, MODEL, MODEL_MORE, OF_KIND } from "./entryfields.js";
import { field } from "./field.js";
import { fold } from "./fold.js";
import { pathOf } from "./paths.js";
import { valueAt } from "./store.js";

export const models = () => ownEntries({
  key: "models", one: "Model", list: "model-list", shelf: "models", fields,
  about: "What the catalog lacks, or has otherwise: it tells whether a replica holds the model and its requests.",
  blank: { words: "a new model", entry: () => ({ id: "" }) },
});

function fields(base) {
  const attention = [...base, "attention"];
  const id = newId("attention");
  return [
    MODEL.map((each) => field(base, each)),
    h("div", { "data-path": pathOf(attention), "data-error": id },
      ATTENTION.map((each) => field(attention, each)), sizes(attention).map((each) => field(attention, each)),
      h("p", { id, class: "field-error" })),
    fold({
      key: `${pathOf(base)} more`, title: () => "More about this model",
      make: () => [ATTENTION_MORE.map((each) => field(attention, each)), MODEL_MORE.map((each) => field(base, each))],
    }),
  ];
}

// Those of its kind, and whatever else is written.
function sizes(attention) {
  const kind = valueAt([...attention, "kind"]);
  return Object.entries(OF_KIND).flatMap(([name, own]) => own.filter(([each]) => name === kind || valueAt([...attention, each]) !== undefined));
}
