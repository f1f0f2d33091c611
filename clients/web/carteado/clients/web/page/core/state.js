// The page's knowledge of a table: the view that the server sends, and its other messages.

import { N_ } from "./words.js";
import { line, tableLines } from "./lines.js";

/** A value after a merge patch (RFC 7396); the arguments stay unchanged. */
export function merged(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const known = target !== null && typeof target === "object" && !Array.isArray(target);
  const found = known ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete found[name];
    else found[name] = merged(found[name], value);
  }
  return found;
}

const LINES = 400;
const SHOWN_MS = 4000; // of a reaction

/** A table as its reader knows it; every message makes a new one. */
export const fresh = (id) => ({
  id,
  view: null, // as the server shows it
  seat: null, // the reader's, null for the rail
  position: null, // of the last event
  live: false,
  prompt: null, // the reader's pending decision
  clock: null, // of the seat that decides: {seat, since, time, bank, of, ofBank, stopped}
  dealAt: null, // when the next deal begins, by the page's clock; null if unknown
  told: false, // whether the server reports how much time the others have left
  presence: [],
  watching: 0,
  waiting: null, // why the table waits for the server's store, and since when: {reason, since}
  owner: false, // whether the reader may run the table
  place: null, // on the waiting list: {place, waiting, seat, until}
  reactions: {}, // by seat, or by name on the rail: {reaction, until}
  closed: null,
  story: null, // the game's own fold of the events
  lines: [], // of the log: {text, kind, note, again}
  dropped: 0, // number of lines dropped from the start of the log
  chat: [],
  unread: 0,
  adding: null, // chips that the reader adds when the hand is over
  past: null, // the game's fold of the deal before
  warning: null, // what is wrong with the fairness of a deal: redealt, passed_over or left_out
});

/** The table after a message. `game` is the module of its game, `now` the page's clock. */
export function take(table, message, game, now, t) {
  switch (message.type) {
    case "snapshot":
      return { ...table, seat: message.seat, prompt: null, dealAt: null, position: place(message) };
    case "events":
      return told(table, message, game, t);
    case "view":
      return viewed(table, message, game, now, t);
    case "live":
      return { ...table, live: true, seat: message.seat, owner: message.owner === true };
    case "prompt":
      return {
        ...table,
        prompt: message,
        clock: { seat: message.seat, since: now, time: message.time_ms, bank: message.bank_ms },
      };
    case "turn_clock":
      return { ...table, told: true, clock: message.timed === false ? null : clockTold(message, table.view, now) };
    case "deal_clock":
      return { ...table, dealAt: message.time_ms === null ? null : now + message.time_ms };
    case "presence":
      return { ...table, presence: message.connected, watching: message.watching ?? 0 };
    case "table_waiting":
      return { ...table, waiting: message.reason ? { reason: message.reason, since: now - (message.now_ms - message.since_ms) } : null };
    case "odds":
      return game.odds ? { ...table, story: game.odds(table.story, message) } : table;
    case "chat":
      return { ...table, chat: [...table.chat, message].slice(-LINES), unread: table.unread + 1 };
    case "reacted":
      return { ...table, reacted: now, chat: [...table.chat, message].slice(-LINES), reactions: { ...table.reactions, [message.seat ?? message.name]: { ...message, until: now + SHOWN_MS } } };
    case "waiting_place":
      return { ...table, place: message.place === null || message.place === undefined ? null : { ...message, until: now + message.time_ms } };
    default:
      return table;
  }
}

/** A table whose log is written again, in the words that `words` has for the view of each line's time. */
export const reworded = (table, words) => ({ ...table, lines: table.lines.map((one) => ({ ...one, ...one.again?.(words) })) });

/** The connection is gone: the table stays readable, and nothing can be decided. */
export const lost = (table) => ({
  ...table,
  live: false,
  prompt: null,
  dealAt: null,
  clock: table.clock && { ...table.clock, stopped: true },
});

const place = (message) => ({ epoch: message.epoch, seq: message.seq });

