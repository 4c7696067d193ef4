// Places in a demand, such as sites[0].power_cap_megawatts, as lists of keys.

export function keysOf(path) {
  const keys = [];
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    const before = keys.at(-1);
    if (name !== undefined && /^p\d{1,2}$/.test(before) && /^\d+$/.test(name)) keys[keys.length - 1] = `${before}.${name}`;
    else if (name !== undefined && keys.at(-2) === "stock") keys[keys.length - 1] = `${before}.${name}`;
    else keys.push(index === undefined ? name : Number(index));
  }
  return keys;
}

export const pathOf = (keys) => keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("").replace(/^\./, "");

const has = (value, key) => value !== null && typeof value === "object" && Object.hasOwn(value, key);

// Names are whatever people write, so only what was written counts: not what every object has.
export function get(root, keys) {
  return keys.reduce((value, key) => (has(value, key) ? value[key] : undefined), root);
}

// The same document with another value there; undefined takes the key away, and what is empty then.
export function withValue(root, keys, value) {
  if (keys.length === 0) return value;
  const [key, ...rest] = keys;
  const base = root !== null && typeof root === "object" ? root : typeof key === "number" ? [] : {};
  const next = withValue(has(base, key) ? base[key] : undefined, rest, value);
  if (Array.isArray(base)) return withItem(base, key, next, rest.length > 0);
  const copy = { ...base };
  if (next === undefined) delete copy[key];
  else Object.defineProperty(copy, key, { value: next, enumerable: true, writable: true, configurable: true });
  return value === undefined && Object.keys(copy).length === 0 ? undefined : copy;
}

// An item that has lost its last field stays where it is, empty: those after it keep their places.
function withItem(list, place, next, isInside) {
  const copy = [...list];
  if (next === undefined && !isInside) copy.splice(place, 1);
  else copy[place] = next === undefined ? {} : next;
  return copy;
}
