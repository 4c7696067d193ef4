// A part of the form that is folded away: filled when it is first opened, and left as the reader left it.

import { fill, h, newId } from "./dom.js";

const opened = new Map();

export const openFold = (key) => opened.set(key, true);

// `title` and `make` are asked for when needed; `path` is the part of the demand that it holds.
export function fold({ key, path, title, make, isOpen = false }) {
  const id = newId("fold");
  const words = h("span", { class: "name" }, title());
  const error = h("p", { id, class: "field-error" });
  const body = h("div", { class: "fold-body" });
  const isNow = opened.get(key) ?? isOpen;
  const toggle = () => {
    opened.set(key, block.open);
    if (block.open) put();
  };
  const put = () => {
    if (body.childElementCount) return;
    fill(body, error, make());
    body.dispatchEvent(new CustomEvent("filled", { bubbles: true }));
  };
  const block = h("details", { class: "fold", open: isNow, ontoggle: toggle, oninput: () => { words.textContent = title(); }, "data-path": path, "data-error": id },
    h("summary", { "data-key": `${key}~`, onclick: put }, words), body);
  if (isNow) put();
  return block;
}
