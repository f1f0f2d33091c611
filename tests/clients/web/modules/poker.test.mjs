// Unit tests of the poker table's modules: node --test.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const load = (name) => import(new URL(name, page));

const { places, pictureOf } = await load("games/poker/picture.js");
const { story, tell, odds } = await load("games/poker/story.js");
const { lines } = await load("games/poker/lines.js");
const { presets } = await load("games/poker/presets.js");
const { answer, guardLeft, preActions, seen } = await load("games/poker/waiting.js");
const { handName } = await load("games/poker/hands.js");
const { wordsOf } = await load("core/words.js");
const { find, textOf } = await load("core/scene.js");
const { scene } = await load("games/poker/felt.js");
const { course } = await load("games/poker/course.js");
const { controls } = await load("screens/film.js");
const { leave } = await load("screens/entering.js");
const t = wordsOf("en");
const ACTIONS = { fold: "", check: "", call: "", raise: "to", all_in: "" };

const state = (more = {}) => ({
  names: ["Ana", "Bia", "Caio"], bots: [false, false, true], away: [false, false, false], stacks: [980, 0, 960],
  running: true, hand: 3, phase: "betting", street: "flop", big_blind: 20, small_blind: 10, button: 0, order: [1, 2, 0],
  live: [0, 1, 2], to_act: 0, bets: [0, 0, 40], paid: [100, 60, 140], dead: 0, pot: 300, current_bet: 40,
  board: ["2c", "3c", "4c"], hands: [["As", "Ad"], ["??", "??"], ["??", "??"]], shown: [[], [], []], pots: [], ...more,
});
const view = (more) => ({ state: state(more), turn: 0, opened: { options: {} } });
const picture = (more, told = story(), seat = 0) => pictureOf({ view: view(more), story: told, seat, table: { presence: [], view: view(more) } });

test("opponents sit clockwise from the own left", () => {
  assert.deepEqual(places(0, 6), { left: [1, 2], top: [3], right: [4, 5] });
  assert.deepEqual(places(2, 3), { left: [], top: [0, 1], right: [] });
  assert.deepEqual(places(9, 10), { left: [0, 1, 2], top: [3, 4, 5], right: [6, 7, 8] });
});

test("the pots are those that the view names", () => {
  const made = { pots: [{ amount: 180, seats: [0, 1, 2] }, { amount: 80, seats: [0, 2] }] };
  const shown = pictureOf({ view: { ...view(), made }, story: story(), seat: 0, table: { presence: [], view: view() }, ui: {} });
  assert.deepEqual(shown.pots, made.pots);
  assert.equal(shown.price, 40);
  assert.deepEqual(picture().pots, [], "without them none are shown");
});

test("hidden cards stay face down, folded hands are gone", () => {
  const { seats } = picture({ live: [0, 2] });
  assert.deepEqual(seats[1].cards, []);
  assert.equal(seats[1].state, "folded");
  assert.deepEqual(seats[2].cards, ["??", "??"]);
  assert.deepEqual(seats[0].cards, ["As", "Ad"]);
});

test("a story tells bets from raises and forgets them on the next street", () => {
  let told = tell(story(), { type: "board_dealt" });
  told = tell(told, { type: "raised", seat: 1, to: 40, stack: 100 });
  assert.equal(told.last[1].kind, "bet");
  told = tell(told, { type: "raised", seat: 2, to: 90, stack: 10 });
  assert.equal(told.last[2].kind, "raise");
  told = tell(tell(told, { type: "called", seat: 0, bet: 90, stack: 0 }), { type: "folded", seat: 1 });
  assert.equal(told.last[0].kind, "all_in");
  told = tell(told, { type: "board_dealt" });
  assert.deepEqual(told.last, { 1: { kind: "fold", amount: 0 } });
});

test("chances at an all-in are the average of all pots", () => {
  const seats = (share) => [{ seat: 0, share, whole: 4 }, { seat: 1, share: 4 - share, whole: 4 }];
  const told = odds(story(), { board: ["2c", "3c", "4c"], pots: [{ amount: 100, seats: seats(1) }, { amount: 300, seats: seats(3) }] });
  assert.equal(picture({}, told).seats[0].share, 0.625);
});

