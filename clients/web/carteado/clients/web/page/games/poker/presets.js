// Amounts that one press chooses.

/** Presets of a bet or raise: a part of the pot is a part of what lies there after the call. */
export function presets([low, high], { total, price, currentBet }, t) {
  const found = [{ key: "min", label: t("Min"), to: low }];
  const parts = [["half", t("½ pot"), 1 / 2], ["two_thirds", t("⅔ pot"), 2 / 3], ["pot", t("Pot"), 1]];
  for (const [key, label, part] of parts) {
    const to = currentBet + Math.round((total + price) * part);
    if (to > low && to < high) found.push({ key, label, to });
  }
  if (high > low) found.push({ key: "max", label: t("All-in"), to: high });
  return found;
}

/** An amount for a narrow button: above six digits in millions. */
export const shortened = (amount, t) => (amount < 1e6 ? t.number(amount) : `${t.decimal(amount / 1e6)}M`);
