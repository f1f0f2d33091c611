// Cards as SVG, drawn from the path data of the design (`data/cards.js`, the window's own data).

import CARD from "../data/cards.js";
import { h } from "./scene.js";
import { N_ } from "./words.js";

const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs", "*": "joker" };
const GLYPHS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const NAMES = {
  2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six"), 7: N_("seven"), 8: N_("eight"),
  9: N_("nine"), T: N_("ten"), J: N_("jack"), Q: N_("queen"), K: N_("king"), A: N_("ace"),
};
const SUIT_NAMES = { s: N_("spades"), h: N_("hearts"), d: N_("diamonds"), c: N_("clubs") };
const RATIO = CARD.ratio.height / CARD.ratio.width;
const LAYOUT = CARD.layout;
// Where pips stand, as parts of the height: those of both sides, and those in the middle.
const PIPS = {
  2: [[], [0, 1]],
  3: [[], [0, 0.5, 1]],
  4: [[0, 1], []],
  5: [[0, 1], [0.5]],
  6: [[0, 0.5, 1], []],
  7: [[0, 0.5, 1], [0.25]],
  8: [[0, 0.5, 1], [0.25, 0.75]],
  9: [[0, 1 / 3, 2 / 3, 1], [0.5]],
  T: [[0, 1 / 3, 2 / 3, 1], [1 / 6, 5 / 6]],
};

export const rankOf = (card) => (card.startsWith("JKR") ? "*" : card[0]);
export const suitOf = (card) => (card.startsWith("JKR") ? "*" : card[1].toLowerCase());
export const isKnown = (card) => card !== "??";

/** A card in a sentence: `10♥`, `★` for a joker. */
export function cardText(card) {
  if (!isKnown(card)) return "?";
  if (card.startsWith("JKR")) return "★";
  return (card[0] === "T" ? "10" : card[0]) + GLYPHS[suitOf(card)];
}

/** The name of a card for a screen reader. */
export function cardName(card, t) {
  if (!isKnown(card)) return t("face-down card");
  if (card.startsWith("JKR")) return t("joker");
  return t("{rank} of {suit}", { rank: t(NAMES[rankOf(card)]), suit: t(SUIT_NAMES[suitOf(card)]) });
}

/** A text with cards in it: the suits in their colours. */
export function withSuits(text) {
  return text.split(/([♠♥♦♣])/).map((part) => {
    const suit = Object.keys(GLYPHS).find((one) => GLYPHS[one] === part);
    return suit ? h("span.suit", { "data-suit": SUITS[suit] }, `${part}\uFE0E`) : part;
  });
}

/**
 * A card. `width` decides the style of its face: big index, large suit, or pips; `side` puts rank and
 * suit side by side at the top, where only a strip of the card is seen.
 * `props`: class, key, dim, side, and what a node may have.
 */
export function card(code, width, t, { dim = false, side = false, ...props } = {}) {
  const known = isKnown(code);
  const inks = known ? faceOf(code, width, side) : BACK;
  return h(
    "svg.card",
    {
      viewBox: `0 0 100 ${RATIO * 100}`,
      role: "img",
      "aria-label": cardName(code, t),
      ...props,
      class: [props.class, known ? "face" : "back", dim && "dim"].filter(Boolean).join(" "),
      "data-suit": known ? SUITS[suitOf(code)] : undefined,
    },
    h("rect.sheet", { x: 1, y: 1, width: 98, height: RATIO * 100 - 2, rx: 8 }),
    inks,
  );
}

const BACK = [
  h("rect.frame", { x: 7, y: 7, width: 86, height: RATIO * 100 - 14, rx: 4 }),
  h("path.mark", { d: "M50 50L62 70L50 90L38 70Z" }),
];

const faces = new Map();

function faceOf(code, width, side) {
  const style = side ? 3 : width < 44 ? 0 : width < CARD.pipsFromWidth ? 1 : 2;
  const name = `${code.slice(0, code.startsWith("JKR") ? 3 : 2)}/${style}`;
  if (!faces.has(name)) faces.set(name, face(rankOf(code), suitOf(code), style));
  return faces.get(name);
}

