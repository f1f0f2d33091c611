// Chips for an amount, seen from above.

import DESIGN from "../../data/design.js";
import { h } from "../../core/scene.js";

const CHIPS = [...DESIGN.chips].sort((a, b) => b.value - a.value);

/** At most three chips of different values. */
function valuesOf(amount) {
  const found = [];
  for (const { value, notches } of CHIPS) {
    const count = Math.floor(amount / value);
    amount -= count * value;
    if (count) found.push({ value, notches, count: Math.min(count, 5) });
    if (found.length === 3) break;
  }
  return found;
}

/** A picture of the amount that stands beside it. */
export const discs = (amount) => h("span.discs", { "aria-hidden": "true" }, valuesOf(amount).map(disc));

/** Discs with the amount. */
export function chips(amount, t, props = {}) {
  return h(
    "span.chips",
    props,
    discs(amount),
    h("b", t.short(amount)),
  );
}

function disc({ value, notches }) {
  return h(
    "svg.disc",
    { viewBox: "0 0 24 24", style: { "--fill": `var(--chip-${value}-fill)`, "--edge": `var(--chip-${value}-edge)` } },
    h("circle.rim", { cx: 12, cy: 12, r: 11 }),
    notches > 0 && h("circle.notches", { cx: 12, cy: 12, r: 9, "stroke-dasharray": `${28.27 / notches} ${28.27 / notches}` }),
    h("circle.heart", { cx: 12, cy: 12, r: 6 }),
  );
}
