// The page itself: one session, the current table, the player's choices and texts, and the screen.

import { hurry, ring, say, yourTurn } from "./alerts.js";
import { follow, keepInside } from "./focus.js";
import { forget, keep, kept } from "./keeping.js";
import { gameOf } from "../games/registry.js";
import { paint } from "./painter.js";
import { unlock } from "./sound.js";
import { isSmall, propertiesOf, sizeOf } from "./size.js";
import { reconnectWhenBack } from "./socket.js";
import { Session } from "./session.js";
import { fresh, lost, reworded, take } from "./state.js";
import { load, preferred } from "./words.js";
import { watchTabs } from "./tabs.js";
import { misread, refusalText } from "./refusals.js";
import { tableInAddress } from "./address.js";
import { watchPresses } from "./presses.js";

const DEFAULTS = { theme: "dark", deck: "fourColour", text: 1, sound: "all", motion: "auto", language: "", blinds: false };

/** The page's state and behaviour; screens get it as their context and change it only by its methods. */
export class App {
  constructor(screens, root, world = globalThis) {
    this.screens = screens;
    this.root = root;
    this.world = world;
    this.settings = { ...DEFAULTS, ...kept("settings", {}) };
    this.name = kept("name", "");
    this.session = null;
    this.status = "idle"; // idle, connecting, ready, lost, ended, elsewhere
    this.lostSince = null;
    this.ended = null;
    this.tables = new Map();
    this.lobby = null;
    this.table = null;
    this.screen = "start";
    this.ui = {};
    this.notice = null;
    this.blocked = new Set(kept("blocked", [])); // names that this player has blocked
    this.t = (text) => text;
    this.drawing = false;
    this.acted = 0; // when the last action was given
  }

