// Dialogs about who sits at a table: bots, a code, a knock, chips, and the owner's controls.

import { button, h } from "../core/scene.js";
import { dialog, field, toggle } from "./parts.js";

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
    app.sit(ui.seat, { code: (ui.secret ?? "").trim() });
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
    h("div.row", button(t("Knock"), () => ask("knock"), { class: waits ? "" : "primary", disabled: waits }), button(t("Sit down"), () => app.sit(ui.seat), { class: waits ? "primary" : "" })),
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

/** What the owner may do; the server refuses it from anybody else and says so. */
export function owner(app, { t, ask, view, state, seat, ui }) {
  const controls = view.controls ?? {};
  const paused = Boolean(controls.paused);
  return dialog(
    t("Run the table"),
    close(app),
    t,
    h("p.hint", t("Only the owner of the table may do this.")),
    (controls.knocks ?? []).map((number, at) => h("div.row", { key: `knock${number}` }, h("span.grow", t("{name} knocks", { name: controls.knock_names[at] })), button(t("Let in"), () => ask("admit", { knock: number }), { class: "primary" }), button(t("Turn away"), () => ask("turn_away", { knock: number })))),
    h(
      "div.menu",
      toggle(t("Pause the table"), paused, () => ask(paused ? "resume" : "pause"), { key: "pause" }),
      toggle(t("Guests knock before they sit down"), controls.locked === true, () => ask(controls.locked ? "unlock" : "lock"), { key: "lock" }),
    ),
    h("form.row", { key: "rename", on: { submit: (event) => { event.preventDefault(); ask("rename", { title: (ui.title ?? view.opened.title).trim() }); } } }, field(t("Table name"), { value: ui.title ?? view.opened.title, maxlength: 60, on: { input: (event) => app.set({ title: event.target.value }) } }), h("button.outline", { type: "submit" }, t("Rename"))),
    h("form.row", { key: "code", on: { submit: (event) => { event.preventDefault(); ask("set_code", { code: (ui.secret ?? "").trim() || null }); } } }, field(t("Code"), { value: ui.secret ?? "", on: { input: (event) => app.set({ secret: event.target.value }) } }), h("button.outline", { type: "submit" }, t("Set"))),
    h("ul.menu", { key: "seats" }, state.names.map((name, at) => name !== null && at !== seat && h(
      "li.row",
      { key: String(at) },
      h("span.grow", name),
      !state.bots[at] && button(t("Make owner"), () => ask("hand_over", { seat: at }), { class: "outline" }),
      button(t("Remove"), () => ask(state.bots[at] ? "remove_bot" : "remove", { seat: at }), { class: "danger", "aria-label": t("Remove {name}", { name }) }),
    ))),
    button(t("Close the table"), () => (ui.sure ? ask("close_table") : app.set({ sure: true })), { class: "danger", key: "close" }, ui.sure && h("span", t("Press again to close it for good"))),
  );
}
