// Whole entries that a demand brings along, a fold each, begun from the catalog or from nothing.

import { get } from "./api.js";
import { entryOf } from "./datalists.js";
import { button, h, newId } from "./dom.js";
import { fold, openFold } from "./fold.js";
import { without } from "./items.js";
import { current, listAt, replace, set, valueAt, watch } from "./store.js";

// `how`: the key in the demand, the list of ids, words for them, and what makes the fields of one.
export function ownEntries(how) {
  return [h("p", { class: "soft" }, how.about), listAt([how.key]).map((_, number) => entryFold(how, number)), adders(how)];
}

function entryFold(how, number) {
  const base = [how.key, number];
  const path = `${how.key}[${number}]`;
  const id = () => valueAt([...base, "id"]) ?? "";
  const remove = () => set([how.key], without(valueAt([how.key]), number), { shape: true });
  return fold({
    key: path, path, title: () => id() || `${how.one} ${number + 1}, without an id`,
    make: () => [standIn(how.key, id), how.fields(base), button(`Remove this ${how.one.toLowerCase()}`, remove, { class: "quiet", "aria-label": `Remove ${id() || how.one}` })],
  });
}

// Says whether an id is one of the catalog's, as it is typed.
export function standIn(shelf, id) {
  const words = () => (entryOf(shelf, id()) ? "Stands in for the catalog’s entry of the same id." : "");
  const note = h("p", { class: "soft stand-in" }, words());
  const follow = () => {
    if (note.isConnected) note.textContent = words();
    else unwatch();
  };
  const unwatch = watch(follow);
  return note;
}

function adders(how) {
  const all = () => listAt([how.key]);
  const add = (entry) => {
    const path = `${how.key}[${all().length}]`;
    openFold(path);
    replace({ ...current(), [how.key]: [...all(), entry] });
    return path;
  };
  return adderRow({ ...how, isTaken: (id) => all().some((entry) => entry.id === id), add });
}

// A box for an id of the catalog, whose entry is fetched whole, and a button that begins from nothing.
// `add` puts an entry into the demand and returns its path.
export function adderRow({ key, list, one, shelf, isTaken, add, blank }) {
  const error = h("p", { id: newId("from"), class: "alarm", role: "alert" });
  const box = h("input", { type: "text", list, autocomplete: "off", spellcheck: "false", placeholder: "as in the catalog…", "aria-label": `${one} as in the catalog: its id`, "aria-describedby": error.id, "data-key": `${key}+from`, onkeydown: (event) => event.key === "Enter" && take() });
  const begin = (entry) => document.querySelector(`[data-path="${add(entry)}.id"]`)?.focus();
  const take = async () => {
    const id = box.value.trim();
    error.textContent = !id ? "Write the id of an entry." : isTaken(id) ? `${id} is among them already.` : "";
    if (error.textContent) return;
    try {
      begin(await get(`/${shelf}/${encodeURIComponent(id)}`));
    } catch (problem) {
      error.textContent = problem.status === 404 ? `The catalog has no ${id}.` : problem.message;
    }
  };
  return [
    h("div", { class: "adders" }, box, button("Take and change", take, { class: "quiet", "data-key": `${key}+take` })),
    error,
    h("div", { class: "adders" }, button(`Describe ${blank.words}`, () => begin(blank.entry()), { class: "quiet", "data-key": `${key}+` })),
  ];
}