test("at an all-in a large screen shows what is bet on the plates, and the chances in each pot beside the cards", () => {
  const seats = (...shares) => shares.map((share, seat) => ({ seat, share, whole: 4 }));
  const told = odds(story(), { board: ["2c", "3c", "4c"], pots: [{ amount: 300, seats: seats(1, 1, 2) }, { amount: 200, seats: seats(3, 1) }] });
  const allIn = view({ stacks: [0, 0, 0], to_act: null, shown: [["As", "Ad"], ["Kd", "Kh"], ["9h", "8h"]] });
  const texts = (name) => {
    const size = { name, shownCard: 50, opponentCard: 40, boardCard: 60, ownCard: 80 };
    const felt = scene({ view: allIn, state: allIn.state, story: told, seat: 0, table: { presence: [true, true, true], view: allIn, reactions: {} }, ui: {}, t, size, left: null, prompt: null });
    return find(felt, ({ props }) => /^(stack|chance)\b/.test(props.class ?? "")).map(textOf);
  };
  assert.deepEqual(texts("desktop"), ["25.0% Side 25.0%", "All-in 60", "50.0% Main", "All-in 140", "All-in 100", "25.0% Side 75.0%"]);
  assert.deepEqual(texts("portrait"), ["25.0%", "30.0%", "45.0%"]);
});

test("a player who leaves a running game is told that it goes on without them", () => {
  const told = (format, more) => textOf(find(leave({}, { t, view: { opened: { options: { format } } }, state: { running: true, stacks: [0, 500], ...more }, seat: 1 }), ({ tag }) => tag === "p")[0]);
  assert.match(told("freezeout"), /give up your seat in this game/);
  for (const text of [told("cash"), told("freezeout", { running: false }), told("freezeout", { stacks: [1000, 0] })]) assert.match(text, /seat becomes free/);
});

test("a replay has a line for each player, and marks of streets and all-ins that lead to them", () => {
  const frames = [
    { board: [], stacks: [900, 500, 960] }, { board: [], stacks: [900, 400, 960] }, { board: ["2c", "3c", "4c"], stacks: [900, 400, 960] },
    { board: ["2c", "3c", "4c"], stacks: [900, 0, 960] }, { board: ["2c", "3c", "4c", "5c"], stacks: [900, 0, 960] },
  ].map((more, at) => ({ view: { ...view(more), turn: at % 2 } }));
  const { lines: shown, marks } = course(frames, 1);
  assert.deepEqual(shown, [[900, 900, 900, 900, 900], [960, 960, 960, 960, 960], [500, 400, 400, 0, 0]], "the own one last");
  assert.deepEqual(marks, [[2, "Flop"], [3, "All-in"], [4, "Turn card"]]);
  const ui = { frames, replay: 1, playing: false };
  const app = { t, ui, size: { name: "desktop" }, set: (changes) => Object.assign(ui, changes) };
  const table = { seat: 1, view: { ...frames[0].view, opened: { game: "holdem", options: {} } } };
  const button = () => controls(app, table).flatMap((node) => find(node, ({ props }) => props["aria-label"] === "All-in"))[0];
  button().props.on.click();
  assert.equal(ui.replay, 3);
});

test("lines are sentences", () => {
  const line = (event, told = story()) => lines(event, told, view(), t)?.map(({ text }) => text);
  assert.deepEqual(line({ type: "raised", seat: 0, to: 1200, stack: 5 }), ["Ana bets 1,200"]);
  assert.deepEqual(line({ type: "board_dealt", street: "turn", cards: ["Th"] }), ["Turn 10♥"]);
  assert.deepEqual(line({ type: "hand_shown", seat: 1, cards: ["??", "??"] }), []);
  const made = { 0: { category: "pair", ranks: ["A", "A", "4", "3", "2"], cards: ["As", "Ad"] } };
  const won = (hand) => lines({ type: "pot_awarded", pot: 0, seats: [0], shares: [40], hand }, story(), { ...view(), made }, t)[0].text;
  assert.deepEqual([won("pair, aces"), won("")], ["Ana wins 40 with a pair of aces", "Ana wins 40"], "a winner whom nobody called shows no hand");
  assert.equal(line({ type: "something_new" }), undefined);
});

test("a half chip goes to the even number, as in the other clients", () => {
  const half = (total) => presets([80, 5000], { total, price: 40, currentBet: 40 }, t).find(({ key }) => key === "half").to;
  assert.deepEqual([half(1065), half(1067)], [40 + 552, 40 + 554]);
});