const SIDE = {
  rank: { cx: 0.25, top: 0.1, capHeight: 0.29, maxWidth: 0.38 },
  suit: { cx: 0.58, top: 0.1, size: 0.29 },
  again: { cx: 0.5, top: 0.82, size: 0.38 },
};

function face(rank, suit, style) {
  if (rank === "*") {
    const star = (left, top, size) => ink(suitPath("*"), left, top, size);
    if (style === 3) return [star(0.08, 0.07, 0.34), star(0.31, 0.82, 0.38)];
    return style ? [star(0.08, 0.1, 0.42), star(0.36, 0.66, 0.56)] : [star(0.18, 0.36, 0.64)];
  }
  if (style === 3) return [rankInk(rank, SIDE.rank), suitInk(suit, SIDE.suit), suitInk(suit, SIDE.again)];
  const spot = [LAYOUT.bigIndexBelow44, LAYOUT.bigIndex, LAYOUT.pips][style];
  const index = [rankInk(rank, spot.rank), suitInk(suit, spot.suit)];
  if (style === 0) return index;
  if (style === 1) {
    const { right, bottom, size } = spot.suitLarge;
    return [...index, ink(suitPath(suit), right - size, bottom - size, size)];
  }
  const turned = h("g", { transform: `rotate(180 50 ${RATIO * 50})` }, index);
  return [...index, turned, ...middle(rank, suit)];
}

function middle(rank, suit) {
  const spot = LAYOUT.pips;
  const centred = (size) => ink(suitPath(suit), 0.5 - size / 2, RATIO / 2 - size / 2, size);
  if (rank === "A") return [centred(spot.ace.size)];
  if ("JQK".includes(rank)) return court(rank, centred(spot.court.centreSuit));
  const { size, columns, firstRow, lastRow, turnedFrom } = spot.pip;
  const [sides, centre] = PIPS[rank];
  const column = (x, rows) => rows.map((row) => {
    const y = (firstRow + (lastRow - firstRow) * row) * RATIO;
    const pip = ink(suitPath(suit), x - size / 2, y - size / 2, size);
    return row > turnedFrom ? h("g", { transform: `rotate(180 ${x * 100} ${y * 100})` }, pip) : pip;
  });
  const [left, between, right] = columns;
  return [...column(left, sides), ...column(between, centre), ...column(right, sides)];
}

function court(rank, centre) {
  const { panelX, panelY, panelWidth, panelHeight, emblemSize } = LAYOUT.pips.court;
  const [emblem] = emblemSize;
  const y = panelY * RATIO;
  const rule = CARD.paths.emblemFillRule[rank];
  const top = ink(CARD.paths.emblems[rank], 0.5 - emblem / 2, y + 0.06, emblem, rule);
  return [
    h("rect.court", {
      x: panelX * 100, y: y * 100, width: panelWidth * 100, height: panelHeight * RATIO * 100, rx: 2,
    }),
    top,
    h("g", { transform: `rotate(180 50 ${RATIO * 50})` }, top),
    centre,
  ];
}

const suitPath = (suit) => CARD.paths.suits[SUITS[suit]];

function rankInk(rank, { cx, top, capHeight, maxWidth }) {
  const glyph = CARD.paths.ranks[rank];
  const scale = Math.min(capHeight / 100, maxWidth / glyph.width);
  const left = cx - (glyph.width * scale) / 2;
  return ink(glyph.d, left, top + (capHeight - 100 * scale) / 2, scale * 100);
}

const suitInk = (suit, { cx, top, size }) => ink(suitPath(suit), cx - size / 2, top, size);

/** Path data of a box of 100, at a place and size in parts of the card's width. */
function ink(d, left, top, size, rule) {
  const number = (value) => Math.round(value * 10000) / 100;
  const transform = `translate(${number(left)} ${number(top)}) scale(${Math.round(size * 10000) / 10000})`;
  return h("path.ink", { d, transform, "fill-rule": rule });
}
