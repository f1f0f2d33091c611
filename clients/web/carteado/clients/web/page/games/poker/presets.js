// Amounts that one press chooses.

/** The nearest whole number, of two the even one, as the other clients choose. */
const even = (number) => (number % 1 === 0.5 ? 2 * Math.round(number / 2) : Math.round(number));

/**
 * Presets of a bet or raise: a part of the pot is a part of what lies there after the call. Those of
 * a stake are parts of the usual one.
 */
export function presets([low, high], { total, price, currentBet }, t, usual) {
  const found = [{ key: "min", label: t("Min"), to: low }];
  const parts = usual
    ? [["half", "½ ×", 1 / 2], ["usual", "1 ×", 1], ["double", "2 ×", 2]]
    : [["half", t("½ pot"), 1 / 2], ["two_thirds", t("⅔ pot"), 2 / 3], ["pot", t("Pot"), 1]];
  for (const [key, label, part] of parts) {
    const to = usual ? even(usual * part) : currentBet + even((total + price) * part);
    if (to > low && to < high) found.push({ key, label, to });
  }
  if (high > low) found.push({ key: "max", label: t("All-in"), to: high });
  return found;
}
