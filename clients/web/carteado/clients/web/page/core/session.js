// A player's session with the server, across connections: who the player is, commands that are
// answered exactly once, and the tables that are followed.

import { Cutting } from "./cutting.js";
import { DeckWatch } from "./decks.js";
import { Socket } from "./socket.js";

const RETRIES_MS = [500, 1000, 2000, 5000, 10000, 20000, 30000, 60000];
const STALLED = new Set(["table/failed", "table/busy", "server/failed", "limit/rate"]);

/** A refusal: has the server's `code`, `message` and `details`. */
class Refusal extends Error {
  constructor({ code, message, details }) {
    super(message);
    Object.assign(this, { code, details: details ?? {} });
  }
}

export class Session {
  /**
   * @param url of the WebSocket
   * @param name what others are to call the player
   * @param token of an earlier session, or null
   * @param claim of an earlier connection: then no seat is taken from a client that connected since
   * @param to {welcome(message), message(message), lost(), ended({code, message, details})}
   */
  constructor({ url, name, token, claim, to, world }) {
    this.name = name;
    this.token = token;
    this.claim = claim;
    this.to = to;
    this.ready = false;
    this.welcome = null;
    this.ending = null;
    this.pending = new Map();
    this.tables = new Map(); // id: {position, seat, cutting, decks, asks}
    // A page that was loaded again goes on above all ids that it used before.
    this.nextId = Date.now();
    this.socket = new Socket(
      url,
      {
        opened: () => this.hello(),
        messages: (list) => list.forEach((message) => this.receive(message)),
        closed: (why) => this.closed(why),
        ask: () => this.ask(),
      },
      world,
    );
  }

  start() {
    this.socket.start();
  }

  stop() {
    this.ready = false;
    this.socket.stop();
  }

  /** Give a command. The promise has its `ok` (or other reply), or fails with a `Refusal`. */
  request(type, fields = {}) {
    const message = { type, id: this.nextId++, ...fields };
    if (type === "join") this.prepareJoin(message);
    const promise = new Promise((resolve, reject) => {
      this.pending.set(message.id, { message, resolve, reject, sent: this.ready });
    });
    if (this.ready) this.socket.send(message);
    return promise;
  }

  /** Follow a table; its messages come until `unwatch`. */
  watch(table) {
    this.follow(table);
    return this.askFor(table);
  }

  unwatch(table) {
    this.tables.delete(table);
    return this.request("unwatch", { table }).catch(() => null);
  }

  // Inside

  follow(table) {
    let followed = this.tables.get(table);
    if (followed === undefined) {
      followed = { position: null, seat: null, cutting: new Cutting(table), decks: new DeckWatch(), asks: 0 };
      this.tables.set(table, followed);
    }
    return followed;
  }

  prepareJoin(message) {
    message.commitment ??= this.follow(message.table).cutting.commitment();
  }

  askFor(table) {
    const followed = this.tables.get(table);
    if (!followed) return Promise.resolve(null);
    const after = followed.position && { ...followed.position, rail: followed.seat === null };
    const fields = { table, ...(after && { after }) };
    return this.request("watch", fields).catch((refusal) => {
      const wait = RETRIES_MS[followed.asks];
      if (!STALLED.has(refusal.code) || wait === undefined) throw refusal;
      followed.asks += 1;
      return new Promise((done) => setTimeout(done, wait)).then(() => this.askFor(table));
    });
  }

  ask() {
    if (this.ready && !this.asking) {
      this.asking = true;
      this.request("ping").catch(() => null).then(() => { this.asking = false; });
    }
  }

  hello() {
    const { name, token, claim } = this;
    this.socket.send({ type: "hello", name, kind: "person", text: true, views: true, ...(token && { token }), ...(claim && { claim }) });
  }

  closed({ code, reason, final }) {
    this.ready = false;
    // Requests to follow a table and pings are made again; the player's commands are repeated.
    for (const [id, { message, reject }] of this.pending) {
      if (message.type === "watch" || message.type === "ping") {
        this.pending.delete(id);
        if (message.type === "ping") reject(new Refusal({ code: "session/lost", message: "" }));
      }
    }
    for (const followed of this.tables.values()) followed.cutting.reconnected();
    if (final || this.ending) {
      const why = this.ending ?? { code: `closed/${code}`, message: reason };
      if (final) return this.to.ended(why);
    }
    this.ending = null;
    this.to.lost();
  }

  greeted(message) {
    const forgotten = this.token !== null && !message.resumed;
    this.welcome = message;
    this.token = message.token;
    this.claim = message.claim;
    this.name = message.name;
    this.ready = true;
    for (const holding of message.seats) this.follow(holding.table);
    for (const [id, one] of [...this.pending].sort(([a], [b]) => a - b)) {
      if (forgotten && one.sent) {
        // It is unknown whether it was carried out, so it is not sent again.
        this.pending.delete(id);
        one.reject(new Refusal({ code: "session/lost", message: "The server was restarted." }));
      }
    }
    for (const [table, followed] of this.tables) {
      followed.asks = 0;
      if (forgotten && followed.seat !== null) followed.position = null;
      this.askFor(table).catch((refusal) => this.to.message({ type: "unfollowed", table, refusal }));
    }
    for (const [, one] of [...this.pending].sort(([a], [b]) => a - b)) {
      if (one.message.type === "watch" && one.sent) continue;
      one.sent = true;
      this.socket.send(one.message);
    }
    // Only now: its requests are sent at once, and belong to the new connection.
    this.to.welcome(message);
  }

  receive(message) {
    if (message.type === "welcome") return this.greeted(message);
    if (message.type === "closing") {
      // An earlier refusal says more, such as a free name.
      this.ending = { ...message, details: this.ending?.details };
      return undefined;
    }
    if (message.type === "refused" && message.id == null) {
      this.ending = message;
      if (message.code !== "frame/invalid" || this.ready) return undefined;
      this.stop(); // the server cannot read the greeting, and would be greeted the same again
      return this.to.ended(message);
    }
    if (message.id !== undefined) return this.replied(message);
    if (message.type === "waiting_place" || message.type === "announced") return this.to.message(message);
    const followed = this.tables.get(message.table);
    if (followed === undefined) return undefined;
    this.noted(followed, message);
    this.to.message(message);
    const due = followed.cutting.due(followed.seat);
    if (due !== null) this.socket.send(due);
    return undefined;
  }

  noted(followed, message) {
    const { cutting, decks } = followed;
    const flawed = (flaw) => flaw && this.to.message({ type: "flaw", table: message.table, flaw });
    if (message.type === "snapshot") {
      followed.seat = message.seat;
      followed.position = { epoch: message.epoch, seq: message.seq };
      cutting.seeView(message.view);
      flawed(decks.seeView(message.view));
    } else if (message.type === "events") {
      const last = message.first + message.events.length - 1;
      followed.position = { epoch: message.epoch, seq: last };
      for (const event of message.events) {
        if (cutting.seeEvent(event)) flawed("left_out");
        flawed(decks.see(event));
      }
    } else if (message.type === "live") {
      followed.seat = message.seat;
    }
  }

  replied(message) {
    const waiting = this.pending.get(message.id);
    if (waiting === undefined) return;
    if (message.type === "refused" && message.code === "table/starting") {
      const wait = Math.min(5000, Math.max(50, message.details?.retry_ms ?? 250));
      setTimeout(() => this.ready && this.pending.has(message.id) && this.socket.send(waiting.message), wait);
      return;
    }
    this.pending.delete(message.id);
    if (message.type === "refused") waiting.reject(new Refusal(message));
    else waiting.resolve(message);
  }
}
