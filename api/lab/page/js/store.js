// The demand that is being edited: one document, replaced at each change.

import { get, withValue } from "./paths.js";

const watchers = new Set();
let demand = null;

export const current = () => demand;
export const valueAt = (keys) => get(demand, keys);

// A list there, empty where there is none.
export function listAt(keys) {
  const found = valueAt(keys);
  return Array.isArray(found) ? found : [];
}

// `shape`: whether fields come or go, so that the form is drawn anew.
export function replace(next, { shape = true, by = "hand" } = {}) {
  demand = next;
  for (const watcher of watchers) watcher(demand, { shape, by });
}

export function set(keys, value, options = { shape: false }) {
  replace(withValue(withSites(demand, keys), keys, value) ?? {}, options);
}

// Tells of a demand that is the same, where what is known besides has come: the catalog.
export function tell(by) {
  for (const watcher of watchers) watcher(demand, { shape: false, by });
}

// Returns what ends it.
export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

// Where no site is written down there is one without limits, called default.
function withSites(root, keys) {
  return keys[0] === "sites" && !root.sites ? { ...root, sites: [{ name: "default" }] } : root;
}
