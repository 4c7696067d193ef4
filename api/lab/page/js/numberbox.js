// A box for one number, in the reader's way of writing numbers.

import { h } from "./dom.js";
import { read, written } from "./written.js";

// `put` gets the number; undefined where the box is empty; the text where that is no number.
export function numberBox({ value, put, placeholder, ...attributes }) {
  return h("input", {
    type: "text", inputmode: "decimal", class: "number-box", autocomplete: "off", spellcheck: "false", value: written(value),
    placeholder: placeholder === undefined || placeholder === null ? null : written(placeholder), ...attributes,
    oninput: (event) => put(read(event.target.value)),
    onchange: ({ target }) => { target.value = written(read(target.value)); },
  });
}
