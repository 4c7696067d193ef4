// Pictures of a quote: specifications from the service, drawn by its chart library when first seen.

import { belonging } from "./belonging.js";
import { fill, h } from "./dom.js";
import { seconds } from "./numbers.js";

const REST_MS = 300; // rest of the hand that drawing waits for
const CLOCK_MS = 1000; // waiting beyond this shows its seconds
const dark = matchMedia("(prefers-color-scheme: dark)");
let library = null;

function loadLibrary() {
  library ??= new Promise((resolve, reject) => {
    const failed = () => { library = null; reject(new Error("The chart library did not load.")); };
    document.head.append(h("script", { src: "/lab/charts.js", onload: () => resolve(window.vegaEmbed), onerror: failed }));
  });
  return library;
}

export const PICTURES = { title: "Pictures", of: "pictures", restMs: REST_MS, none: "There is nothing to draw." };
const TRADEOFFS = { title: "What headroom and speed cost", of: "tradeoffs", restMs: 3 * REST_MS,
  none: "There is no curve: it takes a headroom that all workloads share, or a promise of TPOT, and prices." };

// Sections that are filled while they are open; `draw` for another quote; `place` as `belonging` takes it.
export function pictureBlocks(quoteOf, place, wanted = [PICTURES, TRADEOFFS]) {
  const blocks = wanted.map(block);
  const draw = () => blocks.forEach((each) => each.draw(quoteOf(), place));
  for (const each of blocks) each.element.addEventListener("toggle", draw);
  dark.addEventListener("change", draw);
  return { elements: blocks.map((each) => each.element), draw };
}

function block({ title, of, restMs, none }) {
  const said = progress();
  const frame = h("div", { class: "pictures" });
  const element = h("details", { class: "block pictures-block", "data-pictures": of }, h("summary", {}, h("h3", {}, title)), said.line, frame);
  let shown = null; // what stands there, or is on its way
  let flight = null;

  // Closing the section ends what is on its way.
  function draw(quote, place) {
    const theme = dark.matches ? "dark" : "light";
    const wanted = element.open && quote ? `${quote.id} ${theme}` : null;
    if (wanted === shown || (!wanted && !flight)) return;
    flight?.abort();
    flight = null;
    const pauseMs = shown === null ? 0 : restMs;
    shown = wanted;
    if (wanted) setTimeout(fetched, pauseMs, { quote, place, theme, controller: (flight = new AbortController()) });
  }

  async function fetched({ quote, place, theme, controller }) {
    const { signal } = controller;
    if (signal.aborted) return;
    said.start(frame);
    try {
      const [found, embed] = await Promise.all([belonging(`${of}?theme=${theme}`, quote, { ...place, signal }), loadLibrary()]);
      if (signal.aborted) return;
      await put(frame, found.items, embed);
      said.end(found.items.length ? unsolved(found.tradeoffs ?? []) : none);
    } catch (error) {
      if (error.name === "AbortError") return;
      shown = null;
      said.end(error.message);
    } finally {
      if (flight === controller) flight = null;
    }
  }

  return { element, draw };
}

// A line that says that something takes time, and how long once that is long; then a last word.
function progress() {
  const word = h("span", { role: "status" });
  const clock = h("span", { "aria-hidden": "true" });
  let timer = 0;
  let busy = null;
  const stop = () => { clearInterval(timer); busy?.removeAttribute("aria-busy"); clock.textContent = ""; };
  return {
    line: h("p", { class: "soft" }, word, clock),
    start(frame) {
      stop();
      busy = frame;
      frame.setAttribute("aria-busy", "true");
      word.textContent = frame.childElementCount ? "" : "Drawing…";
      const start = performance.now();
      timer = setInterval(() => {
        const passed = performance.now() - start;
        if (passed < CLOCK_MS) return;
        word.textContent = "Solving and drawing…";
        clock.textContent = ` ${seconds(passed)} s`;
      }, 100);
    },
    end(last) { stop(); word.textContent = last; },
  };
}

function unsolved(tradeoffs) {
  const left = tradeoffs.filter((each) => each.unsolved > 0).map((each) => each.workload ?? "headroom");
  return left.length ? `There was no time for every point: ${left.join(", ")}.` : "";
}

const views = new WeakMap(); // what is drawn in a frame, to be let go of

async function put(frame, items, embed) {
  const places = items.map((item) => h("figure", { class: "picture scroll", "data-picture": item.name, role: "img", "aria-label": item.alt, tabindex: "0" }, h("div")));
  const options = { ast: true, actions: false, defaultStyle: false, renderer: "svg", tooltip: { disableDefaultStyle: true } };
  const made = [];
  for (const [n, item] of items.entries()) {
    made.push(await embed(places[n].firstChild, item.spec, options));
    places[n].firstChild.querySelector("svg")?.setAttribute("aria-hidden", "true");
  }
  fill(frame, places);
  for (const view of views.get(frame) ?? []) view.finalize();
  views.set(frame, made);
}
