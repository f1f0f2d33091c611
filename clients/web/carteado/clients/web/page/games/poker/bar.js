// The action area of a poker table: what can be done now, or what the table waits for.

import { actionOf, clamp, labelOf, offersOf } from "../../core/offers.js";
import { button, h, types } from "../../core/scene.js";
import { cardText, withSuits } from "../../core/cards.js";
import { guardLeft, preActions } from "./waiting.js";
import { switches, wishes } from "./house.js";
import { botsOf, icon } from "../../screens/parts.js";
import { capital, handName } from "./hands.js";
import { coming } from "../../core/state.js";
import { nameOf } from "../../core/lines.js";
import { hintOf, pictureOf, potName } from "./picture.js";
import { N_ } from "../../core/words.js";
import { isSmall } from "../../core/size.js";
import { presets } from "./presets.js";
import { resultText } from "./felt.js";
import { wonText } from "./lines.js";

/** The nodes of the action area. */
export function bar(context, actions) {
  const picture = pictureOf(context);
  if (context.prompt) return ownTurn(context, picture, joined(offersOf(context.prompt.legal, actions)));
  if (picture.result) return over(context, picture);
  if (picture.playing) return waiting(context, picture, actions);
  return between(context, picture);
}

/** The leader names the stake and plays for it: one button with an amount, at first the usual one. */
function joined(offers) {
  const usual = offers.find(({ tag }) => tag === "play")?.price;
  if (usual === undefined || !offers.some(({ tag }) => tag === "stake")) return offers;
  return offers.filter(({ tag }) => tag !== "play").map((one) => (one.tag === "stake" ? { ...one, word: "play", usual } : one));
}

function timer({ left, t }) {
  if (!left) return null;
  const kind = left.low ? "low" : left.bank ? "bank" : "";
  return h("div.timer", { class: kind, role: "timer", "aria-label": t("{seconds} seconds left", { seconds: left.seconds }) }, h("i", { style: { "--share": String(left.share) } }));
}

function ownTurn(context, picture, offers) {
  const { left, t } = context;
  const span = offers.find((one) => one.span !== null);
  return [
    timer(context),
    h(
      "div.info.asked",
      { key: "info" },
      h("p.head", h("span.turn-word", t("Your turn")), left && h("span", { class: left.low ? "low" : "" }, ` ${left.seconds} s`)),
      left?.low ? h("p.low", t("Hurry")) : left?.bank ? h("p.bank", t("Time bank")) : left && h("p", t("Time bank {seconds} s", { seconds: left.bankSeconds })),
      made(context, picture),
      hintOf(context) && h("p", hintOf(context)),
      picture.price > 0 && h("p", t("{price} to win {pot} ({share})", { price: picture.price, pot: picture.total, share: t.percent(picture.price / (picture.total + picture.price)) })),
    ),
    h("div.turn-actions", { key: "turn" }, span && amounts(context, picture, span), buttons(context, picture, offers, span)),
  ];
}

function made({ view, t }, { own }) {
  const text = handName(view.made?.[own], t);
  return text && h("p.made", capital(text));
}

const chosen = ({ ui }, span) => clamp(ui.amount ?? span.usual ?? span.span[0], span.span);

