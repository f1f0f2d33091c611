// The fold of a Buraco table's events that the view does not hold: last actions, takers of mortos,
// finished deals.

export const story = () => ({ last: {}, took: {}, deals: [], round: [] });

const did = (one, seat, kind, cards = []) => ({ ...one, last: { ...one.last, [seat]: { kind, cards } } });

const note = (one, kind, seat, cards = []) => ({ ...one, round: [...one.round, { kind, seat, cards }].slice(-8) });

const TELL = {
  deal_started: (one) => ({ ...story(), deals: one.deals }),
  card_discarded: (one, { seat, card }) => note(did(one, seat, "discarded", [card]), "discarded", seat, [card]),
  card_drawn: (one, { seat }) => note(did(one, seat, "drew"), "drew", seat),
  pile_taken: (one, { seat }) => note(did(one, seat, "took"), "took", seat),
  meld_laid: (one, { seat, cards }) => note(one, "laid", seat, cards),
  meld_extended: (one, { seat, cards }) => note(one, "added", seat, cards),
  morto_taken: (one, { seat, team }) => note({ ...one, took: { ...one.took, [team ?? seat % 2]: seat } }, "morto", seat),
  deal_scored: (one, { deal, sheets, out, left }) => ({ ...one, deals: [...one.deals, { deal, sheets, out, left }] }),
  match_restarted: (one) => ({ ...one, deals: [] }),
};

/** The story after an event. */
export const tell = (one, event) => TELL[event.type]?.(one, event) ?? one;
