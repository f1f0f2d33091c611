// The replay of a deal: the table after each of its events.

import { button, h, types } from "../core/scene.js";
import { gameOf } from "../games/registry.js";
import { isSmall } from "../core/size.js";

const STEP_MS = 700;
const STREET_MS = 1800; // of a run-out

/** The table at the shown step, null without a replay. */
export function frameOf({ ui: { frames, replay, running } }, table) {
  if (!frames) return null;
  const { view, story } = frames[replay];
  // The log has no chances of an all-in; the page knows those of the last two deals.
  const open = view.state.shown?.some(({ length }) => length);
  const odds = open && [table.story, table.past][table.view.committed?.deal - view.committed?.deal]?.odds;
  return { ...table, view, story: odds ? { ...story, odds } : story, lines: running || table.lines, prompt: null, clock: null };
}

/** Show the next step when it is due; called a few times a second. A run-out ends with the table as it is. */
export function play(app) {
  const { replay, frames, playing, running, stepped } = app.ui;
  if (!playing || !frames || Date.now() - stepped < (running ? STREET_MS : STEP_MS)) return;
  if (replay < frames.length - 1) app.set({ replay: replay + 1, stepped: Date.now() });
  else if (running) app.set({ frames: null });
}

/** The buttons of the replay in place of the actions. */
export function controls(app, table, lastDeal) {
  const { t, ui } = app;
  const title = ui.film ?? lastDeal;
  const last = ui.frames.length - 1;
  const at = ui.replay;
  const go = (replay) => app.set({ replay: Math.max(0, Math.min(last, replay)), playing: false });
  const playing = ui.playing && at < last;
  const course = !isSmall(app.size) && gameOf(table.view.opened.game).course?.(ui.frames, table.seat);
  return [
    h("div.info", { key: "film" }, h("p.head", title), h("p", `${t.number(at + 1)} / ${t.number(last + 1)}`)),
    h(
      "div.film",
      { key: "buttons" },
      course && curve(course, ui.frames, at, go, t),
      h("input.slider", { type: "range", min: 0, max: last, step: 1, value: String(at), "aria-label": title, "aria-valuetext": `${at + 1} / ${last + 1}`, style: { "--part": String(last ? at / last : 1) }, ...types((text) => go(Number(text))) }),
      button("‹", () => go(at - 1), { "aria-label": t("Back"), "data-key": "ArrowLeft", disabled: at === 0 }),
      button(playing ? t("Pause") : t("Play"), () => app.set(at === last ? { replay: 0, playing: true } : { playing: !playing }), { class: "secondary", "data-key": " " }),
      button("›", () => go(at + 1), { "aria-label": t("Next"), "data-key": "ArrowRight", disabled: at === last }),
      button(t("Close"), () => app.set({ frames: null }), { class: "primary", "data-key": "x" }),
    ),
  ];
}

/** The course of a deal over the slider: its lines, a tick for each turn, and the marks, which lead to their steps. */
function curve({ title, lines, marks, own, letters }, frames, at, go, t) {
  const last = Math.max(1, frames.length - 1);
  const all = lines.flat();
  const low = Math.min(...all);
  const high = Math.max(low + 1, ...all);
  const y = (value) => Math.round(40 - (36 * (value - low)) / (high - low));
  const turns = frames.flatMap(({ view }, step) => (view.turn !== undefined && view.turn !== frames[step - 1]?.view.turn ? `M${step} 44v8` : []));
  return h(
    "div.course.plot",
    { key: "course", role: "group", "aria-label": t(title) },
    h(
      "svg",
      { viewBox: `0 0 ${last} 52`, preserveAspectRatio: "none", "aria-hidden": "true" },
      h("path.grid", { d: `${low < 0 && high > 0 ? `M0 ${y(0)}H${last}` : ""}${turns.join("")}` }),
      lines.map((values, key) => h("path", { key: String(key), class: own && key === lines.length - 1 ? "own" : `line${key % 6}`, d: values.map((value, step) => `${step ? "L" : "M"}${step} ${y(value)}`).join("") })),
      h("path.now", { d: `M${at} 0V52` }),
    ),
    marks.map(([step, text], key) => button(h("span", letters ? t(text)[0] : t(text)), () => go(step), { key: String(key), class: "quiet", title: t(text), "aria-label": t(text), style: { "--at": String(step / last) } })),
  );
}
