// What may serve: anything of the catalog that fits, or a list by model and hardware.

import { all } from "./api.js";
import { button, fill, h, newId } from "./dom.js";
import { evidenceMark } from "./evidence.js";
import { openFold } from "./fold.js";
import { ownDeployments } from "./owndeployments.js";
import { current, listAt, replace, valueAt, watch } from "./store.js";

let catalog = [];
let filter = "";

// Deployments of the demand's own that are not chosen at present, so that choosing them again is possible.
let aside = [];
watch((demand, { by }) => { if (!["hand", "catalog"].includes(by)) aside = []; });

export async function loadCatalog() {
  [catalog] = [await all("/deployments")];
  return catalog;
}

const idOf = (choice) => (typeof choice === "string" ? choice : choice?.id);
const isInline = (choice) => choice !== null && typeof choice === "object";

// Those of the catalog that the models of the demand could run on.
export function fitting() {
  const workloads = listAt(["workloads"]);
  const models = new Set(workloads.map((workload) => workload.model));
  const speaks = workloads.some((workload) => workload.kind === "voice");
  return catalog.filter((entry) => models.has(entry.model) || (speaks && ["asr", "tts"].includes(entry.role)));
}

// `rejected` of the last quote: who has no price may not be named.
export function deployments(redraw, rejected = []) {
  const given = valueAt(["deployments"]);
  const radio = (value, text, isChosen, onchange) => h("label", { class: "radio" },
    h("input", { type: "radio", name: "may-serve", value, checked: isChosen, onchange, "data-key": `may-serve-${value}` }), text);
  return [
    h("fieldset", { class: "radios" }, h("legend", { class: "hidden" }, "What may serve"),
      radio("any", "Anything of the catalog that fits", !given, () => choose(null)),
      radio("these", "Only these", Boolean(given), () => choose([...aside.map(idOf), ...nameable(rejected)]))),
    given ? liveList(redraw) : null,
    ownDeployments({ add: (entry) => addInline(entry, rejected), remove: removeInline }),
  ];
}

function nameable(rejected) {
  const priceless = new Set(rejected.filter((item) => item.reason === "no_price").map((item) => item.deployment));
  return fitting().map((entry) => entry.id).filter((id) => !priceless.has(id));
}

// The list, drawn anew once an id in it is another, or others would fit: the rest of the form stays as it is.
function liveList(redraw) {
  const ids = () => JSON.stringify([listAt(["deployments"]), fitting()].map((all) => all.map(idOf)));
  const holder = h("div", {}, list(listAt(["deployments"]), redraw));
  let shown = ids();
  const unwatch = watch(() => {
    if (!holder.isConnected) unwatch();
    else if (ids() !== shown) fill(holder, list(listAt(["deployments"]), redraw));
    shown = ids();
  });
  return holder;
}

function list(given, redraw) {
  const chosen = new Set(given.map(idOf));
  const inline = [...given.filter(isInline), ...aside.filter((entry) => !chosen.has(entry.id))];
  const own = new Set(inline.map(idOf));
  const rows = [...inline.map((entry) => [entry, true]), ...shownEntries(chosen, own).map((entry) => [entry, false])];
  const search = h("input", {
    type: "search", value: filter, placeholder: "model, hardware, engine", "aria-label": "Filter deployments", "data-key": "filter-deployments",
    oninput: (event) => { filter = event.target.value; redraw(); },
  });
  return h("div", { class: "choices" },
    h("div", { class: "adders" }, search,
      button("All shown", () => choose([...chosen, ...rows.map(([entry]) => entry.id)]), { class: "quiet" }),
      button("None", () => choose([]), { class: "quiet" })),
    h("ul", { class: "deployment-list" }, rows.map(([entry, isOwn]) => choiceOf(entry, isOwn, chosen))));
}

function shownEntries(chosen, own) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const known = new Set(catalog.map((entry) => entry.id));
  const unknown = [...chosen].filter((id) => !known.has(id) && !own.has(id)).map((id) => ({ id, chips: {} }));
  const candidates = [...unknown, ...catalog.filter((entry) => !own.has(entry.id))];
  const fits = new Set(fitting().map((entry) => entry.id));
  return candidates.filter((entry) => {
    const text = `${entry.id} ${entry.model} ${Object.keys(entry.chips).join(" ")} ${entry.engine}`.toLowerCase();
    return words.length ? words.every((word) => text.includes(word)) : fits.has(entry.id) || chosen.has(entry.id);
  });
}

function choiceOf(entry, isOwn, chosen) {
  const hardware = isOwn ? [].concat(entry.hardware ?? Object.keys(entry.parts ?? {})).join(" + ") : Object.entries(entry.chips).map(([name, count]) => `${count} × ${name}`).join(" + ");
  const about = [hardware, entry.precision, entry.engine, entry.role && entry.role !== "serve" ? entry.role : null].filter(Boolean).join(" · ");
  const path = isOwn || !chosen.has(entry.id) ? null : `deployments[${[...chosen].indexOf(entry.id)}]`;
  const id = newId("choice");
  return h("li", {}, h("label", {},
    h("input", {
      type: "checkbox", checked: chosen.has(entry.id), "data-key": `deployment-${entry.id}`, "data-path": path, "aria-describedby": path ? id : null,
      onchange: (event) => choose(event.target.checked ? [...chosen, entry.id] : [...chosen].filter((id) => id !== entry.id)),
    }),
    h("span", {}, h("span", { class: "name" }, entry.id), h("span", { class: "soft" }, isOwn ? `in this demand · ${about}` : about, " ",
      evidenceMark(entry.evidence ?? (isOwn ? "measured" : "unspecified"))))), h("p", { id, class: "field-error" }));
}

// Null: anything that fits.
function choose(ids) {
  const inline = [...listAt(["deployments"]).filter(isInline), ...aside];
  const own = new Set(inline.map(idOf));
  aside = inline.filter((entry) => !ids?.includes(entry.id));
  const named = [...new Set(ids)].filter((id) => !own.has(id));
  replace({ ...current(), deployments: ids ? [...inline.filter((entry) => ids.includes(entry.id)), ...named] : undefined });
}

// Takes in a deployment of one's own, keeps what may serve besides, and says where it stands.
export function addInline(entry, rejected) {
  const others = (valueAt(["deployments"]) ?? nameable(rejected)).filter((choice) => idOf(choice) !== entry.id);
  const inline = others.filter(isInline);
  aside = aside.filter((each) => each.id !== entry.id);
  const path = `deployments[${inline.length}]`;
  openFold(path);
  replace({ ...current(), deployments: [...inline, entry, ...others.filter((choice) => !isInline(choice))] });
  return path;
}

function removeInline(number) {
  replace({ ...current(), deployments: current().deployments.filter((_, place) => place !== number) });
}
