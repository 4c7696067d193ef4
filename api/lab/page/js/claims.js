// Published claims: a table for each thing that they measure, and what each leaves out.

import { get } from "./api.js";
import { address, button, byId, fill, h } from "./dom.js";
import { evidenceMark } from "./evidence.js";
import { range } from "./numbers.js";
import { PICTURES, pictureBlocks } from "./pictures.js";
import { ensureSession } from "./session.js";
import { sheet } from "./sheet.js";
import { table } from "./cells.js";

const show = sheet("claim");
const STATUS = { given: ["●", "given"], partly: ["◐", "partly"], missing: ["○", "missing"] };

async function start() {
  await ensureSession();
  const { groups } = await get("/claim-groups");
  const pictures = pictureBlocks(() => ({ id: "claims" }), { pathTo: () => "/claim-groups" }, [PICTURES]);
  byId("status").textContent = "";
  fill(byId("answer"),
    h("p", { class: "lead" }, "A figure of one kind ranks with none of another: what one stream gets, what a whole system delivers and what a megawatt yields are different things. A fleet is planned on system rates at a stated load alone."),
    pictures.elements, groups.map(group));
}

// Columns in which a group has nothing are left out.
function group({ heading, unit, claims }) {
  const columns = ["Claim", `#States, ${unit}`, "#A token takes", "#Streams at once", "Known by", "Plan on it?"];
  const rows = claims.map((claim) => [named(claim), claim.states,
    claim.time_per_token_ms ? `${range(claim.time_per_token_ms)} ms` : null,
    claim.implied_concurrency ? range(claim.implied_concurrency) : null,
    known(claim), claim.is_plannable ? "yes" : "no"]);
  const used = columns.map((_, n) => rows.some((cells) => cells[n] !== null));
  const kept = (cells) => cells.filter((_, n) => used[n]);
  return table(`${heading} (${claims.length})`, kept(columns), rows.map((cells) => kept(cells).map((cell) => cell ?? "–")));
}

const named = (claim) => h("div", { class: "two-lines" },
  button(claim.name, () => open(claim), { class: "cell", "data-claim": claim.id, title: "What it says and leaves out" }),
  h("span", { class: "soft" }, claim.model ?? "no model named"));

const known = (claim) => h("div", { class: "two-lines" }, evidenceMark(claim.evidence), h("span", { class: "soft" }, claim.date ?? "no date"));

function open(claim) {
  show(claim.name,
    h("p", {}, claim.states, claim.model ? h("span", { class: "soft" }, ` · ${claim.model}`) : null),
    h("p", { class: "soft" }, [claim.source.title, claim.date].filter(Boolean).join(", ")),
    claim.source.where ? h("p", { class: "soft where" }, address(claim.source.where)) : null,
    claim.note ? h("p", {}, claim.note) : null,
    h("h3", {}, "What it says to seven questions"),
    h("ol", { class: "questions" }, claim.questions.map(questioned)),
    claim.is_plannable ? plannable(claim) : [h("h3", {}, "Missing to plan on it"), list(claim.missing)]);
}

function questioned({ question, status, given, left_out: leftOut }) {
  const [shape, word] = STATUS[status];
  return h("li", {}, h("p", {}, question),
    h("p", { class: "soft" }, h("span", { "aria-hidden": "true" }, shape), ` ${word}`,
      given.length ? ` · says ${given.join(", ")}` : "", leftOut.length ? ` · leaves out ${leftOut.join(", ")}` : ""));
}

const plannable = (claim) => [
  h("h3", {}, "It can be planned on"),
  h("p", {}, claim.deployment ? `As ${claim.deployment}, where the policy allows evidence as weak as this.` : "Once it is written as a deployment, where the policy allows evidence as weak as this."),
  claim.cautions.length ? list(claim.cautions) : null];

const list = (items) => h("ul", {}, items.map((item) => h("li", {}, item)));

start().catch((error) => fill(byId("status"), error.message));
