// What the server tells over HTTP, each address read once.

/** What lies at an address; null while it is asked for, and again after a while where that failed. */
export function fetched(app, path) {
  const known = (app.fetched ??= {});
  if (known[path] === undefined) {
    known[path] = null;
    app.world.fetch(path).then((answer) => answer.json()).then(
      (found) => { known[path] = found; app.draw(); },
      () => { app.note(app.t("The server does not answer")); setTimeout(() => { delete known[path]; }, 3000); },
    );
  }
  return known[path];
}

/** What options, choices, presets and figures are called in the player's language. */
export const namesOf = (app) => fetched(app, `/names/${app.t.language}`);
