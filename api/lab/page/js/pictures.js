// The pictures of a quote: specifications from the service, drawn by its chart library when first seen.

import { get } from "./api.js";
import { fill, h } from "./dom.js";

let library = null;
const dark = matchMedia("(prefers-color-scheme: dark)");

function loadLibrary() {
  library ??= new Promise((resolve, reject) => {
    const script = h("script", { src: "/lab/charts.js", onload: () => resolve(window.vegaEmbed), onerror: () => reject(new Error("The chart library did not load.")) });
    document.head.append(script);
  });
  return library;
}

// A section that is filled once it is open; `draw` again for another quote.
export function pictureBlock(quoteOf, pathTo) {
  const frame = h("div", { class: "pictures", "aria-live": "off" }, h("p", { class: "soft" }, "Drawing…"));
  const block = h("details", { class: "block pictures-block", ontoggle: () => draw() }, h("summary", {}, h("h3", {}, "Pictures")), frame);
  let shown = null;
  async function draw() {
    const quote = quoteOf();
    if (!block.open || !quote) return;
    const wanted = `${quote.id} ${dark.matches}`;
    if (shown === wanted) return;
    shown = wanted;
    try {
      const [{ items }, embed] = await Promise.all([get(`${pathTo(quote)}?theme=${dark.matches ? "dark" : "light"}`), loadLibrary()]);
      if (shown === wanted) await show(frame, items, embed);
    } catch (error) {
      shown = null;
      fill(frame, h("p", { class: "soft" }, error.status === 404 ? "Move an input to have them drawn." : error.message));
    }
  }
  dark.addEventListener("change", draw);
  return { block, draw };
}

async function show(frame, items, embed) {
  if (!items.length) { fill(frame, h("p", { class: "soft" }, "There is nothing to draw.")); return; }
  const places = items.map((item) => h("figure", { class: "picture scroll", "data-picture": item.name, role: "img", "aria-label": item.alt, tabindex: "0" }, h("div")));
  const options = { ast: true, actions: false, defaultStyle: false, renderer: "svg", tooltip: { disableDefaultStyle: true } };
  fill(frame, places);
  for (const [n, item] of items.entries()) {
    await embed(places[n].firstChild, item.spec, options);
    places[n].firstChild.querySelector("svg")?.setAttribute("aria-hidden", "true");
  }
}
