// The play area of a poker table: seats around the felt, pots and board in the middle.

import { button, h } from "../../core/scene.js";
import { card } from "../../core/cards.js";
import { chips, discs } from "./chips.js";
import { capital, handName, handsShort, winsWith } from "./hands.js";
import { nameOf } from "../../core/lines.js";
import { hintOf, pictureOf, places, potName, shareOf } from "./picture.js";
import { icon } from "../../screens/parts.js";
import { initial } from "../../core/lists.js";
import { isSmall } from "../../core/size.js";
import { N_ } from "../../core/words.js";

// A number is never apart from its unit, where a phone has no room for one line.
const clockText = ({ seconds, bank, bankSeconds }, t) => `${bank ? `${t("Time bank")} ` : ""}${seconds}\u00a0s${!bank && bankSeconds ? ` +\u00a0${bankSeconds}\u00a0s` : ""}`;

/** The scene of the play area. */
export function scene(context) {
  const picture = pictureOf(context);
  const { left, top, right } = places(picture.own, picture.seats.length);
  const seated = (list) => list.map((at) => seat(context, picture, picture.seats[at]));
  return h(
    "div.felt",
    { "data-seats": String(picture.seats.length) },
    h("div.cloth", { "aria-hidden": "true" }),
    h("ul.col.left", { "aria-label": context.t("Left") }, seated(left)),
    h("ul.row.top-seats", { "aria-label": context.t("Across") }, seated(top)),
    h("ul.col.right", { "aria-label": context.t("Right") }, seated(right)),
    middle(context, picture),
    own(context, picture),
  );
}

function seat(context, picture, one) {
  const { t, size } = context;
  if (one.state === "free") return h("li.seat.free", { key: `seat${one.seat}` }, free(context, one));
  const width = one.open ? size.shownCard : size.opponentCard;
  return h(
    "li.seat",
    { key: `seat${one.seat}`, class: classes(one), "data-seat": String(one.seat) },
    h(
      "div.hand",
      h("span.cards", { class: one.open ? "open" : "" }, one.cards.map((code, at) => card(code, width, t, {
        key: `${at}`, ...look(code, picture, one.open),
      }))),
      chance(context, picture, one) ?? tag(context, one),
      one.bet > 0 && h("span.bet", chips(one.bet, t)),
    ),
    plate(context, one),
  );
}

/** Winning cards have a ring, other open cards are dim. */
function look(code, { result }, open, cards = result?.cards) {
  if (!result?.cards.length || !open) return {};
  return cards.includes(code) ? { class: "best" } : { dim: true };
}

function classes(one) {
  return [
    one.turn && "turn",
    (one.state === "folded" || one.state === "away" || one.state === "out") && "faded",
    one.won > 0 && "won",
    one.button && "dealing",
    one.cards.length > 0 && "dealt",
  ].filter(Boolean).join(" ");
}

function free({ t, seat, sit, view }, one) {
  const reserved = view.labels?.[one.seat] && view.keys?.[one.seat] != null;
  if (reserved) return h("span.plate.reserved", t("for {name}", { name: view.labels[one.seat] }));
  if (seat !== null) return h("span.plate.reserved", t("free"));
  return button(t("Sit here"), () => sit(one.seat), { class: "plate sit", "aria-label": t("Sit on seat {number}", { number: one.seat }) });
}

function plate(context, one) {
  const { t, left, size } = context;
  return h(
    "div.plate",
    one.turn && left ? ring(left, t) : h("span.avatar", { "aria-hidden": "true" }, initial(one.name)),
    h(
      "span.who",
      h("span.name", { dir: "auto" }, one.name, one.connected === false && h("span.off", { title: t("not connected") }, icon("offline"), h("span.unseen", t("not connected")))),
      stack(context, one),
    ),
    one.button && h("span.dealer", { title: t("Dealer button") }, "D"),
    reaction(context, one),
  );
}

function reaction({ table, now, app }, { seat: at }) {
  const shown = table.reactions[at];
  return shown?.until > now && h("span.reaction", { key: "reaction", "aria-hidden": "true" }, app.session?.welcome.reactions[shown.reaction]);
}

/** What stands under a name: short where it would be cut, whole for a screen reader. */
function stack({ t, size, state }, one, long = 9) {
  const full = isSmall(size) && state.names.length > 6;
  const text = under(one, t, size, full ? 7 : size.name === "desktop" ? 13 : 9);
  const whole = under(one, t, size, 99);
  return h(
    "b.stack",
    { class: (one.made && !one.won) || text.length > (full && /\d/.test(text) ? 6 : long) ? "told" : "", title: whole },
    text === whole ? text : [h("span", { "aria-hidden": "true" }, text), h("span.unseen", whole)],
  );
}

function under(one, t, size, room) {
  if (one.won) return `+${t.short(one.won, room)}`;
  if (one.share !== undefined && isSmall(size)) return t.percent(one.share);
  if (one.made && one.share === undefined) {
    const name = capital(handName(one.made, t));
    // A longer name would be cut at the edge of the plate.
    return size.name === "desktop" && !one.made.second && name.length < 17 ? name : handsShort(one.made, t);
  }
  if (one.state === "all_in") {
    const text = t("All-in {amount}", { amount: one.paid });
    return size.dense || (size.name !== "desktop" && text.length > 9) ? t("All-in") : text;
  }
  if (one.state === "away") return t("Sits out");
  if (one.state === "out") return one.place ? t("Place {place}", { place: one.place }) : t("Out");
  return t.short(one.stack, room);
}

