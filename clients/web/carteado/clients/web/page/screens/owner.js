// The owner's controls. Only the owner sees them; the server refuses them from others.

import { button, h, sends, types } from "../core/scene.js";
import { fetched } from "../core/fetched.js";
import { changes, input, marks, problemOf, rows, schemaOf } from "./options.js";
import { N_ } from "../core/words.js";
import { botsOf, dialog, field, kept, toggle } from "./parts.js";

const open = (app, name, more = {}) => () => app.set({ dialog: name, sure: false, ...more });

/** A field and the button that sends it. */
function line(key, label, value, verb, send, { app, ...props }) {
  const text = app.ui[key] ?? value;
  return h(
    "form.row",
    { key, ...sends(() => send(text.trim())) },
    field(label, { value: text, ...props, ...types((typed) => app.set({ [key]: typed })) }),
    h("button.outline", { type: "submit" }, verb),
  );
}

/** The owner's controls. */
export function owner(app, { t, ask, view, state, seat, ui }) {
  const controls = view.controls ?? {};
  const paused = Boolean(controls.paused);
  const { title } = view.opened;
  return dialog(
    t("Run the table"),
    open(app, null),
    t,
    (controls.knocks ?? []).map((number, at) => h("div.row", { key: `knock${number}` }, h("span.grow", t("{name} knocks", { name: controls.knock_names[at] })), button(t("Let in"), () => ask("admit", { knock: number }), { class: "primary" }), button(t("Turn away"), () => ask("turn_away", { knock: number })))),
    h(
      "div.menu",
      toggle(t("Pause the table"), paused, () => ask(paused ? "resume" : "pause"), { key: "pause" }),
      toggle(t("Guests knock before they sit down"), controls.locked === true, () => ask(controls.locked ? "unlock" : "lock"), { key: "lock" }),
      h("div.row.wrap", { key: "more" }, button(t("Options"), open(app, "change"), { class: "outline" }), botsOf(app, view.opened.game).length > 0 && button(t("Add a bot"), open(app, "bots"), { class: "outline" })),
    ),
    line("title", t("Table name"), title, t("Rename"), (text) => ask("rename", { title: text }), { app, maxlength: 60 }),
    line("secret", controls.protected ? t("New code; leave empty for none") : t("Code, 4 to 32 characters"), "", t("Set"), async (code) => (await ask("set_code", { code: code || null })) && app.note(code ? t("The table has this code now.") : t("The table has no code now.")), { app, maxlength: 32, autocapitalize: "none" }),
    h("ul.menu", { key: "seats" }, state.names.map((name, at) => name && person(app, { t, ask, state }, name, at, at === seat))),
    (controls.banned ?? []).map((name) => h("div.row", { key: `ban ${name}` }, h("span.grow", t("{name} is banned", { name })), button(t("Let back in"), () => ask("unban", { name }), { class: "outline" }))),
    button(t("Close the table"), () => (ui.sure ? ask("close_table").then((done) => done && app.set({ dialog: null })) : app.set({ sure: true })), { class: "danger", key: "close" }, ui.sure && h("span", t("Press again to close it for good"))),
  );
}

function person(app, { t, ask, state }, name, at, mine) {
  const bot = state.bots?.[at];
  const act = (type, kind) => {
    const verb = t(ORDERS[type][2]);
    return button(verb, open(app, "asked", { order: { type, at, name } }), { class: kind, "aria-label": `${verb}: ${name}` });
  };
  return h(
    "li.row.wrap.person",
    { key: String(at) },
    h("span.grow", name, state.stacks && h("small", ` ${t.number(state.stacks[at])}`)),
    state.stacks && button(t("Chips"), open(app, "correct", { target: at, amount: null, reason: "" }), { class: "outline", "aria-label": `${t("Chips")}: ${name}` }),
    !mine && bot && button(t("Remove"), () => ask("remove_bot", { seat: at }), { class: "outline", "aria-label": `${t("Remove")}: ${name}` }),
    !mine && !bot && [act("hand_over", "outline"), act("remove", "outline hard"), act("ban", "outline hard")],
  );
}

