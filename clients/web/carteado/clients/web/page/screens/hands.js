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
    context.shuffle(),
    numbers.length < 1 && h("p", t("The first deal is not over yet.")),
    h("ul", numbers.map((deal) => h("li", { key: String(deal) }, button(
      h("span.grow", name(deal)), () => show(app, table, deal, name(deal)), { class: "outline grow" },
      results.has(deal) && h("b", { class: tone(results.get(deal)) }, signed(results.get(deal), t)),
    )))),
    h("div.row", from < deals && button(t("Later"), () => app.set({ handsFrom: Math.min(deals, from + HANDS) }), { class: "outline" }), from > HANDS && button(t("Earlier"), () => app.set({ handsFrom: from - HANDS }), { class: "outline" })),
  );
}

/** The table after each event of a deal since event `after`, from the log as the own seat saw it; null if the server refuses. */
async function framesOf(app, { id, view }, deal, after = 0, story = gameOf(view.opened.game).story()) {
  const frames = [];
  for (let more = true; more;) {
    const reply = await app.ask("history", { table: id, deal, views: true, after });
    if (reply === null) return null;
    const { events, views, first } = reply.result;
    let shown = null;
    for (const [at, event] of events.entries()) {
      story = gameOf(view.opened.game).tell(story, event, lastOf(frames)?.view ?? views[0]);
      shown = shown === null ? views[at] : merged(shown, views[at]);
      frames.push({ view: shown, story });
    }
    after = first + events.length - 1;
    more = reply.result.more && events.length > 0;
  }
  return frames;
}

/** Show a deal again, event by event. */
export async function show(app, table, deal, film, playing = false) {
  const { dialog } = app.ui;
  const frames = await framesOf(app, table, deal);
  const dealt = frames?.findIndex(({ view }) => view.turn !== undefined);
  if (frames?.length && app.table === table.id && app.ui.dialog === dialog) app.set({ dialog: null, drawer: null, frames: frames.slice(Math.max(0, dealt)), film, replay: 0, playing, running: false, stepped: Date.now() });
}

/** Turn the cards after an all-in street by street, with the chances; the server tells of all streets at once. */
export async function runOut(app, before, events, first) {
  const told = events.map(({ type }) => type);
  if (app.ui.frames || !/board_dealt/.test(told) || !/_awarded/.test(told) || !before.view || app.world.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const held = [before]; // as it was, until the answer is here
  app.ui = { ...app.ui, frames: held, running: before.lines, replay: 0, playing: false }; // the log does not tell the end before
  const frames = await framesOf(app, before, before.view.committed.deal, first - 1, before.story) ?? [];
  const board = ({ view: { state } }) => String([state.board, state.house?.second]);
  const streets = frames.filter((frame, at) => at < frames.length - 1 && board(frame) !== board(frames[at + 1]));
  if (app.ui.frames === held) app.set({ frames: streets.length ? streets : null, playing: true, stepped: Date.now() });
}
