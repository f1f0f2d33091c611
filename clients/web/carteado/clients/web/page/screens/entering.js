// Dialogs for entering and leaving a table: adding bots, the code, asking to be let in, chips, leaving.

import { button, h, sends, types } from "../core/scene.js";
import { botsOf, dialog, field, kept } from "./parts.js";

const close = (app) => () => app.set({ dialog: null });

/** The host's bots that fit the game. */
export function bots(app, { t, ask, view }) {
  return dialog(t("Add a bot"), close(app), t, h("div.choices", botsOf(app, view.opened.game).map((bot) => button(
    bot,
    () => { close(app)(); ask("add_bot", { bot }); },
    { key: bot, class: "outline" },
  ))));
}

/** A table that is protected by a code. */
export function code(app, { t, ui }) {
  const go = () => app.sit(ui.seat, { code: (ui.secret ?? "").trim() }, ui.wants);
  return dialog(
    t("This table needs a code"),
    close(app),
    t,
    h("p", t("Ask the owner of the table for it.")),
    h("form.form", sends(go), field(t("Code"), { ...kept(app, "secret"), autocapitalize: "none" }), h("button.primary", { type: "submit" }, t("Sit down"))),
  );
}

/** A table whose guests knock. */
export function knock(app, { t, ask, view }) {
  const waits = view.controls?.knock_names?.includes(app.name);
  return dialog(
    t("The table is locked"),
    close(app),
    t,
    h("p", waits ? t("You knocked. You sit down as soon as the owner lets you in.") : t("Its owner lets guests in. You can knock, and watch until then.")),
    button(t("Knock"), () => ask("knock"), { class: "primary", disabled: waits }),
  );
}

/** More chips at a cash table. */
export function chips(app, { t, ui, table, view, state, seat }) {
  const { stack, buy_in_max: most } = view.opened.options;
  const room = most ? Math.max(0, most - state.stacks[seat]) : stack;
  const amount = ui.chips ?? Math.min(stack, room || stack);
  return dialog(
    t("Add chips"),
    close(app),
    t,
    h(
      "form.form",
      sends(() => { close(app)(); app.addChips(table.id, amount); }),
      field(t("Chips"), { value: String(amount), inputmode: "numeric", ...types((text) => app.set({ chips: Number(text.replace(/\D/g, "").slice(0, 12)) })) }, t("They are added between two hands.")),
      h("button.primary", { type: "submit", disabled: amount < 1 }, t("Add {amount}", { amount: t.exact(amount) })),
    ),
    table.adding && button(t("Do not add {amount}", { amount: t.exact(table.adding) }), () => { close(app)(); app.adds(table.id, null); }, { key: "back" }),
  );
}

/** The question before the seat is given up. */
export function leave(app, { t, ask, view, state, seat }) {
  const inGame = state.running && view.opened.options.format !== "cash" && state.stacks?.[seat] !== 0;
  return dialog(
    t("Leave this table?"),
    close(app),
    t,
    h("p", inGame ? t("You give up your seat in this game. The game goes on without you, and you cannot come back to it.") : t("Your seat becomes free. In a hand you fold first, or the hand is played out.")),
    h("div.row", button(t("Cancel"), close(app), { class: "outline" }), button(t("Leave the table"), () => { close(app)(); ask("leave"); }, { class: "danger" })),
  );
}
