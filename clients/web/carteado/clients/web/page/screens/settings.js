// The player's settings, kept in the browser.

import { h } from "../core/scene.js";
import { LANGUAGES } from "../core/words.js";
import { dialog, segments } from "./parts.js";

/** The dialog of the settings. */
export function settingsDialog(app) {
  const { t, settings } = app;
  const row = (label, name, choices) => h(
    "div.setting",
    { key: name },
    h("span.label", label),
    segments(label, choices, settings[name], (value) => app.configure({ [name]: value })),
  );
  return dialog(
    t("Settings"),
    () => app.set({ dialog: null }),
    t,
    row(t("Language"), "language", [["", t("Automatic")], ...Object.entries(LANGUAGES)]),
    row(t("Colours"), "theme", [["dark", t("Dark")], ["light", t("Light")], ["contrast", t("High contrast")]]),
    row(t("Deck"), "deck", [["fourColour", t("Four colours")], ["classic", t("Classic")], ["colourBlind", t("Colour-blind safe")]]),
    row(t("Sound"), "sound", [["all", t("All")], ["turn", t("My turn")], ["off", t("Off")]]),
    row(t("Amounts in"), "blinds", [[false, t("Chips")], [true, t("Big blinds")]]),
    row(t("Text"), "text", [[1, "100%"], [1.25, "125%"], [1.5, "150%"], [2, "200%"]]),
  );
}