function told(table, message, game, t) {
  let { story, past, lines, closed, view, prompt, owner } = table;
  story ??= game.story();
  message.events.forEach((event, at) => {
    const before = story;
    story = game.tell(story, event, view);
    const found = (words, made = view?.made) => game.lines(event, before, view && { ...view, made }, words) ?? tableLines(event, view, words);
    lines = [
      ...lines,
      ...found(t)?.map((one, nth) => ({ ...one, again: (words, made) => found(words(view), made)[nth] })) ?? (message.lines?.[at] ? line(message.lines[at]) : []),
    ];
    if (event.type === "deck_committed") past = before;
    if (event.type === "table_closed") closed = event.reason || "closed";
    if (event.type === "owner_changed") owner = event.seat === table.seat;
    if (event.type === "timed_out" && event.seat === prompt?.seat) prompt = null;
  });
  return {
    ...table,
    story,
    past,
    lines: lines.slice(-LINES),
    dropped: table.dropped + Math.max(0, lines.length - LINES),
    closed,
    prompt,
    owner,
    position: { epoch: message.epoch, seq: message.first + message.events.length - 1 },
  };
}

/** The log, where the results since the last view name the hands that were shown together with them. */
const named = (lines, made, t) => lines.map((one) => {
  if (one.kind !== "result" || one.named || !one.again) return one;
  return { ...one, ...one.again(() => t, made), again: (words) => one.again(words, made), named: true };
});

function viewed(table, message, game, now, t) {
  const view = message.complete ? message.view : merged(table.view, message.view);
  const story = table.story ?? game.story();
  const adding = message.seat === null ? null : table.adding;
  const next = { ...table, view, story, adding, seat: message.seat, position: place(message) };
  const turn = view.turn ?? null;
  // Not every event ends the decision: the prompt stays while it is that seat's turn.
  if (next.prompt !== null && turn !== next.prompt.seat) next.prompt = null;
  if (turn !== null) next.dealAt = null;
  if (turn === null) next.clock = null;
  else if (table.told && table.clock?.seat === turn) next.clock = table.clock;
  else if (table.clock === null || (next.prompt === null && "state" in message.view)) {
    const { decision_ms: time } = view.opened.settings;
    next.clock = { seat: turn, since: now, time, bank: view.banks[turn] };
  }
  if (view.made && view.committed?.deal === table.view?.committed?.deal) next.lines = named(table.lines, view.made, t);
  if (view.closed && !next.closed) next.closed = "closed";
  return next;
}

/** The clock of another seat, as the server reports it. */
function clockTold(message, view, now) {
  const settings = view?.opened?.settings;
  const of = settings?.clock === "decision" ? settings.decision_ms : 0;
  const ofBank = (view?.banks?.[message.seat] ?? 0) + (settings?.increment_ms ?? 0);
  return { seat: message.seat, since: now, time: message.time_ms, bank: message.bank_ms, of, ofBank, stopped: message.paused === true };
}

/** The deals of a table that are over: `all`, of which `before` the current game of numbered hands; `last` is the last hand, 0 for none. */
export function dealsOf({ view }) {
  const { hand, phase, in_hand: inHand, running, drawn: draws } = view.state;
  const playing = inHand ?? (phase ? phase !== "between" : view.turn !== undefined);
  const all = (view.committed?.deal ?? 0) - (playing || view.nonces == null ? 1 : 0);
  const before = all - (hand ?? all) + (playing ? 1 : 0);
  // The draw for the button is a deal as well.
  const isDraw = (deal) => deal === before && draws !== undefined && (running || hand > 0);
  return { all, before, isDraw, last: Math.max(0, isDraw(all) ? all - 1 : all) };
}

/** When the next deal, or the new game after the end of one, begins: `text` in words, "" if unknown. */
export function coming({ table, now, t }, over, text) {
  const seconds = Math.ceil((table.dealAt - now) / 1000);
  return seconds > 0 ? t(over ? N_("New game in {seconds} s") : text, { seconds }) : "";
}

/** How much time a clock has left, as it is shown. */
export function left(clock, now) {
  const used = clock.stopped ? 0 : Math.max(0, now - clock.since);
  const own = clock.time - used;
  const bank = own > 0 ? clock.bank : Math.max(0, clock.bank + own);
  const inBank = own <= 0 && clock.bank > 0;
  const shown = inBank ? bank : Math.max(0, own);
  const whole = inBank ? Math.max(clock.bank, clock.ofBank ?? 0) : Math.max(clock.time, clock.of ?? 0);
  return {
    seconds: Math.ceil(shown / 1000),
    share: whole ? shown / whole : 0,
    bank: inBank,
    low: Math.max(0, own) + bank < 5000,
    bankSeconds: Math.ceil(bank / 1000),
  };
}
