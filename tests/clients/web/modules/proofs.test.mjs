// Unit tests of the check of a shuffle, by the worked example of docs/fairness.md.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const { cutOf, proves } = await import(new URL("core/proofs.js", page));

const text = readFileSync(new URL("../../../../docs/fairness.md", import.meta.url), "utf8").split("## A worked example")[1];
const given = (name) => text.match(new RegExp(`^${name} += (.+(?:\n {10,}.+)*)`, "m"))[1].split(/\s+/);
const [root] = given("root");
const nonces = given("seats").map((nonce) => (nonce === "-" ? null : nonce));
const opening = { position: Number(given("position")), card: given("card")[0], nonce: given("nonce")[0], path: given("path") };

test("the cut follows from the nonces", () => {
  assert.deepEqual(cutOf(52, root, nonces), given("cut").map(Number));
  assert.deepEqual(cutOf(3, root, [null, null]), [0, 1, 2], "without a nonce there is none");
});

test("an opening proves its card at its position, and nothing else", () => {
  assert.ok(proves(opening, root, 52));
  const others = [{ card: "5c" }, { position: 35 }, { nonce: nonces[0] }, { path: opening.path.slice(1) }, { path: [...opening.path, root] }, { position: 99 }];
  for (const other of others) assert.ok(!proves({ ...opening, ...other }, root, 52), JSON.stringify(other));
  assert.ok(!proves(opening, opening.path[0], 52));
});
