// Poker Face: the bookkeeper's form for rounds played with real cards, the money and the results.

import { actionOf, added, back, changed, cleared, complete, correcting, EMPTY, faceOf, potOf, RANKS, rankText, removed, suitName, SUITS, twice, withPlayers, withSuit } from "./book.js";
import { button, h, sends, types } from "../../core/scene.js";
import { card, cardName, cardText, withSuits } from "../../core/cards.js";
import { icon, suit } from "../../screens/parts.js";
import { isSmall } from "../../core/size.js";
import { lines, roundText, story, tell } from "./lines.js";
import { lastOf } from "../../core/lists.js";

const bookOf = ({ ui, state }) => withPlayers(ui.book ?? EMPTY, state.players);
const keeps = ({ seat }) => seat === 0;

function subtitle({ state, view, t }, long) {
  // The round that is being played and entered, not the last one that was judged.
  const number = state.number + 1;
  if (!long) return t("round {number}", { number });
  return t("round {number} · started with {money}", { number, money: view.opened.options.money });
}

/** A round that the server took leaves an empty form for the next one. */
function seen(before, after, ui) {
  const rounds = (table) => JSON.stringify(table.view?.state?.rounds ?? []);
  return ui.book && before.view && rounds(before) !== rounds(after) ? { book: cleared(ui.book) } : {};
}

function scene(context) {
  return h("div.f-page", keeps(context) ? form(context) : null, money(context), results(context));
}

function results({ state, t }) {
  const rounds = state.rounds.slice(-3);
  return h(
    "div.f-lines",
    { tabindex: "0", role: "group", "aria-label": t("Results") },
    rounds.map((round) => h("p", { key: String(round.number) }, withSuits(roundText(round, state, t)))),
    !rounds.length && h("p", t("No round has been entered yet.")),
    state.discarded > 0 && h("p", t("{amount} could not be shared and left the match", { amount: state.discarded })),
  );
}

function money({ state, t }) {
  if (!state.players.length) return null;
  return h("ul.f-money", { "aria-label": t("Money") }, state.players.map((name, at) => h("li", { key: name }, h("span", name), h("b", t.number(state.money[at])))));
}

function form(context) {
  const { t, set, ui, state, app } = context;
  const book = bookOf(context);
  const put = (next) => {
    set({ book: next });
    // The keys of the cards lie over the rows: the active one comes into sight.
    queueMicrotask(() => app.world.document.querySelector(".f-row.active")?.scrollIntoView({ block: "nearest" }));
  };
  const amount = (text) => Math.min(Number(text.replace(/\D/g, "").slice(0, 9)), 1e9);
  const double = twice(book);
  return h(
    "section.f-form",
    { key: "form", "aria-label": t("Enter the round") },
    h(
      "div.row",
      h("label.f-ante", h("span", t("Ante")), h("input", { type: "text", inputmode: "numeric", value: String(book.ante), ...types((text) => put({ ...book, ante: amount(text) })) })),
      h("span.grow"),
      h("span.f-pot", h("small", t("Pot")), h("b", t.number(potOf(book)))),
    ),
    h("ul.f-rows", book.rows.map((one, at) => playerRow(context, book, one, at, { put, amount }))),
    !state.players.length && h(
      "form.row",
      sends(() => { set({ newcomer: "" }); put(added(book, ui.newcomer ?? "")); }),
      h("input.grow", { type: "text", maxlength: 24, value: ui.newcomer ?? "", placeholder: t("Name of a player"), "aria-label": t("Name of a player"), ...types((newcomer) => set({ newcomer })) }),
      h("button.secondary", { type: "submit" }, t("Add the player")),
    ),
    book.rows.length > 0 && keyboard(context, book, put),
    double.length > 0 && h("p.f-warning", { role: "status" }, withSuits(t("{cards} appears twice. You can send it; the round then gets a warning.", { cards: double.map((one) => cardText(faceOf(one))).join(" ") }))),
  );
}

