// Who is signed in; signing in with a key, and out.

import { call, get, post } from "./api.js";
import { button, byId, fill, h } from "./dom.js";

const dialog = h("dialog", { class: "sign-in", "aria-labelledby": "sign-in-title" });

// Shows who asks; resolves once the service answers to us.
export async function ensureSession() {
  const session = await get("/session");
  show(session);
  return session.is_allowed ? session : signIn();
}

function show(session) {
  const out = async () => { await call("DELETE", "/session"); location.reload(); };
  fill(byId("session"), session.is_signed_in ? [h("span", { class: "soft" }, session.key_name ?? "signed in"), button("Sign out", out, { class: "quiet" })] : []);
}

export function signIn() {
  return new Promise((resolve) => {
    const box = h("input", { type: "password", id: "api-key", autocomplete: "off", spellcheck: "false", required: true, "aria-describedby": "sign-in-error" });
    const error = h("p", { id: "sign-in-error", class: "field-error", role: "alert" });
    const send = async (event) => {
      event.preventDefault();
      try {
        const session = await post("/session", { key: box.value.trim() });
        box.value = "";
        dialog.onclose = null;
        dialog.close();
        show(session);
        resolve(session);
      } catch (problem) {
        error.textContent = problem.message;
        box.setAttribute("aria-invalid", "true");
        box.focus();
      }
    };
    fill(dialog, h("form", { method: "dialog", onsubmit: send },
      h("h2", { id: "sign-in-title" }, "Sign in"),
      h("p", {}, "This service answers to API keys. Yours stays in this browser until you close it, where no script can read it."),
      h("label", { for: "api-key" }, "API key"), box, error,
      h("div", { class: "dialog-foot" }, h("button", { type: "submit", class: "primary" }, "Sign in"))));
    if (!dialog.isConnected) document.body.append(dialog);
    const open = () => {
      if (!dialog.open) dialog.showModal();
      box.focus();
    };
    dialog.onclose = () => {
      byId("status").textContent = "You are not signed in.";
      fill(byId("session"), button("Sign in", open, { class: "primary" }));
    };
    open();
  });
}
