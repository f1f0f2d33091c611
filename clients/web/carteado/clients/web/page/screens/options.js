// The form of a new table, from the game's own option schema (`/schema.json`).

import { button, h } from "../core/scene.js";
import { N_ } from "../core/words.js";
import { field, segments, toggle } from "./parts.js";
import { TITLES } from "./titles.js";

const LABELS = {
  seats: N_("Seats"), format: N_("Format"), stack: N_("Stack"), small_blind: N_("Small blind"), big_blind: N_("Big blind"),
  ante: N_("Ante"), buy_in_min: N_("Lowest buy-in"), buy_in_max: N_("Highest buy-in"), showdown: N_("Showdown"),
  reveal: N_("Show all cards afterwards"), open_hands: N_("Open hands"), straddle: N_("Straddle"), run_it_twice: N_("Run it twice"),
  credit: N_("Credit"), default_stake: N_("Usual stake"), target: N_("Points to win"), jokers: N_("Jokers"),
  max_bet: N_("Highest raise"), ante_kind: N_("Who pays the ante"), rabbit_hunt: N_("Rabbit hunting"),
  "table.decision_ms": N_("Time to act"), "table.bank_ms": N_("Time bank"), "table.pause_ms": N_("Pause between deals"),
  "table.auto_restart": N_("Restart by itself"), "table.advice": N_("Advice from the coach"),
};
const FIRST = ["seats", "format", "stack", "small_blind", "big_blind", "credit", "default_stake", "target", "table.decision_ms"];

let schema = null;

/** The schema of the server's messages, read once. */
async function load(app) {
  try {
    schema = (await (await app.world.fetch("/schema.json")).json()).$defs;
  } catch {
    app.note(app.t("The server does not answer"));
  }
  app.draw();
}

/** The schema of the server's messages; null while it is asked for. */
export function schemaOf(app) {
  if (schema === null && !app.asked) {
    app.asked = true;
    load(app).then(() => { app.asked = false; });
  }
  return schema;
}

/** The rows of a form: the game's options and the table's own; `open` for those of a table that is open. */
export function rows(schema, game, options, settings, open = false) {
  const all = schema[`${game}.options`];
  const fixed = schema.settings["x-fixed"] ?? [];
  return [
    ...rowsOf(all.properties, options, "").filter(({ name }) => !open || all["x-changeable"].includes(name)),
    ...rowsOf(schema.settings.properties, settings, "table.").filter(({ name }) => !open || !fixed.includes(name)),
  ];
}

/** What was changed, as a command carries it. */
export function changes(all, values) {
  const of = (prefix) => Object.fromEntries(
    all.filter((one) => one.prefix === prefix && one.key in values && (values[one.key] !== null || one.optional)).map((one) => [one.name, values[one.key]]),
  );
  return { options: of(""), settings: of("table.") };
}

/** The form of a new table. */
export function newTable(app) {
  const { t, ui } = app;
  if (schemaOf(app) === null) return h("p", t("Loading the options"));
  const games = app.session.welcome.games.filter((game) => `${game}.options` in schema);
  const form = ui.form ?? { game: games[0], preset: null, values: {}, title: "" };
  const set = (changes) => app.set({ form: { ...form, ...changes } });
  const options = schema[`${form.game}.options`];
  const presets = options["x-presets"] ?? {};
  const preset = form.preset ?? Object.keys(presets)[0];
  const all = rows(schema, form.game, presets[preset] ?? {}, {});
  const first = all.filter(({ key }) => FIRST.includes(key)).sort((a, b) => FIRST.indexOf(a.key) - FIRST.indexOf(b.key));
  const rest = all.filter(({ key }) => !FIRST.includes(key));
  const row = (one) => input(one, form.values[one.key] ?? one.value, t, (value) => set({ values: { ...form.values, [one.key]: value } }));
  return h(
    "form.form",
    { on: { submit: (event) => { event.preventDefault(); open(app, form, preset, all); } } },
    segments(t("Game"), games.map((game) => [game, TITLES[game] ?? game]), form.game, (game) => set({ game, preset: null, values: {} })),
    h("div.field", { key: "presets" }, h("span.label", t("Start from")), segments(t("Start from"), Object.keys(presets).map((name) => [name, plain(name)]), preset, (name) => set({ preset: name, values: {} }))),
    field(t("Table name"), { key: "title", value: form.title, maxlength: 60, on: { input: (event) => set({ title: event.target.value }) } }),
    h("div.fields", { key: "first" }, first.map(row)),
    h("details", { key: "rest" }, h("summary", t("All options")), h("div.fields", rest.map(row))),
    h("button.primary", { key: "open", type: "submit" }, t("Open table")),
  );
}

const plain = (word) => word.slice(0, 1).toUpperCase() + word.slice(1).replace(/[-_]/g, " ");

/** The options that a form can show: numbers, switches and choices. */
function rowsOf(properties, values, prefix) {
  return Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const kinds = property.anyOf ?? [property];
    const kind = kinds.find(({ type }) => type === "integer" || type === "boolean" || type === "string");
    if (!kind || name === "type") return [];
    const optional = kinds.some(({ type }) => type === "null");
    return [{
      key: prefix + name, name, prefix, kind, optional, hint: property.description ?? "",
      value: name in values ? values[name] : property.default,
    }];
  });
}

const labelOf = ({ key, name }, t) => (LABELS[key] ? t(LABELS[key]) : plain(name));

export function input(one, value, t, set) {
  const { key, name, kind } = one;
  const label = labelOf(one, t);
  if (kind.type === "boolean") return toggle(label, value === true, () => set(value !== true), { key });
  if (kind.enum) {
    return h("label.field", { key }, h("span.label", label), h("select", { value: String(value ?? ""), on: { change: (event) => set(event.target.value) } }, kind.enum.map((word) => h("option", { value: word }, plain(word)))));
  }
  const seconds = kind.type === "integer" && name.endsWith("_ms");
  const shown = value === null || value === undefined ? "" : String(seconds ? value / 1000 : value);
  const read = (text) => {
    if (kind.type === "string") return set(text);
    const digits = text.replace(/[^\d.]/g, "");
    return set(digits === "" ? null : Math.round(Number(digits) * (seconds ? 1000 : 1)));
  };
  return field(seconds ? `${label} (s)` : label, {
    key, value: shown, inputmode: kind.type === "integer" ? "numeric" : undefined, title: one.hint.replace(/`/g, ""),
    on: { input: (event) => read(event.target.value) },
  });
}

async function open(app, form, preset, all) {
  const reply = await app.ask("open", {
    game: form.game, ...(preset && { preset }), ...changes(all, form.values), title: form.title.trim(),
  });
  if (reply) await app.sitAt(reply.table);
}
