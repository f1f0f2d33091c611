// The replay of the last hand: the pictures that the page kept of it, one after another.

import { button, h, types } from "../core/scene.js";
import { gameOf } from "../games/registry.js";
import { lastDeal } from "../core/state.js";
import { N_ } from "../core/words.js";

const STEP_MS = 900;

/** The table at the shown step, null without a replay. */
export function frameOf(app, table) {
  const { replay } = app.ui;
  if (replay === undefined || replay === null) return null;
  const frames = app.ui.frames ?? lastDeal(table);
  if (frames.length === 0) return null;
  app.ui.frames ??= frames; // what is played to the end although the next hand begins meanwhile
  const frame = frames[Math.min(replay, frames.length - 1)];
  return { ...table, ...frame, prompt: null, clock: null };
}

/** Show the next step when it is due; called a few times a second. */
export function play(app) {
  const { replay, frames, playing, stepped = 0 } = app.ui;
  if (replay === undefined || replay === null || playing === false || !frames) return;
  if (Date.now() - stepped < STEP_MS) return;
  if (replay < frames.length - 1) app.set({ replay: replay + 1, stepped: Date.now() });
}

/** The game's word for the last deal, in English. */
export const nameOfLast = ({ view }) => gameOf(view.opened.game).lastDeal ?? N_("Last hand");

/** The buttons of the replay in place of the actions. */
export function controls(app, table) {
  const { t, ui } = app;
  const last = ui.frames.length - 1;
  const at = Math.min(ui.replay, last);
  const go = (replay) => app.set({ replay: Math.max(0, Math.min(last, replay)), playing: false });
  const playing = ui.playing !== false && at < last;
  return [
    h("div.info", { key: "film" }, h("p.head", ui.film ?? t(nameOfLast(table))), h("p", `${t.number(at + 1)} / ${t.number(last + 1)}`)),
    h(
      "div.film",
      { key: "buttons" },
      h("input.slider", { type: "range", min: 0, max: last, step: 1, value: String(at), "aria-label": t(nameOfLast(table)), "aria-valuetext": `${at + 1} / ${last + 1}`, style: { "--part": String(last ? at / last : 1) }, ...types((text) => go(Number(text))) }),
      button("‹", () => go(at - 1), { "aria-label": t("Back"), "data-key": "ArrowLeft", disabled: at === 0 }),
      button(playing ? t("Pause") : t("Play"), () => app.set(at === last ? { replay: 0, playing: true } : { playing: !playing }), { class: "secondary", "data-key": " " }),
      button("›", () => go(at + 1), { "aria-label": t("Next"), "data-key": "ArrowRight", disabled: at === last }),
      button(t("Close"), () => app.set({ replay: null, frames: undefined, playing: undefined, film: undefined }), { class: "primary", "data-key": "x" }),
    ),
  ];
}
