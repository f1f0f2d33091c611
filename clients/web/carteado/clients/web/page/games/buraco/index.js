// Buraco, two pairs. README.md says what a game's module has.

import { bar, head, held } from "./hand.js";
import { coach } from "./coach.js";
import { course } from "./course.js";
import { lines } from "./lines.js";
import { pictureOf } from "./picture.js";
import { scene } from "./scene.js";
import { fresh } from "./staging.js";
import { story, tell } from "./story.js";
import { N_ } from "../../core/words.js";
import { h } from "../../core/scene.js";

const SOUNDS = {
  deal_started: "deal", card_drawn: "check", pile_taken: "call", meld_laid: "bet", meld_extended: "bet",
  card_discarded: "fold", morto_taken: "raise", deal_scored: "win", match_won: "win",
  seat_taken: "joined", seat_left: "left", sat_out: "paused", returned: "paused",
};

function subtitle(context, long) {
  const { t } = context;
  const picture = pictureOf(context);
  const { deal, target, totals, pairs } = picture;
  if (context.size.name.startsWith("portrait")) {
    return [picture.inDeal && head(context, picture), h("span.b-score", pairs.map((pair, side) => h("span", { key: String(side) }, h("small", pair), h("b", t.number(totals[side])))))];
  }
  const score = pairs.map((pair, side) => `${pair} ${t.number(totals[side])}`).join(" · ");
  if (!long) return score;
  return [score, t("to {points}", { points: target }), deal ? t("deal {number}", { number: deal }) : ""].filter(Boolean).join(" · ");
}

/**
 * A staged turn ends with its deal. What was played is forgotten for good: its cards may come back
 * with the pile.
 */
function seen(before, after, { staging }) {
  const deal = (table) => table.view?.state?.deal;
  if (deal(before) !== deal(after)) return { staging: null, refusal: null };
  const hand = after.view?.state?.hands?.[after.seat];
  return staging && hand ? { staging: fresh(staging, hand) } : {};
}

export default {
  title: "Buraco",
  mark: "hearts",
  wide: true,
  refuses: true,
  subtitle,
  story,
  tell,
  lines,
  seen,
  scene,
  bar,
  held,
  lastDeal: N_("Last deal"),
  coach,
  course,
  resting: N_("The coach counts at your turns."),
  sheet: (context) => Boolean(pictureOf(context).sheets),
  sound: (event) => SOUNDS[event.type],
};