function amounts(context, picture, span) {
  const { t, set } = context;
  const [low, high] = span.span;
  const amount = chosen(context, span);
  const step = picture.bigBlind || Math.ceil((span.usual ?? 1) / 10);
  const choose = (to) => set({ amount: clamp(to, span.span), typed: null });
  return [
    h(
      "div.presets",
      { role: "group", "aria-label": t("Amounts") },
      presets(span.span, picture, t, span.usual).map(({ key, label, to }, at) => button(
        h("small", label),
        () => choose(to),
        { key, "aria-pressed": String(to === amount), "data-key": String(at + 1), "data-preset": key },
        h("b", t.short(to, 8)),
      )),
    ),
    h(
      "div.amount",
      button(icon("minus"), () => choose(amount - step), { class: "step", "aria-label": t("Less") }),
      h("input.slider", {
        type: "range", min: low, max: high, step: 1, value: String(amount), "aria-label": t("Amount"),
        style: { "--part": String(high > low ? (amount - low) / (high - low) : 1) },
        ...types((text) => choose(Number(text))),
      }),
      button(icon("plus"), () => choose(amount + step), { class: "step", "aria-label": t("More") }),
      h(
        "label.typed",
        { class: t("to").length + String(amount).length > 7 ? "long" : "" }, // the word would lie under the figures
        h("span", t("to")),
        h("input", {
          type: "text", inputmode: "numeric", pattern: "[0-9]*", value: context.ui.typed ?? String(amount), "aria-label": t("Amount"),
          on: {
            input: (event) => {
              const digits = event.target.value.replace(/\D/g, "").slice(0, 12);
              set({ typed: digits, amount: digits ? Number(digits) : null });
            },
            blur: () => set({ typed: null, amount }),
            focus: (event) => event.target.select(),
          },
        }),
      ),
    ),
  ];
}

function buttons(context, picture, offers, span) {
  const { t, act, sending, now } = context;
  let shown = offers.filter(({ tag }) => tag !== "all_in");
  const allIn = offers.find(({ tag }) => tag === "all_in");
  const stack = picture.seats[picture.own].stack;
  if (allIn && !span && shown.find(({ tag }) => tag === "call")?.price !== stack) shown = [...shown, allIn];
  const guard = guardLeft(context.ui, now);
  const written = isSmall(context.size) ? t.chips : t.exact; // a phone has no room for both
  return h(
    "div.buttons",
    { "data-count": String(shown.length) },
    shown.map((offer, at) => {
      const amount = offer.span ? chosen(context, offer) : undefined;
      const all = offer.span && allIn && amount === offer.span[1];
      const last = at === shown.length - 1 && shown.length > 1;
      const off = offer.tag === "call" && guard > 0;
      return button(
        h("span", all ? t("All-in {amount}", { amount: written(amount) }) : labelOf(offer, t, amount, written)),
        () => !off && act(actionOf(offer, amount)),
        {
          key: offer.tag,
          class: [offer.tag === "fold" || offer.tag === "muck" ? "neutral" : last ? "primary" : "secondary", off && "guarded"].filter(Boolean).join(" "),
          "data-key": offer.key || undefined,
          disabled: sending,
          "aria-disabled": off ? "true" : undefined,
        },
        offer.key && h("kbd", { "aria-hidden": "true" }, offer.key),
      );
    }),
  );
}

function waiting(context, picture, actions) {
  const { t, ui, set, state, seat, left } = context;
  const name = picture.turn === null ? "" : nameOf(state, picture.turn, t);
  const one = picture.seats[picture.own];
  const canChoose = seat !== null && one.state === "playing" && !picture.chances.length && !state.early;
  return [
    h(
      "div.info",
      { key: "info" },
      h("p.head.turn-of", h("span", picture.chances.length ? t("All-in") : name ? t("{name}'s turn", { name }) : t("Dealing")), left && h("span.seconds", `${left.seconds} s`)),
      canChoose && context.size.larger === 1 && h("p", t("Choose now, act on your turn")), // enlarged it would push the own cards away
    ),
    picture.chances.length
      ? chances(context, picture)
      : canChoose && h(
        "div.pre",
        { key: "pre", role: "group", "aria-label": t("Choose now, act on your turn") },
        preActions(picture.price, t, actions).map(([kind, label]) => button(
          label,
          () => set({ chosen: ui.chosen?.kind === kind ? null : { kind, price: picture.price, hand: state.hand, street: state.street } }),
          { key: kind, "aria-pressed": String(ui.chosen?.kind === kind && !ui.chosen.cancelled), class: ui.chosen?.kind === kind && ui.chosen.cancelled ? "cancelled" : "" },
          ui.chosen?.kind === kind && ui.chosen.cancelled && h("small", t("cancelled")),
        )),
      ),
    seat !== null && switches(context, picture),
  ];
}

