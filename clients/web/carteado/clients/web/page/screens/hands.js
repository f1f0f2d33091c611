// Earlier hands of a table, to be shown again.

import { button, h } from "../core/scene.js";
import { lastOf } from "../core/lists.js";
import { merged } from "../core/state.js";
import { gameOf } from "../games/registry.js";
import { book, signed, tone } from "./book.js";
import { ledgerOf, resultsOf } from "./ledger.js";

const HANDS = 40;

/** The deals of the table, the last one first; a press shows one again. */
export function hands(app, context) {
  const { t, table, view, ui } = context;
  const { hand, phase, in_hand: inHand, running, drawn: draws } = context.state;
  const playing = inHand ?? (phase ? phase !== "between" : view.turn !== undefined);
  const deals = (view.committed?.deal ?? 0) - (playing || view.nonces == null ? 1 : 0);
  // The hands of this game follow its draw for the button, which is a deal as well, and the deals of earlier games.
  const before = deals - (hand ?? deals) + (playing ? 1 : 0);
  const isDraw = (deal) => deal === before && draws !== undefined && (running || hand > 0);
  const name = (deal) => (hand !== undefined && deal > before ? t("Hand {number}", { number: deal - before }) : t("Deal {number}", { number: deal }));
  const results = resultsOf(context.state.stacks && ledgerOf(app, table.id), app.name);
  const from = ui.handsFrom ?? deals;
  const numbers = Array.from({ length: Math.min(HANDS, from) }, (_, at) => from - at).filter((deal) => !isDraw(deal));
  return book(
    t("Earlier hands"), app, t,
    numbers.length < 1 && h("p", t("The first deal is not over yet.")),
    h("ul", numbers.map((deal) => h("li", { key: String(deal) }, button(
      h("span.grow", name(deal)), () => show(app, context, deal, name(deal)), { class: "outline grow" },
      results.has(deal) && h("b", { class: tone(results.get(deal)) }, signed(results.get(deal), t)),
    )))),
    h("div.row", from < deals && button(t("Later"), () => app.set({ handsFrom: Math.min(deals, from + HANDS) }), { class: "outline" }), from > HANDS && button(t("Earlier"), () => app.set({ handsFrom: from - HANDS }), { class: "outline" })),
  );
}

/** Read a deal from the log, as the own seat saw it, and show it again. */
async function show(app, { table, view }, deal, name) {
  const game = gameOf(view.opened.game);
  const frames = [];
  let story = game.story();
  for (let after = 0, more = true; more;) {
    const reply = await app.ask("history", { table: table.id, deal, views: true, after });
    if (reply === null) return;
    const { events, views, first } = reply.result;
    let shown = null;
    events.forEach((event, at) => {
      story = game.tell(story, event, lastOf(frames)?.view ?? views[0]);
      shown = shown === null ? views[at] : merged(shown, views[at]);
      frames.push({ view: shown, story });
    });
    after = first + events.length - 1;
    more = reply.result.more && events.length > 0;
  }
  const dealt = frames.findIndex((frame) => frame.view.turn !== undefined);
  if (frames.length && app.table === table.id && app.ui.dialog === "hands") app.set({ dialog: null, drawer: null, frames: frames.slice(Math.max(0, dealt)), film: name, replay: 0, playing: false });
}
