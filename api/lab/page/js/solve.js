// Keeps the answer up with the demand: one request at a time, the latest demand wins.

import { post, Problem, Unreachable } from "./api.js";

const LONG_MS = 400; // a solve that takes longer is stopped for a newer demand, and waited with
const REST_MS = 250; // rest of the hand that a long solve waits for
const AGAIN_MS = 3000; // between attempts to reach a service that does not answer

// `tell` gets {state: "working" | "done" | "stopped" | "failed", ...}.
export function follower(tell) {
  let wanted = null;
  let flight = null;
  let lastMs = 0;
  let timer = 0;

  function ask(demand) {
    wanted = demand;
    clearTimeout(timer);
    if (!flight) timer = setTimeout(send, lastMs > LONG_MS ? REST_MS : 0);
    else if (performance.now() - flight.start > LONG_MS) flight.controller.abort();
  }

  async function send() {
    const demand = wanted;
    wanted = null;
    flight = { controller: new AbortController(), start: performance.now() };
    tell({ state: "working", start: flight.start });
    let told = null;
    try {
      const quote = await post("/previews", demand, { signal: flight.controller.signal });
      lastMs = performance.now() - flight.start;
      told = { state: "done", quote, demand, ms: lastMs };
    } catch (error) {
      told = failure(error, demand);
    }
    flight = null;
    if (wanted) ask(wanted);
    else timer = told.retryMs ? setTimeout(() => ask(demand), told.retryMs) : 0;
    if (told.state === "done" || !wanted) tell(told);
  }

  function failure(error, demand) {
    if (error.name === "AbortError") return { state: "stopped", demand };
    const isDown = error instanceof Unreachable;
    const isBusy = error instanceof Problem && (error.status === 503 || error.status === 429);
    if (!isDown && !(error instanceof Problem)) throw error;
    const retryMs = isDown ? AGAIN_MS : isBusy ? Math.max(1, error.retryAfter) * 1000 : 0;
    return { state: "failed", error, demand, retryMs };
  }

  return {
    ask,
    cancel() {
      wanted = null;
      clearTimeout(timer);
      flight?.controller.abort();
    },
  };
}
