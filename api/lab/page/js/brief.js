// A part of a document in a few words, for a cell of a table.

const LONG = 160;

export function brief(found) {
  const text = worded(found);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

function worded(found) {
  if (found === null || typeof found !== "object") return String(found);
  if (Array.isArray(found)) return found.map(named).join(", ") || "none";
  return Object.entries(found).filter(([, value]) => value !== null).map(([key, value]) => `${key.replaceAll("_", " ")} ${named(value)}`).join(", ") || "none";
}

// What has a name is called by it, and a list inside is too.
function named(found) {
  if (found === null || typeof found !== "object") return String(found);
  return String(found.id ?? found.name ?? worded(found));
}
