// Dialogs and pages that are seldom opened: their modules are loaded when they are.

const entering = () => import("./entering.js");
const books = () => import("./books.js");
const owner = () => import("./owner.js");

const LOADERS = {
  bots: entering, code: entering, knock: entering, chips: entering,
  ledger: books, statistics: books, hands: books,
  rules: owner, owner, correct: owner, change: owner,
};

const loaded = new Map();

/** The page that `ui.dialog` names, null for none and while it is loaded. */
export function page(app, context) {
  const name = app.ui.dialog;
  const load = LOADERS[name];
  if (load === undefined) return null;
  const module = loaded.get(load);
  if (module !== undefined) return module[name](app, context);
  load().then(
    (found) => { loaded.set(load, found); app.draw(); },
    () => app.note(app.t("The server does not answer")),
  );
  return null;
}
