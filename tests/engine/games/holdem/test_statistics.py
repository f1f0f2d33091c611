"""The statistics of Hold'em, against figures that are computed from the written hands alone.

The second computation reads PHH text: it knows nothing of the events, the folds or the tallies.
"""

from __future__ import annotations

import itertools
import tomllib
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from phevaluator import evaluate_cards
from tests.contract.play import VARIANTS, play
from tests.lazy import Lazy
from tests.server.host_driver import HostDriver

from carteado.engine.cards import PACK
from carteado.engine.game import Decided, Event
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem import phh_replay
from carteado.engine.games.holdem.hand_history import parse_phh, record_hands, write_phh
from carteado.engine.games.holdem.holdem import Holdem
from carteado.engine.games.holdem.statistics import Statistics, position_of, sections
from carteado.engine.plain import to_plain
from carteado.engine.poker.runout import Runout
from carteado.engine.replay import steps
from carteado.engine.table import TableOpened, TableOptions, evolve, open_table, with_state
from carteado.engine.tables.figures import mean
from carteado.engine.tables.statistics import Book, TableStatistics
from carteado.odds import runout_odds

pokerkit: Any = Lazy("pokerkit")

GOLDEN = sorted((Path(__file__).parents[3] / "golden" / "phh").glob("*.phh"))
COUNTED = (
    *("hands", "won", "chips", "decided", "vpip", "pfr", "three_bet_of", "three_bet"),
    *("flops", "showdowns", "flops_shown_down", "showdowns_won", "bets", "calls", "folds"),
)


def equity(runout: Runout) -> list[dict[int, Fraction]]:
    return [{seat: odds.equity for seat, odds in pot.items()} for pot in runout_odds(runout)]


class Written:
    """One hand, counted from its PHH text."""

    def __init__(self, text: str) -> None:
        data = tomllib.loads(text)
        self.names: Sequence[str] = data["players"]
        self.counts = [Counter[str]() for _ in self.names]
        count = len(self.names)
        blinds, antes = list(data["blinds_or_straddles"]), list(data["antes"])
        if count == 2:  # listed the other way round
            blinds, antes = blinds[::-1], antes[::-1]
        self.big_blind = data["min_bet"]
        stacks = list(data["starting_stacks"])
        self.paid = [min(ante, stack) for ante, stack in zip(antes, stacks, strict=True)]
        bets = [
            min(abs(blind), stack - paid)
            for blind, stack, paid in zip(blinds, stacks, self.paid, strict=True)
        ]
        self.folded: set[int] = set()
        self.street, self.raises, self.flop = 0, 0, set[int]()
        bomb = data.get("_bomb_pot", False)
        dead = list(data.get("_dead_blinds", [0] * count))
        posted = list(self.paid)
        high = 0 if bomb else max([*bets, self.big_blind])
        self.entered, self.raised, self.decided = set[int](), set[int](), set[int]()
        for action in data["actions"]:
            words = action.split()
            if words[:2] == ["d", "db"]:
                if not self.street:
                    self.flop = set(range(count)) - self.folded
                self.street += 1
                self.paid = [p + b for p, b in zip(self.paid, bets, strict=True)]
                bets, high = [0] * count, 0
            elif bomb and not self.street:
                pass  # the checks before the flop are none of anybody's decisions
            elif words[0] != "d" and words[1] in ("f", "cc", "cbr"):
                who = int(words[0][1:]) - 1
                called = words[1] == "cc" and bets[who] < high
                self._decide(who, words[1], called)
                if words[1] == "f":
                    self.folded.add(who)
                elif called:
                    bets[who] = min(high, stacks[who] - self.paid[who])
                elif words[1] == "cbr":
                    bets[who] = high = int(words[2])
        self.paid = [p + b for p, b in zip(self.paid, bets, strict=True)]
        if not data["ante_trimming_status"]:  # the big blind's ante is dead money
            self.paid = [p - ante for p, ante in zip(self.paid, posted, strict=True)]
            dead = [d + ante for d, ante in zip(dead, posted, strict=True)]
        for who in range(count):
            self._add(who, data, dead[who])
            mine = self.counts[who]
            mine["decided"] = int(who in self.decided)
            mine["vpip"] = int(who in self.entered)
            mine["pfr"] = int(who in self.raised)

    def _decide(self, who: int, move: str, called: bool) -> None:
        """Count a decision: before the flop, or on a later street."""
        mine = self.counts[who]
        if self.street:
            mine["bets"] += move == "cbr"
            mine["calls"] += called
            mine["folds"] += move == "f"
            return
        self.decided.add(who)
        if self.raises == 1:
            mine["three_bet_of"] = 1
            mine["three_bet"] |= move == "cbr"
        if move == "cbr":
            self.raises += 1
            self.raised.add(who)
        if called or move == "cbr":
            self.entered.add(who)

    def _add(self, who: int, data: dict[str, Any], dead: int) -> None:
        """Count the result of a player."""
        mine, count = self.counts[who], len(self.names)
        second, most = sorted(self.paid)[-2:]
        net = data["finishing_stacks"][who] - data["starting_stacks"][who]
        matched = min(self.paid[who], second) if self.paid[who] == most else self.paid[who]
        shown_down = len(self.folded) < count - 1 and who not in self.folded
        mine["hands"] = 1
        mine["chips"] = net + data.get("_bounties", [0] * count)[who]
        mine["won"] = int(net + matched + dead > 0)
        mine["flops"] = int(who in self.flop)
        mine["showdowns"] = int(shown_down)
        mine["flops_shown_down"] = int(shown_down and who in self.flop)
        mine["showdowns_won"] = int(shown_down and mine["won"])


