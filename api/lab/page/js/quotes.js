// The quotes of one's own, the newest first; two of them can be compared.

import { get } from "./api.js";
import { button, byId, fill, h } from "./dom.js";
import { moment, show } from "./numbers.js";
import { ensureSession } from "./session.js";

const chosen = [];
let items = [];
let cursor = null;

async function start() {
  await ensureSession();
  await more();
}

async function more() {
  const page = await get(`/quotes?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
  items = [...items, ...page.items];
  cursor = page.next_cursor;
  draw();
}

function draw() {
  byId("status").textContent = items.length ? "Choose two to compare them." : "";
  const isReady = chosen.length === 2;
  fill(byId("tools"), button("Compare", compare, { class: "primary", disabled: !isReady }));
  fill(byId("answer"), items.length ? list() : h("div", { class: "empty" },
    h("p", {}, "No quotes yet."), h("p", { class: "soft" }, "A quote that you save in the lab stands here, with its own page, documents and proof."),
    h("a", { class: "as-button primary", href: "/" }, "Open the lab")),
    cursor ? button("Older quotes", more) : null);
}

function list() {
  const names = ["", "Quote", "Made", "Status", "#Replicas", "#USD a year"];
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Quotes" }, h("table", { class: "history" },
    h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col", class: name.startsWith("#") ? "number" : null }, name ? name.replace("#", "") : h("span", { class: "hidden" }, "Compare"))))),
    h("tbody", {}, items.map((item) => h("tr", {},
      h("td", {}, h("input", { type: "checkbox", checked: chosen.includes(item.id), "aria-label": `Compare ${item.name}, ${moment(item.created_at)}`, "data-key": item.id, onchange: (event) => choose(item.id, event.target.checked) })),
      h("th", { scope: "row" }, h("a", { href: `/quotes/${encodeURIComponent(item.id)}` }, item.name)),
      h("td", {}, moment(item.created_at)),
      h("td", {}, h("span", { class: `verdict verdict-${item.status}` }, item.status)),
      h("td", { class: "number" }, show(item.replicas, "count")),
      h("td", { class: "number" }, show(item.usd_per_year, "usd")))))));
}

function choose(id, isChosen) {
  if (isChosen) chosen.push(id);
  else chosen.splice(chosen.indexOf(id), 1);
  if (chosen.length > 2) chosen.shift();
  const focus = document.activeElement?.dataset.key;
  draw();
  document.querySelector(`[data-key="${CSS.escape(focus ?? "")}"]`)?.focus();
}

// The older one first.
function compare() {
  const [before, after] = [...chosen].sort((a, b) => items.findIndex((i) => i.id === b) - items.findIndex((i) => i.id === a));
  location.assign(`/quotes/${encodeURIComponent(before)}/with/${encodeURIComponent(after)}`);
}

start().catch((error) => fill(byId("status"), error.message));
