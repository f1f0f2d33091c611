// The keyboard's focus. A dialog, and a drawer or form that opens on demand, takes the focus, scrolls into
// view and gives the focus back; Tab stays inside a dialog. The arrow keys go through lists whose items lie
// side by side.

let layer = null; // what lies over the table: its element and title
let opener = null; // what had the focus when it was opened

/** Move the focus where the screen has changed; `before` had it then, although it may be gone. */
export function follow(root, before) {
  const top = root.querySelector("[role=dialog]") ?? root.querySelector("[data-layer]");
  const now = top && { top, label: top.getAttribute("aria-label") };
  if (now?.top === layer?.top && now?.label === layer?.label) return;
  if (layer === null) opener = before;
  layer = now;
  if (now) top.focus();
  else if (document.activeElement === document.body && opener?.isConnected) opener.focus({ preventScroll: true });
}

/** Keep Tab inside the dialog that is open. */
export function keepInside(event) {
  const dialog = document.querySelector("[role=dialog]");
  if (event.key !== "Tab" || !dialog) return;
  const all = [...dialog.querySelectorAll("button, a, input, select, textarea, summary, [tabindex='0']")].filter((one) => !one.disabled && one.getClientRects().length);
  const at = all.indexOf(document.activeElement);
  const next = event.shiftKey ? (at < 1 ? all.length - 1 : -1) : at === all.length - 1 || (at < 0 && document.activeElement !== dialog) ? 0 : -1;
  if (next < 0 || !all.length) return;
  event.preventDefault();
  all[next].focus();
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** Go to the item beside the one that has the focus. */
export function walk(event) {
  const items = [...event.currentTarget.querySelectorAll("button")];
  const next = items[items.indexOf(document.activeElement) + STEPS[event.key]];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
