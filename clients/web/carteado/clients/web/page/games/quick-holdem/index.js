// Quick Hold'em: one stake, five community cards that are turned together. The table is shown as the
// other poker tables are; this folder says how its state corresponds to theirs.

import { answer, seen } from "../poker/waiting.js";
import { bar } from "../poker/bar.js";
import { course } from "../poker/course.js";
import { lines } from "../poker/lines.js";
import { odds, story, tell } from "../poker/story.js";
import { scene } from "../poker/felt.js";
import { sound } from "../poker/sounds.js";

const ACTIONS = { fold: "", play: "", stake: "amount" };

/** The state as the shared poker table reads it: paid chips lie before the seats. */
const asPoker = (state, seat) => ({
  ...state,
  phase: state.in_hand ? "betting" : "between",
  street: state.board.length ? "river" : "stake",
  bets: state.paid,
  current_bet: state.stake ?? 0,
  button: state.leader ?? null,
  dead: 0,
  hidden: state.in_hand && !state.board.length ? 5 : 0,
  // Nothing can be chosen before the stake is known, or once it is paid.
  early: state.in_hand && (!state.stake || state.paid[seat] > 0),
});

const like = (context) => {
  const state = asPoker(context.state, context.seat);
  return { ...context, state, view: { ...context.view, state }, notes: notes(context) };
};

/** What the hand brought the reader or cost, and what everybody has now. */
function notes({ t, seat, state }) {
  const gained = state.order.includes(seat) ? state.stacks[seat] - state.started[seat] : 0;
  return [
    gained > 0 ? t("You gain {amount}", { amount: gained }) : gained < 0 && t("You lose {amount}", { amount: -gained }),
    t("Credit now: {parts}", { parts: state.names.flatMap((name, at) => (name ? [`${name} ${t.chips(state.stacks[at])}`] : [])).join(", ") }),
  ];
}

const likeTable = (table) => (table.view ? { ...table, view: { ...table.view, state: asPoker(table.view.state) } } : table);

function subtitle({ state, view, t }, long) {
  const stake = state.stake || view.opened.options.default_stake;
  const text = t("stake {amount}", { amount: stake });
  return long && state.hand ? `${text} · ${t("hand {number}", { number: state.hand })}` : text;
}

export default {
  title: "Quick Hold'em",
  mark: "diamonds",
  subtitle,
  story,
  tell,
  odds,
  sound,
  course,
  lines: (event, before, view, t) => lines(event, before, view && { ...view, state: asPoker(view.state) }, t),
  seen: (before, after, ui, now) => (before.view === after.view ? null : seen(likeTable(before), likeTable(after), ui, now)),
  answer: (table, ui) => answer(likeTable(table), ui, ACTIONS),
  scene: (context) => scene(like(context)),
  bar: (context) => bar(like(context), ACTIONS),
};