def written_counts(texts: Iterable[str]) -> dict[str, Counter[str]]:
    total: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        hand = Written(text)
        for name, counts in zip(hand.names, hand.counts, strict=True):
            total[name].update(counts)
    return total


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("holdem:")])
@pytest.mark.parametrize("seed", range(3))
def test_the_counts_are_those_of_the_written_hands(name: str, seed: int) -> None:
    events = play(name, seed, 250).events
    statistics = TableStatistics()
    for event in events:
        statistics.note(event)
    texts = [write_phh(hand) for hand in record_hands((e, t.state) for _, e, t in steps(events))]
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for key, tally in statistics.book.tallies.items():
        found[statistics.book.names[key]].update({n: tally.counts[n] for n in COUNTED})
    wanted = written_counts(texts)
    assert {name: {n: c[n] for n in COUNTED} for name, c in found.items()} == {
        name: {n: c[n] for n in COUNTED} for name, c in wanted.items()
    }


@pytest.fixture
def decisions(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, tuple[Event, ...]]]:
    """What the game decided while a recorded hand was played again."""
    found: list[tuple[Any, tuple[Event, ...]]] = []
    decide = Holdem.decide

    def remembering(self: Holdem, state: Any, command: Any) -> Any:
        answer = decide(self, state, command)
        if isinstance(answer, Decided):
            found.append((state, answer.events))
        return answer

    monkeypatch.setattr(Holdem, "decide", remembering)
    return found


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_recorded_hands_are_counted_as_they_are_written(
    path: Path, decisions: list[tuple[Any, tuple[Event, ...]]]
) -> None:
    text = path.read_text()
    (record,) = parse_phh(text)
    replayed = phh_replay.replay_record(record)
    options = replayed.state.options
    table = open_table(
        TableOpened(
            table="phh", title="", game="holdem", rules="holdem/1", options=to_plain(options),
            settings=TableOptions(),
        )
    )  # fmt: skip
    book = Book()
    statistics = Statistics(book)
    for state, events in decisions:
        table = with_state(table, state)
        for event in events:
            after = evolve(table, event)
            statistics.note(table, event, after)
            table = after
    # Played again with whole chips: what pokerkit says of each stack agrees with the record.
    (wanted,) = record_hands(_steps_of(decisions))
    counts = written_counts([write_phh(wanted)])
    found = {key.removeprefix("name "): tally.counts for key, tally in book.tallies.items()}
    assert {n: {c: t[c] for c in COUNTED} for n, t in found.items()} == {
        n: {c: t[c] for c in COUNTED} for n, t in counts.items()
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns of a fold where checking is free
        again = list(pokerkit.HandHistory.loads(write_phh(wanted)).state_actions)[-1][0]
    for place, name in enumerate(wanted.players):
        net = again.stacks[place] - wanted.starting_stacks[place]
        assert abs(found[name]["chips"] - net) < 1  # pokerkit splits an odd chip


def _steps_of(decisions: list[tuple[Any, tuple[Event, ...]]]) -> Iterable[tuple[Event, Any]]:
    game = Holdem()
    for state, events in decisions:
        for event in events:
            state = game.evolve(state, event)
            yield event, state


def counted(state: Any) -> dict[int, Fraction]:
    """What each live hand wins on average, by dealing the rest of the board in every way."""
    seats = state.live
    gone = {card for seat in seats for card in state.shown[seat]} | set(state.board)
    left = [card for card in PACK if card not in gone]
    boards = list(itertools.combinations(left, 5 - len(state.board)))
    won = dict.fromkeys(seats, Fraction())
    for rest in boards:
        ranks = {s: evaluate_cards(*state.shown[s], *state.board, *rest) for s in seats}
        best = [seat for seat in seats if ranks[seat] == min(ranks.values())]
        for seat in best:
            won[seat] += Fraction(state.pot, len(best) * len(boards))
    return {seat: chips + state.stacks[seat] - state.started[seat] for seat, chips in won.items()}


def test_all_ins_count_at_the_odds_of_every_board() -> None:
    checked = 0
    for seed in range(30):
        statistics, at_all_in = TableStatistics(equity), None
        for event in play("holdem:heads-up", seed, 80).events:
            before = statistics.table
            sums = {
                key: tally.sums["expected bb"] for key, tally in statistics.book.tallies.items()
            }
            statistics.note(event)
            table = statistics.table
            if isinstance(event, ev.AllInShown):
                # Before the flop there are too many boards to deal them all here.
                at_all_in = counted(table.state) if 3 <= len(table.state.board) < 5 else {}
            elif isinstance(event, ev.HandEnded):
                for seat in before.state.order if at_all_in is None else at_all_in:
                    net = event.stacks[seat] - before.state.started[seat]
                    key = before.keys[seat] or f"name {before.state.names[seat]}"
                    found = statistics.book.tallies[key].sums["expected bb"] - sums.get(key, 0)
                    wanted = at_all_in[seat] if at_all_in else Fraction(net)
                    assert found * before.state.big_blind == wanted
                    checked += bool(at_all_in) and wanted != net
                at_all_in = None
    assert checked >= 4


def test_the_mean_has_the_standard_error_of_the_textbook() -> None:
    from statistics import stdev

    book = Book()
    results = [3, -1, 4, -1, 5, -9, 2, 6]
    for value in results:
        book.tallies["a"].sample("bb", Fraction(value, 2))
    figure = mean("bb_100", "", book.tallies["a"], "bb", 100)
    assert figure.of == 8
    assert figure.milli == round(1000 * 100 * sum(results) / 2 / 8)
    halves = [value / 2 for value in results]
    assert figure.error == round(1000 * 100 * stdev(halves) / 8**0.5)
    one = Book()
    one.tallies["a"].sample("bb", 1)
    assert mean("bb_100", "", one.tallies["a"], "bb", 100).error is None


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (2, ["big_blind", "button"]),
        (3, ["small_blind", "big_blind", "button"]),
        (4, ["small_blind", "big_blind", "cutoff", "button"]),
        (6, ["small_blind", "big_blind", "early", "hijack", "cutoff", "button"]),
    ],
)
def test_positions_are_named_from_the_button(count: int, names: list[str]) -> None:
    order = tuple(range(count))
    assert [position_of(order, seat) for seat in order] == names


def test_others_learn_of_no_cards_that_were_not_shown() -> None:
    driver = HostDriver(options={"stack": 1500}, pause_ms=1000)
    players = driver.seated(2)
    for _ in range(6):
        turn = driver.table.game.turn(driver.state)
        assert turn is not None
        players[turn].act("fold")
        driver.wait(1000)
    statistics = TableStatistics()
    for event in driver.log:
        statistics.note(event)
    tally = statistics.book.tallies["key of player 0"]
    assert tally.counts["hands"] == 6
    result = sections(tally, False, lambda key: key)
    assert not any(s.figures for s in result if s.name.startswith("most"))
    own = {s.name: s for s in sections(tally, True, lambda key: key)}
    assert sum(f.count for f in own["most_won"].figures) == 3
