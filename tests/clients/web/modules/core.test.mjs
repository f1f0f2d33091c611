// Unit tests of the page's modules, without a browser: node --test.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const load = (name) => import(new URL(name, page));

const { sha256, hex, unhex } = await load("core/sha256.js");
const { Cutting, commitmentOf } = await load("core/cutting.js");
const { coming, fresh, left, lost, merged, reworded, take } = await load("core/state.js");
const { actionOf, labelOf, offersOf } = await load("core/offers.js");
const { wordsOf, preferred, short } = await load("core/words.js");
const { default: poker } = await load("games/holdem/index.js");
const { sizeOf } = await load("core/size.js");
const { tableInAddress, invitation } = await load("core/address.js");
const { card, cardName, cardText } = await load("core/cards.js");
const { find, h, textOf } = await load("core/scene.js");
const { bought, ticks } = await load("screens/ledger.js");
const t = wordsOf("en");

test("an axis has round values, evenly apart, zero among them", () => {
  assert.deepEqual(ticks(-940, 1360), [-500, 0, 500, 1000]);
  assert.deepEqual(ticks(0, 1).map(Math.abs), [0, 1]);
  for (const [low, high] of [[-3, 1], [-7, 0], [-15, 15], [-99_999, 4], [-250, 1_000_000]]) {
    const marks = ticks(low, high);
    assert.ok(marks.length >= 2 && marks.length <= 6 && marks.some((one) => one === 0), String(marks));
    assert.ok(marks.every((one, at) => one >= low && one <= high && (!at || one - marks[at - 1] === marks[1] - marks[0])));
  }
});

test("SHA-256 is that of the standard", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_000]) {
    const bytes = randomBytes(length);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `${length}`);
  }
  assert.deepEqual([...unhex("00ff10")], [0, 255, 16]);
});

test("a commitment is that of docs/fairness.md", () => {
  assert.equal(
    commitmentOf("00112233445566778899aabbccddeeff"),
    "f1119a8672c9116b33bdbf753d621aec5d823d6539e951303c52b1a01cd19622",
  );
});

test("merge patches follow RFC 7396", () => {
  const cases = [
    [{ a: "b" }, { a: "c" }, { a: "c" }], [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }], [{ a: "b" }, { a: null }, {}],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }], [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [["a"], ["c"], ["c"]], [{ e: null }, { a: 1 }, { e: null, a: 1 }], [[1], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, result] of cases) assert.deepEqual(merged(target, patch), result);
  const before = { a: { b: 1 } };
  merged(before, { a: { b: 2 } });
  assert.deepEqual(before, { a: { b: 1 } });
});

test("a nonce is opened once, for the deck that it was bound to", () => {
  let number = 0;
  const cutting = new Cutting("t", () => (number += 1).toString(16).padStart(32, "0"));
  const bound = cutting.commitment();
  assert.equal(cutting.due(0), null);
  cutting.seeEvent({ type: "nonce_committed", seat: 0, commitment: bound });
  assert.equal(cutting.due(0), null, "what is bound is not bound again");
  cutting.seeEvent({ type: "deck_committed", deal: 1, root: "r1", cutters: [0] });
  const opened = cutting.due(0);
  assert.deepEqual([opened.type, opened.deal, opened.nonce], ["nonce", 1, "1".padStart(32, "0")]);
  assert.equal(cutting.due(0), null);
  cutting.reconnected();
  assert.deepEqual(cutting.due(0), opened, "after a reconnect the same again");
  assert.equal(cutting.seeEvent({ type: "deck_cut", nonces: [null], commitments: [opened.next] }), true);
  cutting.seeEvent({ type: "deck_committed", deal: 2, root: "r2", cutters: [0] });
  const next = cutting.due(0);
  assert.equal(commitmentOf(next.nonce), opened.next);
  assert.equal(cutting.seeEvent({ type: "deck_cut", nonces: [next.nonce], commitments: [next.next] }), false);
});

test("a nonce is not opened for a second deck, nor by a seat that does not cut", () => {
  const cutting = new Cutting("t");
  cutting.seeEvent({ type: "nonce_committed", seat: 0, commitment: cutting.commitment() });
  cutting.seeEvent({ type: "deck_committed", deal: 1, root: "a", cutters: [1] });
  assert.equal(cutting.due(0), null);
  cutting.seeEvent({ type: "deck_committed", deal: 1, root: "b", cutters: [0] });
  assert.equal(cutting.due(0).type, "nonce");
  cutting.seeEvent({ type: "deck_committed", deal: 1, root: "c", cutters: [0] });
  assert.equal(cutting.due(0), null);
});

