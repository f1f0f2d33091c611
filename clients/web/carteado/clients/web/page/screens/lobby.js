// The server's tables.

import { button, h, sends } from "../core/scene.js";
import { field, iconButton, kept, newer, segments, suit, suits } from "./parts.js";
import { newTable } from "./options.js";
import { settingsDialog } from "./settings.js";
import { gameOf } from "../games/registry.js";

/** The lobby. */
export function lobby(app) {
  const { t, ui } = app;
  const all = app.lobby ?? [];
  const games = [...new Set(all.map(({ game }) => game))];
  const wanted = ui.game ?? "";
  const tables = all.filter(({ game }) => !wanted || game === wanted);
  const wide = app.size.name === "desktop"; // the form stands beside the tables
  return [
    h(
      "header.top",
      { key: "top" },
      suits(),
      h("span.title", "Carteado"),
      h("span.sub", app.world.location.host),
      h("span.grow"),
      iconButton("settings", t("Settings"), () => app.set({ dialog: "settings" }), { short: !wide }),
    ),
    h(
      "main.lobby",
      { key: "lobby" },
      h("div.row.wrap", newer(app), h("h1", t("Tables")), games.length > 1 && segments(t("Game"), [["", t("All")], ...games.map((game) => [game, gameOf(game).title ?? game])], wanted, (game) => app.set({ game }))),
      app.lobby === null
        ? h("p", t("Loading"))
        : tables.length === 0 ? h("p", t("There is no table yet. Open one.")) : h("ul.tables", tables.map((info) => row(app, info))),
      code(app),
      !wide && !ui.form && button(t("New table"), () => app.set({ opening: !ui.opening }), { class: "secondary", key: "new", "aria-expanded": String(Boolean(ui.opening)) }),
      (wide || ui.opening || ui.form) && h("section.panel", { key: "form", "aria-label": t("New table"), "data-layer": !wide, tabindex: "-1" }, h("h2.headline", t("New table")), newTable(app)),
    ),
    ui.dialog === "settings" && settingsDialog(app),
  ].filter(Boolean);
}

function row(app, info) {
  const { t } = app;
  const taken = info.seats.filter(({ name, reserved }) => name !== null && !reserved);
  const free = info.seats.some(({ name, reserved }) => name === null && !reserved);
  const known = app.tables.get(info.table);
  const mine = known ? known.seat !== null : app.session.welcome?.seats.some(({ table }) => table === info.table);
  const label = mine ? t("My seat") : free ? t("Sit down") : t("Watch");
  const stakes = info.options.big_blind ? `${t.number(info.options.small_blind)} / ${t.number(info.options.big_blind)}` : "";
  const names = taken.map(({ name }) => name).slice(0, 3).join(", ");
  const facts = [
    info.locked && t("locked"),
    info.protected && t("needs a code"),
    info.waiting > 0 && t("{number} waiting", { number: info.waiting }),
    info.watching > 0 && t("{number} watching", { number: info.watching }),
  ];
  return h(
    "li",
    { key: info.table },
    suit(gameOf(info.game).mark),
    h("div.grow", h("h2", info.title || info.table), h("p", [gameOf(info.game).title ?? info.game, stakes, ...facts, names].filter(Boolean).join(" · "))),
    h("div.seats", h("b", t("{taken} of {seats}", { taken: info.seats.filter(({ name }) => name !== null).length, seats: info.seats.length })), h("span.dots", { "aria-hidden": "true" }, info.seats.map(({ name, bot }) => h("i", { class: name === null ? "free" : bot ? "bot" : "person" })))),
    button(label, () => (free && !mine ? app.sitAt(info.table) : app.goTo(info.table)), { class: mine ? "primary" : free ? "outline" : "" , "aria-label": `${label}: ${info.title || info.table}` }),
  );
}

function code(app) {
  const { t, ui } = app;
  const go = () => ui.code?.trim() && app.goTo(ui.code.trim().toLowerCase());
  return h(
    "form.row.code",
    sends(go),
    field(t("Table code"), { ...kept(app, "code"), autocapitalize: "none" }),
    h("button.outline", { type: "submit" }, t("Go")),
  );
}