  async start() {
    await this.setLanguage(this.settings.language || preferred(this.world.navigator.languages));
    const { world, world: { document } } = this;
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => unlock(world));
    document.addEventListener("keydown", (event) => this.pressed(event));
    // The second tap of a double tap must not press the button that appeared after the first one.
    watchPresses(document, (place) => place.closest(".turn-actions .buttons, .pre") && Date.now() - this.acted < 350);
    world.addEventListener("resize", () => this.draw());
    world.addEventListener("hashchange", () => this.moved());
    world.addEventListener("popstate", () => this.moved());
    this.table = tableInAddress(world.location); // only now: it may have changed while the words were loading
    setInterval(() => this.tick(), 250);
    if (world.location.pathname === "/check") {
      this.screen = "check";
      this.check?.(this);
      return this.draw();
    }
    const playing = () => this.status === "ready" || this.status === "lost";
    this.tabs = watchTabs(playing, () => {
      if (this.status !== "idle" && !playing()) return;
      this.session?.stop();
      this.wasEnded({ code: "session/replaced" });
    }, world);
    await this.tabs.ask();
    if (this.status === "idle" && this.name && kept("token", "")) this.connect(this.name, kept("claim", ""));
    return this.draw();
  }

  // The session

  /** Connect; without the claim of an earlier connection the page takes the seat over. */
  connect(name = kept("name", this.name), claim = "") { // another tab may have changed the name
    this.session?.stop();
    this.name = name;
    keep("name", name);
    this.status = "connecting";
    this.ended = this.ui.sending = null;
    this.lostSince = Date.now();
    const { protocol, host } = this.world.location;
    this.session = new Session({
      url: `${protocol === "https:" ? "wss" : "ws"}://${host}/`,
      name,
      token: kept("token", "") || null,
      claim,
      world: this.world,
      to: {
        welcome: (message) => this.welcomed(message),
        message: (message) => this.told(message),
        lost: () => this.wentAway(),
        ended: (why) => this.wasEnded(why),
      },
    });
    this.backing ??= reconnectWhenBack({ restart: () => this.session?.socket.restart() }, this.world) ?? true;
    this.session.start();
    this.draw();
  }

  welcomed(message) {
    keep("token", message.token);
    keep("claim", message.claim);
    keep("name", message.name);
    this.name = message.name;
    this.status = "ready";
    this.tabs.tell();
    this.compare();
    this.lostSince = null;
    if (this.screen === "start") this.screen = this.table ? "table" : "lobby";
    if (this.table === null && this.lobby === null && message.seats.length === 1) {
      this.goTo(message.seats[0].table);
    } else if (this.table !== null) {
      this.goTo(this.table);
    } else this.refresh();
    this.draw();
  }

  /** Notice that the server was upgraded while this page was open. */
  async compare() {
    const { world } = this;
    const [found] = (await world.fetch("/").then((answer) => answer.text()).catch(() => "")).match(/\/-\/\w+/) ?? [];
    this.outdated = found && !world.document.querySelector("script[type=module]").src.includes(found);
    this.draw();
  }

  eachTable(change) {
    for (const [id, table] of this.tables) this.tables.set(id, change(table));
  }

  wentAway() {
    if (this.status === "ready") this.lostSince = Date.now();
    if (this.status !== "connecting") this.status = "lost";
    this.eachTable(lost);
    this.draw();
  }

  wasEnded(why) {
    this.eachTable(lost);
    const wrong = why.code === "session/name" ? this.t("That name is taken. Choose another one.")
      : why.details?.where === "hello.name" ? this.t("{name} cannot be a name: use 1 to 24 visible characters", { name: this.name }) : null;
    if (why.code === "session/token" || why.details?.where === "hello.token") forget("token");
    this.ended = why;
    this.status = why.code === "session/replaced" ? "elsewhere" : "ended";
    if (wrong) Object.assign(this, { status: "idle", screen: "start", ui: { ...this.ui, free: why.details?.free, problem: wrong } });
    this.draw();
  }

  told(message) {
    const id = message.table;
    if (message.type === "unfollowed") return this.unfollowed(message);
    if (message.type === "announced") return this.note(message.text);
    if (message.type === "waiting_place") {
      this.placed(message);
      if (!this.tables.has(id)) return undefined;
    }
    const before = this.tables.get(id) ?? fresh(id);
    const game = gameOf(message.view?.opened?.game ?? before.view?.opened.game);
    const now = Date.now();
    let table = take(before, message, game, now, this.words(before.view));
    if (message.type === "flaw") table = { ...table, warning: message.flaw };
    this.tables.set(id, table);
    if (id === this.table) this.followed(before, table, message, game, now);
    if (table.adding && table.view.state.phase === "between") this.addChips(id, table.adding, true);
    this.draw();
    return undefined;
  }

  /** The place on a waiting list changed; the list may be that of another table. */
  placed({ table, title, seat, reason }) {
    if (seat !== null && seat !== undefined) {
      ring(this, "turn");
      if (table !== this.table) this.note(this.t("A seat is kept for you at {table}.", { table: title || table }));
    } else if (reason === "expired") this.note(this.t("The seat that was kept for you went to the next guest."));
  }

  followed(before, table, message, game, now) {
    this.ui = { ...this.ui, ...game.seen?.(before, table, this.ui, now) };
    if (message.type === "events") {
      for (const event of message.events) {
        const sound = game.sound?.(event, before.view, table.seat);
        if (sound) ring(this, sound);
        if (event.type === "knock_answered") this.answered(event, before.view.controls);
      }
      this.runOut?.(this, before, message.events, message.first);
      say(this, table.lines.slice(before.lines.length + before.dropped - table.dropped).map((line) => line.text).join(" "));
    }
    if (message.type === "chat") ring(this, "chat");
    if (message.type === "table_waiting" && before.waiting && !table.waiting) this.note(this.t("Play goes on after {n} s.", { n: Math.floor((now - before.waiting.since) / 1000) }));
    if (message.type === "prompt" && message.decision !== this.ui.asked) {
      this.ui = { ...this.ui, asked: message.decision };
      if (this.ui.running) this.ui.frames = null; // a decision is taken on the table as it stands
      const answer = game.answer?.(table, this.ui);
      this.ui = { ...this.ui, amount: null, typed: null, chosen: null };
      if (answer) this.act(answer);
      else yourTurn(this);
    }
  }

  /** The owner answered a knock, perhaps this player's. */
  answered({ knock, admitted }, { knocks = [], knock_names: names = [] } = {}) {
    if (names[knocks.indexOf(knock)] !== this.name) return;
    if (admitted) this.sit(this.ui.seat, {}, this.ui.wants);
    else this.note(this.t("The owner did not let you in."));
  }

  unfollowed({ table, refusal }) {
    if (table === this.table) {
      this.ui = { ...this.ui, missing: refusal };
      this.session.tables.delete(table);
    }
    this.draw();
  }

  // What the player does

  /** Give a command; a refusal becomes a notice, or what `refused` makes of it. */
  async ask(type, fields, refused = (refusal) => this.refused(type, refusal)) {
    try {
      return await this.session.request(type, fields);
    } catch (refusal) {
      refused(refusal);
      return null;
    }
  }

  /** Keep the names that this player has blocked; the server keeps them too. */
  hush(name, on) {
    this.blocked[on ? "add" : "delete"](name);
    keep("blocked", [...this.blocked]);
    this.draw();
  }

  /** Show a refusal as a notice, unless the game marks the refused play itself. */
  refused(type, refusal) {
    const game = gameOf(this.tables.get(this.table)?.view?.opened.game);
    if (type === "act" && game.refuses) this.set({ refusal: { ...refusal, message: refusalText(refusal, this.t) } });
    else this.note(refusalText(refusal, this.t), misread(refusal));
  }

  async act(action) {
    const table = this.tables.get(this.table);
    const decision = table.prompt?.decision ?? 0;
    this.acted = Date.now();
    this.set({ sending: decision, refusal: null });
    const reply = await this.ask("act", { table: table.id, decision, action });
    const now = this.tables.get(table.id);
    if (reply && now?.prompt?.decision === decision) this.tables.set(table.id, { ...now, prompt: null });
    this.set({ sending: null });
  }

  /** Add chips now; what is refused during a hand is added as soon as the hand is over. */
  addChips(table, amount, again = false) {
    this.adds(table, null);
    return this.ask("top_up", { table, amount }, (refusal) => {
      if (refusal.code !== "seat/in_hand") return this.refused("top_up", refusal);
      this.adds(table, amount);
      return again || this.note(this.t("{amount} chips are added when this hand is over.", { amount: this.t.exact(amount) }));
    });
  }

  adds(id, adding) {
    this.tables.set(id, { ...this.tables.get(id), adding });
  }

  async refresh() {
    const reply = await this.ask("list");
    if (reply) this.lobby = reply.result;
    this.draw();
  }

  /** Show a table and follow it; a code may be the beginning of its id. */
  async goTo(id) {
    // A player who returns to a table finds what was staged, typed and open there.
    this.ui = id === this.table ? { ...this.ui, missing: null } : {};
    this.table = id;
    this.screen = "table";
    this.draw();
    if (this.session?.ready !== true) return;
    if (!this.session.tables.has(id)) {
      try {
        await this.session.watch(id);
      } catch (refusal) {
        this.session.tables.delete(id);
        if (refusal.code === "table/unknown" && (await this.byCode(id))) return;
        if (id === this.table) this.set({ missing: refusal });
        return;
      }
      if (id !== this.table) return; // the player has gone on to another table meanwhile
    }
    this.address(id);
  }

  /** Follow a table and take its first free seat. */
  async sitAt(id) {
    await this.goTo(id);
    await this.sit(undefined);
  }

  /** Take a seat at the table at hand, or (`wait`) a place on its waiting list. */
  async sit(seat, more = {}, type = "join") {
    const { table } = this;
    const fields = { table, ...(seat !== undefined && { seat }), ...more };
    try {
      await this.session.request(type, fields);
      if (table === this.table) this.set({ dialog: null });
    } catch (refusal) {
      if (table !== this.table) return; // the player has gone on to another table meanwhile
      if (refusal.code === "table/code" || refusal.code === "table/locked") {
        this.set({ dialog: refusal.code === "table/code" ? "code" : "knock", seat, wants: type });
      } else this.note(refusalText(refusal, this.t), misread(refusal));
    }
  }

  async byCode(code) {
    const reply = await this.ask("list");
    const short = code.toLowerCase();
    const found = (reply?.result ?? []).filter(({ table }) => short.length >= 3 && table.startsWith(short));
    if (found.length !== 1 || code !== this.table) return false;
    await this.goTo(found[0].table);
    return true;
  }

  toLobby() {
    const id = this.table;
    const table = this.tables.get(id);
    if (this.session && table && table.seat === null) {
      this.session.unwatch(id);
      this.tables.delete(id);
    }
    this.table = null;
    this.screen = "lobby";
    this.ui = {};
    this.address("");
    this.refresh();
    this.draw();
  }

  address(id) {
    const { history, location } = this.world;
    const wanted = id ? `/#${id}` : "/";
    if (`${location.pathname}${location.hash}` !== wanted) history.pushState(null, "", wanted);
  }

  moved() {
    const id = tableInAddress(this.world.location);
    if (id === this.table) return;
    if (this.session === null) {
      this.table = id; // the table to which the start screen leads
      this.draw();
    } else if (id === null) this.toLobby();
    else this.goTo(id);
  }

  set(changes) {
    this.ui = { ...this.ui, ...changes };
    this.draw();
  }

  /** Show a notice; `stale` if loading the page again may help. */
  note(text, stale = false) {
    this.notice = { text, stale, until: Date.now() + 6000 };
    say(this, text);
    this.draw();
  }

  async configure(changes) {
    this.settings = { ...this.settings, ...changes };
    keep("settings", this.settings);
    if ("language" in changes) await this.setLanguage(changes.language);
    if ("language" in changes || "blinds" in changes) this.eachTable((table) => reworded(table, (view) => this.words(view)));
    this.draw();
  }

  async setLanguage(language) {
    // Without the server, the page stays in the language that it has.
    this.asked = language;
    const t = await load(language).catch(() => (this.t.language ? this.t : load("en")));
    if (this.asked === language) this.t = t; // else another one was chosen meanwhile
    this.world.document.documentElement.lang = this.t.language;
  }

  /** The words of a table, whose chips may be written in its big blinds. */
  words(view) {
    const blind = view?.state?.big_blind || view?.opened.options.big_blind;
    return this.settings.blinds && blind ? this.t.atBlind(blind) : this.t;
  }

  pressed(event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "range";
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    keepInside(event);
    if (event.key === "Escape" && this.escape()) return event.preventDefault();
    if (typing && !/^F\d+$/.test(event.key)) return undefined;
    if ((event.key === "Enter" || event.key === " ") && event.target.closest?.("button, a, summary")) return undefined;
    const wanted = this.root.querySelector(`[data-key="${CSS.escape(event.key)}"]:not([disabled])`);
    if (wanted === null || this.root.querySelector("[role=dialog]:not(.drawer)")?.contains(wanted) === false) return undefined;
    event.preventDefault();
    wanted.click();
    return undefined;
  }

  escape() {
    for (const name of ["dialog", "drawer"]) {
      if (this.ui[name]) {
        this.set({ [name]: null });
        return true;
      }
    }
    return false;
  }

  // The screen

  tick() {
    const now = Date.now();
    if (this.notice && now > this.notice.until) this.notice = null;
    this.goOn?.(this);
    const table = this.tables.get(this.table);
    hurry(this, table);
    if (table?.clock || table?.prompt || table?.waiting || table?.dealAt > now - 500 || this.notice || this.lostSince || this.ui.guardUntil > now - 500 || table?.reacted > now - 5000) this.draw();
  }

  draw() {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      this.paint();
    });
  }

  paint() {
    const { document, innerWidth, innerHeight } = this.world;
    const table = this.tables.get(this.table);
    if (table && this.ui.drawer === "chat") table.unread = 0;
    this.size = sizeOf(innerWidth, innerHeight, table?.view?.state?.names?.length ?? 2, this.settings.text);
    this.now = Date.now();
    const root = document.documentElement;
    const { theme, deck, motion } = this.settings;
    const { name: size, dense } = this.size;
    Object.assign(root.dataset, { theme, deck, motion, size, dense, screen: this.screen, game: table?.view?.opened.game ?? "" });
    root.toggleAttribute("data-small", isSmall(this.size));
    root.toggleAttribute("data-large", !isSmall(this.size));
    root.toggleAttribute("data-wide", gameOf(root.dataset.game).wide === true);
    for (const [name, value] of Object.entries(propertiesOf(this.size))) root.style.setProperty(name, value);
    document.title = this.titleOf(table);
    document.getElementById("plain")?.remove();
    const focused = document.activeElement;
    paint(this.root, this.screens(this));
    follow(this.root, focused);
  }

  titleOf(table) {
    if (!table?.view) return "Carteado";
    const title = table.view.opened.title || table.id;
    return table.prompt ? `● ${this.t("Your turn")} · ${title}` : `${title} · Carteado`;
  }
}
