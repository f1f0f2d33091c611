// Alerts: sounds, vibration, and announcements for screen readers.

import { left } from "./state.js";
import { play } from "./sound.js";

/** Play a sound, if the settings allow it. */
export const ring = (app, name) => play(name, app.settings.sound);

/** Announce texts in the live region: texts of one moment together, or only the last one would be read. */
export function say(app, text) {
  if (!text) return;
  if (!app.saying) {
    setTimeout(() => {
      const place = app.world.document.getElementById("live");
      if (place) place.textContent = app.saying;
      app.saying = "";
    }, 100);
  }
  app.saying = app.saying ? `${app.saying} ${text}` : text;
}

/** Alert the player: it is their turn. */
export function yourTurn(app) {
  ring(app, "turn");
  say(app, app.t("Your turn"));
  try {
    // Before the first touch a browser refuses, with an error in its console.
    if (app.world.navigator.userActivation?.hasBeenActive !== false) app.world.navigator.vibrate?.(200);
  } catch {
    // Not every browser lets a page vibrate.
  }
}

/** Play a sound five seconds before the time of the own decision is over. */
export function hurry(app, table) {
  const { prompt, clock } = table ?? {};
  if (!prompt || !clock || !left(clock, Date.now()).low || app.ui.hurried === prompt.decision) return;
  app.ui = { ...app.ui, hurried: prompt.decision };
  ring(app, "hurry");
  say(app, app.t("Five seconds left"));
}
