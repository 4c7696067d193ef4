// Numbers as the reader's locale writes them, with no more digits than they mean.

const kept = new Map();

function format(options) {
  const key = JSON.stringify(options);
  if (!kept.has(key)) kept.set(key, new Intl.NumberFormat(undefined, options));
  return kept.get(key);
}

const NONE = "–";
const usd = (more) => ({ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", ...more });
const WHOLE = format({ maximumFractionDigits: 0 });

const SHOWN = {
  count: (value) => WHOLE.format(value),
  users: (value) => WHOLE.format(value),
  rate: (value) => format({ maximumSignificantDigits: 6 }).format(value),
  usd: (value) => format(usd(Math.abs(value) < 1e9 ? { maximumFractionDigits: 0 } : { notation: "compact", maximumSignificantDigits: 5 })).format(value),
  usd_per_million: (value) => format(usd({ minimumSignificantDigits: 4, maximumSignificantDigits: 4 })).format(value),
  megawatts: (value) => format({ maximumSignificantDigits: 4 }).format(value),
  measure: (value) => format({ maximumSignificantDigits: 4 }).format(value),
  large: (value) => format({ notation: "compact", maximumSignificantDigits: 4 }).format(value),
  fraction: (value) => format({ style: "percent", maximumFractionDigits: 1 }).format(value),
  ms: (value) => format({ maximumSignificantDigits: 4 }).format(value),
  any: (value) => plain(value),
};

export function show(value, unit = "any") {
  return value === null || value === undefined ? NONE : SHOWN[unit](value);
}

// A number inside a formula.
export function plain(value) {
  const large = Math.abs(value) >= 100000;
  return format(large ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 7 }).format(value);
}

// From one number to another, or the one where they are the same.
export function range([low, high]) {
  const shown = [low, high].map((value) => format({ maximumSignificantDigits: 4 }).format(value));
  return shown[0] === shown[1] ? shown[0] : shown.join("–");
}

// A line of text and numbers, which the service sends apart.
export const line = (parts) => parts.map((part) => (typeof part === "number" ? plain(part) : part)).join("");

export function moment(text) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(text));
}

export const seconds = (milliseconds) => format({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(milliseconds / 1000);