test("presets are parts of the pot after the call, inside the legal range", () => {
  const found = presets([80, 980], { total: 300, price: 40, currentBet: 40 }, t);
  assert.deepEqual(found.map(({ to }) => to), [80, 210, 267, 380, 980]);
  assert.deepEqual(presets([980, 980], { total: 300, price: 40, currentBet: 40 }, t).map(({ to }) => to), [980]);
  assert.deepEqual([t.short(1_250_000, 8), t.short(123_456_789, 10), wordsOf("de").short(123_456_789)], ["1.3M", "123.5M", "123,5\u00a0Mio."]);
});

const table = (more) => ({ seat: 0, presence: [], story: story(), view: view(more), prompt: null });

test("a rising price cancels a choice and guards the call for 600 ms", () => {
  const before = table({ current_bet: 0, bets: [0, 0, 0] });
  let ui = seen({ view: null }, before, {}, 0);
  assert.equal(guardLeft(ui, 0), 0);
  ui = { ...ui, chosen: { kind: "check", price: 0, hand: 3, street: "flop" } };
  ui = { ...ui, ...seen(before, table(), ui, 1000) };
  assert.equal(ui.chosen.cancelled, true);
  assert.equal(guardLeft(ui, 1100), 500);
  assert.equal(guardLeft(ui, 1600), 0);
  assert.equal(seen(table(), table({ hand: 4, current_bet: 100 }), ui, 2000).guard.raised, null);
});

test("a choice answers only what it was made for", () => {
  const asked = (legal) => ({ prompt: { legal } });
  assert.deepEqual(answer(asked({ fold: true, check: true }), { chosen: { kind: "check_fold" } }, ACTIONS), { type: "check" });
  assert.deepEqual(answer(asked({ fold: true, call: 40 }), { chosen: { kind: "check_fold" } }, ACTIONS), { type: "fold" });
  assert.equal(answer(asked({ fold: true, call: 60 }), { chosen: { kind: "call", price: 40 } }, ACTIONS), null);
  assert.equal(answer(asked({ fold: true, call: 60 }), { chosen: { kind: "check", cancelled: true } }, ACTIONS), null);
});

test("hands are named in words", () => {
  const name = (category, ...ranks) => handName({ category, ranks }, t);
  assert.equal(name("full_house", "K", "K", "K", "2", "2"), "full house, kings over deuces");
  assert.equal(name("two_pair", "T", "T", "8", "8", "A"), "two pair, tens and eights");
  assert.equal(name("straight_flush", "K", "Q", "J", "T", "9"), "straight flush to the king");
  assert.equal(name("straight_flush", "A", "K", "Q", "J", "T"), "royal flush");
  assert.equal(handName(undefined, t), "");
});

test("a hand that is run twice is won with a hand on each board", () => {
  const five = (text) => text.split(" ");
  const first = { category: "flush", ranks: ["A"], cards: five("As Ks 2s 7s 9s") };
  const second = { category: "full_house", ranks: ["Q", "A"], cards: five("Qc Qd Qs Ac Ad") };
  const made = { 0: { ...first, second: { category: "pair", ranks: ["A"], cards: [] } }, 1: { category: "pair", ranks: ["K"], cards: [], second } };
  const awarded = (board, seat) => ({ type: "run_awarded", pot: 0, board, amount: 50, seats: [seat], shares: [50], hand: "a hand" });
  const told = [awarded(1, 0), awarded(2, 1)].reduce((one, event) => tell(one, event), story());
  const shown = pictureOf({ view: { ...view({ phase: "between" }), made }, story: told, seat: 0, table: { presence: [], view: view() }, ui: {} });
  assert.deepEqual(shown.result.boards, [first.cards, second.cards]);
  assert.equal(shown.result.made, null, "one hand does not name two boards");
  const said = (board, seat) => lines(awarded(board, seat), told, { ...view(), made }, t).map((line) => line.text);
  assert.deepEqual(said(1, 0), ["Ana wins 50 with a flush, ace high"]);
  assert.deepEqual(said(2, 1), ["Bia wins 50 with a full house, queens over aces"]);
});

test("where there is one stake, it can be played for or folded in advance", () => {
  assert.deepEqual(preActions(250, t, { fold: "", play: "", stake: "amount" }).map(([, label]) => label), ["Fold", "Play for 250"]);
  assert.equal(preActions(40, t, ACTIONS).length, 3);
});

test("a new game forgets the result of the one before", () => {
  const won = tell(story(), { type: "pot_awarded", pot: 0, amount: 40, seats: [1], shares: [40], hand: null });
  assert.equal(won.wins.length, 1);
  assert.deepEqual(tell(won, { type: "game_restarted" }), story());
});