test("a seat that is bound to a strange nonce is bound again", () => {
  const cutting = new Cutting("t");
  cutting.seeView({ commitments: ["of another tab"] });
  assert.equal(cutting.due(0).type, "bind_nonce");
  assert.equal(cutting.due(0), null);
});

const game = { story: () => ({}), tell: (story) => story, lines: ({ type }) => [{ text: type, kind: "line" }] };
const view = (state, more) => ({
  type: "view", table: "t", epoch: 1, seq: 1, seat: 0, complete: true,
  view: { opened: { settings: { decision_ms: 30000 } }, banks: [60000, 60000], closed: false, state, turn: 0, ...more },
});
const prompt = { type: "prompt", table: "t", decision: 5, seat: 0, legal: {}, time_ms: 20000, bank_ms: 40000 };
const events = (...types) => ({ type: "events", table: "t", epoch: 1, first: 2, events: types.map((type) => ({ type, seat: 0 })) });

test("a decision holds until the turn is over, and survives other events", () => {
  let table = take(fresh("t"), view({ a: 1 }), game, 0, t);
  table = take(table, prompt, game, 0, t);
  table = take(table, events("nonce_committed"), game, 0, t);
  table = take(table, { ...view({}), complete: false, view: { commitments: ["x"] } }, game, 0, t);
  assert.equal(table.prompt.decision, 5);
  assert.equal(table.clock.time, 20000);
  assert.equal(take(table, events("timed_out"), game, 0, t).prompt, null);
  assert.equal(take(table, { ...view({}), complete: false, view: { turn: 1, state: { a: 2 } } }, game, 9, t).prompt, null);
  assert.equal(lost(table).prompt, null);
  assert.equal(lost(table).view, table.view, "the table stays readable");
});

test("a result names the hand that was shown together with it, in every language", () => {
  const { lines, story, tell } = poker;
  const hand = { story, tell, lines };
  const state = { names: ["Ana", "Bia"], board: ["2c", "3c", "4c", "5d", "9h"] };
  const before = view(state, { made: { pots: [] }, committed: { deal: 3 } });
  const won = { type: "events", table: "t", epoch: 1, first: 2, events: [{ type: "pot_awarded", pot: 0, amount: 40, seats: [1], shares: [40], hand: "pair, aces" }] };
  const pair = { 1: { category: "pair", ranks: ["A", "A", "9", "5", "4"], cards: ["Ac", "Ad", "9h", "5d", "4c"] } };
  const shown = { ...before, complete: false, view: { made: pair } };
  const ended = take(take(take(fresh("t"), before, hand, 0, t), won, hand, 0, t), shown, hand, 0, t);
  assert.equal(ended.lines[0].text, "Bia wins 40 with a pair of aces");
  const later = take(ended, { ...shown, view: { made: null, committed: { deal: 4 } } }, hand, 0, t);
  assert.equal(reworded(later, () => t).lines[0].text, "Bia wins 40 with a pair of aces");
  const next = take(take(take(fresh("t"), before, hand, 0, t), won, hand, 0, t), { ...shown, view: { ...shown.view, committed: { deal: 4 } } }, hand, 0, t);
  assert.equal(next.lines[0].text, "Bia wins 40", "the cards of the next deal won nothing");
});

test("the lines of the log follow the language and the unit of chips, in the big blind of their time", () => {
  const { lines, story, tell } = poker;
  const hand = { story, tell, lines };
  const bet = (seat, to) => ({ type: "raised", seat, to, stack: 90 });
  const told = (...found) => ({ type: "events", table: "t", epoch: 1, first: 2, events: found, lines: found.map(() => "as the server says it") });
  const blind = (big) => view({ names: ["Ana", "Bia"], big_blind: big });
  let table = take(fresh("t"), blind(10), hand, 0, t);
  table = take(table, told(bet(0, 30), { type: "of_a_later_release" }, bet(1, 60)), hand, 0, t);
  table = take(take(table, blind(20), hand, 0, t), told(bet(0, 80)), hand, 0, t);
  const texts = (words) => reworded(table, words).lines.map(({ text }) => text);
  const de = wordsOf("de", new Map([["{name} bets {to}", "{name} setzt {to}"], ["{name} raises to {to}", "{name} erhöht auf {to}"]]));
  assert.deepEqual(texts(() => de), ["Ana setzt 30", "as the server says it", "Bia erhöht auf 60", "Ana erhöht auf 80"]);
  assert.deepEqual(texts(({ state }) => de.atBlind(state.big_blind)).slice(2), ["Bia erhöht auf 6 bb", "Ana erhöht auf 4 bb"]);
  assert.deepEqual(reworded(reworded(table, () => de), () => t).lines.map(({ text }) => text), table.lines.map(({ text }) => text));
});

