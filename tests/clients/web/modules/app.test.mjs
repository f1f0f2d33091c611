// Unit tests of the page itself on a slow network: what the player does last is what counts.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const { App } = await import(new URL("core/app.js", page));
const { start } = await import(new URL("screens/start.js", page));
const { find, textOf } = await import(new URL("core/scene.js", page));
const { strips } = await import(new URL("screens/strips.js", page));
const { actionsOf } = await import(new URL("games/buraco/turns.js", page));
const { EMPTY, toggled } = await import(new URL("games/buraco/staging.js", page));
const { course } = await import(new URL("games/buraco/course.js", page));
const { wordsOf } = await import(new URL("core/words.js", page));

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

test("a seat that is answered late opens and closes no dialog of another table", async () => {
  for (const end of [(yes) => yes({}), (_, no) => no({ code: "table/code" })]) {
    const { app } = opened();
    slow(app);
    app.session.request = () => new Promise((...ends) => { app.answer = () => end(...ends); });
    Object.assign(app, { table: "friday", ui: {} });
    const asked = app.sit(2);
    Object.assign(app, { table: "sunday", ui: { dialog: "menu" } });
    app.answer();
    await asked;
    assert.equal(app.ui.dialog, "menu");
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

test("a language that loads late does not replace the one that was chosen after it", async () => {
  const { app } = opened();
  app.world.document = { documentElement: {} };
  await Promise.all([app.setLanguage("de"), app.setLanguage("en")]);
  assert.deepEqual([app.t.language, app.world.document.documentElement.lang], ["en", "en"]);
  const slowly = Object.assign(() => "", { language: "en" });
  app.t = slowly;
  const first = app.setLanguage("de");
  app.asked = "pt-BR"; // chosen meanwhile, and still loading
  await first;
  assert.equal(app.t, slowly);
});

test("a player whose seat sits out is offered the way back while a deal is played", () => {
  const asked = [];
  const shown = (away, view, seat = 0) => strips({
    t: wordsOf("en"), table: {}, view, now: 0, app: {}, seat, state: { away, names: ["Ana", "Bia"] }, ask: (type) => asked.push(type),
  }).filter(Boolean).map((one) => [textOf(one), find(one, ({ tag }) => tag === "button")]);
  for (const view of [{ controls: { paused: "away" } }, { turn: 1 }]) {
    const [[, [button]]] = shown([true, false], view);
    button.props.on.click();
  }
  assert.deepEqual(asked, ["sit_in", "sit_in"]);
  assert.deepEqual(shown([true, false], {}), [], "between deals the game's own button stands there");
  assert.deepEqual(shown([false, true], { controls: { paused: "away" } })[0][1], []);
  assert.deepEqual(shown([false, true], { turn: 1 }), []);
});

test("a replay of Buraco shows the lead, mortos, canastras and the end", () => {
  const run = (points, canastra = "none") => ({ points, canastra });
  const frame = (ours, theirs, took = {}, deals = []) => ({ view: { made: { runs: [ours, theirs] } }, story: { took, deals } });
  const frames = [frame([], []), frame([run(15)], []), frame([run(15)], [run(270, "clean")], { 1: 3 }), frame([], [], { 1: 3 }, [{ out: 3 }])];
  const { lines: [lead], marks } = course(frames, 1);
  assert.deepEqual(lead, [0, -15, 255, 0]);
  assert.deepEqual(marks, [[2, "Morto"], [2, "Canastra"], [3, "Batida"]]);
});

test("the place of a wild is asked only while its play is the last that is staged", async () => {
  const cards = ["2Ha", "4Ha", "5Ha", "9Sa"];
  const laid = async (meanwhile) => {
    const { app } = opened();
    let answer;
    const ask = () => new Promise((yes) => { answer = yes; });
    const context = { view: { opened: { options: {} } }, prompt: { legal: {} }, ask, app, set: (changes) => app.set(changes), act: () => null };
    const picture = { playing: true, inDeal: true, drawing: false, hand: cards, ours: [] };
    const acts = () => actionsOf(context, picture, app.ui.staging);
    app.ui = { staging: { ...EMPTY, selected: cards.slice(0, 3) } };
    const asked = acts().lay(null);
    meanwhile(app, acts);
    answer({ result: { ways: [{}, {}] } });
    await asked;
    return app.ui;
  };
  assert.equal((await laid(() => null)).dialog, "wild");
  assert.equal((await laid((app, acts) => acts().undo())).dialog, undefined);
  const selected = await laid((app) => app.set({ staging: toggled(app.ui.staging, "9Sa") }));
  assert.deepEqual([selected.dialog, selected.wild.next.selected], ["wild", ["9Sa"]], "a card that was selected stays so");
});

test("a free pile is taken whatever is selected, and the cards that must be melded go with any other", () => {
  const taken = (pile) => {
    const context = { view: { opened: { options: { pile_take: pile } } }, prompt: { legal: { take: true } }, act: (action) => action };
    return actionsOf(context, { playing: true, inDeal: true, drawing: true, hand: [], ours: [] }, { ...EMPTY, selected: ["9Sa"] }).take();
  };
  assert.deepEqual(taken("free").cards, []);
  assert.deepEqual(taken("must_meld_top").cards, ["9Sa"]);
});
