// The frame of a table, the same for every game: top bar, play area, action area, drawer. The
// game's module fills the play area and the action area.

import { button, h } from "../core/scene.js";
import { invitation } from "../core/address.js";
import { refusalText } from "../core/refusals.js";
import { gameOf } from "../games/registry.js";
import { dealsOf, left } from "../core/state.js";
import { N_ } from "../core/words.js";
import { hasCoach } from "./coach.js";
import { botsOf, dialog, iconButton, toggle } from "./parts.js";
import { drawer } from "./drawer.js";
import { controls, frameOf } from "./film.js";
import { show } from "./hands.js";
import { page } from "./pages.js";
import { shuffle } from "./shuffle.js";
import { closed, strips } from "./strips.js";
import { settingsDialog } from "./settings.js";

/** The screen of the table at hand. */
export function table(app) {
  const { t, ui } = app;
  const found = app.tables.get(app.table);
  if (ui.missing) return missing(app);
  if (!found?.view) return waiting(app);
  const game = gameOf(found.view.opened.game);
  const shown = frameOf(app, found);
  const context = contextOf(app, shown ?? found, game);
  return [
    top(app, context, game),
    found.warning && flaw(app, found),
    h("main.play", { key: "play", "aria-label": t("Table") }, game.scene(context)),
    h(
      "section.bar",
      { key: "bar", "aria-label": t("Your actions"), "data-live": String(found.live) },
      shown && !ui.running ? [game.held?.(context), controls(app, found, context.lastDeal)] : found.closed ? closed(context) : found.live ? [strips(context), game.bar(context)].flat().filter(Boolean) : offline(app),
    ),
    drawer(app, context),
    dialogs(app, context),
  ].flat().filter(Boolean);
}

const FLAWS = {
  redealt: N_("The server committed to another deck for the same deal. Ask the host why, and check the log with carteado verify."),
  passed_over: N_("The server passed over a deck that it had committed to. Ask the host why, and check the log with carteado verify."),
  disorder: N_("The server did not handle a deck as agreed. Ask the host why, and check the log with carteado verify."),
  left_out: N_("The cut left out your nonce: it came too late, or was dropped."),
};

function flaw(app, found) {
  const { t } = app;
  const close = () => { app.tables.set(found.id, { ...found, warning: null }); app.draw(); };
  return h("div.flaw", { key: "flaw", role: "alert" }, h("p", t(FLAWS[found.warning])), button(t("Close"), close, { class: "quiet" }));
}

/** The context of a game's module: the table as the reader sees it, and the possible actions. */
function contextOf(app, found, game) {
  const t = app.words(found.view);
  const { last } = dealsOf(found);
  const lastDeal = t(game.lastDeal ?? N_("Last hand"));
  return {
    app,
    t,
    ui: app.ui,
    now: app.now,
    size: app.size,
    settings: app.settings,
    table: found,
    view: found.view,
    state: found.view.state,
    story: found.story ?? game.story(),
    seat: found.seat,
    prompt: found.prompt,
    left: found.clock ? left(found.clock, app.now) : null,
    sending: app.ui.sending === found.prompt?.decision && found.prompt !== null,
    advice: app.ui.drawer === "coach" && found.prompt?.decision === app.advice?.decision ? app.advice?.answer : null,
    set: (changes) => app.set(changes),
    act: (action) => app.act(action),
    ask: (type, fields = {}, ...more) => app.ask(type, { table: found.id, ...fields }, ...more),
    sit: (seat) => app.sit(seat),
    lastDeal,
    shuffle: () => shuffle(app, t, found),
    replay: last > 0 && (() => show(app, found, last, undefined, true)),
  };
}

function waiting(app) {
  const { t } = app;
  return h("main.start", { key: "waiting" }, h("h1", app.status === "ready" ? t("Loading") : t("Connecting")), h("p", app.world.location.host));
}

function missing(app) {
  const { t, ui } = app;
  return h(
    "main.start",
    { key: "missing" },
    h("h1", t("This table cannot be shown")),
    h("p", ["table/unknown", "frame/invalid"].includes(ui.missing.code) ? t("There is no table with the code {code}. It may be closed.", { code: app.table }) : refusalText(ui.missing, t)),
    button(t("All tables"), () => app.toLobby(), { class: "primary" }),
  );
}

