// Earlier hands of a table, to be shown again.

import { button, h } from "../core/scene.js";
import { lastOf } from "../core/lists.js";
import { dealsOf, merged } from "../core/state.js";
import { gameOf } from "../games/registry.js";
import { book, signed, tone } from "./book.js";
import { ledgerOf, resultsOf } from "./ledger.js";

const HANDS = 40;

/** The deals of the table, the last one first; a press shows one again. */
export function hands(app, context) {
  const { t, table, ui } = context;
  const { all: deals, before, isDraw } = dealsOf(table);
  const name = (deal) => (context.state.hand !== undefined && deal > before ? t("Hand {number}", { number: deal - before }) : t("Deal {number}", { number: deal }));
  const results = resultsOf(context.state.stacks && ledgerOf(app, table.id), app.name);
  const from = ui.handsFrom ?? deals;
  const numbers = Array.from({ length: Math.min(HANDS, from) }, (_, at) => from - at).filter((deal) => !isDraw(deal));
  return book(
    t("Earlier hands"), app, t,
    numbers.length < 1 && h("p", t("The first deal is not over yet.")),
    h("ul", numbers.map((deal) => h("li", { key: String(deal) }, button(
      h("span.grow", name(deal)), () => show(app, table, deal, name(deal)), { class: "outline grow" },
      results.has(deal) && h("b", { class: tone(results.get(deal)) }, signed(results.get(deal), t)),
    )))),
    h("div.row", from < deals && button(t("Later"), () => app.set({ handsFrom: Math.min(deals, from + HANDS) }), { class: "outline" }), from > HANDS && button(t("Earlier"), () => app.set({ handsFrom: from - HANDS }), { class: "outline" })),
  );
}

/** Read a deal from the log, as the own seat saw it, and show it again, event by event. */
export async function show(app, table, deal, film, playing = false) {
  const game = gameOf(table.view.opened.game);
  // The log has no chances of an all-in; the page keeps those of the last two deals.
  const odds = [table.story, table.past][table.view.committed.deal - deal]?.odds;
  const frames = [];
  const { dialog } = app.ui;
  let story = game.story();
  let open = false;
  for (let after = 0, more = true; more;) {
    const reply = await app.ask("history", { table: table.id, deal, views: true, after });
    if (reply === null) return;
    const { events, views, first } = reply.result;
    let shown = null;
    events.forEach((event, at) => {
      story = game.tell(story, event, lastOf(frames)?.view ?? views[0]);
      shown = shown === null ? views[at] : merged(shown, views[at]);
      open ||= event.type === "all_in_shown";
      frames.push({ view: shown, story: odds && open ? { ...story, odds } : story });
    });
    after = first + events.length - 1;
    more = reply.result.more && events.length > 0;
  }
  const dealt = frames.findIndex(({ view }) => view.turn !== undefined);
  if (frames.length && app.table === table.id && app.ui.dialog === dialog) app.set({ dialog: null, drawer: null, frames: frames.slice(Math.max(0, dealt)), film, replay: 0, playing, stepped: Date.now() });
}