/** Question, consequence and button of what an owner does to another player. */
const ORDERS = {
  remove: [N_("Remove {name} from the table?"), N_("A hand in play is played to its end first. {name} may sit down again in an hour."), N_("Remove")],
  ban: [N_("Ban {name} from the table?"), N_("A hand in play is played to its end first. {name} cannot sit down again until you lift the ban."), N_("Ban")],
  hand_over: [N_("Make {name} the owner of the table?"), N_("You keep your seat. Only {name} can make you the owner again."), N_("Hand over")],
};

/** The question before such an order; none once its player has left the seat. */
export function asked(app, context) {
  const { t, ask, state, ui: { order } } = context;
  const { type, at, name } = order;
  if (state.names[at] !== name) return owner(app, context);
  const [title, text, verb] = ORDERS[type];
  const back = open(app, "owner");
  return dialog(
    t(title, { name }),
    back,
    t,
    h("p", t(text, { name })),
    h("div.row", button(t("Cancel"), back, { class: "outline" }), button(t(verb), async () => { if (await ask(type, { seat: at })) open(app, type === "hand_over" ? null : "owner")(); }, { class: type === "hand_over" ? "primary" : "danger" })),
  );
}

/** Chips that the owner gives or takes, with a reason that everybody sees. */
export function correct(app, { t, ask, state, ui }) {
  const seat = ui.target;
  const amount = Number((ui.correction ?? "").replace("−", "-"));
  const sound = Number.isSafeInteger(amount) && amount !== 0;
  const send = async () => {
    if (await ask("correct", { seat, amount, reason: ui.reason.trim() })) app.set({ dialog: "owner", correction: "" });
  };
  return dialog(
    t("Chips of {name}", { name: state.names[seat] ?? "" }),
    open(app, "owner"),
    t,
    h(
      "form.form",
      sends(send),
      field(t("Chips, such as 500 or −500"), { key: "amount", inputmode: "text", maxlength: 16, ...kept(app, "correction") }),
      field(t("Reason"), { key: "reason", maxlength: 200, ...kept(app, "reason") }, t("Everybody sees the reason. A minus sign takes chips away.")),
      h("button.primary", { type: "submit", disabled: !sound || !ui.reason?.trim() }, t("Correct")),
    ),
  );
}

/** The rules of the table and the words of its game; the server tells them in the player's language. */
export function rules(app, { t, view }) {
  const { game, options, settings } = view.opened;
  const path = `/rules/${t.language}/${game}/${encodeURIComponent(JSON.stringify([options, settings]))}`;
  return dialog(
    t("House rules"),
    open(app, null),
    t,
    h("div.book", fetched(app, path)?.map(([title, sentences]) => [h("h3", title), sentences.map((sentence) => h("p", sentence))]) ?? t("Loading")),
  );
}

/** Options that hold from the next deal on. */
export function change(app, { t, ask, view, ui }) {
  const schema = schemaOf(app);
  if (!schema) return dialog(t("Options"), open(app, "owner"), t, h("p", t("Loading")));
  const { game, options, settings } = view.opened;
  const all = rows(schema, game, { ...options, ...view.controls?.options }, { ...settings, ...view.controls?.settings }, true);
  const values = ui.changed ?? {};
  const wrong = problemOf(app, all, ui.wrong);
  const send = async () => {
    if (await ask("configure", changes(all, values), marks(app, "configure", all))) app.set({ dialog: "owner", changed: null });
  };
  return dialog(
    t("Options"),
    open(app, "owner", { changed: null, wrong: null }),
    t,
    h("p", t("Changes wait for the next deal.")),
    h(
      "form.form",
      sends(send),
      h("div.fields", all.map((one) => input(one, values[one.key] ?? one.value, schema.names, (value) => app.set({ changed: { ...values, [one.key]: value }, wrong: null }), wrong))),
      h("button.primary", { type: "submit", disabled: !Object.keys(values).length }, t("Change")),
    ),
  );
}
