// The ledger of a table: who brought and won how many chips, with a plot.

import { h } from "../core/scene.js";
import { lastOf } from "../core/lists.js";
import { asked, book, signed, tone } from "./book.js";

export const ledgerOf = (app, id) => asked(app, `ledger ${id}`, "ledger", { table: id, points: true });

/** A player's result of each deal in the ledger, by the number of the deal. */
export function resultsOf(found, name) {
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
    h("table.money", h("thead", h("tr", h("th", { scope: "col" }, t("Player")), shown.map(([label]) => h("th", { scope: "col" }, label)))), h("tbody", found.players.map((one) => row(one, "")), row(total, "total"))),
    h("h3", t("Who pays whom")),
    found.payments.length ? h("ul", found.payments.map((one, at) => h("li", { key: String(at) }, h("span", t("{payer} pays {payee}", one)), h("b", t.number(one.amount))))) : h("p", t("Nobody owes anything.")),
    found.points.length > 1 && [h("h3", t("Results over the hands")), plot(found, t)],
  );
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
      h("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("Results over the hands") }, h("path.grid", { d: marks.map(({ at }) => `M0 ${at}H${WIDE}`).join("") }), h("path.zero", { d: `M0 ${y(0)}H${WIDE}` }), lines.map(({ at, values }) => h("path", { key: String(at), class: `line${at % 6}`, d: way(values) })), again.map(({ line: { at, values }, place }) => h("path", { key: `${at} ${place}`, class: `bought line${at % 6}`, d: `M${x(place)} ${y(values[place])}${PLUS}` }))),
    ),
    h("figcaption", h("span", t("Start")), h("span.grow"), h("span", t("Hand {number}", { number: lastOf(points).played }))),
    h("ul", [...lines].sort((a, b) => last(b) - last(a)).map((line) => h("li", { key: line.name }, h("svg.key", { viewBox: "0 0 30 8", "aria-hidden": "true" }, h("path", { class: `line${line.at % 6}`, d: "M0 4H30" })), h("span.grow", line.name), h("b", { class: tone(last(line)) }, signed(last(line), t))))),
    again.length > 0 && h("p.again", h("svg.key", { viewBox: "0 0 30 16", "aria-hidden": "true" }, h("path.bought", { d: `M15 8${PLUS}` })), t("Rebuy or added chips")),
  );
}
