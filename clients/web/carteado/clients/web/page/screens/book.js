// A page of figures about a table: the request to the server, and the dialog around it.

import { h } from "../core/scene.js";
import { dialog } from "./parts.js";

const AGAIN_MS = 5000;

/** The server's answer for a page, null until it is there. */
export function asked(app, key, type, fields) {
  const books = (app.books ??= {});
  const known = books[key];
  if (!known || app.now - known.at > AGAIN_MS) {
    const book = (books[key] = { at: Infinity, answer: known?.answer ?? null });
    app.ask(type, fields).then((reply) => {
      book.answer = reply?.result ?? null;
      book.at = Date.now();
      app.draw();
    });
  }
  return books[key].answer;
}

/** A number with its sign. */
export const signed = (value, t) => `${value > 0 ? "+" : ""}${t.number(value)}`;
/** The class of a result's colour. */
export const tone = (value) => (value > 0 ? "good" : value < 0 ? "bad" : "");
const close = (app) => () => app.set({ dialog: null });
/** The page as a dialog. */
export const book = (title, app, t, ...content) => dialog(title, close(app), t, h("div.book", content));
