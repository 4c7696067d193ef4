// What the service finds wrong, beside the field that it is about, or on the fold that holds it.

let last = [];

export function showErrors(root, errors = last) {
  last = errors;
  for (const old of root.querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
  for (const old of root.querySelectorAll(".field-error")) old.textContent = "";
  for (const old of root.querySelectorAll(".faulty")) old.classList.remove("faulty");
  for (const { path, message } of errors) show(root, path, message);
}

function show(root, path, message) {
  const [place, rest] = placeOf(root, path);
  if (!place) return;
  if (place.matches("input, select")) place.setAttribute("aria-invalid", "true");
  const shown = document.getElementById(place.dataset.error ?? place.getAttribute("aria-describedby"));
  if (shown) shown.textContent = [shown.textContent, `${rest} ${message}`.trim()].filter(Boolean).join("; ");
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.classList.add("faulty");
}

// What is wrong, each with the name of its field and of the part that it belongs to.
export function inWords(root, errors = last) {
  return errors.map(({ path, message }) => {
    const [place, rest] = placeOf(root, path);
    const label = place?.id ? root.querySelector(`label[for="${CSS.escape(place.id)}"]`)?.textContent : place?.ariaLabel;
    const part = place?.closest(".card, .fold")?.querySelector(":scope > legend, :scope > summary > .name")?.textContent;
    const name = [part, label].filter(Boolean).join(", ");
    return [name || path, [place && rest, message].filter(Boolean).join(" ")].filter(Boolean).join(": ");
  });
}

// Opens what holds the first of them, and goes there.
export function findFault(root) {
  reveal(root.querySelector("[aria-invalid]") ?? root.querySelector(".field-error:not(:empty)"));
}

export const goTo = (root, path) => reveal(placeOf(root, path)[0]);

function reveal(place) {
  for (let fold = place?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  place?.scrollIntoView({ block: "center" });
  (place?.matches("input, select") ? place : place?.querySelector("input, select"))?.focus();
}

// The field itself; where there is none on the page, what it would stand in.
function placeOf(root, path) {
  let at = path;
  while (at) {
    const found = root.querySelector(`[data-path="${CSS.escape(at)}"]`);
    if (found) return [found, path.slice(at.length).replace(/^\./, "")];
    at = at.slice(0, Math.max(at.lastIndexOf("."), at.lastIndexOf("["), 0));
  }
  return [null, path];
}
