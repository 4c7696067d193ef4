// The line above the figures: what the answer is worth, or how long it takes.

import { button, fill, h } from "./dom.js";
import { seconds, show } from "./numbers.js";

const SPIN_MS = 300;
const WORDS = { optimal: "Optimal", feasible: "Feasible", infeasible: "Infeasible" };

export function verdict(quote) {
  const mark = h("strong", { class: `verdict verdict-${quote.status}` }, WORDS[quote.status]);
  if (quote.status === "infeasible") return [mark, " No fleet keeps every promise within the limits."];
  const { checks } = quote.certificate;
  const gap = quote.gap_fraction === null ? "no bound is known" : `within ${show(quote.gap_fraction, "fraction")} of the best possible`;
  const proof = quote.status === "optimal" ? `Proven ${gap}` : `The time limit came first: ${gap}`;
  return [mark, ` ${proof}; ${show(checks.filter((check) => check.holds).length, "count")} exact checks hold.`];
}

export function spoken(quote) {
  if (!quote.totals) return "Infeasible. See what is missing.";
  const { replicas, chips } = quote.totals;
  return `${WORDS[quote.status]}: ${show(replicas, "count")} replicas, ${show(chips, "count")} chips.`;
}

export function statusLine(line, area, { cancel, retry }) {
  let timer = 0;
  const stop = () => { clearInterval(timer); timer = 0; area.removeAttribute("aria-busy"); line.classList.remove("working"); };
  return {
    working(start) {
      stop();
      timer = setInterval(() => {
        const passed = performance.now() - start;
        if (passed < SPIN_MS) return;
        if (!line.classList.contains("working")) {
          line.classList.add("working");
          area.setAttribute("aria-busy", "true");
          fill(line, h("span", { class: "spinner", "aria-hidden": "true" }), h("span", { class: "clock", "aria-hidden": "true" }), h("span", {}, "Solving… "), button("Cancel", cancel, { class: "quiet" }));
        }
        line.querySelector(".clock").textContent = `${seconds(passed)} s`;
      }, 100);
    },
    done(quote, ms) {
      stop();
      fill(line, verdict(quote), h("span", { class: "soft took" }, ` ${seconds(ms)} s`));
    },
    stopped() {
      stop();
      fill(line, "Stopped: the figures are those of the demand before. ", button("Solve again", retry, { class: "quiet" }));
    },
    failed(text, isRetried) {
      stop();
      fill(line, h("strong", { class: "verdict verdict-failed" }, isRetried ? "No answer" : "Not solved"), ` ${text} `, button("Try again", retry, { class: "quiet" }));
    },
  };
}
