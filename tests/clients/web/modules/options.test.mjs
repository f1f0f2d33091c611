// Unit tests of the forms of a table's options, without a browser: node --test.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const load = (name) => import(new URL(name, page));

const { wordsOf } = await load("core/words.js");
const { marks } = await load("screens/options.js");

test("a refused option is shown in the language of the page, beside its field and with its name", () => {
  const names = {
    options: { stack: "Stack", "table.decision_ms": "Bedenkzeit" },
    problems: { "{value} is not from {low} to {high}": "{value} liegt nicht im Bereich von {low} bis {high}" },
  };
  const refusedWith = (details, message = "stack: 0 is not from 1 to 9000") => {
    const told = {};
    const app = {
      t: wordsOf("de"),
      fetched: { "/names/de": names },
      set: (changes) => Object.assign(told, changes),
      note: (text) => Object.assign(told, { text }),
      refused: (type, refusal) => Object.assign(told, { type, message: refusal.message }),
    };
    const all = [{ key: "stack" }, { key: "table.decision_ms" }];
    marks(app, "open", all)({ code: "options/invalid", message, details });
    return told;
  };
  const range = { problem: "{value} is not from {low} to {high}", low: 50, high: 3_600_000, value: 5 };
  const stack = { ...range, key: "stack" };
  assert.deepEqual(refusedWith(stack), { wrong: stack, text: "Stack: 5 liegt nicht im Bereich von 50 bis 3.600.000" });
  const time = { ...range, key: "decision_ms" };
  assert.equal(refusedWith(time).text, "Bedenkzeit (s): 0,005 liegt nicht im Bereich von 0,05 bis 3.600");
  assert.equal(refusedWith({ ...range, key: "blinds" }).text, "blinds: 5 liegt nicht im Bereich von 50 bis 3.600.000");
  for (const details of [undefined, {}, { key: "stack" }, { ...stack, problem: "is not a colour" }]) {
    assert.deepEqual(refusedWith(details), { type: "open", message: "stack: 0 is not from 1 to 9000" });
  }
});