test("a clock uses its time, then its bank", () => {
  const clock = { seat: 0, since: 0, time: 20000, bank: 40000 };
  assert.deepEqual(left(clock, 2000), { seconds: 18, share: 0.9, bank: false, low: false, bankSeconds: 40 });
  assert.deepEqual(left(clock, 30000), { seconds: 30, share: 0.75, bank: true, low: false, bankSeconds: 30 });
  assert.equal(left(clock, 56000).low, true);
  assert.equal(left({ ...clock, stopped: true }, 56000).seconds, 20);
});

test("the clock of another seat is what the server tells of it", () => {
  const settings = { clock: "decision", decision_ms: 20000, increment_ms: 0 };
  const seen = view({ a: 1 }, { opened: { settings }, banks: [40000, 40000], turn: 1 });
  const told = { type: "turn_clock", table: "t", decision: 5, seat: 1, time_ms: 5000, bank_ms: 40000, now_ms: 0, timed: true, paused: false };
  let table = take(take(fresh("t"), seen, game, 0, t), told, game, 1000, t);
  assert.equal(left(table.clock, 2000).seconds, 4);
  assert.equal(left(table.clock, 2000).share, 0.2);
  // What happens beside the decision leaves it alone.
  table = take(table, { ...view({}), complete: false, view: { state: { a: 2 } } }, game, 3000, t);
  assert.equal(left(table.clock, 3000).seconds, 3);
  table = take(table, { ...told, paused: true }, game, 3000, t);
  assert.equal(left(table.clock, 60000).seconds, 5);
  assert.equal(take(table, { ...told, timed: false }, game, 3000, t).clock, null);
});

test("the next deal counts down until its time, a decision, a snapshot or a loss", () => {
  const seen = (turn, more = {}) => ({ ...view({ a: 1 }, { opened: { settings: {} }, turn }), ...more });
  const told = { type: "deal_clock", table: "t", time_ms: 4200, now_ms: 0 };
  const table = take(take(fresh("t"), seen(null), game, 0, t), told, game, 1000, t);
  const at = (now, over, of = table) => coming({ table: of, now, t }, over, "Next hand in {seconds} s");
  assert.equal(at(1000, false), "Next hand in 5 s");
  assert.equal(at(5199, false), "Next hand in 1 s");
  assert.equal(at(5200, false), "");
  assert.equal(at(1000, true), "New game in 5 s");
  for (const message of [{ ...told, time_ms: null }, seen(1), { type: "snapshot", seat: 0 }]) {
    assert.equal(at(1000, false, take(table, message, game, 1000, t)), "");
  }
  assert.equal(at(1000, false, lost(table)), "");
  assert.equal(at(1000, false, fresh("t")), "");
});

test("offers are read from the prompt and nothing else", () => {
  const actions = { fold: "", check: "", call: "", raise: "to", all_in: "" };
  const found = offersOf({ all_in: 1500, fold: true, check: false, call: 10, raise_to: [40, 1500], opens: false }, actions);
  assert.deepEqual(found.map(({ tag }) => tag), ["fold", "call", "raise", "all_in"]);
  assert.equal(labelOf(found[1], t), "Call 10");
  assert.equal(labelOf(found[2], t, 1200), "Raise to 1,200");
  assert.deepEqual(actionOf(found[2], 99999), { type: "raise", to: 1500 });
  assert.deepEqual(actionOf(found[1], 7), { type: "call" });
  assert.deepEqual(offersOf({ raise_to: [20, 40], opens: true }, actions)[0].word, "bet");
});

test("words fill in figures as the language writes them", () => {
  const de = wordsOf("de", new Map([
    ["Call {amount}", "Mitgehen {amount}"],
    ["one\t{n} more", ["eins", "{n} mehr"]],
  ]));
  assert.equal(de("Call {amount}", { amount: 12345 }), "Mitgehen 12.345");
  assert.equal(de.several("one", "{n} more", 2), "2 mehr");
  assert.equal(de("{name}'s turn", { name: "{amount}" }), "{amount}'s turn");
  assert.equal(de.percent(0.286), "28,6%");
  assert.equal(preferred(["fr-FR", "pt-PT", "en"]), "pt-BR");
  assert.equal(preferred([]), "en");
});

