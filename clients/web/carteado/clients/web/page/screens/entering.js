// Dialogs about who sits at a table: bots, a code, a knock, chips.

import { button, h } from "../core/scene.js";
import { dialog, field } from "./parts.js";

const close = (app) => () => app.set({ dialog: null });

/** The host's bots that fit the game. */
export function bots(app, { t, ask, view }) {
  const { game } = view.opened;
  const names = app.session.welcome.bots.filter((name) => (game === "buraco") === name.startsWith("buraco"));
  return dialog(t("Add a bot"), close(app), t, h("div.choices", names.map((bot) => button(
    bot,
    () => { close(app)(); ask("add_bot", { bot }); },
    { key: bot, class: "outline" },
  ))));
}

/** A table that is protected by a code. */
export function code(app, { t, ui }) {
  const go = (event) => {
    event.preventDefault();
    app.sit(ui.seat, { code: (ui.secret ?? "").trim() }, ui.wants);
  };
  return dialog(
    t("This table needs a code"),
    close(app),
    t,
    h("p", t("Ask the owner of the table for it.")),
    h("form.form", { on: { submit: go } }, field(t("Code"), { value: ui.secret ?? "", autocapitalize: "none", on: { input: (event) => app.set({ secret: event.target.value }) } }), h("button.primary", { type: "submit" }, t("Sit down"))),
  );
}

/** A table whose guests knock. */
export function knock(app, { t, ui, ask, view }) {
  const waits = view.controls?.knock_names?.includes(app.name);
  return dialog(
    t("Guests knock at this table"),
    close(app),
    t,
    h("p", waits ? t("You knocked. The owner lets you in or not; then take your seat.") : t("The owner lets you in or not.")),
    h("div.row", button(t("Knock"), () => ask("knock"), { class: waits ? "" : "primary", disabled: waits }), button(t("Sit down"), () => app.sit(ui.seat, {}, ui.wants), { class: waits ? "primary" : "" })),
  );
}

/** More chips at a cash table. */
export function chips(app, { t, ui, ask, view, state, seat }) {
  const { stack, buy_in_max: most } = view.opened.options;
  const room = most ? Math.max(0, most - state.stacks[seat]) : stack;
  const amount = ui.chips ?? Math.min(stack, room || stack);
  return dialog(
    t("Add chips"),
    close(app),
    t,
    h(
      "form.form",
      { on: { submit: (event) => { event.preventDefault(); close(app)(); ask("top_up", { amount }); } } },
      field(t("Chips"), { value: String(amount), inputmode: "numeric", on: { input: (event) => app.set({ chips: Number(event.target.value.replace(/\D/g, "").slice(0, 12)) }) } }, t("They are added between two hands.")),
      h("button.primary", { type: "submit", disabled: amount < 1 }, t("Add {amount}", { amount })),
    ),
  );
}
