// A place of a demand in its JSON Schema: what stands there, in which unit, within which bounds.

export function described(schema, keys) {
  const found = walk(schema, schema, keys) ?? [];
  const text = found.map((node) => node.description).filter(Boolean).at(-1) ?? "";
  const last = found.at(-1) ?? {};
  const number = alternatives(schema, last).find((each) => each["x-unit"] !== undefined || each.minimum !== undefined) ?? {};
  const { default: standard } = last;
  return {
    text, unit: number["x-unit"], from: bound(number, "minimum", "exclusiveMinimum"), to: bound(number, "maximum", "exclusiveMaximum"),
    standard: ["string", "number"].includes(typeof standard) ? standard : undefined,
  };
}

function bound(number, name, open) {
  if (number[name] !== undefined) return { value: number[name], isOpen: false };
  return number[open] === undefined ? null : { value: number[open], isOpen: true };
}

// The nodes from a schema down to a place, each as its parent describes it; null where there is no such place.
function walk(root, node, keys) {
  if (!keys.length) return [];
  const [key, ...rest] = keys;
  for (const each of alternatives(root, node)) {
    const next = below(each, key);
    const further = next ? walk(root, next, rest) : null;
    if (further) return [next, ...further];
  }
  return null;
}

function below(node, key) {
  if (typeof key === "number") return node.items ?? node.prefixItems?.[key];
  if (node.properties && Object.hasOwn(node.properties, key)) return node.properties[key];
  const [byPattern] = Object.values(node.patternProperties ?? {});
  return typeof node.additionalProperties === "object" ? node.additionalProperties : byPattern;
}

// A node without references and choices: all that it may be.
function alternatives(root, node) {
  if (node.$ref) return alternatives(root, node.$ref.slice(2).split("/").reduce((found, name) => found[name], root));
  const options = node.anyOf ?? node.oneOf;
  return options ? options.flatMap((option) => alternatives(root, option)) : [node];
}
