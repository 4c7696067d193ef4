// Hardware that the demand brings along.

import { ownEntries } from "./entries.js";
import { HARDWARE, HARDWARE_MORE, MEMORY, TERAFLOPS } from "./entryfields.js";
import { h } from "./dom.js";
import { field, row } from "./field.js";
import { fold } from "./fold.js";
import { items } from "./items.js";
import { mapping } from "./mapping.js";
import { pathOf } from "./paths.js";
import { prices } from "./prices.js";

export const hardware = () => ownEntries({
  key: "hardware", one: "Hardware", list: "hardware-list", shelf: "hardware", fields,
  about: "What the catalog lacks, or has otherwise: an entry with an id of the catalog’s stands in for it.",
  blank: { words: "new hardware", entry: () => ({ id: "" }) },
});

const fields = (base) => [
  HARDWARE.map((each) => field(base, each)),
  prices(base),
  fold({
    key: `${pathOf(base)} more`, title: () => "More about this hardware", make: () => [
      HARDWARE_MORE.map((each) => field(base, each)),
      TERAFLOPS.map((each) => field([...base, "peak_tflops"], each)),
      items([...base, "memories"], { title: "Memories", one: "Memory", fields: MEMORY }),
      row([...base, "source"], "Source", { kind: "text" }),
      h("div", { class: "sub" }, h("h3", {}, "Sources of single fields"),
        mapping([...base, "sources"], { how: { kind: "text" }, start: "", what: "Field with a source of its own", placeholder: "field" })),
      row([...base, "note"], "Note", { kind: "text" }),
    ],
  }),
];
