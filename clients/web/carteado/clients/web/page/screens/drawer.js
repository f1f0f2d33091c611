// The panel beside the table: log, people and chat.

import { button, h, sends } from "../core/scene.js";
import { gameOf } from "../games/registry.js";
import { coach, hasCoach } from "./coach.js";
import { icon, iconButton, kept, segments } from "./parts.js";
import { N_ } from "../core/words.js";
import { withSuits } from "../core/cards.js";

const PHRASES = {
  hello: N_("Hello!"), good_luck: N_("Good luck!"), one_moment: N_("One moment, please."), well_played: N_("Well played!"),
  thank_you: N_("Thank you!"), sorry: N_("Sorry!"), good_game: N_("Good game!"), goodbye: N_("Goodbye!"),
};

/** The drawer that is open, null for none. */
export function drawer(app, context) {
  const { t, table: found, view, size, ui } = context;
  const wide = size.name === "desktop" && !gameOf(view.opened.game).wide;
  if (!wide && !ui.drawer) return null;
  const tab = ui.drawer === "chat" && wide ? "log" : (ui.drawer ?? "log");
  const tabs = [["log", t("Log")], ["players", t("Players")], ...(hasCoach(app, context) ? [["coach", t("Coach")]] : []), ...(wide ? [] : [["chat", t("Chat")]])];
  return h(
    "aside.drawer",
    { key: "drawer", "aria-label": t("Log"), "data-layer": !wide, tabindex: "-1" },
    h(
      "div.drawer-head",
      segments(t("Show"), tabs, tab, (name) => app.set({ drawer: name })),
      !wide && iconButton("close", t("Close"), () => app.set({ drawer: null }), { short: true }),
    ),
    tab === "log" && log(found, t),
    tab === "coach" && coach(app, context),
    tab === "players" && players(app, context),
    (wide || tab === "chat") && chat(app, context),
  );
}

function log(found, t) {
  return h(
    "div.log",
    { key: "log", tabindex: "0", role: "log", "aria-label": t("Log"), "aria-live": "off" },
    h("ol", found.lines.map((line, at) => h(
      "li",
      { key: String(found.dropped + at), class: line.kind },
      h("span", withSuits(line.text)),
      line.note && h("small", line.note),
    ))),
  );
}

function players(app, context) {
  const { state, t, table: found, seat: own } = context;
  const rail = [...new Set(found.chat.filter((said) => said.seat === null || said.seat === undefined).map(({ name }) => name))];
  return h(
    "div.players",
    { key: "players" },
    h("ul", state.names.map((name, seat) => h(
      "li",
      { key: String(seat) },
      h("span.grow", name ?? t("free"), name && found.presence[seat] === false && h("small", ` ${t("not connected")}`)),
      state.stacks?.[seat] !== undefined && name && h("b", t.number(state.stacks[seat])),
      name && seat !== own && !state.bots?.[seat] && hushes(app, context, name),
    ))),
    found.watching > 0 && h("p.label", t("{number} watching", { number: found.watching })),
    h("ul", rail.map((name) => h("li", { key: name }, h("span.grow", name), name !== app.name && hushes(app, context, name)))),
  );
}

/** Block a player of that name; the owner can also mute the player for everybody. */
function hushes(app, { t, ask, table: found, view }, name) {
  const blocked = app.blocked.has(name);
  const muted = view.controls?.muted?.includes(name);
  const block = async () => {
    if (await ask(blocked ? "unblock" : "block", { name })) app.hush(name, !blocked);
  };
  const act = (verb, press) => button(verb, press, { class: "outline", "aria-label": `${verb}: ${name}` });
  return [
    act(blocked ? t("Unblock") : t("Block"), block),
    found.owner && act(muted ? t("Unmute") : t("Mute"), () => ask(muted ? "unmute" : "mute", { name })),
  ];
}

function chat(app, context) {
  const { t, table: found, ui, ask } = context;
  const { reactions = {}, phrases = {} } = app.session?.welcome ?? {};
  const phrase = (word) => (word in PHRASES ? t(PHRASES[word]) : (phrases[word] ?? word));
  const say = (text) => {
    app.set({ saying: "" });
    // A refused text may be sent again.
    if (text.trim()) ask("chat", { text: text.trim().slice(0, 200) }).then((said) => said || app.ui.saying || app.set({ saying: text }));
  };
  const text = (said) => (said.reaction ? (reactions[said.reaction] ?? said.reaction) : said.phrase ? phrase(said.phrase) : said.text);
  return h(
    "section.chat",
    { key: "chat", "aria-label": t("Chat") },
    h("h2", t("Chat")),
    h("div.said", { tabindex: "0", role: "group", "aria-label": t("Chat") }, h("ol", found.chat.map((said, at) => h(
      "li",
      { key: String(at), class: said.channel === "rail" ? "rail" : "" },
      h("b", said.name, said.channel === "rail" && h("small", ` ${t("rail")}`)),
      h("span", text(said)),
    )))),
    h("div.phrases", { role: "group", "aria-label": t("Phrases") }, Object.keys(phrases).map((word) => button(phrase(word), () => ask("phrase", { phrase: word }), { class: "outline", key: word }))),
    h("div.phrases.reactions", { role: "group", "aria-label": t("Reactions") }, Object.entries(reactions).map(([word, sign]) => button(sign, () => ask("react", { reaction: word }), { class: "quiet", key: word, "aria-label": t(REACTIONS[word] ?? word) }))),
    h(
      "form.row",
      sends(() => say(ui.saying ?? "")),
      h("input.grow", { type: "text", maxlength: 200, placeholder: t("Message"), "aria-label": t("Message"), enterkeyhint: "send", ...kept(app, "saying") }),
      h("button.send", { type: "submit", "aria-label": t("Send") }, icon("send")),
    ),
  );
}

const REACTIONS = {
  clap: N_("Applaud"), laugh: N_("Laugh"), wow: N_("Be amazed"), think: N_("Ponder"),
  sad: N_("Be sad"), heart: N_("Heart"), fire: N_("Fire"), sleep: N_("Fall asleep"),
};
