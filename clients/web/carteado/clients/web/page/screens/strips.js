// Messages above the actions at any table: a wait for the store, the waiting list, a closed table, a
// bomb pot.

import { button, h } from "../core/scene.js";
import { N_ } from "../core/words.js";
import { newer } from "./parts.js";

const REASONS = {
  store_slow: N_("The server's disk is slow. The table waits; nothing is lost."),
  store_full: N_("The server's disk is full. The table waits until the host makes room; nothing is lost."),
  store_unreachable: N_("The server does not reach its store. The table waits; nothing is lost."),
  store_unreplicated: N_("The server's store has no copy. The table waits; nothing is lost."),
};

const strip = (key, text, buttons = []) => h("div.strip", { key, role: "status" }, h("p.grow", text), buttons);

/** The strips of a table. */
export function strips(context) {
  const { t, table: { waiting }, view, now, app, state, seat, ask } = context;
  const paused = view.controls?.paused;
  const back = state.away?.[seat] && button(t("I'm back"), () => ask("sit_in"), { class: "primary" });
  return [
    newer(app),
    waiting && strip("store", `${t(REASONS[waiting.reason] ?? REASONS.store_slow)} (${seconds(waiting, now)} s)`),
    paused && strip("paused", paused === "away" ? t("Paused until somebody is back. The clocks stand still.") : t("Paused by the owner. The clocks stand still."), back),
    !paused && back && view.turn !== undefined && strip("back", t("You sit out."), back),
    queue(context),
  ];
}

const seconds = ({ since }, now) => Math.max(0, Math.floor((now - since) / 1000));

/** The waiting list of a full table, for guests without a seat. */
function queue({ t, table: { place, owner }, view, seat, state, ask, app, now }) {
  if (seat !== null || !app.session?.welcome?.capabilities.includes("waiting")) return null;
  const stop = (text) => button(text, () => ask("stop_waiting"), { class: "outline", key: "stop" });
  if (place?.seat !== null && place?.seat !== undefined) {
    const seconds = Math.max(0, Math.ceil((place.until - now) / 1000));
    return strip("queue", t("A seat is kept for you, {seconds} s.", { seconds }), [
      button(t("Take the seat"), () => app.sit(place.seat), { class: "primary", key: "take" }), stop(t("No, thanks")),
    ]);
  }
  if (place) return strip("queue", t("You are number {place} on the waiting list.", { place: place.place }), [stop(t("Stop waiting"))]);
  if (state.names.includes(null) && !view.controls?.waiting?.length) return null;
  return strip("queue", t("All seats are taken."), [
    button(t("Wait for a seat"), () => app.sit(undefined, {}, "wait"), { class: "primary", key: "wait" }),
  ]);
}

/** In place of the actions of a table that is closed. */
export function closed({ t, table, app }) {
  return [
    h("div.info", { key: "closed" }, h("p.head", t("This table is closed")), h("p", table.closed === "its owner closed it" ? t("The owner closed the table.") : t("Your chips are settled in its ledger."))),
    h("div.buttons.idle", { key: "idle" }, button(t("Ledger"), () => app.set({ dialog: "ledger" }), { class: "neutral" }), button(t("All tables"), () => app.toLobby(), { class: "primary" })),
  ];
}
