// What a field proposes while one writes: ids of the catalog, and of the demand itself.

import { byId, fill, h } from "./dom.js";
import { valueAt } from "./store.js";

let shelves = { models: [], hardware: [], deployments: [] };

export function keepShelves(found) {
  shelves = found;
}

export const entryOf = (shelf, id) => shelves[shelf].find((entry) => entry.id === id);

export function drawLists() {
  const speech = (role) => shelves.deployments.filter((entry) => entry.role === role);
  list("model-list", [...own("models"), ...shelves.models]);
  list("hardware-list", [...own("hardware"), ...shelves.hardware]);
  list("deployment-list", shelves.deployments);
  list("asr-list", speech("asr"));
  list("tts-list", speech("tts"));
}

const own = (key) => (valueAt([key]) ?? []).filter((entry) => entry?.id);

function list(id, entries) {
  if (!byId(id)) document.body.append(h("datalist", { id }));
  const byName = new Map(entries.map((entry) => [entry.id, entry]));
  fill(byId(id), [...byName.values()].map((entry) => h("option", { value: entry.id }, entry.name ?? "")));
}
