// Unit tests of the log's lines and of refusals: node --test.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const load = (name) => import(new URL(name, page));

const { tableLines } = await load("core/lines.js");
const { refusalText } = await load("core/refusals.js");
const { load: loadWords } = await load("core/words.js");
const { lines: poker } = await load("games/poker/lines.js");
const { lines: buraco } = await load("games/buraco/lines.js");
const { lines: face, story: faceStory, tell: faceTell } = await load("games/poker-face/lines.js");
const [t, de] = await Promise.all([loadWords("en"), loadWords("de")]);

const view = {
  state: { names: ["Ana", "Bia", null], players: ["Ana", "Bia"], house: { owed: [1, 0, 0] } },
  controls: { knocks: [4, 7], knock_names: ["Caio", "Dora"], waiting: [2], waiting_names: ["Eva"] },
};
const texts = (found) => found.map(({ text }) => text);
const table = (event, words = t) => texts(tableLines(event, view, words));

test("what an owner does is told in the player's language", () => {
  assert.deepEqual(table({ type: "knock_answered", knock: 7, admitted: true }), ["The owner admits Dora"]);
  assert.deepEqual(table({ type: "knock_answered", knock: 4, admitted: false }, de), ["Der Besitzer weist Caio ab"]);
  assert.deepEqual(table({ type: "table_paused", reason: "owner" }, de), ["Der Besitzer hat den Tisch angehalten"]);
  assert.deepEqual(table({ type: "table_paused", reason: null }, de), ["Es geht weiter"]);
  assert.deepEqual(table({ type: "chips_corrected", seat: 1, amount: -20, stack: 80, reason: "miscount" }), ["The owner corrects the chips of Bia by −20: miscount"]);
  assert.deepEqual(table({ type: "options_planned", options: { seats: 4 }, settings: {} }, de), ["Ab der nächsten Runde: seats = 4"]);
  assert.deepEqual(table({ type: "waiting_ended", number: 2, reason: "left" }, de), ["Eva verlässt die Warteliste"]);
  assert.deepEqual(table({ type: "waiting_ended", number: 2, reason: "seated" }), []);
  assert.equal(tableLines({ type: "of_a_later_release" }, view, t), null);
});

test("house rules of poker are told in the player's language", () => {
  const told = (event, words = t) => texts(poker(event, {}, view, words));
  assert.deepEqual(told({ type: "straddle_posted", seat: 0, amount: 20 }, de), [de("{name} straddles to {amount}", { name: "Ana", amount: 20 })]);
  assert.notEqual(de("{name} straddles to {amount}"), "{name} straddles to {amount}");
  assert.deepEqual(told({ type: "blinds_missed", owed: [1, 3, 0] }), ["Bia owes blinds"]);
  assert.deepEqual(told({ type: "missed_blinds_posted", seats: [1], amounts: [5] }), ["Bia posts a missed small blind 5"]);
  assert.deepEqual(told({ type: "rabbit_shown", seat: 0, cards: ["As"] }), ["A♠ would have come"]);
  assert.deepEqual(told({ type: "hands_opened", hands: [["As", "Kd"], [], []] }), ["Ana shows A♠ K♦"]);
  assert.deepEqual(told({ type: "staked", seat: 1, stake: 250 }), ["Bia stakes 250"]);
  assert.deepEqual(told({ type: "hand_voided" }), ["Nobody plays: the hand is void"]);
});

test("Buraco tells of the last turn and the new match", () => {
  const told = (event) => texts(buraco(event, {}, view, t));
  assert.deepEqual(told({ type: "turn_started", seat: 1, last: true }), ["Last turn: Bia"]);
  assert.deepEqual(told({ type: "turn_started", seat: 1, last: false }), []);
  assert.deepEqual(told({ type: "match_restarted" }), ["A new match begins"]);
});

test("rounds of Poker Face are told with winners, hand and reasons", () => {
  const round = { type: "round_judged", number: 3, problem: "", winners: [0], odd: [], amount: 450, code: "FH", twice: [] };
  const told = (more, words = t) => texts(face({ ...round, ...more }, {}, view, words));
  assert.deepEqual(told({}), ["Round 3: Ana wins 450 (Full house)"]);
  assert.deepEqual(told({ winners: [0, 1], odd: [1], twice: ["11O"] }), ["Round 3: Ana, Bia +1 win 450 each (Full house). Seen twice: J♦"]);
  assert.deepEqual(told({ problem: "ante", winners: [] }, de), ["Runde 3 ist ungültig, kein Geld bewegt sich. Das Ante liegt unter dem Mindestwert von 50."]);
});

test("the first round of Poker Face names its players, of whom the view before knows nothing", () => {
  const before = { state: { names: [null], players: [] } };
  const started = { type: "match_started", players: ["Eva", "Bob"], money: [1000, 1000] };
  const round = { type: "round_judged", number: 1, problem: "", winners: [1], odd: [], amount: 300, code: "OP", twice: [] };
  const told = (event, story) => texts(face(event, story, before, t));
  assert.deepEqual(told({ type: "seat_taken", seat: 0, name: "Eva" }, faceStory()), ["Eva keeps the books"]);
  const story = faceTell(faceStory(), started);
  assert.deepEqual(told(round, story), ["Round 1: Bob wins 300 (Pair)"]);
  const renamed = faceTell(story, { type: "round_corrected", number: 1, last: 1, players: ["Eva", "Rob"], money: [1000, 1000] });
  assert.deepEqual(told(round, faceTell(renamed, round)), ["Round 1: Rob wins 300 (Pair)"]);
});

test("refusals have a sentence in the player's language, with the server's figures", () => {
  const refused = { code: "action/below_minimum", message: "Raise to 40 to 1,000 chips in all.", details: { min: 40, max: 1000 } };
  assert.equal(refusalText(refused, de), "Raise auf einen Betrag von 40 bis 1.000.");
  assert.equal(refusalText(refused, t), refused.message);
  const meld = { code: "buraco/not_a_run", message: "4S 9D is not a meld.", details: { cards: "4S 9D", why: "a meld needs at least three cards" } };
  assert.equal(refusalText(meld, de), "4S 9D ist keine Auslage: eine Auslage braucht mindestens drei Karten.");
  assert.equal(refusalText({ ...refused, details: {} }, de), refused.message);
  assert.equal(refusalText({ code: "game/new", message: "no." }, de), "no.");
});

test("typed commands do not stand in sentences on the page", () => {
  assert.equal(refusalText({ code: "a/b", message: "You cannot check: there is a bet of 20 to call. Type: call, fold or raise." }, t), "You cannot check: there is a bet of 20 to call.");
  assert.equal(refusalText({ code: "a/b", message: "The game is over. To play again, type: rematch." }, t), "The game is over.");
});

test("catalogues name sentences as the page does", () => {
  assert.equal(de("Settings"), "Einstellungen");
  assert.ok(de.known("table/unknown").length > 10);
});
