// One quote on the page: figures, tables, notes, pictures; drawn anew in place, without a jump.

import { fill, h, keepingFocus } from "./dom.js";
import { figures } from "./figures.js";
import { notes, shortfalls } from "./notes.js";
import { tables } from "./tables.js";

export function answerArea(root, { explain, apply, pictures }) {
  const missing = h("div");
  const head = h("div");
  const body = h("div");
  fill(root, missing, head, pictures.elements, body);
  return (quote) => {
    keepingFocus(root, () => {
      fill(missing, shortfalls(quote, apply));
      fill(head, figures(quote, explain));
      fill(body, tables(quote, explain), notes(quote));
    });
    pictures.draw();
  };
}
