// Which screen is shown.

import { check } from "./check.js";
import { elsewhere, ended, serverGone } from "./states.js";
import { h } from "../core/scene.js";
import { lobby } from "./lobby.js";
import { start } from "./start.js";
import { reload } from "./parts.js";
import { table } from "./table.js";

const SCREENS = { start, lobby, table };

/** The nodes of the screen. */
export function screens(app) {
  const nodes = [shown(app)].flat(3).filter(Boolean);
  const told = notice(app);
  const veil = nodes.find(({ key }) => key === "dialog");
  if (!told || !veil) return [...nodes, told].filter(Boolean);
  veil.children.unshift(told); // above the dialog, whose buttons it would cover
  return nodes;
}

function shown(app) {
  if (app.screen === "check") return check(app);
  if (app.status === "elsewhere") return elsewhere(app);
  if (app.status === "ended") return ended(app);
  if (app.status === "idle" || (app.screen === "start" && app.session === null)) return start(app);
  const gone = app.lostSince !== null && Date.now() - app.lostSince > 30000;
  return [SCREENS[app.screen](app), gone && serverGone(app)];
}

function notice(app) {
  const { notice: found } = app;
  if (!found) return null;
  return h("div.notice", { key: "notice", role: "alert" }, h("p", found.text), found.stale && reload(app));
}
