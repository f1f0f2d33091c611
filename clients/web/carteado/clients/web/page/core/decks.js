// Checks the decks of a table: does the server deal each deck to which it committed, once? The same as
// `carteado.protocol.deck_watch` and `carteado.engine.decks` (docs/fairness.md).

import OWN from "../data/events.js";
import { commitmentOf } from "./cutting.js";

const KEPT = 1000;

export class DeckWatch {
  constructor() {
    this.deck = null; // {deal, root, bound, cut, dealt, told} of the last commitment
    this.roots = new Map(); // deal: root
    this.commitments = [];
  }

  /**
   * Take note of an event.
   * @returns what is wrong, null for nothing: "redealt" for another deck of the same deal, "passed_over"
   *   for a deck that was never dealt, "disorder" for one that was handled in another wrong way
   */
  see(event) {
    const { type, seat, commitment } = event;
    if (type === "deck_committed") return this.committed(event);
    if (type === "deck_cut") return this.cut(event);
    if (type === "nonce_committed") this.commitments[seat] = commitment;
    else if (!OWN.includes(type)) return this.played("deck" in event);
    return null;
  }

  /** Take note of a snapshot: a pending deck may have been dealt before it, unseen. */
  seeView({ committed, nonces, commitments }) {
    this.deck = null;
    this.commitments = [...(commitments ?? [])];
    if (!committed) return null;
    // A cut replaces the commitments, so those of a deck that is cut are not in the view.
    const found = this.committed(nonces ? { ...committed, cutters: null } : committed);
    if (nonces) this.deck = { ...this.deck, cut: true, dealt: true };
    return found;
  }

  committed({ deal, root, cutters }) {
    const { deck, roots } = this;
    if (deck && !deck.cut && deal === deck.deal && root === deck.root) return null;
    const bound = [...this.commitments];
    const known = roots.get(deal);
    const earlier = [...roots].some(([one, other]) => other === root && one !== deal);
    roots.set(deal, root);
    while (roots.size > KEPT) roots.delete(roots.keys().next().value);
    this.deck = { deal, root, bound, cut: false, dealt: false, told: false };
    if (known !== undefined && (known !== root || deck)) return "redealt";
    if (deck && !deck.told && (!deck.dealt || deal !== deck.deal + 1)) return "passed_over";
    const seats = bound.flatMap((one, at) => (one ? [at] : []));
    const named = !cutters || String(cutters) === String(seats);
    return earlier || !named ? "disorder" : null;
  }

  cut({ deal, nonces, commitments }) {
    const { deck } = this;
    this.commitments = [...(commitments ?? [])];
    if (!deck) return null;
    const again = deck.cut || deal !== deck.deal;
    deck.cut = true;
    const wrong = (nonces ?? []).some((one, at) => one && (!deck.bound[at] || commitmentOf(one) !== deck.bound[at]));
    return again || wrong ? "disorder" : null;
  }

  played(deals) {
    const { deck } = this;
    if (!deck || (deck.dealt && !deals)) return null;
    if (deals) {
      const right = deck.cut && !deck.dealt;
      deck.dealt = true;
      return right ? null : "disorder";
    }
    if (deck.told) return null;
    deck.told = true;
    return deck.cut ? "passed_over" : "disorder";
  }
}
