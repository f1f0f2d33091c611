// Unit tests of the page itself on a slow network: what the player does last is what counts.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const { App } = await import(new URL("core/app.js", page));
const { start } = await import(new URL("screens/start.js", page));
const { find } = await import(new URL("core/scene.js", page));

/** A page without a screen, whose address changes as a browser's does. */
function opened() {
  const location = { pathname: "/", hash: "#friday" };
  const history = { pushState: (_, __, address) => { location.hash = address.slice(1); } };
  const app = new App(() => [], null, { location, history });
  app.draw = () => null;
  return { app, location };
}

/** A session whose tables are followed only when the test says so: `found[table]()`, `lost[table](refusal)`. */
function slow(app) {
  const found = {};
  const lost = {};
  const watch = (id) => new Promise((yes, no) => { Object.assign(found, { [id]: yes }); Object.assign(lost, { [id]: no }); });
  app.session = { ready: true, tables: new Map(), watch, request: async () => ({ result: [{ table: "friday" }] }) };
  return { found, lost };
}

test("a table that answers late does not take the address from the one that was opened after it", async () => {
  const { app, location } = opened();
  const { found } = slow(app);
  const both = [app.goTo("friday"), app.goTo("sunday")];
  found.sunday();
  found.friday();
  await Promise.all(both);
  assert.deepEqual([app.table, location.hash], ["sunday", "#sunday"]);
});

test("a table that is unknown does not hide the one that was opened after it", async () => {
  for (const asked of ["monday", "fri"]) { // no table, and the beginning of one
    const { app } = opened();
    const { found, lost } = slow(app);
    const both = [app.goTo(asked), app.goTo("sunday")];
    lost[asked]({ code: "table/unknown" });
    found.sunday();
    await Promise.all(both);
    assert.deepEqual([app.table, app.ui.missing ?? null], ["sunday", null]);
  }
});

test("a name that is corrected while the page connects is the one that counts", () => {
  const { app } = opened();
  const names = [];
  app.connect = (name) => { names.push(name); Object.assign(app, { name, status: "connecting" }); };
  const typed = (name) => { app.set({ name }); return find(start(app), ({ tag }) => tag === "form")[0].props.on.submit; };
  for (const name of ["Ana", "Ana", "Anna"]) typed(name)({ preventDefault: () => null });
  assert.deepEqual(names, ["Ana", "Anna"]);
});