test("the size class follows from the window", () => {
  const name = (...size) => sizeOf(...size).name;
  assert.deepEqual(
    [name(360, 640), name(390, 844), name(740, 360), name(820, 1180), name(1024, 640), name(1440, 900)],
    ["portrait", "portraitTall", "landscape", "portraitTall", "compact", "desktop"],
  );
  assert.equal(sizeOf(360, 640, 10).dense, true);
  assert.equal(sizeOf(1920, 1080).scale, 1.2);
  for (const text of [1.25, 1.5, 2]) assert.equal(name(740, 360, 6, text), "landscape", "the table stays in sight");
  assert.ok(sizeOf(820, 1180, 6, 2).scale * 640 <= 1180, "and the own cards on a tablet");
  for (const text of [1, 1.25, 1.5, 2]) for (const size of [[360, 640], [740, 360], [820, 1180], [1440, 900]]) {
    const { scale, larger } = sizeOf(...size, 6, text);
    assert.ok(scale * larger >= 0.99 * text * sizeOf(...size).scale, `text of ${text} is that much larger at ${size}`);
  }
});

test("an address names a table", () => {
  assert.equal(tableInAddress({ pathname: "/", hash: "#Friday-1" }), "friday-1");
  assert.equal(tableInAddress({ pathname: "/t/abc", hash: "" }), "abc");
  assert.equal(tableInAddress({ pathname: "/", hash: "#<b>" }), null);
  assert.equal(tableInAddress({ pathname: "/", hash: "#%" }), null);
  assert.equal(invitation({ protocol: "http:", host: "10.0.0.5:8765" }, "abc"), "http://10.0.0.5:8765/#abc");
});

test("every card has a face in each style, and a name", () => {
  for (const rank of "23456789TJQKA") for (const suit of "shdc") for (const width of [28, 48, 112]) {
    const node = card(rank + suit, width, t);
    assert.ok(find(node, ({ tag }) => tag === "path").length >= 2);
    assert.match(node.props["aria-label"], / of /);
  }
  assert.equal(cardText("Td"), "10♦");
  assert.equal(cardName("??", t), "face-down card");
  assert.equal(find(card("??", 48, t), ({ props }) => props.class?.includes("ink")).length, 0);
});

test("nodes keep their classes, keys and text", () => {
  const node = h("div.a", { class: "b", key: "k" }, "one", null, false, [h("b", "two")]);
  assert.deepEqual([node.props.class, node.key, textOf(node)], ["a b", "k", "one two"]);
});

test("a table that waits for the store says why and since when, until it goes on", () => {
  const waits = { type: "table_waiting", table: "t", since_ms: 1_000, now_ms: 4_000 };
  const table = take(fresh("t"), { ...waits, reason: "store_full" }, game, 50_000, t);
  assert.deepEqual(table.waiting, { reason: "store_full", since: 47_000 });
  assert.equal(take(table, { ...waits, reason: null }, game, 51_000, t).waiting, null);
});

const { DeckWatch } = await load("core/decks.js");
const committed = (deal, root) => ({ type: "deck_committed", deal, root });

test("another deck for the same deal is noticed, the same one told again is not", () => {
  const watch = new DeckWatch();
  assert.equal(watch.see(committed(1, "aa")), null);
  assert.equal(watch.see(committed(1, "aa")), null);
  assert.equal(watch.see(committed(1, "bb")), "redealt");
});

test("a deck that is passed over is noticed, one that is dealt is not", () => {
  const watch = new DeckWatch();
  watch.see(committed(1, "aa"));
  assert.equal(watch.see({ type: "deck_cut", deal: 1, nonces: [null], commitments: [null] }), null);
  assert.equal(watch.see({ type: "hand_started", deck: [] }), null);
  assert.equal(watch.see(committed(2, "bb")), null);
  assert.equal(watch.see(committed(3, "cc")), "passed_over");
});

test("a deck that is cut and not dealt is noticed when the game goes on, or when the next one comes", () => {
  const cut = () => {
    const watch = new DeckWatch();
    watch.see(committed(1, "aa"));
    watch.see({ type: "deck_cut", deal: 1, nonces: [null], commitments: [null] });
    return watch;
  };
  assert.equal(cut().see(committed(2, "bb")), "passed_over");
  const watch = cut();
  assert.equal(watch.see({ type: "seat_left", seat: 0 }), "passed_over");
  assert.equal(watch.see(committed(2, "bb")), null, "told once");
  assert.equal(cut().see({ type: "deck_cut", deal: 1, nonces: [], commitments: [] }), "disorder");
});

test("an earlier deck, a game that goes on before the cut, and a deal before it are noticed", () => {
  const dealt = new DeckWatch();
  dealt.see(committed(1, "aa"));
  assert.equal(dealt.see({ type: "seat_left", seat: 0 }), "disorder");
  assert.equal(dealt.see({ type: "chips_corrected", seat: 0 }), null, "the table's own");
  assert.equal(dealt.see({ type: "hand_started", deck: [] }), "disorder");
  assert.equal(dealt.see(committed(2, "aa")), "disorder");
});

