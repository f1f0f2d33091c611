// The statistics of a table, or of all tables of the server.

import { h } from "../core/scene.js";
import { segments } from "./parts.js";
import { namesOf } from "../core/fetched.js";
import { withSuits } from "../core/cards.js";
import { asked, book, signed } from "./book.js";
import { ledgerOf, resultsOf } from "./ledger.js";

/** How players play, with the size of every sample. */
export function statistics(app, { t, table, state, ui }) {
  const everywhere = Boolean(ui.everywhere);
  const found = asked(app, `statistics ${everywhere || table.id}`, "statistics", everywhere ? {} : { table: table.id });
  const players = found?.players ?? [];
  const names = new Map(Object.entries(namesOf(app)?.figures ?? {}));
  const name = (title) => names.get(title) ?? title; // it may be a player's, such as "constructor"
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
      h("table.figures", h("tbody", section.figures.map((figure) => h("tr", { key: figure.name }, h("th", { scope: "row" }, withSuits(name(figure.title))), h("td", h("b", withSuits(valueOf(figure, t)))), h("td.of", figure.kind === "count" ? "" : t("of {sample}", { sample: figure.of })))))),
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
