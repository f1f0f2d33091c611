// One WebSocket at a time to the page's own server, opened again whenever it is gone.
//
// Phones keep dead sockets that still say OPEN. So a page that becomes visible again reconnects,
// and one that hears nothing for longer than the server's own signs of life does so as well.

const SUBPROTOCOL = "carteado.1.json";
const OPEN_MS = 8000;
const SILENT_BEATS = 14;
const ASK_BEATS = 6;
const STEADY_MS = 2000;
const WAITS_MS = [250, 500, 1000, 2000, 4000, 8000];

/** A text without invisible characters, such as the joiner of an emoji, which the server refuses. */
const seen = (name, value) => (typeof value === "string" ? value.replace(/\p{C}/gu, "") : value);

/** Close codes after which reconnecting makes no sense; the session says what to do. */
const FINAL = new Set([1000, 1002, 1003, 1007, 1008, 1009, 4000, 4003]);

export class Socket {
  /**
   * @param url of the WebSocket
   * @param to {opened(), messages(list), closed({code, reason, final})}
   */
  constructor(url, to, world = globalThis) {
    this.url = url;
    this.to = to;
    this.world = world;
    this.socket = null;
    this.tries = 0;
    this.since = NaN; // when the connection was opened, NaN while there is none
    this.silent = 0; // intervals without a message; none are counted while the page itself is busy
    this.wanted = false;
    this.timer = null;
  }

  /** Connect and stay connected. */
  start() {
    this.wanted = true;
    this.connect();
    this.watch ??= setInterval(() => this.beat(), 1000);
  }

  /** Connect now, whatever state the old socket reports. */
  restart() {
    this.tries = 0;
    if (this.wanted) this.connect();
  }

  stop() {
    this.wanted = false;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    this.watch = undefined;
    this.drop();
  }

  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message, seen));
  }

  drop() {
    const old = this.socket;
    this.socket = null;
    if (old === null) return;
    // Messages of the old socket must not reach the session of the new one.
    old.onopen = old.onmessage = old.onclose = old.onerror = null;
    old.close();
  }

  connect() {
    clearTimeout(this.timer);
    this.drop();
    let socket;
    try {
      socket = new this.world.WebSocket(this.url, [SUBPROTOCOL]);
    } catch {
      return this.again({ code: 1006, reason: "" });
    }
    this.socket = socket;
    this.timer = setTimeout(() => this.gone({ code: 1006, reason: "" }), OPEN_MS);
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.silent = 0;
      this.since = Date.now();
      this.to.opened();
    };
    socket.onmessage = (event) => {
      this.silent = 0;
      this.to.messages(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.gone(event);
  }

  gone({ code, reason }) {
    this.drop();
    // A server that greets and hangs up is as useless as one that does not answer.
    if (Date.now() - this.since > STEADY_MS) this.tries = 0;
    this.since = NaN;
    const final = FINAL.has(code);
    if (final) {
      this.wanted = false;
      clearTimeout(this.timer);
    }
    this.to.closed({ code, reason, final });
    if (!final) this.again();
  }

  again() {
    if (!this.wanted) return;
    clearTimeout(this.timer);
    const wait = WAITS_MS[Math.min(this.tries, WAITS_MS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  beat() {
    if (this.socket?.readyState !== 1) return;
    this.silent += 1;
    if (this.silent > SILENT_BEATS) this.gone({ code: 1006, reason: "" });
    else if (this.silent > ASK_BEATS) this.to.ask?.();
  }
}

/** Reconnect when a page comes back that was out of sight or frozen, or when the network is back. */
export function reconnectWhenBack(socket, world = globalThis) {
  let hidden = null;
  const back = () => {
    if (hidden !== null && Date.now() - hidden > 3000) socket.restart();
    hidden = null;
  };
  world.document.addEventListener("visibilitychange", () => {
    if (world.document.hidden) hidden = Date.now();
    else back();
  });
  world.document.addEventListener("resume", () => socket.restart());
  world.addEventListener("pageshow", (event) => event.persisted && socket.restart());
  world.addEventListener("online", () => socket.restart());
}
