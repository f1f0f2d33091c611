// A press counts for the element on which it began. While a finger, a button or a key is down, a message may
// redraw the table, so that another element lies there at its end.

/** The element that a press is meant for: the whole label, button or link; elsewhere the element itself. */
const pressable = (target) => target.closest?.("label") ?? target.closest?.("button, a, input, select, textarea") ?? target;

/**
 * Drop every click that ends on something else than it began on, and every one that is `hasty` there; keys and
 * screen readers begin nowhere.
 */
export function watchPresses(document, hasty) {
  let begun = null;
  document.addEventListener("pointerdown", ({ target }) => { begun = pressable(target); }, true);
  document.addEventListener("pointercancel", () => { begun = null; }, true);
  document.addEventListener("click", (event) => {
    const meant = begun === null || event.detail === 0 || (begun === pressable(event.target) && !hasty(event.target));
    begun = null;
    if (meant) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // A browser clicks when Space goes up, and not on an element that was moved meanwhile; so it clicks when Space goes down.
  for (const kind of ["keydown", "keyup"]) {
    document.addEventListener(kind, (event) => {
      const button = event.key === " " && event.target.closest?.("button, summary");
      if (!button) return;
      event.preventDefault();
      if (kind === "keydown" && !event.repeat) button.click();
    });
  }
}
