// Two stored quotes side by side: their figures, and what differs between them.

import { get } from "./api.js";
import { brief } from "./brief.js";
import { number, table, words } from "./cells.js";
import { byId, fill, h } from "./dom.js";
import { figures } from "./figures.js";
import { moment, plain, show } from "./numbers.js";
import { explainer } from "./provenance.js";
import { ensureSession } from "./session.js";
import { verdict } from "./status.js";

const [, , first, , second] = location.pathname.split("/").map(decodeURIComponent);
const PARTS = { demand: "Asked differently", inputs: "Other inputs", totals: "Fleet and cost", pools: "Pools", cost: "Cost", other: "The rest" };
const OPEN = ["demand", "inputs", "totals"];
const EXPLAINED = /^(totals|cost|pools|sites|workloads)\b(?!.*\.rate\.(curves|point))/;

async function start() {
  await ensureSession();
  const path = (id) => `/quotes/${encodeURIComponent(id)}`;
  const [before, after, found] = await Promise.all([get(path(first)), get(path(second)), get(`${path(first)}/comparison?with=${encodeURIComponent(second)}`)]);
  const explain = [before, after].map((quote) => explainer(() => quote, { pathTo: () => path(quote.id) }));
  byId("status").textContent = found.is_same ? "The two are the same, apart from id and time." : "";
  fill(byId("answer"),
    h("div", { class: "side-by-side" }, side("Before", before, explain[0]), side("After", after, explain[1])),
    Object.entries(PARTS).map(([name, title]) => differences(title, found[name], OPEN.includes(name), explain)));
}

function side(word, quote, explain) {
  return h("section", { "aria-label": word },
    h("p", { class: "soft" }, `${word} · ${moment(quote.created_at)}`),
    h("h2", {}, h("a", { href: `/quotes/${encodeURIComponent(quote.id)}` }, quote.name)),
    h("p", { class: "status" }, verdict(quote)),
    figures(quote, explain));
}

// The proof of each is its own; what differs in it says nothing.
function differences(title, all, isOpen, explain) {
  const items = all.filter((item) => !item.path.startsWith("certificate."));
  if (!items.length) return null;
  const rows = items.map((item) => [h("span", { class: "where-differs" }, words(item.path.replace(/^(demand|inputs|totals|cost)\./, ""))), value(item.before, item.before_at, explain[0]), value(item.after, item.after_at, explain[1]), change(item)]);
  const columns = ["Where", "#Before", "#After", "#Change"];
  if (isOpen) return table(title, columns, rows);
  return h("details", { class: "block" }, h("summary", {}, h("h3", {}, `${title} (${items.length})`)), table(title, columns, rows).lastChild);
}

function value(found, at, explain) {
  if (found === null || found === undefined) return "–";
  if (typeof found === "number") return number(at, found, "any", EXPLAINED.test(at) ? explain : null);
  if (at?.endsWith(".rate_per_replica")) return number(at, Number(found), "any", explain);
  return h("span", { class: "brief" }, brief(found));
}

function change(item) {
  if (item.change === null) return "";
  const sign = item.change > 0 ? "+" : "";
  const share = item.change_fraction === null ? "" : ` (${sign}${show(item.change_fraction, "fraction")})`;
  return `${sign}${plain(item.change)}${share}`;
}

start().catch((error) => fill(byId("status"), error.message));
