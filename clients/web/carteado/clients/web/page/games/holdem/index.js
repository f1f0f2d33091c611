// Hold'em, for 2 to 10 seats. README.md says what a game's module has.

import { answer, seen } from "../poker/waiting.js";
import { bar } from "../poker/bar.js";
import { coach } from "../poker/coach.js";
import { course } from "../poker/course.js";
import { lines } from "../poker/lines.js";
import { odds, story, tell } from "../poker/story.js";
import { scene } from "../poker/felt.js";
import { sound } from "../poker/sounds.js";

const ACTIONS = { fold: "", check: "", call: "", raise: "to", all_in: "", show: "", muck: "", post_blind: "", run_twice: "", run_once: "" };

function subtitle({ state, view, t, table }, long) {
  const small = state.small_blind || view.opened.options.small_blind;
  const big = state.big_blind || view.opened.options.big_blind;
  const blinds = `${t.number(small)} / ${t.number(big)}`;
  if (!long) return blinds;
  return [
    `Hold'em ${blinds}`,
    state.hand ? t("hand {number}", { number: state.hand }) : "",
    t("code {code}", { code: table.id }),
    table.watching ? t("{number} watching", { number: table.watching }) : "",
  ].filter(Boolean).join(" · ");
}

export default {
  title: "Hold'em",
  mark: "spades",
  subtitle,
  story,
  tell,
  lines,
  odds,
  sound,
  seen,
  answer: (table, ui) => answer(table, ui, ACTIONS),
  scene,
  coach,
  course,
  bar: (context) => bar(context, ACTIONS),
};
