// Numbers as readers write them: into a box as their locale has them, and out of it again.

const parts = new Intl.NumberFormat(undefined).formatToParts(-1234567.5);
const partOf = (type) => parts.find((part) => part.type === type)?.value;
const POINT = partOf("decimal") === "," ? "," : ".";
const OTHER = POINT === "," ? "." : ",";
const DIGITS = new Map([...new Intl.NumberFormat(undefined, { useGrouping: false }).format(9876543210)].map((digit, n) => [digit, String(9 - n)]));
const SIGNS = new Map([["٫", "."], ["٬", ","], ["−", "-"], ...(partOf("decimal") === "٫" ? [] : [["٬", OTHER]])]);
const SHOWN = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15, useGrouping: "min2" });
const BLANK = /[\s'’_\u200e\u200f\u061c]/g;

const grouped = (mark, point) => new RegExp(`^-?[1-9]\\d{0,2}(\\${mark}\\d{2,3})*\\${mark}\\d{3}(\\${point}\\d*)?$`);
const ALONE = (mark) => new RegExp(`^-?\\d*\\${mark}\\d*(e[+-]?\\d+)?$`, "i");
// What a text may be, the first that fits: marks that group, and the mark before the decimals.
const READINGS = [
  [grouped(OTHER, POINT), OTHER, POINT],
  [ALONE(POINT), OTHER, POINT],
  [ALONE(OTHER), POINT, OTHER],
  [grouped(POINT, OTHER), POINT, OTHER],
];

// A number for a box; anything else as it is, for the service to find fault with.
export const written = (value) => (typeof value === "number" ? SHOWN.format(value) : String(value ?? ""));

// Undefined for nothing; the text itself where it is no number.
export function read(text) {
  const plain = [...text.replace(BLANK, "")].map((sign) => DIGITS.get(sign) ?? SIGNS.get(sign) ?? sign).join("");
  if (plain === "") return undefined;
  if (/^-?\d+(e[+-]?\d+)?$/i.test(plain)) return finite(plain, text);
  const found = /\d/.test(plain) && READINGS.find(([shape]) => shape.test(plain));
  return found ? finite(plain.replaceAll(found[1], "").replace(found[2], "."), text) : text;
}

function finite(plain, text) {
  const number = Number(plain);
  return Number.isFinite(number) ? number : text;
}
