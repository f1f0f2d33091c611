// Parts of screens: icons, fields, dialogs.

import CARD from "../data/cards.js";
import { button, h, types } from "../core/scene.js";

const ICONS = {
  coach: "M12 3a6 6 0 0 1 3 11v3H9v-3a6 6 0 0 1 3-11M10 21h4",
  chat: "M4 5h16v11h-9l-5 4v-4H4z",
  log: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  menu: "M3 6h18M3 12h18M3 18h18",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  replay: "M5 12a7 7 0 1 0 2-5M5 4v4h4",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  settings: "M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.800 2.800M16.200 16.200L19 19M5 19l2.800-2.800M16.200 7.800L19 5",
  offline: "M3 9a13 13 0 0 1 18 0M6.500 13a8 8 0 0 1 11 0M10 17a3 3 0 0 1 4 0M4 20L20 4",
  send: "M4 12h15M13 6l6 6-6 6",
  pause: "M9 5v14M15 5v14",
  minus: "M5 12h14",
  plus: "M5 12h14M12 5v14",
};

/** A line icon. It is decoration: the element around it has its own words. */
export function icon(name) {
  return h(
    "svg.icon",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: ICONS[name] }),
  );
}

/** The four suits. */
export function suits() {
  return h(
    "span.suits",
    { "aria-hidden": "true" },
    Object.entries(CARD.paths.suits).slice(0, 4).map(([name, d]) => suit(name, d)),
  );
}

export function suit(name, d = CARD.paths.suits[name]) {
  return h("svg.suit-mark", { viewBox: "0 0 100 100", "data-suit": name, "aria-hidden": "true" }, h("path", { d }));
}

/** A button with an icon and words; `short` hides the words from the eye. */
export function iconButton(name, label, press, { short = false, badge = 0, ...props } = {}) {
  return button(
    icon(name),
    press,
    { ...props, class: ["quiet", short && "short", props.class].filter(Boolean).join(" ") },
    h(short ? "span.unseen" : "span", label),
    badge > 0 && h("span.badge", String(badge)),
  );
}

/** A field with its label. */
export function field(label, props, hint, problem) {
  return h(
    "label.field",
    { key: props.key, class: problem && "wide" },
    h("span.label", label),
    h("input", { type: "text", autocomplete: "off", ...props, key: undefined }),
    hint && h("span.hint", hint),
    problem,
  );
}

/** The properties of a field whose text is kept with the table, under a name. */
export const kept = (app, name) => ({ value: app.ui[name] ?? "", ...types((text) => app.set({ [name]: text })) });

/** A switch with its label. */
export function toggle(label, on, press, props = {}, problem = null) {
  return h(
    "label.toggle",
    props,
    h("input", { type: "checkbox", role: "switch", checked: on, on: { change: press } }),
    h("span", label),
    problem,
  );
}

/** The host's bots that suit a game, as the server says. */
export const botsOf = ({ session }, game) => session?.welcome?.game_bots?.[game] ?? session?.welcome?.bots ?? [];

/** A row of choices of which one is selected. */
export function segments(label, choices, chosen, choose) {
  return h(
    "div.segments",
    { role: "group", "aria-label": label },
    choices.map(([value, text]) => button(text, () => choose(value), {
      key: String(value), "aria-pressed": String(value === chosen),
    })),
  );
}

/** A dialog over the screen. */
export const dialog = (title, close, t, ...content) => framed("div.dialog", title, close, t, content);

/** A dialog that uses the width of a large screen. */
export const wideDialog = (title, close, t, ...content) => framed("div.dialog.wide", title, close, t, content);

function framed(tag, title, close, t, content) {
  return h(
    "div.veil",
    { key: "dialog", on: { click: (event) => event.target === event.currentTarget && close?.() } },
    h(
      tag,
      { role: "dialog", "aria-modal": "true", "aria-label": title, tabindex: "-1" },
      h(
        "div.dialog-head",
        h("h2", title),
        close && iconButton("close", t("Close"), close, { short: true }),
      ),
      content,
    ),
  );
}

/** A button that loads the page again. */
export const reload = ({ t, world }) => button(t("Reload"), () => world.location.reload(), { class: "primary" });

/** What a page says that is older than the server's. */
export const newer = (app) => app.outdated && h("div.strip", { key: "newer", role: "status" }, h("p.grow", app.t("This server has a newer page.")), reload(app));

/** A part of the coach's panel: a heading with its figure, and what stands below. */
export const part = (title, note, ...below) => h("section", { key: title }, h("h3", h("span.grow", title), h("small", note)), below);

/** A bar of parts that win and tie, with a mark. */
export const bars = (win, tie, mark) => h("div.gauge", { "aria-hidden": "true", style: { "--win": String(win), "--tie": String(win + tie) } }, mark !== undefined && h("i", { style: { "--at": String(mark) } }));
