// "Check the shuffle": the server's proofs of the last deal, checked in this browser (docs/fairness.md).

import { cutOf, proves } from "../core/proofs.js";
import { button, h } from "../core/scene.js";
import { dealsOf } from "../core/state.js";

/** The button, and what the check found. */
export const shuffle = (app, t, table) => dealsOf(table).last > 0 && h(
  "div",
  { key: "shuffle" },
  button(t("Check the shuffle"), () => check(app, t, table), { class: "outline" }),
  h("p.hint", { role: "status" }, app.ui.shuffle),
);

/** The cards in hands and on the table of a view, each behind a quotation mark and without the letter of its copy. */
const seen = ({ state: { board, hands, shown, runs } }) => JSON.stringify([board, hands, shown, runs]).match(/"([2-9TJQKA][SHDC]|JKR)/gi) ?? [];

async function check(app, t, table) {
  const { view, id } = table;
  const tell = (text) => app.set({ shuffle: text });
  const { last: number } = dealsOf(table);
  const found = await app.ask("proofs", { table: id, deal: number });
  if (!found) return undefined;
  const { root, size, nonces, proofs } = found;
  const cut = cutOf(size, root, nonces);
  const proved = JSON.stringify(proofs);
  // The commitment is that of the deal's beginning, if this page was open then.
  const right = (app.session.tables.get(id).decks.roots.get(number) ?? root) === root
    && proofs.every((one) => cut[one.dealt] === one.position && proves(one, root, size))
    && (view.committed.deal !== number || seen(view).every((card) => proved.includes(card)));
  if (!right) return tell(t("The server did not handle a deck as agreed. Ask the host why, and check the log with carteado verify."));
  const names = nonces.flatMap((nonce, seat) => (nonce ? [view.state.names[seat] ?? ""] : [])).join(", ");
  return tell(`${t.several("Deal {number}: the {n} card that you saw is the one committed before the deal.", "Deal {number}: the {n} cards that you saw are those committed before the deal.", proofs.length, { number })} ${names ? t("{names} cut the deck.", { names }) : t("Nobody cut the deck.")}`);
}
