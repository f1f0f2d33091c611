// How a hand of any size lies: the numbers are those of the design. A card's visible step is at least
// 46% of its width, so that rank and suit can always be read.

const RATIO = 1.4;
const SUIT_GAP = 12;
const WIDTHS = [104, 80, 64, 48];

/**
 * The fan of a hand.
 * @param count of cards
 * @param suits groups between which a gap stands
 * @param width to fill, pixels
 * @param height at most, pixels
 * @param largest width of a card
 * @param touch whether it is played with a finger
 * @returns {{rows, each, card, step, rowStep, gap, height}}
 */
export function fanOf(count, suits, width, height, largest, touch) {
  const cards = Math.max(1, count);
  const gaps = Math.max(1, suits) - 1;
  if (!touch) {
    const card = Math.floor((width - SUIT_GAP * gaps - 4 * (cards - 1)) / cards / 4) * 4;
    if (card >= Math.max(64, largest - 24)) return fan(1, cards, Math.min(card, largest), Math.min(card, largest) + 4, 0, SUIT_GAP);
  }
  for (let rows = 1; rows < 12; rows += 1) {
    const each = Math.ceil(cards / rows);
    const gap = rows === 1 && !touch ? SUIT_GAP : 0;
    for (const card of WIDTHS.filter((one) => one <= largest)) {
      const rowStep = touch ? 46 : Math.max(48, 0.56 * card * RATIO);
      const step = each > 1 ? Math.min(card + 8, (width - card - gap * gaps) / (each - 1)) : card + 8;
      const fits = card * RATIO + (rows - 1) * rowStep <= height;
      if (step >= Math.max(touch ? 44 : 34, 0.46 * card) && fits) return fan(rows, each, card, step, rowStep, gap);
    }
  }
  const each = Math.max(1, Math.floor((width - 48) / 44) + 1);
  return fan(Math.ceil(cards / each), each, 48, 44, 46, 0);
}

const fan = (rows, each, card, step, rowStep, gap) => ({
  rows, each, card, step, rowStep, gap, height: card * RATIO + (rows - 1) * rowStep,
});

/** Where each card lies: {x, y}, pixels from the upper left. */
export function placesOf({ each, step, rowStep, gap }, group) {
  let shift = 0;
  return group.map((one, at) => {
    if (at % each === 0) shift = 0;
    else if (one !== group[at - 1]) shift += gap;
    return { x: (at % each) * step + shift, y: Math.floor(at / each) * rowStep };
  });
}
