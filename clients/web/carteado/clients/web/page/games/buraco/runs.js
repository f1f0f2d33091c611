// The runs of a pair: columns on a large screen, tiles on a small one.

import { h } from "../../core/scene.js";
import { card, cardText, rankOf, withSuits } from "../../core/cards.js";
import { N_ } from "../../core/words.js";
import { isSmall } from "../../core/size.js";
import { foldedOf, ten } from "./picture.js";
import { actionsOf } from "./turns.js";
import { fitting } from "./coach.js";

const NAMES = {
  clean: N_("CLEAN"), dirty: N_("DIRTY"), real: N_("REAL"), half_real: N_("HALF REAL"), semi_clean: N_("SEMI"),
};
const SPOKEN = { true: N_("clean"), false: N_("dirty") };

/** The area of a pair. `side`: ours or theirs. */
export function runs(context, picture, staging, side) {
  const { t, size } = context;
  const own = side === "ours";
  const list = picture[side];
  const title = picture.areas[own ? 0 : 1];
  const points = list.reduce((sum, run) => sum + run.points, 0);
  const acts = actionsOf(context, picture, staging);
  const tiles = isSmall(size) || list.length > (size.name === "compact" ? 6 : 8);
  const added = own ? staging.steps.filter(({ kind }) => kind !== "discard") : [];
  const place = (run) => (own && picture.playing ? target(run, acts) : {});
  return h(
    "section.b-runs",
    { key: side, class: tiles ? "tiles" : "columns", "aria-label": title },
    h("h2", title, h("small", t("{runs} · {points} points on the table", { runs: list.length, points }))),
    h(
      "ul",
      list.map((run) => one(run, { t, tiles, staged: stagedOn(added, run.number), place: place(run.number), context, staging, fits: own ? fitting(context, run.number) : [] })),
      newRuns(added).map((step) => fresh(step, t, tiles, place(step.run))),
      own && picture.playing && h("li.b-new", { key: "new" }, h("button", { type: "button", class: "outline", "data-key": "n", disabled: !acts.lay, ...place(null) }, `+ ${t("new run")}`)),
    ),
  );
}

const stagedOn = (added, number) => added.filter((step) => step.kind === "extend" && step.run === number).flatMap(({ cards }) => cards);
const newRuns = (added) => added.filter(({ kind }) => kind === "meld").map((step) => ({ ...step, cards: [...step.cards, ...stagedOn(added, step.run)] }));

/** Where cards may be laid by tap or drop. */
function target(run, acts) {
  return {
    on: {
      click: () => acts.lay?.(run),
      dragover: (event) => event.preventDefault(),
      drop: (event) => { event.preventDefault(); acts.dropOnRun?.(run, event.dataTransfer.getData("text")); },
    },
  };
}

// D discards.
const letter = (number) => "abcefghij"[number];

export function mark({ canastra, clean, cards }, t) {
  if (canastra !== "none") return h("span.b-mark", { class: canastra }, t(NAMES[canastra]));
  return h("span.b-sign", { class: clean ? "clean" : "dirty" }, h("i", { "aria-hidden": "true" }), h("span.unseen", t(SPOKEN[clean])), String(cards.length));
}

function one(run, { t, tiles, staged, place, context, staging, fits }) {
  const label = `${run.title}, ${run.canastra === "none" ? t(SPOKEN[run.clean]) : t(NAMES[run.canastra])}, ${t("{points} points", { points: run.points })}`;
  const head = [h("b", t.number(run.points)), mark(run, t)];
  const wild = run.stands.find(Boolean);
  const body = tiles
    ? [
      h("span.b-title", withSuits(run.title)),
      h("span.b-line", mark(run, t), wild && run.canastra === "none" && h("small", `=${ten(wild)}`), h("b", t.number(run.points))),
    ]
    : [h("span.b-head", head), folded(run, staging) ? h("span.b-folded", foldedOf(run).map((text) => h("b", withSuits(text)))) : strips(run, staged, t)];
  return h(
    "li",
    { key: String(run.number), class: staged.length ? "staged" : "" },
    h(
      "button.b-run",
      { type: "button", class: tiles ? "titled" : "", "aria-label": label, "data-key": letter(run.number), ...openOr(run, place, { context, staging, tiles }) },
      body,
      staged.length > 0 && h("span.b-plus", `+${staged.length}`),
    ),
    fits.length > 0 && h("small.b-fits", fits.slice(0, tiles ? 2 : 3).map((text) => h("span", { key: text }, withSuits(text)))),
  );
}

const folded = (run, staging) => run.canastra !== "none" && !staging.unfolded.includes(run.key);

/** A press lays the selected cards; where nothing is selected it unfolds a canastra or shows a run's cards. */
function openOr(run, place, { context, staging, tiles }) {
  const show = () => context.set(!tiles && folded(run, staging)
    ? { staging: { ...staging, unfolded: [...staging.unfolded, run.key] } }
    : { dialog: "run", shownRun: run });
  const lay = place.on?.click;
  return { on: { ...place.on, click: () => (lay && staging.selected.length ? lay() : show()) } };
}

function strips(run, staged, t) {
  const cards = [...run.cards, ...staged];
  return h(
    "span.b-column",
    { style: { "--cards": String(cards.length) } },
    cards.map((code, at) => h(
      "span",
      { key: String(at), class: at >= run.cards.length ? "staged" : "", style: { "--at": String(at) } },
      card(code, 48, t, { side: true, "aria-hidden": "true" }),
      run.stands[at] && h("small", `=${ten(run.stands[at])}`),
    )),
  );
}

function fresh(step, t, tiles, place) {
  return h(
    "li.staged",
    { key: `new-${step.run}` },
    h(
      "button.b-run",
      { type: "button", class: tiles ? "titled" : "", "aria-label": `${t("new run")} ${step.cards.map(cardText).join(" ")}`, ...place },
      tiles
        ? [h("span.b-title", step.cards.map((code) => ten(rankOf(code))).join(" ")), h("span.b-line", h("small", t("new run")))]
        : [h("span.b-head", h("small", t("new run"))), strips({ cards: [], stands: [] }, step.cards, t)],
      h("span.b-plus", `+${step.cards.length}`),
    ),
  );
}
