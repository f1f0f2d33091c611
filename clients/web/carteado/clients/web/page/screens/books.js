// Figures and the past of a table: statistics, the ledger with a plot, the own hands again.

import { button, h } from "../core/scene.js";
import { dialog, segments } from "./parts.js";
import { namesOf } from "../core/fetched.js";
import { lastOf } from "../core/lists.js";
import { merged } from "../core/state.js";
import { gameOf } from "../games/registry.js";
import { withSuits } from "../core/cards.js";

const AGAIN_MS = 5000;

/** What the server answered to a question of a page, null while it is asked. */
function asked(app, key, type, fields) {
  const books = (app.books ??= {});
  const known = books[key];
  if (!known || (known.answer && app.now - known.at > AGAIN_MS)) {
    const book = (books[key] = { at: app.now, answer: known?.answer ?? null });
    app.ask(type, fields).then((reply) => {
      book.answer = reply?.result ?? null;
      book.at = Date.now();
      app.draw();
    });
  }
  return books[key].answer;
}

const signed = (value, t) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${t.number(Math.abs(value))}`;
const tone = (value) => (value > 0 ? "good" : value < 0 ? "bad" : "");
const close = (app) => () => app.set({ dialog: null });
const book = (title, app, t, ...content) => dialog(title, close(app), t, h("div.book", content));

const ledgerOf = (app, id) => asked(app, `ledger ${id}`, "ledger", { table: id, points: true });

/** What a player won in each deal of the table that the ledger knows, by its number. */
function resultsOf(found, name) {
  const at = found?.players.findIndex((one) => one.name === name) ?? -1;
  const sums = at < 0 ? [] : found.points.map(({ results }) => results[at] ?? 0);
  return new Map(sums.map((sum, place) => [found.points[place].deal, sum - (sums[place - 1] ?? 0)]));
}

/** Who brought and won how many chips, who pays whom, and the results deal by deal. */
export function ledger(app, { t, table }) {
  const found = ledgerOf(app, table.id);
  if (!found) return book(t("Ledger"), app, t, h("p", t("Loading")));
  const columns = [[t("Buy-in"), "buy_ins"], [t("Top-ups"), "top_ups"], [t("Corrections"), "corrections"], [t("Cashed out"), "cash_outs"], [t("Now"), "in_play"], [t("Result"), "result"]];
  const shown = columns.filter(([, key]) => key === "result" || found.players.some((one) => one[key]));
  const total = { name: t("Total"), ...Object.fromEntries(shown.map(([, key]) => [key, found.players.reduce((sum, one) => sum + one[key], 0)])) };
  const row = (one, kind) => h("tr", { key: one.name, class: kind }, h("th", { scope: "row" }, one.name), shown.map(([, key]) => h("td", { class: key === "result" ? tone(one[key]) : "" }, key === "result" ? signed(one[key], t) : t.number(one[key]))));
  return book(
    t("Ledger"), app, t,
    h("table", h("thead", h("tr", h("th", { scope: "col" }, t("Player")), shown.map(([label]) => h("th", { scope: "col" }, label)))), h("tbody", found.players.map((one) => row(one, "")), row(total, "total"))),
    h("h3", t("Who pays whom")),
    found.payments.length ? h("ul", found.payments.map((one, at) => h("li", { key: String(at) }, h("span", t("{payer} pays {payee}", one)), h("b", t.number(one.amount))))) : h("p", t("Nobody owes anything.")),
    found.points.length > 1 && [h("h3", t("Results over the deals")), plot(found, t)],
  );
}

const SPANS = 12;

/** How often a result fell into each of some spans of a round width, like the window's. */
function histogram(values, t) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const at = (value) => Math.floor(value / width);
  let width = 1;
  for (let step = 0; at(high) - at(low) >= SPANS; step += 1) width = [2, 5, 10][step % 3] * 10 ** Math.floor(step / 3);
  const spans = Array.from({ length: at(high) - at(low) + 1 }, (_, span) => ({ from: (at(low) + span) * width, count: 0 }));
  for (const value of values) spans[at(value) - at(low)].count += 1;
  const most = Math.max(...spans.map(({ count }) => count));
  return [
    h("h3", t("Distribution of results")),
    h("div.spans", spans.map(({ from, count }) => h("span", { key: String(from) }, h("b", t.number(count)), h("i", { style: { "--part": String(count / most) } }), h("small", signed(from, t))))),
  ];
}

const WIDE = 420;
const HIGH = 180;
const PLUS = "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0m3 0h6m-3-3v6"; // in a ring

/** Round values of an axis: 1, 2 or 5 times a power of ten apart, two to six of them. */
export function ticks(low, high) {
  const span = high - low;
  const ten = 10 ** Math.floor(Math.log10(span));
  const step = Math.max(1, ten * (span < 2.5 * ten ? 0.5 : span < 5 * ten ? 1 : 2));
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
}

/** The places at which a player brought chips again: chips in play that were not won were brought. */
export function bought(points, at) {
  let before = 0;
  return points.flatMap(({ stacks, results }, place) => {
    const brought = (stacks?.[at] ?? 0) - (stacks ? (results[at] ?? 0) : 0);
    const again = before > 0 && brought > before;
    if (before > 0 || brought > 0) before = brought;
    return again ? [place + 1] : [];
  });
}

/** The results as steps, because they change at a deal; each line has a dash of its own, and its name and last value in the legend. */
function plot({ players, points }, t) {
  const lines = players.map(({ name }, at) => ({ name, at, values: [0, ...points.map(({ results }) => results[at] ?? 0)] }));
  const all = lines.flatMap(({ values }) => values);
  const [low, high] = [Math.min(...all), Math.max(1, ...all)];
  const y = (value) => Math.round(HIGH - 10 - ((value - low) / (high - low)) * (HIGH - 20));
  const x = (at) => Math.round((at / points.length) * (WIDE - 2));
  const way = (values) => values.map((value, at) => (at ? `H${x(at)}V${y(value)}` : `M0 ${y(value)}`)).join("");
  const again = lines.flatMap((line) => bought(points, line.at).map((place) => ({ line, place })));
  const last = ({ values }) => lastOf(values);
  const marks = ticks(low, high).map((value) => ({ at: y(value), label: signed(value, t) }));
  return h(
    "figure.plot",
    { style: { "--labels": `${Math.max(...marks.map(({ label }) => label.length))}ch` } },
    h(
      "div.chart",
      marks.map(({ at, label }) => h("span", { key: label, "aria-hidden": "true", style: { "--at": String(at / HIGH) } }, label)),
      h("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("Results over the deals") }, h("path.grid", { d: marks.map(({ at }) => `M0 ${at}H${WIDE}`).join("") }), h("path.zero", { d: `M0 ${y(0)}H${WIDE}` }), lines.map(({ at, values }) => h("path", { key: String(at), class: `line${at % 6}`, d: way(values) })), again.map(({ line: { at, values }, place }) => h("path", { key: `${at} ${place}`, class: `bought line${at % 6}`, d: `M${x(place)} ${y(values[place])}${PLUS}` }))),
    ),
    h("figcaption", h("span", t("Start")), h("span.grow"), h("span", t("Deal {number}", { number: lastOf(points).deal }))),
    h("ul", [...lines].sort((a, b) => last(b) - last(a)).map((line) => h("li", { key: line.name }, h("svg.key", { viewBox: "0 0 30 8", "aria-hidden": "true" }, h("path", { class: `line${line.at % 6}`, d: "M0 4H30" })), h("span.grow", line.name), h("b", { class: tone(last(line)) }, signed(last(line), t))))),
    again.length > 0 && h("p.again", h("svg.key", { viewBox: "0 0 30 16", "aria-hidden": "true" }, h("path.bought", { d: `M15 8${PLUS}` })), t("Rebuy or added chips")),
  );
}

/** How players play, with the size of every sample. */
export function statistics(app, { t, table, state, ui }) {
  const everywhere = Boolean(ui.everywhere);
  const found = asked(app, `statistics ${everywhere || table.id}`, "statistics", everywhere ? {} : { table: table.id });
  const players = found?.players ?? [];
  const name = (title) => namesOf(app)?.figures[title] ?? title;
  const at = Math.min(ui.person ?? Math.max(0, players.findIndex(({ own }) => own)), players.length - 1);
  const one = players[at];
  const results = one && !everywhere && state.stacks ? [...resultsOf(ledgerOf(app, table.id), one.name).values()] : [];
  return book(
    t("Statistics"), app, t,
    segments(t("Tables"), [[false, t("This table")], [true, t("All tables")]], everywhere, (value) => app.set({ everywhere: value, person: undefined })),
    !found ? h("p", t("Loading")) : !one && h("p", t("The first deal is not over yet.")),
    players.length > 1 && segments(t("Player"), players.map((player, number) => [number, player.own ? t("{name} (you)", player) : player.name]), at, (person) => app.set({ person })),
    one?.sections.filter(({ figures }) => figures.length).map((section) => h(
      "section",
      { key: section.name },
      h("h3", name(section.title)),
      h("table", h("tbody", section.figures.map((figure) => h("tr", { key: figure.name }, h("th", { scope: "row" }, withSuits(name(figure.title))), h("td", h("b", withSuits(valueOf(figure, t)))), h("td.of", figure.kind === "count" ? "" : t("of {sample}", { sample: figure.of })))))),
    )),
    results.length > 1 && histogram(results, t),
  );
}

function valueOf({ kind, count, milli, error, word }, t) {
  if (kind === "count") return t.number(count);
  if (kind === "word") return word;
  if (kind === "amount") return signed(count, t);
  if (milli === null || milli === undefined) return "–";
  if (kind === "rate") return t.percent(milli / 1000);
  const sign = kind === "ratio" ? "" : milli > 0 ? "+" : milli < 0 ? "−" : "";
  const value = t.decimal(Math.abs(milli) / 1000, kind === "ratio" ? 2 : 1);
  return `${sign}${value}${error ? ` ± ${t.decimal(error / 1000)}` : ""}`;
}

const HANDS = 40;

/** The deals of the table, the last one first; a press shows one again. */
export function hands(app, context) {
  const { t, table, view, ui } = context;
  const deals = (view.committed?.deal ?? 0) - (view.turn === undefined ? 0 : 1);
  const results = resultsOf(context.state.stacks && ledgerOf(app, table.id), app.name);
  const from = ui.handsFrom ?? deals;
  const numbers = Array.from({ length: Math.min(HANDS, from) }, (_, at) => from - at);
  return book(
    t("Earlier hands"), app, t,
    deals < 1 && h("p", t("The first deal is not over yet.")),
    h("ul", numbers.map((deal) => h("li", { key: String(deal) }, button(
      h("span.grow", t("Deal {number}", { number: deal })), () => show(app, context, deal), { class: "outline grow" },
      results.has(deal) && h("b", { class: tone(results.get(deal)) }, signed(results.get(deal), t)),
    )))),
    h("div.row", from < deals && button(t("Later"), () => app.set({ handsFrom: Math.min(deals, from + HANDS) }), { class: "outline" }), from > HANDS && button(t("Earlier"), () => app.set({ handsFrom: from - HANDS }), { class: "outline" })),
  );
}

/** Read a deal from the log, as the own seat saw it, and show it again. */
async function show(app, { table, view }, deal) {
  const game = gameOf(view.opened.game);
  const frames = [];
  let story = game.story();
  for (let after = 0, more = true; more;) {
    const reply = await app.ask("history", { table: table.id, deal, views: true, after });
    if (reply === null) return;
    const { events, views, first } = reply.result;
    let shown = null;
    events.forEach((event, at) => {
      story = game.tell(story, event, lastOf(frames)?.view ?? views[0]);
      shown = shown === null ? views[at] : merged(shown, views[at]);
      frames.push({ view: shown, story });
    });
    after = first + events.length - 1;
    more = reply.result.more && events.length > 0;
  }
  const dealt = frames.findIndex((frame) => frame.view.turn !== undefined);
  if (frames.length) app.set({ dialog: null, drawer: null, frames: frames.slice(Math.max(0, dealt)), film: deal, replay: 0, playing: false });
}
