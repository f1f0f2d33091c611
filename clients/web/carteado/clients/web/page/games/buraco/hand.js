// The lower part of a Buraco table: whose turn it is, the staged plays, the hand.

import { button, h } from "../../core/scene.js";
import { card, cardName, cardText, withSuits } from "../../core/cards.js";
import { behindText } from "./coach.js";
import { fanOf, placesOf } from "./fan.js";
import { walk } from "../../core/focus.js";
import { nameOf } from "../../core/lines.js";
import { groups } from "./sorting.js";
import { isSmall } from "../../core/size.js";
import { nextDeal, pictureOf } from "./picture.js";
import { N_ } from "../../core/words.js";
import { botsOf, segments } from "../../screens/parts.js";
import { NAMED, toggled } from "./staging.js";
import { actionsOf, handOf, stagingOf } from "./turns.js";

/** The nodes of the action area. */
export function bar(context) {
  const picture = pictureOf(context);
  if (!picture.inDeal) return between(context, picture);
  const upright = context.size.name.startsWith("portrait"); // there the top bar says whose turn it is
  if (!picture.playing) return [!upright && h("div.b-bar", { key: "bar" }, head(context, picture))];
  const staging = stagingOf(context, picture);
  const acts = actionsOf(context, picture, staging);
  const mine = picture.turn === context.seat;
  return [
    mine && context.left && h("div.timer", { key: "timer", class: context.left.low ? "low" : context.left.bank ? "bank" : "", role: "timer", "aria-label": context.t("{seconds} seconds left", { seconds: context.left.seconds }) }, h("i", { style: { "--share": String(context.left.share) } })),
    refusal(context),
    h("div.b-bar", { key: "bar", class: mine ? "mine" : "" }, !upright && head(context, picture), sorts(context, staging, acts), steps(context, staging, acts), buttons(context, picture, staging, acts)),
    hand(context, picture, staging, acts),
  ];
}

/** Whose turn it is. */
export function head({ t, left, state, seat }, picture) {
  const mine = picture.turn === seat && seat !== null;
  const name = picture.turn === null ? "" : nameOf(state, picture.turn, t);
  const words = mine ? (picture.lastTurn ? t("Your last turn") : t("Your turn")) : t("{name}'s turn", { name });
  return h(
    "p.b-turn",
    { key: "turn", class: mine ? "mine" : "" },
    h("b", words),
    left && h("span", { class: left.low ? "low" : "" }, `${left.seconds} s`),
    left?.bank && h("small", t("Time bank")),
  );
}

function refusal({ ui, t, set }) {
  if (!ui.refusal) return null;
  return h("div.b-refusal", { key: "refusal", role: "alert" }, h("b", "!"), h("p", withSuits(ui.refusal.message.replace(NAMED, cardText))), button(t("Close"), () => set({ refusal: null }), { class: "quiet" }));
}

const sorts = ({ t }, staging, acts) => h(
  "div.b-sorts",
  { key: "sorts" },
  segments(t("Sort"), [["suit", t("Suit")], ["rank", t("Rank")], ["own", t("Own")]], staging.sort, acts.sort),
);

function steps({ t }, staging, acts) {
  return h(
    "ol.b-steps",
    { key: "steps", "aria-label": t("Staged plays") },
    staging.steps.map(({ kind, cards }, at) => h("li", { key: String(at) }, button(
      h("span", withSuits(`${at + 1} ${stepText(kind, cards, t)}`)),
      () => acts.undo(at),
      { class: "b-step", title: t("Remove this play and those after it") },
    ))),
  );
}

function stepText(kind, cards, t) {
  const shown = cards.map(cardText).join(" ");
  if (kind === "discard") return t("discard {cards}", { cards: shown });
  return kind === "meld" ? t("new {cards}", { cards: shown }) : t("add {cards}", { cards: shown });
}

function buttons({ t, prompt, size }, picture, staging, acts) {
  const key = (name) => h("kbd", { "aria-hidden": "true" }, name);
  if (prompt && picture.drawing) {
    return h(
      "div.buttons.b-buttons",
      { key: "acts", "data-count": "2" },
      acts.redraw && button(t("Throw and draw again"), acts.redraw, { class: "neutral", key: "redraw" }),
      acts.decline && button(t("Decline"), acts.decline, { class: "neutral", key: "decline" }),
      acts.take && button(t("Take the pile"), acts.take, { class: "secondary", key: "take", "data-key": "2" }, key("2")),
      button(t("Draw"), acts.draw ?? (() => null), { class: "primary", key: "draw", disabled: !acts.draw }, key("1")),
    );
  }
  return h(
    "div.buttons.b-buttons",
    { key: "acts", "data-count": "3" },
    button(t("Undo"), () => acts.undo?.(), { class: "outline", disabled: !acts.undo, key: "undo", "data-key": "z" }, key("Z")),
    acts.redraw && button(t("Throw and draw again"), acts.redraw, { class: "neutral", key: "redraw" }),
    // On a phone the place of a new run may be out of sight.
    isSmall(size) && acts.lay && staging.selected.length > 2 ? button(`+ ${t("new run")}`, () => acts.lay(null), { class: "secondary", key: "lay" }) : button(t("Discard"), () => acts.discard?.(), { class: "neutral", disabled: !acts.discard, key: "discard", "data-key": "d" }, key("D")),
    button(t("Send turn"), () => acts.send?.(), { class: "primary", disabled: !acts.send, key: "send", "data-key": "Enter" }, key("Enter")),
  );
}

