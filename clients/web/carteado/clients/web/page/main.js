// Starts the page. What it exports is for tests; the server sends all modules as one file.

import { App } from "./core/app.js";
import { play } from "./screens/film.js";
import { runOut } from "./screens/hands.js";
import { runChecks } from "./screens/check.js";
import { screens } from "./screens/index.js";

export const app = new App(screens, document.getElementById("app"));
app.goOn = play;
app.check = runChecks;
app.runOut = runOut;
app.start();
