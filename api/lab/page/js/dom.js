// Elements from data. Text is always text: nothing here reads HTML.

const PROPERTIES = new Set(["value", "checked", "disabled", "open", "hidden", "indeterminate"]);

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

let last = 0;
export const newId = (stem) => `${stem}-${(last += 1)}`;

// Keeps the focus on the same control when its surroundings are drawn anew; on the whole where it is gone.
export function keepingFocus(root, draw) {
  const isInside = root.contains(document.activeElement);
  const { dataset, selectionStart: from, selectionEnd: to } = document.activeElement ?? {};
  const key = isInside ? dataset.key ?? "" : "";
  draw();
  if (!isInside || root.contains(document.activeElement)) return;
  const next = root.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? root.closest("[tabindex]");
  next?.focus({ preventScroll: true });
  if (typeof from === "number" && next?.matches("input[type=text]")) next.setSelectionRange(from, to);
}

export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// An address of a source, as a link only where it is one.
export function address(text) {
  let found = null;
  try { found = new URL(text); } catch { /* a repository and a path, say */ }
  const isLink = found && ["http:", "https:"].includes(found.protocol);
  return isLink ? h("a", { href: found.href, rel: "noreferrer noopener", target: "_blank" }, text) : text;
}
