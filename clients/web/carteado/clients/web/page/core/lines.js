// Lines of the log about what happens at any table: seats, and what its owner does.

import { N_ } from "./words.js";

/** The name of a seat's player; two players of one name get the numbers of their seats. */
export function nameOf(state, seat, t) {
  const name = state?.names?.[seat];
  if (!name) return t("seat {number}", { number: seat });
  const twins = state.names.filter((other) => other === name).length > 1;
  return twins ? `${name} (${t("seat {number}", { number: seat })})` : name;
}

/** One line of the log; `kind` is line, heading or result. */
export const line = (text, kind = "line", note = "") => [{ text, kind, note }];

/** A line about the event's seat `{name}` and what the event says, such as `{amount}`. */
export const plain = (text) => (event, state, t) => line(
  t(text, { ...event, name: event.seat === undefined ? event.name : nameOf(state, event.seat, t), amount: event.amount ?? 0 }),
);

/** No line. */
export const nothing = () => [];

const PAUSES = { owner: N_("The owner paused the table"), away: N_("The table pauses until its player is back") };

const changes = (text) => ({ options, settings }, state, t) => {
  const told = Object.entries({ ...options, ...settings }).map(([name, value]) => `${name} = ${String(value).slice(0, 60)}`);
  return line(t(text, { changes: told.join(", ") }));
};

/** One of two lines, by a field of the event. */
export const which = (field, yes, no) => (event, state, t) => plain(event[field] ? yes : no)(event, state, t);

function answered({ knock, admitted }, state, t, { knocks = [], knock_names: names = [] }) {
  const name = names[knocks.indexOf(knock)] ?? "";
  return plain(admitted ? N_("The owner admits {name}") : N_("The owner turns {name} away"))({ name }, state, t);
}

function ended({ number, reason }, state, t, { waiting = [], waiting_names: names = [] }) {
  const name = names[waiting.indexOf(number)] ?? "";
  const text = { expired: N_("{name} did not take the offered seat in time"), left: N_("{name} leaves the waiting list") }[reason];
  return text && name ? plain(text)({ name }, state, t) : [];
}

const LINES = {
  seat_taken: ({ name }, state, t) => line(t("{name} sits down", { name })),
  seat_left: which("at_once", N_("{name} leaves"), N_("{name} leaves after this hand")),
  sat_out: plain(N_("{name} sits out")),
  returned: plain(N_("{name} is back")),
  topped_up: plain(N_("{name} adds {amount}")),
  timed_out: plain(N_("{name} ran out of time")),
  rematch_agreed: plain(N_("{name} wants a rematch")),
  table_renamed: plain(N_("The table is called {title} now")),
  table_locked: which("locked", N_("The table is locked: guests knock"), N_("The table is unlocked")),
  code_set: which("protected", N_("A code is needed to sit down"), N_("No code is needed to sit down")),
  table_paused: ({ reason }, state, t) => line(reason === null || reason === undefined ? t("The table continues") : t(PAUSES[reason] ?? N_("The table pauses"))),
  knocked: plain(N_("{name} knocks")),
  knock_answered: answered,
  player_banned: which("banned", N_("The owner bans {name}"), N_("The owner lifts the ban of {name}")),
  owner_changed: plain(N_("{name} is the owner of the table now")),
  options_planned: changes(N_("From the next deal on: {changes}")),
  options_changed: changes(N_("From now on: {changes}")),
  chips_corrected: plain(N_("The owner corrects the chips of {name} by {amount}: {reason}")),
  player_muted: which("muted", N_("The owner mutes {name}"), N_("The owner lets {name} speak again")),
  waiting_begun: plain(N_("{name} waits for a seat")),
  seat_offered: ({ seat }, state, t) => line(t("Seat {number} is offered to a guest who waits", { number: seat })),
  waiting_ended: ended,
};
for (const type of ["deck_committed", "deck_cut", "nonce_committed", "seat_keyed", "clock_set", "time_banks_refilled", "seat_removed"]) LINES[type] = nothing;

/** The lines about an event; null where the server's own line is shown. `view` is the one before. */
export const tableLines = (event, view, t) => LINES[event.type]?.(event, view?.state, t, view?.controls ?? {}) ?? null;