function top(app, context, game) {
  const { t, table: found, view, size } = context;
  const wide = size.name === "desktop" && !game.wide;
  const short = size.name !== "desktop";
  const shown = app.ui.drawer;
  return h(
    "header.top",
    { key: "top" },
    !size.name.startsWith("portrait") && iconButton("back", t("All tables"), () => app.toLobby(), { short: true }),
    h("h1.title", view.opened.title || found.id),
    h("span.sub", game.subtitle(context, !short)),
    h("span.grow"),
    wide && context.replay && iconButton("replay", context.lastDeal, context.replay, { "data-key": "r" }),
    size.name === "landscape" ? null : wide && iconButton("sound", t("Sound"), () => app.configure({ sound: app.settings.sound === "off" ? "all" : "off" }), { "aria-pressed": String(app.settings.sound !== "off") }),
    hasCoach(app, context) && (!wide || shown !== "coach") && iconButton("coach", t("Coach"), () => open(app, "coach"), { short, "data-key": "F6", "aria-expanded": String(shown === "coach") }),
    !wide && iconButton("chat", t("Chat"), () => open(app, "chat"), { short, badge: found.unread, "aria-expanded": String(shown === "chat") }),
    !wide && size.name !== "landscape" && !hasCoach(app, context) && !(game.wide && size.name.startsWith("portrait")) && iconButton("log", t("Log"), () => open(app, "log"), { short, "aria-expanded": String(shown === "log") }),
    iconButton(wide ? "settings" : "menu", t("Menu"), () => app.set({ dialog: "menu" }), { short }),
  );
}

const open = (app, name) => app.set({ drawer: app.ui.drawer === name ? null : name });

function offline(app) {
  const { t } = app;
  return [h("div.dashes", { key: "dashes", "aria-hidden": "true" }), h("div.offline", { role: "status" }, h("div.grow", h("p.head", t("Reconnecting")), h("p", t("Your seat is kept. You go on at the same decision."))), button(t("Try now"), () => app.session.socket.restart()))];
}

function dialogs(app, context) {
  const { ui } = app;
  if (ui.dialog === "settings") return settingsDialog(app);
  if (ui.dialog === "menu") return menu(app, context);
  if (ui.dialog === "invite") return invite(app, context);
  return page(app, context);
}

function menu(app, context) {
  const { t, seat, state } = context;
  const close = () => app.set({ dialog: null });
  const away = seat !== null && state.away?.[seat];
  return dialog(
    t("Menu"),
    close,
    t,
    h(
      "div.menu",
      context.replay && button(context.lastDeal, context.replay),
      [gameOf(context.view.opened.game).sheet?.(context) && ["sheet", t("Score sheet")], ["rules", t("House rules")], ["hands", t("Earlier hands")], state.stacks && ["ledger", t("Ledger")], ["statistics", t("Statistics")]].map((page) => page && button(page[1], () => app.set({ dialog: page[0] }), { key: page[0] })),
      button(t("Invite"), () => app.set({ dialog: "invite" })),
      seat !== null && toggle(t("Sit out next"), away, () => context.ask(away ? "sit_in" : "sit_out"), { class: "line" }),
      botsOf(app, context.view.opened.game).length > 0 && button(t("Add a bot"), () => app.set({ dialog: "bots" })),
      seat !== null && context.view.opened.options.format === "cash" && button(t("Add chips"), () => app.set({ dialog: "chips" })),
      context.table.owner && button(t("Run the table"), () => app.set({ dialog: "owner" })),
      button(t("Settings"), () => app.set({ dialog: "settings" })),
      seat !== null && button(t("Leave the table"), () => app.set({ dialog: "leave" })),
      button(t("All tables"), () => app.toLobby()),
    ),
  );
}

function invite(app, context) {
  const { t, table: found } = context;
  const link = invitation(app.world.location, found.id);
  return dialog(
    t("Invite"),
    () => app.set({ dialog: null }),
    t,
    h("p", t("Anyone who opens this address on the same network comes to this table.")),
    h("input.link", { type: "text", readonly: true, value: link, "aria-label": t("Address"), on: { focus: (event) => event.target.select() } }),
    h("p", t("Table code")), h("p.bigcode", found.id),
    button(t("Copy the address"), (event) => copy(event, app, t), { class: "primary" }),
  );
}

/** The clipboard is missing on a plain address; the old command works there. */
function copy(event, app, t) {
  const input = event.target.closest(".dialog").querySelector("input");
  input.select();
  app.note(app.world.document.execCommand("copy") ? t("Copied.") : t("Copy the marked text."));
}
