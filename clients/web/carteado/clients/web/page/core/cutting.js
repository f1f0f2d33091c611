// A seat's part in the cut of the deck (docs/fairness.md): the nonces that it is bound to, and when
// to open them. The same as `carteado.protocol.cutting`, for a client that reads plain data.

import { fresh, hex, sha256, unhex } from "./sha256.js";

const KEPT = 8;
const LABEL = new TextEncoder().encode("carteado/2/nonce");

/** The commitment to a nonce of 32 hexadecimal digits. */
export function commitmentOf(nonce) {
  return hex(sha256(new Uint8Array([...LABEL, ...unhex(nonce)])));
}

export class Cutting {
  constructor(table, entropy = () => fresh(16)) {
    this.table = table;
    this.entropy = entropy;
    this.nonces = new Map();
    this.commitments = [];
    this.deck = [0, undefined];
    this.bound = [];
    this.cutters = null;
    this.open = false;
    this.opened = null;
    this.sent = false;
    this.boundAnew = false;
  }

  /** A commitment to a fresh nonce. */
  commitment() {
    const nonce = this.entropy();
    const commitment = commitmentOf(nonce);
    this.nonces.set(commitment, nonce);
    while (this.nonces.size > KEPT) this.nonces.delete(this.nonces.keys().next().value);
    return commitment;
  }

  /** Take note of an event of the table. Gives true where a cut leaves out the nonce that was given. */
  seeEvent(event) {
    if (event.type === "nonce_committed") {
      this.commitments[event.seat] = event.commitment;
    } else if (event.type === "deck_committed") {
      this.dealBegins(event);
    } else if (event.type === "deck_cut") {
      const given = this.open && this.sent && this.opened !== null;
      const left = given && event.nonces?.[this.seat] !== this.opened.nonce;
      this.open = false;
      this.boundAnew = false;
      if (event.commitments) this.commitments = [...event.commitments];
      return left;
    }
    return false;
  }

  /** Take note of a snapshot of the table. */
  seeView(view) {
    if (view.commitments) this.commitments = [...view.commitments];
    this.open = false;
    if (view.committed && !view.nonces) this.dealBegins(view.committed);
  }

  /** Forget what was sent: it may have been lost. */
  reconnected() {
    this.sent = false;
    this.boundAnew = false;
  }

  /** What to send now from a seat; null for nothing. Each is given once a connection. */
  due(seat) {
    if (seat === null || seat === undefined) return null;
    return this.open ? this.opening(seat) : this.binding(seat);
  }

  binding(seat) {
    if (this.boundAnew || seat >= this.commitments.length) return null;
    if (this.nonces.has(this.commitments[seat])) return null;
    this.boundAnew = true;
    return { type: "bind_nonce", table: this.table, commitment: this.commitment() };
  }

  opening(seat) {
    if (this.sent) return null;
    if (this.opened === null) {
      if (this.cutters && !this.cutters.includes(seat)) return null;
      const bound = this.bound[seat];
      const nonce = this.nonces.get(bound);
      if (nonce === undefined) return null;
      // For one deck alone: a table that knows the nonce could make another that fits it.
      this.nonces.delete(bound);
      const next = this.commitment();
      this.opened = { type: "nonce", table: this.table, deal: this.deck[0], nonce, next };
    }
    this.sent = true;
    this.seat = seat;
    return this.opened;
  }

  dealBegins(committed) {
    const { deal, root } = committed;
    if (deal !== this.deck[0] || root !== this.deck[1]) {
      this.opened = null;
      this.sent = false;
      this.bound = [...this.commitments];
      this.cutters = committed.cutters ?? null;
    }
    this.deck = [deal, root];
    this.open = true;
  }
}
