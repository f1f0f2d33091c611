// Screens about problems: each says what happened, what is kept, and what to do.

import { button, h } from "../core/scene.js";
import { dialog, reload } from "./parts.js";
import { misread, refusalText } from "../core/refusals.js";

/** Another tab or device plays. */
export function elsewhere(app) {
  const { t } = app;
  return h(
    "main.start",
    { key: "elsewhere" },
    h("h1", t("You play elsewhere now")),
    h("p", t("Your seat is in use in another tab or on another device. You can go on there, or take over here.")),
    button(t("Take over here"), () => app.connect(), { class: "primary" }),
  );
}

/** The server ended the session. */
export function ended(app) {
  const { t, ended: why } = app;
  return h(
    "main.start",
    { key: "ended" },
    h("h1", t("The connection was ended")),
    why?.message && h("p", refusalText(why, t)),
    why && misread(why) ? reload(app) : button(t("Connect again"), () => app.connect(), { class: "primary" }),
  );
}

/** The server has not answered for a while. */
export function serverGone(app) {
  const { t } = app;
  const seconds = Math.floor((Date.now() - app.lostSince) / 1000);
  return dialog(
    t("The server does not answer"),
    null,
    t,
    h("p", t("{server} was last heard {seconds} s ago.", { server: app.world.location.host, seconds })),
    h("p", t("Your seat and your chips are kept. This page tries again by itself. Check that you are on the same Wi-Fi, and ask the host whether the server runs.")),
    h("div.row", h("a.button", { href: "/check" }, t("Check the connection")), button(t("Try now"), () => app.session.socket.restart(), { class: "primary" })),
  );
}
