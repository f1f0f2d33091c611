// A game without a module of its own: its lines, and buttons for the offers of its prompt.

import { actionOf, labelOf, offersOf } from "../../core/offers.js";
import { button, h, types } from "../../core/scene.js";
import { coming } from "../../core/state.js";
import { N_ } from "../../core/words.js";

/** Every field of the prompt that offers something; an amount goes into a field of its name. */
const actionsIn = (legal) => Object.fromEntries(Object.keys(legal ?? {}).map((name) => [name.replace(/_to$/, ""), name.endsWith("_to") ? "to" : "amount"]));

export default {
  mark: "spades",
  subtitle: ({ view }) => view.opened.game,
  story: () => null, // also where the game is not known yet: its own story begins with the first view
  tell: (story) => story,
  lines: () => null,
  scene: ({ view, seat, state, sit, t }) => h(
    "div.generic",
    h("pre", { tabindex: "0" }, (view.show ?? []).join("\n")),
    seat === null && h("div.row.wrap", state.names.map((name, at) => name === null && button(t("Sit on seat {number}", { number: at }), () => sit(at), { class: "outline", key: String(at) }))),
  ),
  bar: (context) => {
    const { prompt, act, t, ui, set, view, state, left } = context;
    const name = state.names?.[view.turn];
    const head = (words) => h("p.head", { key: "head" }, words, left && ` ${left.seconds} s`);
    if (!prompt) return head(name ? t("{name}'s turn", { name }) : coming(context, false, N_("Next deal in {seconds} s")) || t("Waiting"));
    return [head(t("Your turn")), h(
      "div.buttons.offers",
      { key: "offers" },
      offersOf(prompt.legal, actionsIn(prompt.legal)).map((offer) => h(
        "span",
        { key: offer.tag },
        offer.span && h("input", { type: "number", min: offer.span[0], max: offer.span[1], value: String(ui[offer.tag] ?? offer.span[0]), "aria-label": labelOf(offer, t), ...types((text) => set({ [offer.tag]: Number(text) })) }),
        button(labelOf(offer, t, ui[offer.tag]), () => act(actionOf(offer, ui[offer.tag])), { class: "secondary" }),
      )),
      button(t("Default"), () => act(prompt.default), { class: "neutral" }),
    )];
  },
};
