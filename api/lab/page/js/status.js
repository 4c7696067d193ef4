// The line above the figures: what the answer is worth, or how long it takes.

import { button, fill, h } from "./dom.js";
import { seconds, show } from "./numbers.js";

const SPIN_MS = 300;
const WORDS = { optimal: "Optimal", feasible: "Feasible", infeasible: "Infeasible" };

function distance(gap) {
  if (gap === null) return "no bound is known";
  if (gap === 0) return "that none is better";
  const [written, none, least] = [gap, 0, 0.001].map((share) => show(share, "fraction"));
  return written === none ? `less than ${least} from the best possible` : `within ${written} of the best possible`;
}

export function verdict(quote) {
  const mark = h("strong", { class: `verdict verdict-${quote.status}` }, WORDS[quote.status]);
  if (quote.status === "infeasible") return [mark, ": no fleet keeps every promise within the limits."];
  const { checks } = quote.certificate;
  const gap = distance(quote.gap_fraction);
  const proof = quote.status === "optimal" ? `proven ${gap}` : `the time limit came first, ${gap}`;
  return [mark, `: ${proof}; ${show(checks.filter((check) => check.holds).length, "count")} exact checks hold.`];
}

export function spoken(quote) {
  if (!quote.totals) return "Infeasible. See what is missing.";
  const { replicas, chips } = quote.totals;
  return `${WORDS[quote.status]}: ${show(replicas, "count")} replicas, ${show(chips, "count")} chips.`;
}

function wrong([first, ...others], find) {
  const more = others.length ? ` And ${others.length} more.` : "";
  return [` ${first}.${more} `, first.includes(": ") && button("Show me", find, { class: "quiet", "data-key": "find-fault" })];
}

export function statusLine(line, area, { cancel, retry, find }) {
  let timer = 0;
  const old = (isOld) => area.classList.toggle("old", isOld && area.querySelector(".figure") !== null);
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
      old(false);
      fill(line, verdict(quote), h("span", { class: "soft took" }, ` ${seconds(ms)} s`));
    },
    stopped() {
      stop();
      old(true);
      fill(line, "Stopped. ", button("Solve again", retry, { class: "quiet" }));
    },
    // `faults`: what is wrong with which field, in words.
    failed(text, faults, isRetried) {
      stop();
      old(true);
      const mark = h("strong", { class: "verdict verdict-failed" }, isRetried ? "No answer" : "Not solved");
      fill(line, mark, faults.length ? wrong(faults, find) : [` ${text} `, button("Try again", retry, { class: "quiet" })]);
    },
  };
}
