// One stored quote: its figures, documents, check, and the way back to the lab.

import { answerArea } from "./answer.js";
import { call, get, post } from "./api.js";
import { button, byId, fill, h } from "./dom.js";
import { linkOf } from "./link.js";
import { moment, show } from "./numbers.js";
import { pictureBlocks } from "./pictures.js";
import { explainer } from "./provenance.js";
import { ensureSession } from "./session.js";
import { verdict } from "./status.js";

const id = decodeURIComponent(location.pathname.split("/")[2]);
const path = `/quotes/${encodeURIComponent(id)}`;
const KINDS = { xlsx: "Workbook", pdf: "PDF", html: "Page", csv: "CSV", md: "Markdown", json: "JSON" };
const say = (...content) => fill(byId("trouble"), content.length ? h("div", { class: "note", role: "status" }, h("div", {}, content)) : null);

async function start() {
  await ensureSession();
  const quote = await get(path);
  document.title = `${quote.name} · planner`;
  byId("title").textContent = quote.name;
  fill(byId("status"), verdict(quote), h("span", { class: "soft made" }, ` ${moment(quote.created_at)} · ${quote.id}`));
  fill(byId("tools"), h("a", { class: "as-button primary", href: `/${await linkOf(quote.demand)}` }, "Open in the lab"),
    button("Check again", verify), button("Print", () => print()), button("Withdraw…", withdraw, { class: "quiet" }));
  const documents = h("p", { class: "documents" }, h("span", { class: "soft" }, "Download: "),
    Object.entries(KINDS).map(([kind, name]) => h("a", { href: `/v1${path}/documents/${kind}`, download: true, "data-document": kind }, name)));
  const place = { pathTo: () => path };
  const pictures = pictureBlocks(() => quote, place);
  const answer = byId("answer");
  answerArea(answer, { explain: explainer(() => quote, place), apply: null, pictures })(quote);
  answer.prepend(documents);
}

async function verify() {
  say("Checking…");
  try {
    const found = await post(`${path}/verify`);
    say(found.holds ? `Every one of ${show(found.checks.length, "count")} checks holds.` : `Broken: ${found.broken.join(", ")}.`);
  } catch (error) {
    say(error.message);
  }
}

async function withdraw() {
  if (!confirm("Withdraw this quote? It is no longer shown; that it was made stays in the audit trail.")) return;
  try {
    await call("DELETE", path);
    location.assign("/quotes");
  } catch (error) {
    say(error.message);
  }
}

start().catch((error) => {
  byId("status").textContent = "";
  say(h("strong", {}, error.status === 404 ? "There is no such quote here. " : "The quote cannot be shown. "), error.message, " ", h("a", { href: "/quotes" }, "Your quotes"));
});
