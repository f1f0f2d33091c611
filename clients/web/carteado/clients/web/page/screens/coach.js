// The coach's panel, at tables that allow advice. The server counts from the own seat's view; the
// game's module says how its answer is shown.

import { h } from "../core/scene.js";
import { gameOf } from "../games/registry.js";
import { refusalText } from "../core/refusals.js";
import { N_ } from "../core/words.js";

/** Whether there is a coach at a table. */
export const hasCoach = (app, { view, seat }) => seat !== null && view.opened.settings.advice === "everyone"
  && Boolean(gameOf(view.opened.game).coach) && app.session?.welcome?.capabilities.includes("advice");

/** The panel; it asks once for each decision. */
export function coach(app, context) {
  const { t, table, prompt, view, state } = context;
  if (!prompt) return panel(h("p", t(gameOf(view.opened.game).resting ?? N_("The coach counts at your decisions."))));
  const key = `${table.id} ${prompt.decision} ${JSON.stringify(state.hands?.[context.seat])}`;
  if (app.advice?.key !== key) {
    const asked = { key, decision: prompt.decision };
    app.advice = asked;
    app.session.request("advice", { table: table.id }).then(
      ({ result }) => { asked.answer = result; },
      (refusal) => {
        const wait = refusal.details.retry_ms;
        if (wait) setTimeout(() => { if (app.advice === asked) app.advice = null; app.draw(); }, wait);
        else asked.problem = refusalText(refusal, t);
      },
    ).then(() => app.draw());
  }
  const { answer, problem } = app.advice;
  return panel(answer ? gameOf(view.opened.game).coach(context, answer) : h("p", problem ?? t("Counting.")));
}

const panel = (...parts) => h("div.coach.book", { key: "coach", tabindex: "0", role: "group" }, parts);