/** A bar for each pot that is played for: a part for each hand, wide as its chance. */
function chances({ t, state, size }, { chances: pots }) {
  const narrow = isSmall(size) ? 0.18 : 0.06; // of the bar, where no figure fits
  return h(
    "ul.chances",
    { key: "chances" },
    pots.map((one, at) => {
      const parts = one.parts.map(([seat, share]) => ({ share, name: nameOf(state, seat, t), figure: t.percent(share) }));
      return h(
        "li",
        { key: String(at) },
        h("span", `${potTitle(one, pots, t, isSmall(size))} ${t.chips(one.amount)}`),
        h(
          "div.parts",
          { role: "img", "aria-label": parts.map(({ name, figure }) => `${name} ${figure}`).join(", ") },
          parts.map(({ share, name, figure }) => h("i", { style: { "--share": String(share) } }, share >= narrow && [h("b", figure), h("span", name)])),
        ),
      );
    }),
  );
}

function over(context, picture) {
  const { t, set } = context;
  const { result } = picture;
  const notes = [
    next(context, picture),
    ...(result.wins.length > 1 ? result.wins.map((win) => `${potTitle(win, result.wins, t)} ${t.chips(win.amount)}`) : []),
    ...(context.notes ?? []),
    ...Object.entries(result.returned).map(([at, amount]) => t("{amount} went back to {name}", { amount, name: nameOf(context.state, at, t) })),
  ].filter(Boolean);
  return [
    h("div.info.told", { key: "info" }, h("p.head", picture.over ? wonText(context.state, context.state.winner, t) : resultText(context, result, true)), result.cards.length > 0 && h("p.best-cards", withSuits(result.cards.map(cardText).join(" "))), notes.length > 0 && h("p", notes.join(". "))),
    between(context, picture, true),
  ];
}

const next = (context, picture) => coming(context, picture.over, N_("Next hand in {seconds} s"));

/** Which of the pots, and on which board. */
function potTitle({ pot, board }, all, t, short = false) {
  const pots = new Set(all.map((one) => one.pot)).size;
  return [(pots > 1 || !board) && potName(pot, pots, t, short), board && t("Board {number}", { number: board })].filter(Boolean).join(" · ");
}

function between(context, picture, quiet = false) {
  const { t, seat, state, ask, view, app, sit } = context;
  const one = picture.seats[picture.own];
  const free = state.names.includes(null);
  const alone = picture.seats.filter((other) => !["free", "away", "out"].includes(other.state)).length < 2 || (free && !state.running && view.opened.options.format !== "cash");
  const mine = seat !== null;
  return [
    !quiet && h("div.info", { key: "info" }, h("p.head", picture.over ? wonText(state, state.winner, t) : next(context, picture) || t(alone ? N_("Waiting for players") : N_("The next hand is dealt"))), !mine && free && h("p", t("Choose a seat to play."))),
    h(
      "div.buttons.idle",
      { key: "idle" },
      quiet && context.replay && button(t("Replay"), context.replay, { class: "neutral", "data-key": "r" }),
      !mine && free && button(t("Sit down"), () => sit(undefined), { class: "primary" }),
      mine && wishes(context, picture),
      mine && picture.over && !state.agreed?.[seat] && button(t("Play again"), () => ask("rematch"), { class: "primary", "data-key": " " }),
      mine && one.state === "away" && button(t("I'm back"), () => ask("sit_in"), { class: "primary" }),
      mine && alone && free && button(t("Invite"), () => app.set({ dialog: "invite" }), { class: "neutral" }),
      mine && alone && free && botsOf(app, view.opened.game).length > 0 && button(t("Add a bot"), () => app.set({ dialog: "bots" }), { class: "secondary" }),
    ),
  ];
}
