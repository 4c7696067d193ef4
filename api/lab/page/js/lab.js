// The lab: the demand on the left, the fleet on the right.

import { all, Problem, post } from "./api.js";
import { answerArea } from "./answer.js";
import { importResults } from "./benchmark.js";
import { costs, hardware, models, policy, showBook, sites, solver, workloads } from "./sections.js";
import { drawLists, keepShelves } from "./datalists.js";
import { deployments, loadCatalog } from "./deployments.js";
import { button, byId, fill, h, keepingFocus } from "./dom.js";
import { fileButtons, loadExamples, looksLikeDemand, openDemand, presetChoice } from "./demandfiles.js";
import { findFault, goTo, inWords, showErrors } from "./errors.js";
import { row } from "./field.js";
import { inShort } from "./figures.js";
import { demandOf, isLink, linkOf } from "./link.js";
import { keysOf } from "./paths.js";
import { pictureBlocks } from "./pictures.js";
import { afterPress } from "./press.js";
import { explainer } from "./provenance.js";
import { ensureSession, signIn } from "./session.js";
import { follower } from "./solve.js";
import { statusLine } from "./status.js";
import { current, replace, set, tell, watch } from "./store.js";

let quote = null;
const form = byId("form");
byId("bar").addEventListener("click", skip);
const trouble = byId("trouble");
const opened = new Set(["Workloads", "Policy"]);

const say = (...content) => fill(trouble, content.length ? h("div", { class: "note", role: "status" }, h("div", {}, content), button("Dismiss", () => say(), { class: "quiet" })) : null);

const follow = follower((news) => NEWS[news.state](news));
const status = statusLine(byId("status"), byId("results"), { cancel: () => follow.cancel(), retry: () => follow.ask(current()), find: () => findFault(form) });
const place = { pathTo: (of) => `/previews/${of.id}`, again: () => post("/previews", quote.demand) };
const explain = explainer(() => quote, place);
const pictures = pictureBlocks(() => quote, place);
const showAnswer = answerArea(byId("answer"), { explain, apply, pictures });

const NEWS = {
  working: ({ start }) => status.working(start),
  stopped: () => status.stopped(),
  done({ quote: made, ms }) {
    quote = made;
    status.done(made, ms);
    showErrors(form, []);
    showBook(form, made.inputs.costs);
    showAnswer(made);
    byId("fleet-title").dataset.of = made.name;
    byId("bar").textContent = `${inShort(made)} ↓`;
    document.title = `${made.name} · planner`;
  },
  async failed({ error, retryMs }) {
    const faults = error instanceof Problem ? error.errors : [];
    if (error instanceof Problem) showErrors(form, faults);
    status.failed(error.message, inWords(form, faults), retryMs > 0);
    if (error.status === 401) { await signIn(); follow.ask(current()); }
  },
};

function apply({ path, value }) {
  if (value === null) goTo(form, path);
  else set(keysOf(path), value, { shape: true });
}

const SECTIONS = { Workloads: workloads, Policy: policy, Sites: sites, "What may serve": () => deployments(draw, quote?.rejected), "Hardware of this demand": hardware, "Models of this demand": models, Costs: costs, "Goal and solver": solver };

function draw() {
  keepingFocus(form, () => fill(form,
    row(["name"], "Name", { kind: "text", required: true }),
    Object.entries(SECTIONS).map(([title, make]) => h("details", { class: "section", open: opened.has(title), ontoggle: (event) => (event.target.open ? opened.add(title) : opened.delete(title)) },
      h("summary", {}, h("h2", {}, title)), make()))));
  dress();
}

// What the last answer says of the fields: placeholders, and faults.
function dress() {
  if (quote) showBook(form, quote.inputs.costs);
  showErrors(form);
}
form.addEventListener("filled", dress);
addEventListener("focusin", (event) => { if (event.target.getAttribute?.("list")) drawLists(); });

let linkTimer = 0;
watch((demand, { shape, by }) => {
  if (by === "catalog") return;
  if (shape) afterPress(draw);
  follow.ask(demand);
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => history.replaceState(null, "", await linkOf(demand)), 300);
});

async function takeFiles(files) {
  const read = await Promise.all(files.map(async (file) => ({ name: file.name.slice(0, 200), text: await file.text() })));
  try {
    if (read.length === 1 && looksLikeDemand(read[0].name, read[0].text)) {
      await openDemand(read[0].name, read[0].text);
      say(`${read[0].name} is open.`);
    } else importResults(read, quote?.rejected ?? [], (text, findings) => say(h("p", {}, text), findings));
  } catch (error) {
    say(h("strong", {}, `${read[0].name} cannot be used. `), error.errors?.length ? h("ul", {}, error.errors.map((each) => h("li", {}, `${each.path} ${each.message}`.trim()))) : error.message);
  }
}

async function save(event) {
  const saver = event.currentTarget;
  saver.disabled = true;
  try {
    const made = await post("/quotes", current(), { headers: { "Idempotency-Key": crypto.randomUUID() } });
    const link = h("a", { href: `/quotes/${encodeURIComponent(made.id)}` }, "its own page");
    say("Saved. The quote has ", link, ".");
    link.focus();
  } catch (error) {
    say(h("strong", {}, "Not saved. "), error.message);
    if (error.status === 401) signIn().then(() => say());
  } finally {
    saver.disabled = false;
  }
}

async function copyLink() {
  history.replaceState(null, "", await linkOf(current()));
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied; it holds every input.");
  } catch {
    say("The address of this page holds every input: copy it.");
  }
}

// To the figures, and the address keeps the demand.
function skip(event) {
  event?.preventDefault();
  byId("results").scrollIntoView();
  byId("results").focus({ preventScroll: true });
}

function takeDrops() {
  const over = (isOver) => document.body.classList.toggle("dropping", isOver);
  addEventListener("dragover", (event) => { event.preventDefault(); over(true); });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) over(false); });
  addEventListener("drop", (event) => { event.preventDefault(); over(false); if (event.dataTransfer.files.length) takeFiles([...event.dataTransfer.files]); });
}

async function start() {
  await ensureSession();
  const linked = await demandOf(location.hash);
  const examples = await loadExamples();
  fill(byId("demand-tools"), presetChoice(examples, (text) => { byId("preset-text").textContent = text; }, !linked), fileButtons(takeFiles));
  byId("preset-text").textContent = linked ? "" : examples[0]?.text ?? "";
  if (!linked && isLink(location.hash)) say(h("strong", {}, "The link cannot be read. "), "It may have been cut off. This is the first example.");
  fill(byId("fleet-tools"), button("Copy link", copyLink), button("Save quote", save, { class: "primary", "data-key": "save" }));
  replace(linked ?? structuredClone(examples[0]?.demand ?? EMPTY));
  takeDrops();
  addEventListener("hashchange", async () => { const found = await demandOf(location.hash); if (found) replace(found, { by: "link" }); });
  document.querySelector(".skip").addEventListener("click", skip);
  const [ofModels, ofHardware, entries] = await Promise.all([all("/models"), all("/hardware"), loadCatalog()]);
  keepShelves({ models: ofModels, hardware: ofHardware, deployments: entries });
  tell("catalog");
}

const EMPTY = { name: "demand", workloads: [{ name: "chat", model: "gpt-oss-120b", requests_per_s: 10, input_tokens: 1000, output_tokens: 500 }] };

start().catch((error) => say(h("strong", {}, "The page cannot start. "), error.message));
