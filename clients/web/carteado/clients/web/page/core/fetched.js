// Data from the server over HTTP; each address is read once.

/** The data at an address; null until it is there. A failed request is repeated after a while. */
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

/** The names of options, choices, presets and figures in the player's language. */
export const namesOf = (app) => fetched(app, `/names/${app.t.language}`);
