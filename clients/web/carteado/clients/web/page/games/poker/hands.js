// Names of poker hands in the player's language. The server evaluates the hands.

import { N_ } from "../../core/words.js";

const ONE = {
  2: N_("deuce"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six"), 7: N_("seven"), 8: N_("eight"),
  9: N_("nine"), T: N_("ten"), J: N_("jack"), Q: N_("queen"), K: N_("king"), A: N_("ace"),
};
const MANY = {
  2: N_("deuces"), 3: N_("threes"), 4: N_("fours"), 5: N_("fives"), 6: N_("sixes"), 7: N_("sevens"), 8: N_("eights"),
  9: N_("nines"), T: N_("tens"), J: N_("jacks"), Q: N_("queens"), K: N_("kings"), A: N_("aces"),
};
const LONG = {
  high_card: N_("{one} high"),
  pair: N_("pair of {many}"),
  two_pair: N_("two pair, {many} and {others}"),
  three_of_a_kind: N_("three {many}"),
  straight: N_("straight to the {one}"),
  flush: N_("flush, {one} high"),
  full_house: N_("full house, {many} over {others}"),
  four_of_a_kind: N_("four {many}"),
  straight_flush: N_("straight flush to the {one}"),
  royal_flush: N_("royal flush"),
};
/** Short names of the categories. */
export const SHORT = {
  high_card: N_("High card"),
  pair: N_("Pair"),
  two_pair: N_("Two pair"),
  three_of_a_kind: N_("Three of a kind"),
  straight: N_("Straight"),
  flush: N_("Flush"),
  full_house: N_("Full house"),
  four_of_a_kind: N_("Four of a kind"),
  straight_flush: N_("Straight flush"),
};

/** The name of what a seat's cards make, as the view says; "" for nothing. */
export function handName(made, t) {
  if (!made || !(made.category in LONG)) return "";
  const [first] = made.ranks;
  const other = made.ranks.find((rank) => rank !== first) ?? first;
  const category = made.category === "straight_flush" && first === "A" ? "royal_flush" : made.category;
  return t(LONG[category], { one: t(ONE[first]), many: t(MANY[first]), others: t(MANY[other]) });
}

/** How a seat wins with what its cards make; other hands than these are counted, or called "ace high". */
export const winsWith = (made) => (/^(pair|st|fl|fu)/.test(made.category) ? N_("{name} wins {amount} with a {hand}") : N_("{name} wins {amount} with {hand}"));

/** The categories alone, for a narrow plate: one for each board. */
export const handsShort = (made, t) => [made, made?.second].filter((one) => one?.cards).map((one) => t(SHORT[one.category])).join(" / ");

/** A name at the beginning of a line. */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
