// A dialog to read: a title, a way to close it (a click beside it too), and what it says.

import { button, fill, h } from "./dom.js";

// Shows a title and content, in place of what it showed before.
export function sheet(name) {
  const dialog = h("dialog", { class: "provenance", "aria-labelledby": `${name}-title` });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return (title, ...content) => {
    if (!dialog.isConnected) document.body.append(dialog);
    fill(dialog, h("div", { class: "dialog-head" }, h("h2", { id: `${name}-title` }, title), button("Close", () => dialog.close(), { class: "quiet" })), content);
    if (!dialog.open) dialog.showModal();
  };
}