function ring(left, t) {
  const around = 2 * Math.PI * 15;
  return h(
    "span.ring",
    { class: left.low ? "low" : left.bank ? "bank" : "" },
    h("svg", { viewBox: "0 0 36 36", "aria-hidden": "true" }, h("circle.track", { cx: 18, cy: 18, r: 15 }), h("circle.rest", {
      cx: 18, cy: 18, r: 15, "stroke-dasharray": `${around * left.share} ${around}`, transform: "rotate(-90 18 18)",
    })),
    h("span", { "aria-label": t("{seconds} seconds left", { seconds: left.seconds }) }, String(left.seconds)),
  );
}

const VERBS = {
  check: N_("Check"), call: N_("Call"), bet: N_("Bet"), raise: N_("Raise"),
  all_in: N_("All-in"), stake: N_("Stake"), play: N_("Plays"), blind: N_("Blind"),
};

function tag({ t }, one) {
  if (one.state === "folded") return h("span.tag.plain", t("Folded"));
  if (!one.last || one.state === "all_in") return null;
  const { kind } = one.last;
  const filled = kind === "bet" || kind === "raise" || kind === "stake" || kind === "all_in";
  return h(filled ? "span.tag.filled" : "span.tag.outlined", t(VERBS[kind]));
}

/** The chances of an open hand in each pot beside its cards; null where its plate shows the average. */
function chance({ t, size }, { chances }, { seat: at }) {
  const pots = [...new Set(chances.map(({ pot }) => pot))];
  const found = pots.map((pot) => [pot, shareOf(at, chances.filter((one) => one.pot === pot))]).filter(([, share]) => share !== undefined);
  if (isSmall(size) || !found.length) return null;
  const [[first, share], ...rest] = found;
  const name = (pot) => potName(pot, pots.length, t, true);
  return h("span.chance", h("b", t.percent(share)), pots.length > 1 && (rest.length ? rest.map(([pot, more]) => h("small", `${name(pot)} ${t.percent(more)}`)) : h("small", name(first))));
}

function middle(context, picture) {
  const { t, size } = context;
  const { board, second, rabbit, hidden, pots, total, result } = picture;
  const whole = [...board, ...rabbit];
  const row = (cards, key) => h(
    "div.board",
    { key, role: "group", "aria-label": key ? t("Board {number}", { number: 2 }) : t("Board"), class: second.length ? "twice" : "" },
    Array.from({ length: 5 }, (_, at) => cards[at] ?? (at < hidden ? "??" : null)).map((code, at) => (code === null
      ? h("span.gap", { key: `gap${at}`, "aria-hidden": "true" })
      : card(code, size.boardCard, t, { key: `${at}${code}`, ...(at >= board.length && !key ? { dim: true } : look(code, picture, true, result?.boards[key ? 1 : 0])) }))),
  );
  return h(
    "div.middle",
    result
      ? h("p.banner", resultText(context, result))
      : h(
        "p.pots",
        hintOf(context) && h("span.naming", (hintOf(context).match(/\S.*?\.(?= |$)/g) ?? [hintOf(context)]).map((sentence) => [h("span", sentence), " "])),
        total > 0 && h("span.pot.total", h("span", t("Total")), h("b", t.short(total))),
        pots.length > 1 && pots.map((pot, at) => h("span.pot", { title: pot.seats.map((one) => nameOf(context.state, one, t)).join(", ") }, !isSmall(size) && discs(pot.amount), h("span", potName(at, pots.length, t, isSmall(size))), h("b", t.short(pot.amount)))),
      ),
    row(whole, ""),
    second.length > 0 && row(second, "second"),
    rabbit.length > 0 && h("p.rabbit", t("Rabbit hunt")),
  );
}

/** The result of the hand, in one sentence. */
export function resultText({ t, state }, result, short = false) {
  const seats = Object.keys(result.totals);
  if (seats.length > 1) {
    return t("Split: {parts}", { parts: seats.map((at) => `${nameOf(state, at, t)} ${t.chips(result.totals[at])}`).join(", ") });
  }
  const name = nameOf(state, Number(seats[0]), t);
  const amount = result.totals[seats[0]];
  const hand = short ? "" : handName(result.made, t);
  return hand ? t(winsWith(result.made), { name, amount, hand }) : t("{name} wins {amount}", { name, amount });
}

function ownHand({ view, t, ui, size }, one) {
  const made = one.folded || ui.covered || !one.cards.length ? null : view.made?.[one.seat];
  const name = capital(handName(made, t));
  const text = made?.second || (size.dense && name?.length > 13) ? handsShort(made, t) : name; // one line at a full table
  return text && h("span.made", text);
}

function own(context, picture) {
  const { t, seat: mine, size, left, prompt } = context;
  const one = picture.seats[picture.own];
  if (mine === null) {
    return h("ul.own.watching", { "aria-label": t("Seats") }, one.state === "free" ? h("li.seat.free", free(context, one)) : seat(context, picture, one));
  }
  return h(
    "div.own",
    { class: classes(one), "data-seat": String(one.seat) },
    h(
      "div.plate",
      one.turn && left && size.avatar ? ring(left, t) : h("span.avatar", { "aria-hidden": "true" }, initial(one.name)),
      h("span.who", h("span.name", prompt ? t("Your turn") : one.name), stack(context, { ...one, made: null }, 8)),
    ),
    h("div.cards", one.cards.map((code, at) => card(code, size.ownCard, t, { key: `${at}${code}`, dim: one.folded, ...look(code, picture, true) }))),
    h(
      "div.beside",
      ownHand(context, one),
      one.button && h("span.dealer", { title: t("Dealer button") }, "D"),
      one.bet > 0 && h("span.bet", chips(one.bet, t)),
      chance(context, picture, one) ?? (!one.turn && tag(context, one)),
      one.turn && left && h("span.clock", { class: left.low ? "low" : "" }, clockText(left, t)),
    ),
  );
}