test("named seats are those that were bound, and nonces those that they were bound to", () => {
  const nonce = "00112233445566778899aabbccddeeff";
  const bound = () => {
    const watch = new DeckWatch();
    watch.see({ type: "nonce_committed", seat: 1, commitment: commitmentOf(nonce) });
    return watch;
  };
  const watch = bound();
  assert.equal(watch.see({ ...committed(1, "aa"), cutters: [1] }), null);
  assert.equal(watch.see({ type: "deck_cut", deal: 1, nonces: [null, nonce], commitments: [] }), null);
  assert.equal(bound().see({ ...committed(1, "aa"), cutters: [0, 1] }), "disorder");
  const other = bound();
  other.see({ ...committed(1, "aa"), cutters: [1] });
  const forged = "ff".repeat(16);
  assert.equal(other.see({ type: "deck_cut", deal: 1, nonces: [null, forged], commitments: [] }), "disorder");
});

test("a snapshot keeps the known decks and forgets what was waited for", () => {
  const watch = new DeckWatch();
  watch.see(committed(1, "aa"));
  assert.equal(watch.seeView({ committed: { deal: 2, root: "bb" }, nonces: ["", ""] }), null);
  assert.equal(watch.see(committed(3, "cc")), null);
  assert.equal(watch.seeView({ committed: { deal: 3, root: "cc" } }), null, "the same one is still to be cut");
  assert.equal(watch.seeView({ committed: { deal: 3, root: "dd" } }), "redealt");
});

test("a card that comes back with the pile is not staged again", async () => {
  const { default: buraco } = await load("games/buraco/index.js");
  const { EMPTY } = await load("games/buraco/staging.js");
  const table = (...hand) => ({ seat: 0, view: { state: { deal: 1, hands: [hand] } } });
  const staging = { ...EMPTY, steps: [{ kind: "discard", cards: ["5Ha"], run: null }], selected: ["6Ha"] };
  const discarded = buraco.seen(table("5Ha", "6Ha"), table("6Ha"), { staging });
  assert.deepEqual(discarded.staging.steps, []);
  assert.deepEqual(discarded.staging.selected, ["6Ha"], "what the player selected stays");
  assert.deepEqual(buraco.seen(table("6Ha"), table("5Ha", "6Ha"), discarded).staging.steps, []);
});

test("a refusal says in another language what its case adds, and without it the plain sentence", async () => {
  const { refusalText } = await load("core/refusals.js");
  const catalogue = new Map([
    [short("game/no"), "{cards} passt nicht."],
    [short("game/no mine"), "{cards} passt nicht, {mine} passt."],
  ]);
  const t = wordsOf("de", catalogue);
  const of = (details) => refusalText({ code: "game/no", message: "TC does not fit.", details }, t);
  assert.equal(of({ cards: "TC", case: "mine", mine: "4H" }), "TC passt nicht, 4H passt.");
  assert.equal(of({ cards: "TC", case: "new" }), "TC passt nicht.");
  assert.equal(of({ cards: "TC" }), "TC passt nicht.");
  assert.equal(of({}), "TC does not fit.");
});

test("chips are written in big blinds where the player wants it, other numbers are not", () => {
  const at20 = wordsOf("de", new Map(), 20);
  assert.deepEqual([0, 20, 1360, 1365, 1, 24680].map(at20.chips), ["0 bb", "1 bb", "68 bb", "68,3 bb", "0,1 bb", "1.234 bb"]);
  assert.equal(wordsOf("en", new Map(), 100).chips(-4), "−<0.1 bb");
  assert.equal(at20("{amount} für {n}", { amount: 30, n: 30 }), "1,5 bb für 30");
  assert.equal(at20.exact(1360), "68 bb (1.360)");
  assert.equal(t.exact(1360), "1,360");
  assert.equal(t.atBlind(20).chips(-30), "−1.5 bb");
});

test("chips that are brought again are marked at their deal, won ones and the first ones are not", () => {
  const points = [[0, 0], [-300, 700], [-1000, 1000], [-900, 1900], [-900, 1100]]
    .map(([result, stack]) => ({ results: [5, result], stacks: [5, stack] }));
  assert.deepEqual(bought(points, 1), [3, 4]);
  assert.deepEqual(bought(points, 0), []);
  assert.deepEqual(bought([{ results: [0] }, { results: [-40] }], 0), [], "an older server tells no stacks");
});