/** On a phone the row of a player without cards is short, unless it is the active one. */
function playerRow({ t, state, size }, book, one, at, { put, amount }) {
  const active = at === book.active;
  const open = one.plays && (active || one.cards.length > 0 || !isSmall(size));
  const money = state.money[state.players.indexOf(one.name)];
  const empty = Array.from({ length: 5 - one.cards.length });
  return h(
    "li.f-row",
    { key: one.name, class: active ? "active" : "" },
    button(h("span", h("b", one.name), money !== undefined && h("small", t.number(money))), () => put({ ...book, active: at, rank: "" }), { class: "quiet f-name", "aria-pressed": String(active) }),
    // The first round names the players of the match: nobody pays only its ante.
    one.cards.length === 0 && state.players.length > 0 && h("label.toggle", h("input", { type: "checkbox", role: "switch", checked: one.plays, "aria-label": `${one.name}, ${one.plays ? t("plays") : t("only the ante")}`, on: { change: () => put(changed(book, at, { plays: !one.plays })) } }), h("span", one.plays ? t("plays") : t("only the ante"))),
    open && h("label.f-bet", h("span.unseen", t("Bet of {name}", { name: one.name })), h("input", { type: "text", inputmode: "numeric", value: String(one.bet), ...types((text) => put(changed(book, at, { bet: amount(text) }))) })),
    open && h("span.f-cards", one.cards.map((code, number) => h("span", { key: String(number) }, card(faceOf(code), 40, t))), empty.map((_, number) => h("i.f-slot", { key: `e${number}`, class: active && number === 0 ? "next" : "" }))),
    one.cards.length === 0 && !state.players.length && (!active || book.rows.length === 1) && button(icon("close"), () => put(removed(book, at)), { class: "quiet short", "aria-label": t("Remove {name}", { name: one.name }) }),
  );
}

function keyboard({ t }, book, put) {
  const one = book.rows[book.active];
  return h(
    "div.f-keys",
    h("p", one.cards.length < 5 ? t("{name}, card {number} of 5. Choose the rank, then the suit.", { name: one.name, number: one.cards.length + 1 }) : t("{name} has five cards.", { name: one.name })),
    h(
      "div.f-ranks",
      RANKS.map((rank) => button(rankText(rank), () => put({ ...book, rank }), { key: rank, "aria-pressed": String(book.rank === rank), "data-key": rankText(rank).length === 1 ? rankText(rank).toLowerCase() : "t", disabled: one.cards.length >= 5 || !one.plays })),
      button("⌫", () => put(back(book)), { class: "outline", "aria-label": t("Remove the last card"), "data-key": "Backspace" }),
    ),
    h("div.f-suits", SUITS.map((sign) => button(suit(suitName(sign)), () => put(withSuit(book, sign)), { key: sign, disabled: !book.rank, "data-key": suitName(sign)[0], "aria-label": book.rank ? cardName(faceOf(`${book.rank}${sign}`), t) : t(suitName(sign)) }))),
  );
}

function bar(context) {
  const { t, act, set, state, seat, sit } = context;
  const book = bookOf(context);
  if (!keeps(context)) {
    return [
      h("div.info", { key: "info" }, h("p.head", state.names[0] ? t("{name} keeps the books", { name: state.names[0] }) : t("Nobody keeps the books"))),
      seat === null && !state.names[0] && h("div.buttons.idle", { key: "idle" }, button(t("Keep the books"), () => sit(0), { class: "primary" })),
    ];
  }
  const last = lastOf(state.rounds);
  return [h(
    "div.buttons",
    { key: "acts", "data-count": "2" },
    book.correcting === null
      ? button(t("Correct the last round"), () => set({ book: correcting(last, state.players) }), { class: "outline", disabled: !last })
      : button(t("Do not correct"), () => set({ book: cleared(book) }), { class: "outline" }),
    button(book.correcting === null ? t("Decide the round") : t("Correct round {number}", { number: book.correcting }), () => act(actionOf(book)), { class: "primary", disabled: !complete(book) }),
  )];
}

export default {
  title: "Poker Face",
  mark: "clubs",
  subtitle,
  seen,
  scene,
  bar,
  story,
  tell,
  lines,
  sound: (event) => (event.type === "seat_taken" ? "joined" : undefined),
};
