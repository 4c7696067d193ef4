// What is pressed must still be there when it is let go of: drawing anew waits until the click is over.

const LONG_MS = 500;
let isPressed = false;
let waiting = null;

// The list of a choice is a window of its own, which tells of no release.
addEventListener("pointerdown", (event) => { isPressed = !event.target.closest?.("select"); }, true);
addEventListener("click", () => { isPressed = false; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true);

function release() {
  isPressed = false;
  const draw = waiting;
  waiting = null;
  draw?.();
}

export function afterPress(draw) {
  if (isPressed) setTimeout(release, LONG_MS);
  waiting = isPressed ? draw : null;
  if (!isPressed) draw();
}
