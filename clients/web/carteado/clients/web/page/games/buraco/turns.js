// The actions of the player at a Buraco table, as functions; null for one that is not possible now.

import { EMPTY, fresh, laid, laidOn, moved, playOf, refused, turnOf, undone, unused } from "./staging.js";
import { lastOf } from "../../core/lists.js";
import { ORDERS, sorted } from "./sorting.js";

/** What is staged at this table, with what the hand still has and what was refused. */
export function stagingOf({ ui }, picture) {
  const staging = fresh(ui.staging, picture.hand);
  return ui.refusal ? refused(staging, ui.refusal) : staging;
}

/** The hand in the player's order, without what is staged. */
export const handOf = (staging, picture) => sorted(unused(staging, picture.hand), staging.sort, staging.own);

/** Stage a play; where its wild may stand in several places, the player says in which. */
async function lay({ view, ask, set, app }, picture, next, put) {
  put(next);
  const step = lastOf(next.steps);
  if (view.opened.options.wild_relocation === "free" || !step || (step.kind === "extend" && step.run >= picture.ours.length)) return;
  const ways = (await ask("ways", { action: playOf(step) }))?.result.ways ?? [];
  // On a slow network more may have been staged meanwhile, or this undone or sent.
  const { staging } = app.ui;
  if (ways.length > 1 && staging?.steps === next.steps) set({ dialog: "wild", wild: { next: staging, ways } });
}

/** {draw, take, redraw, decline, lay, discard, undo, send, sort, drop...}: functions, or null. */
export function actionsOf(context, picture, staging) {
  const { prompt, act, set, sending } = context;
  const legal = prompt && !sending ? prompt.legal : {};
  const put = (next) => set({ staging: next, refusal: null });
  const choosing = picture.playing && picture.inDeal;
  // The cards stay selected until they leave the hand: a refusal marks them, and nothing is chosen twice.
  const take = (run = null, { selected: cards } = context.view.opened.options.pile_take === "free" ? EMPTY : staging) => act({ type: "take", cards, meld: run });
  const layOn = (from, run) => (legal.take && picture.drawing ? take(run, from) : lay(context, picture, laidOn(from, run, picture.ours.length), put));
  const holding = (card) => (staging.selected.includes(card) ? staging : { ...staging, selected: [card] });
  return {
    draw: legal.draw ? () => act({ type: "draw" }) : null,
    take: legal.take ? () => take() : null,
    redraw: legal.redraw ? () => act({ type: "redraw" }) : null,
    decline: legal.decline ? () => act({ type: "decline" }) : null,
    lay: choosing && staging.selected.length ? (run) => layOn(staging, run) : null,
    discard: choosing && !picture.drawing && staging.selected.length === 1 ? () => put(laid(staging, "discard")) : null,
    undo: staging.steps.length ? (number) => put(undone(staging, number)) : null,
    send: staging.steps.length && prompt && !picture.drawing && !sending ? () => act(turnOf(staging)) : null,
    sort: (order) => {
      const next = order ?? ORDERS[(ORDERS.indexOf(staging.sort) + 1) % ORDERS.length];
      put({ ...staging, sort: next, own: next === "own" && !staging.own.length ? sorted(picture.hand, staging.sort) : staging.own });
    },
    dropOnRun: choosing ? (run, card) => picture.hand.includes(card) && layOn(holding(card), run) : null,
    dropOnPile: choosing && !picture.drawing ? (card) => picture.hand.includes(card) && put(laid({ ...staging, selected: [card] }, "discard")) : null,
    dropOnCard: (card, before) => card !== before && picture.hand.includes(card) && put(moved(staging, handOf(staging, picture), card, before)),
  };
}
