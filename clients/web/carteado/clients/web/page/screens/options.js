// The form of a new table, from the game's own option schema (`/schema.json`).

import { h, sends, types } from "../core/scene.js";
import { fetched, namesOf } from "../core/fetched.js";
import { field, segments, toggle } from "./parts.js";
import { gameOf } from "../games/registry.js";

const FIRST = ["seats", "format", "stack", "small_blind", "big_blind", "credit", "default_stake", "target", "table.decision_ms"];

/** The schema of the server's messages, and what options are called; null while they are asked for. */
export function schemaOf(app) {
  const [schema, names] = [fetched(app, "/schema.json"), namesOf(app)];
  return schema && names && { ...schema.$defs, names };
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

/** The changed options, as a command carries them. */
export function changes(all, values) {
  const of = (prefix) => Object.fromEntries(
    all.filter((one) => one.prefix === prefix && one.key in values && (values[one.key] !== null || one.optional)).map((one) => [one.name, values[one.key]]),
  );
  return { options: of(""), settings: of("table.") };
}

/** The form of a new table. */
export function newTable(app) {
  const { t, ui } = app;
  const schema = schemaOf(app);
  if (!schema) return h("p", t("Loading"));
  const { names } = schema;
  const games = app.session.welcome.games.filter((game) => `${game}.options` in schema);
  const form = ui.form ?? { game: games[0], preset: null, values: {}, title: "" };
  const set = (changes) => app.set({ form: { ...form, ...changes }, wrong: null });
  const options = schema[`${form.game}.options`];
  const presets = options["x-presets"] ?? {};
  const preset = form.preset ?? Object.keys(presets)[0];
  const all = rows(schema, form.game, presets[preset] ?? {}, {});
  const first = all.filter(({ key }) => FIRST.includes(key)).sort((a, b) => FIRST.indexOf(a.key) - FIRST.indexOf(b.key));
  const rest = all.filter(({ key }) => !FIRST.includes(key));
  const wrong = problemOf(app, all, ui.wrong);
  const row = (one) => input(one, form.values[one.key] ?? one.value, names, (value) => set({ values: { ...form.values, [one.key]: value } }), wrong);
  return h(
    "form.form",
    sends(() => open(app, form, preset, all)),
    segments(t("Game"), games.map((game) => [game, gameOf(game).title ?? game]), form.game, (game) => set({ game, preset: null, values: {} })),
    input({ key: "preset", kind: { enum: Object.keys(presets) } }, preset, { options: { preset: t("Start from") }, choices: names.presets }, (name) => set({ preset: name, values: {} })),
    field(t("Table name"), { key: "title", value: form.title, maxlength: 60, ...types((title) => set({ title })) }),
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
      key: prefix + name, name, prefix, kind, optional, value: name in values ? values[name] : property.default,
    }];
  });
}

/** The sentence about an option in a refusal's details, and its row of the form; null without a sentence. */
export function problemOf(app, all, details) {
  const { options = {}, problems = {} } = namesOf(app) ?? {};
  const text = problems[details?.problem];
  if (!text) return null;
  const keys = [details.key, `table.${details.key}`, `table.${details.key}_ms`];
  // Forms have times in seconds.
  const seconds = details.key.endsWith("_ms");
  const values = Object.entries(details).map(([name, value]) => [name, seconds && typeof value === "number" ? value / 1000 : value]);
  return {
    text: app.t.fill(text, Object.fromEntries(values)),
    key: keys.find((key) => all.some((one) => one.key === key)),
    name: `${options[keys.find((key) => key in options)] ?? details.key}${seconds ? " (s)" : ""}`,
  };
}

/** A refused option is shown beside its field, and in a notice with its name. */
export function marks(app, type, all) {
  return (refusal) => {
    const problem = problemOf(app, all, refusal.details);
    if (!problem) return app.refused(type, refusal);
    app.set({ wrong: refusal.details });
    app.note(`${problem.name}: ${problem.text}`);
  };
}

export function input(one, value, names, set, wrong) {
  const { key, name, kind } = one;
  const label = names.options[key] ?? plain(name);
  const problem = wrong?.key === key && h("span.problem", wrong.text);
  if (kind.type === "boolean") return toggle(label, value === true, () => set(value !== true), { key }, problem);
  if (kind.enum) {
    return h("label.field.wide", { key }, h("span.label", label), h("select", { value: String(value ?? ""), on: { change: (event) => set(event.target.value) } }, kind.enum.map((word) => h("option", { value: word }, names.choices[word] ?? plain(word)))), problem);
  }
  const seconds = kind.type === "integer" && name.endsWith("_ms");
  const shown = value === null || value === undefined ? "" : String(seconds ? value / 1000 : value);
  const read = (text) => {
    if (kind.type === "string") return set(text);
    const digits = text.replace(/[^\d.]/g, "");
    return set(digits === "" ? null : Math.round(Number(digits) * (seconds ? 1000 : 1)));
  };
  return field(seconds ? `${label} (s)` : label, {
    key, value: shown, inputmode: kind.type === "integer" ? "numeric" : undefined,
    "aria-invalid": problem ? "true" : undefined,
    ...types(read),
  }, null, problem);
}

async function open(app, form, preset, all) {
  const reply = await app.ask("open", {
    game: form.game, ...(preset && { preset }), ...changes(all, form.values), title: form.title.trim(),
  }, marks(app, "open", all));
  if (reply) await app.sitAt(reply.table);
}
