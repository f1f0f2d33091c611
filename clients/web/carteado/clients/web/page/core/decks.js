// The page's eye on the decks of a table: does the server deal what it committed to, once? The same as
// `carteado.protocol.deck_watch`, as far as events alone tell it (docs/fairness.md).

const KEPT = 1000;

export class DeckWatch {
  constructor() {
    this.roots = new Map(); // deal: root
    this.waiting = null; // the committed deal that was not cut yet
  }

  /**
   * Take note of an event, also of one that is known already.
   * @returns "redealt" for another deck of the same deal, "passed_over" for a deck that was never
   *   dealt, null where nothing is wrong
   */
  see({ type, deal, root }) {
    if (type === "deck_cut") this.waiting = null;
    if (type !== "deck_committed") return null;
    const known = this.roots.get(deal);
    const before = this.waiting;
    this.roots.set(deal, root);
    this.waiting = deal;
    while (this.roots.size > KEPT) this.roots.delete(this.roots.keys().next().value);
    if (known !== undefined && known !== root) return "redealt";
    return before !== null && deal > before ? "passed_over" : null;
  }

  /** Take note of a snapshot: what waited before it may have been dealt unseen. */
  seeView({ committed, nonces }) {
    this.waiting = null;
    if (!committed) return null;
    const found = this.see({ type: "deck_committed", ...committed });
    if (nonces) this.waiting = null;
    return found;
  }
}
