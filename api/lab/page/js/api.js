// The service, under /v1 and nowhere else.

export class Problem extends Error {
  constructor(status, body, retryAfter) {
    super(body.detail || body.title || `The service answered ${status}.`);
    this.status = status;
    this.slug = String(body.type || "").split(":").pop();
    this.title = body.title || "";
    this.errors = body.errors || [];
    this.findings = body.findings || [];
    this.requestId = body.request_id;
    this.retryAfter = Number(retryAfter) || 0;
  }
}

export class Unreachable extends Error {
  constructor() {
    super("The service does not answer. Nothing is lost, and it is asked again.");
  }
}

export async function call(method, path, { body, signal, headers = {} } = {}) {
  const asked = { method, signal, credentials: "same-origin", headers: { "X-Planner-Page": "1", ...headers } };
  if (body !== undefined) {
    asked.body = JSON.stringify(body);
    asked.headers["Content-Type"] = "application/json";
  }
  let answer;
  let text;
  try {
    answer = await fetch(`/v1${path}`, asked);
    text = await answer.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable();
  }
  let data = null;
  try { data = text ? JSON.parse(text) : null; } catch { throw new Unreachable(); }
  if (!answer.ok) throw new Problem(answer.status, data || {}, answer.headers.get("Retry-After"));
  return data;
}

export const get = (path, options) => call("GET", path, options);
export const post = (path, body, options) => call("POST", path, { ...options, body });

// Every page of a list.
export async function all(path) {
  const items = [];
  let cursor = null;
  do {
    const mark = path.includes("?") ? "&" : "?";
    const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const page = await get(`${path}${mark}limit=200${more}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}
