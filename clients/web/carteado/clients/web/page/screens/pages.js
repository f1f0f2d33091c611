// Dialogs and pages of a table by the names that `ui.dialog` has for them.

import { bots, chips, code, knock, leave } from "./entering.js";
import { hands } from "./hands.js";
import { ledger } from "./ledger.js";
import { asked, change, correct, owner, rules } from "./owner.js";
import { statistics } from "./statistics.js";

const PAGES = { bots, code, knock, chips, leave, ledger, statistics, hands, rules, owner, asked, correct, change };

/** The page that `ui.dialog` names, null for none. */
export const page = (app, context) => PAGES[app.ui.dialog]?.(app, context);
