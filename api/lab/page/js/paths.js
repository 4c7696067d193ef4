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

export function get(root, keys) {
  return keys.reduce((value, key) => value?.[key], root);
}

// The same document with another value there; undefined takes the key away.
export function withValue(root, keys, value) {
  if (keys.length === 0) return value;
  const [key, ...rest] = keys;
  const base = root ?? (typeof key === "number" ? [] : {});
  const next = withValue(base[key], rest, value);
  const copy = Array.isArray(base) ? [...base] : { ...base };
  if (next !== undefined) copy[key] = next;
  else if (Array.isArray(copy)) copy.splice(key, 1);
  else delete copy[key];
  const isEmpty = !Array.isArray(copy) && Object.keys(copy).length === 0;
  return isEmpty && value === undefined ? undefined : copy;
}
