// The start screen: the player's name, and the way to the tables or to one table.

import { button, h, sends, types } from "../core/scene.js";
import { field, suits } from "./parts.js";

/** The player's name. */
export function start(app) {
  const { t, ui } = app;
  const typed = ui.name ?? ui.free ?? app.name;
  const go = () => {
    const name = typed.replace(/[\p{C}\p{DI}]/gu, "").trim(); // an emoji may end with what is not part of a name
    if (!name) app.set({ problem: t("Type a name first.") });
    else if (app.status !== "connecting" || name !== app.name) {
      app.set({ problem: null });
      app.connect(name);
    }
  };
  return h(
    "main.start",
    { key: "start" },
    h("div.brand", suits(), h("span", "Carteado")),
    h("h1", app.table ? t("Join the table") : t("Find a table")),
    h(
      "form.panel",
      sends(go),
      field(
        t("Your name"),
        {
          id: "name", value: typed, maxlength: 24, name: "name", autocapitalize: "words",
          enterkeyhint: "go", "aria-invalid": ui.problem ? "true" : undefined,
          "aria-describedby": ui.problem ? "problem" : undefined,
          ...types((text) => app.set({ name: text })),
        },
        t("Other players see this name."),
      ),
      ui.problem && h("p.problem", { id: "problem", role: "alert" }, ui.problem),
      ui.free && button(t("Play as {name}", { name: ui.free }), () => { app.set({ name: ui.free }); app.connect(ui.free); }, { key: "free", class: "outline" }),
      h("button.primary", { key: "go", type: "submit" }, app.status === "connecting" ? t("Connecting") : t("Continue")),
    ),
    h("p.links", h("a", { href: "/check" }, t("My phone cannot connect")), h("a", { href: "/join" }, t("Play in a terminal"))),
  );
}
