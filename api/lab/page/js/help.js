// What a field means, in the words of the schema, which is fetched when the first is asked for.

import { get } from "./api.js";
import { button, fill, h, newId } from "./dom.js";
import { plain } from "./numbers.js";
import { pathOf } from "./paths.js";
import { described } from "./schema.js";

let schema = null;
let shown = null;

// The button beside a label. What it shows lies over the form, so that nothing moves.
export function helpOn(keys, label) {
  return button("?", (event) => toggle(event.currentTarget, keys), {
    class: "help", "aria-label": `What is “${label}”?`, "aria-expanded": "false", "data-key": `${pathOf(keys)}?`,
  });
}

async function toggle(opener, keys) {
  const wasOpen = shown?.opener === opener;
  close();
  if (wasOpen) return;
  const panel = h("div", { id: newId("help"), class: "help-text", role: "status" }, h("p", { class: "soft" }, "Looking it up…"));
  shown = { opener, panel };
  opener.setAttribute("aria-expanded", "true");
  opener.setAttribute("aria-controls", panel.id);
  opener.closest(".field, .limit").append(panel);
  try {
    schema ??= await get("/schemas/demand");
    fill(panel, explained(described(schema, keys)));
  } catch (error) {
    fill(panel, h("p", {}, "The explanation cannot be had now. "), h("p", { class: "soft" }, error.message));
  }
}

function explained({ text, unit, from, to, standard }) {
  const parts = text.split("`").map((part, n) => (n % 2 ? h("code", {}, part) : part));
  const facts = [range(from, to, unit === "1" ? "" : unit), standard === undefined ? null : `${String(standard)} unless said otherwise`].filter(Boolean);
  return [h("p", {}, parts.length > 1 || text ? parts : "There is no more to say about this field."), facts.length ? h("p", { class: "soft" }, `${facts.join("; ")}.`) : null];
}

// Upper bounds that nothing comes near only keep slips of the pen out: they are not worth reading.
const FAR = 1e6;

function range(from, to, unit = "") {
  const low = from ? `${from.isOpen ? "above" : "from"} ${plain(from.value)}` : "";
  const high = to && to.value < FAR ? `${to.isOpen ? "below" : "to"} ${plain(to.value)}` : "";
  return [low, high, unit].filter(Boolean).join(" ");
}

function close() {
  if (!shown) return;
  shown.panel.remove();
  shown.opener.setAttribute("aria-expanded", "false");
  shown.opener.removeAttribute("aria-controls");
  shown = null;
}

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !shown) return;
  shown.opener.focus();
  close();
});
addEventListener("click", (event) => { if (shown && !shown.panel.contains(event.target) && event.target !== shown.opener) close(); });
