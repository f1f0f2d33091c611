// Starts the page.

import { App } from "./core/app.js";
import { screens } from "./screens/index.js";

export const app = new App(screens, document.getElementById("app"));
app.start();