/** The hand in a replay, to be seen only. */
export function held(context) {
  const picture = pictureOf(context);
  return picture.inDeal && picture.hand.length > 0 && h("div", { key: "held", inert: true }, hand(context, picture, stagingOf({ ui: {} }, picture), {}));
}

/** The room of the hand, pixels of the design. */
function roomOf({ app, size }) {
  const { innerWidth, innerHeight } = app.world;
  const drawer = size.name === "desktop" && app.ui.drawer ? 320 : 0;
  const scale = size.scale || 1;
  const column = size.name === "landscape" ? innerWidth * 0.45 : innerWidth;
  const height = { desktop: 200, compact: 176, landscape: innerHeight / scale - 140 }[size.name] ?? Math.min(326, innerHeight / scale * 0.42);
  return { width: (column - drawer) / scale - 32, height, scale };
}

function hand(context, picture, staging, acts) {
  const { t, size, set } = context;
  const shown = handOf(staging, picture);
  const group = groups(shown, staging.sort);
  const { width, height, scale } = roomOf(context);
  const largest = { desktop: size.scale > 1.2 ? 104 : 96, compact: 64 }[size.name] ?? 64;
  const fan = fanOf(shown.length, new Set(group).size, width, height, largest, isSmall(size));
  const at = placesOf(fan, group);
  // Where one row lies open, the discards' figures stand below the cards.
  const figures = !isSmall(size) && fan.rows === 1 && Object.keys(context.advice?.discards ?? {}).length > 0;
  const lift = fan.rows > 1 ? 2 : 12; // room above the cards, where a selected one rises
  const pixels = (value) => `${Math.round(value * scale * 10) / 10}px`;
  return h(
    "ul.b-hand",
    { key: "hand", "aria-label": t("Your hand, {number} cards", { number: shown.length }), style: { height: pixels(fan.height + lift + (figures ? 28 : 4)) }, on: { keydown: walk } },
    shown.map((code, number) => {
      const selected = staging.selected.includes(code);
      const fresh = picture.fresh.has(code);
      const figure = figures && behindText(context, code);
      return h(
        "li",
        { key: code, style: { left: pixels(at[number].x), top: pixels(at[number].y + lift), width: pixels(fan.card) } },
        h(
          "button.b-card",
          {
            type: "button",
            "aria-pressed": String(selected),
            "aria-label": [cardName(code, t), fresh && t("new")].filter(Boolean).join(", "),
            class: [staging.refused.includes(code) && "refused", fan.rows > 1 && "rows"].filter(Boolean).join(" "),
            draggable: "true",
            on: {
              click: () => set({ staging: toggled(staging, code), refusal: null }),
              dragstart: (event) => event.dataTransfer.setData("text", code),
              dragover: (event) => event.preventDefault(),
              drop: (event) => { event.preventDefault(); acts.dropOnCard(event.dataTransfer.getData("text"), code); },
            },
          },
          card(code, Math.min(fan.card, fan.step < fan.card ? 90 : fan.card), t, { side: fan.rows > 1, "aria-hidden": "true" }),
          fresh && h("span.b-fresh", { "aria-hidden": "true" }, fan.step >= 70 ? t("new") : ""),
          selected && fan.rows > 1 && h("span.b-tick", { "aria-hidden": "true" }, "✓"),
        ),
        figure && h("small.b-figure", { class: figure === t("best") ? "best" : "", style: { width: pixels(Math.min(fan.card, fan.step) - 2) } }, figure),
      );
    }),
  );
}

function between(context, picture) {
  const { t, seat, state, view, ask, sit, set, app } = context;
  const free = state.names.filter((name) => name === null).length;
  const next = nextDeal(context, picture);
  return [
    h("div.info", { key: "info" }, h("p.head", picture.ended || next || t(free ? N_("Waiting for players") : N_("The next deal starts soon"))), picture.ended && h("p", next)),
    h(
      "div.buttons.idle",
      { key: "idle" },
      picture.sheets && button(t("Score sheet"), () => set({ dialog: "sheet" }), { class: "neutral", "data-key": "F2" }),
      seat === null && free > 0 && button(t("Sit down"), () => sit(undefined), { class: "primary" }),
      seat !== null && state.away[seat] && button(t("I'm back"), () => ask("sit_in"), { class: "primary" }),
      seat !== null && free > 0 && button(t("Invite"), () => set({ dialog: "invite" }), { class: "neutral" }),
      seat !== null && free > 0 && botsOf(app, view.opened.game).length > 0 && button(t("Add a bot"), () => set({ dialog: "bots" }), { class: "secondary" }),
      seat !== null && picture.ended && !state.agreed?.[seat] && button(t("Play again"), () => ask("rematch"), { class: "primary" }),
    ),
  ];
}
