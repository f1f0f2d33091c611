"""The statistics of Hold'em: see `tables/statistics.py`.

A hand counts once it has ended. Pre-flop rates count only the hands in which the player had a
decision before the flop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from carteado.engine.game import Event
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.runout import runout
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.statistics import (
    Hand,
    HandCounts,
    best_hand,
    head_to_head,
    is_known,
    note_cards,
    note_rivals,
    starting_hands,
)
from carteado.engine.table import Table
from carteado.engine.tables.figures import Figure, Section, Tally, mean, percentage, ratio
from carteado.engine.tables.statistics import Book, player_key

__all__ = ["POSITIONS", "Statistics", "position_of", "sections"]

POSITIONS = {
    "small_blind": "small blind",
    "big_blind": "big blind",
    "early": "early",
    "hijack": "hijack",
    "cutoff": "cutoff",
    "button": "button",
}
"""Titles of the positions by name; heads-up the button has the small blind."""


def position_of(order: tuple[int, ...], seat: int) -> str:
    """The position of a seat.

    Args:
        order: the seats that were dealt in, from the left of the button.
        seat: one of them.
    """
    at, count = order.index(seat), len(order)
    if at == count - 1:
        return "button"
    if at < 2:
        return "big_blind" if count == 2 else ("small_blind", "big_blind")[at]
    # Counted back from the button; small tables have no early positions.
    return {2: "cutoff", 3: "hijack"}.get(count - at, "early")


@dataclass(slots=True)
class _Hand:
    """What has happened in the present hand, as sets of seats."""

    order: tuple[int, ...]
    keys: dict[int, str]
    positions: dict[int, str]
    open_hands: bool
    # Raises before the flop only: they distinguish a 3-bet from a later re-raise.
    raises: int = 0
    decided: set[int] = field(default_factory=set)
    entered: set[int] = field(default_factory=set)
    raised: set[int] = field(default_factory=set)
    could_three_bet: set[int] = field(default_factory=set)
    three_bet: set[int] = field(default_factory=set)
    flop: set[int] = field(default_factory=set)
    showdown: set[int] = field(default_factory=set)
    folded: set[int] = field(default_factory=set)
    shown: set[int] = field(default_factory=set)
    moves: Counter[tuple[int, str]] = field(default_factory=Counter)
    won: tuple[bool, ...] = ()
    # Net chips by seat if every run-out paid its exact odds; None without a run-out.
    expected: dict[int, Fraction] | None = None


class Statistics(HandCounts):
    """Counts the hands of one table."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self._hand: _Hand | None = None

    def _start(self, before: Table, event: ev.HandStarted, after: Table) -> None:
        keys = {seat: player_key(before, seat) for seat in event.order}
        self._players |= set(keys.values())
        self._hand = _Hand(
            order=event.order,
            keys=keys,
            positions=_positions(event),
            open_hands=getattr(before.options, "open_hands", "never") == "rail",
        )

    def _act(self, before: Table, event: _Move, after: Table) -> None:
        hand, seat = self._hand, event.seat
        if hand is None or seat not in hand.keys:
            return
        if type(event) is ev.Folded:
            hand.folded.add(seat)
        if before.state.street == "preflop":
            # Aggression is a figure of the later streets; blinds would distort it before the
            # flop.
            self._act_before_the_flop(hand, seat, event)
        elif type(event) in _AGGRESSION:
            hand.moves[seat, _AGGRESSION[type(event)]] += 1

    def _act_before_the_flop(self, hand: _Hand, seat: int, event: Event) -> None:
        raised = type(event) is ev.Raised
        hand.decided.add(seat)
        # Exactly one raise so far: the blinds do not count, a second raise is the 3-bet itself.
        if hand.raises == 1:
            hand.could_three_bet.add(seat)
            if raised:
                hand.three_bet.add(seat)
        if raised:
            hand.raises += 1
            hand.raised.add(seat)
        if raised or type(event) is ev.Called:
            hand.entered.add(seat)

    def _board(self, before: Table, event: ev.BoardDealt, after: Table) -> None:
        if self._hand is not None and event.street == "flop":
            # The state before the event: its hands are the ones that see the flop.
            self._hand.flop = set(before.state.live)

    def _all_in(self, before: Table, event: ev.AllInShown, after: Table) -> None:
        state, equity = after.state, self._book.equity
        # An all-in on the river is not a run-out: no card is left to come.
        found = runout(state) if equity is not None else None
        if self._hand is None or found is None or equity is None:
            return
        # Uncalled chips are back in the stacks by now, so stacks and pots hold every chip.
        expected = {seat: Fraction(state.stacks[seat]) for seat in self._hand.order}
        # `equity` returns one mapping of seat to share for each pot, the shares adding up to 1.
        for pot, shares in zip(found.pots, equity(found), strict=True):
            for seat, share in shares.items():
                expected[seat] += pot.amount * share
        self._hand.expected = {
            seat: chips - state.started[seat] for seat, chips in expected.items()
        }

    def _showdown(self, before: Table, event: ev.ShowdownStarted, after: Table) -> None:
        if self._hand is not None:
            self._hand.showdown = set(before.state.live)

    def _end(self, before: Table, event: ev.HandEnded, after: Table) -> None:
        hand, state = self._hand, before.state
        if hand is None:
            return
        # HandEnded is the first moment at which bounties and all pots are in the stacks.
        hand.won = tuple([_has_won(state, seat) for seat in range(len(state.won))])
        net = {seat: event.stacks[seat] - state.started[seat] for seat in hand.order}
        tallies = {seat: self._book.tallies[key] for seat, key in hand.keys.items()}
        for seat, tally in tallies.items():
            self._count(hand, state, seat, tally, net[seat])
        note_rivals(tallies, hand.keys, net)
        self._look(after.state)

    def _count(self, hand: _Hand, state: State, seat: int, tally: Tally, net: int) -> None:
        """Add a hand to the tally of one of its seats."""
        won = hand.won[seat]
        expected = net if hand.expected is None else hand.expected[seat]
        in_all_in = hand.expected is not None and seat not in hand.folded
        for name, happened in {
            "hands": True,
            "won": won,
            # Rates count only hands with a decision: a walk or an all-in blind is nobody's
            # choice.
            "decided": seat in hand.decided,
            "vpip": seat in hand.entered,
            "pfr": seat in hand.raised,
            "three_bet_of": seat in hand.could_three_bet,
            "three_bet": seat in hand.three_bet,
            "flops": seat in hand.flop,
            "showdowns": seat in hand.showdown,
            "flops_shown_down": seat in hand.showdown and seat in hand.flop,
            "showdowns_won": won and seat in hand.showdown,
            "all_ins": in_all_in,
        }.items():
            tally.counts[name] += happened
        tally.counts["chips"] += net
        for word in _AGGRESSION.values():
            tally.counts[word] += hand.moves[seat, word]
        tally.sample("bb", Fraction(net, state.big_blind))
        tally.sample(f"bb {hand.positions[seat]}", Fraction(net, state.big_blind))
        if self._book.equity is not None:
            tally.counts["with_equity"] += 1
            tally.sample("expected bb", Fraction(expected) / state.big_blind)
            tally.sums["luck"] += net - expected if in_all_in else 0
        # The full log shows all hands; the player's own figures may use cards nobody else saw.
        cards = self._cards_of(hand, seat, won)
        note_cards(tally, state.hands[seat], state.board, cards, shown=False)

    @staticmethod
    def _cards_of(hand: _Hand, seat: int, won: bool) -> Hand:
        folded = seat in hand.folded
        played = seat in hand.entered or seat in hand.flop
        return Hand(played=played, won=won, folded=folded)

    def _look(self, state: State) -> None:
        """Count each hand once that everybody has seen."""
        hand = self._hand
        # Cards turned up during a hand count after its end, when the winners are known.
        if hand is None or not hand.won:
            return
        for seat, key in hand.keys.items():
            cards = state.hands[seat] if hand.open_hands else state.shown[seat]
            # A player may show again after the hand, but the hand counts once.
            if seat not in hand.shown and is_known(cards):
                hand.shown.add(seat)
                won = hand.won[seat]
                seen = self._cards_of(hand, seat, won)
                note_cards(self._book.tallies[key], cards, state.board, seen, shown=True)

    def _shown(self, before: Table, event: ev.CardsShown, after: Table) -> None:
        self._look(after.state)

    def _bounty(self, before: Table, event: ev.BountyPaid, after: Table) -> None:
        """Count a bounty paid after the hand; an earlier one is part of the hand's result."""
        hand = self._hand
        if hand is None or not hand.won:
            return
        # The hand was counted before the player showed, so only the chips are corrected.
        for seat, key in hand.keys.items():
            gained = event.amount if seat == event.seat else 0
            self._book.tallies[key].counts["chips"] += gained - event.paid[seat]


def _has_won(state: State, seat: int) -> bool:
    """Whether a seat won chips of a pot, apart from its own uncalled chips."""
    others = [paid for at, paid in enumerate(state.paid) if at != seat]
    return state.won[seat] > max(0, state.paid[seat] - max(others))


def _positions(event: ev.HandStarted) -> dict[int, str]:
    """The position of each seat; a dead button or blind belongs to nobody."""
    found = {seat: position_of(event.order, seat) for seat in event.order}
    if len(event.order) > 2:
        # A dead button or small blind is missing from `order`, which shifts the positions in it.
        found = {
            seat: "early" if place in ("small_blind", "big_blind", "button") else place
            for seat, place in found.items()
        }
        if event.button in found:
            found[event.button] = "button"
        if event.small is not None:
            found[event.small] = "small_blind"
        found[event.big] = "big_blind"
    return found


_Move = ev.Folded | ev.Checked | ev.Called | ev.Raised

_AGGRESSION = {ev.Raised: "bets", ev.Called: "calls", ev.Folded: "folds"}
"""The counts of moves after the flop."""

Statistics.notes = {
    ev.HandStarted: Statistics._start,
    ev.Folded: Statistics._act,
    ev.Checked: Statistics._act,
    ev.Called: Statistics._act,
    ev.Raised: Statistics._act,
    ev.BoardDealt: Statistics._board,
    ev.AllInShown: Statistics._all_in,
    ev.ShowdownStarted: Statistics._showdown,
    ev.HandEnded: Statistics._end,
    ev.CardsShown: Statistics._shown,
    ev.BountyPaid: Statistics._bounty,
    ev.GameWon: Statistics._game_won,
}


def sections(tally: Tally, own: bool, name_of: Callable[[str], str]) -> tuple[Section, ...]:
    """A player's figures.

    Args:
        tally: of the player.
        own: whether the figures are for the player, who saw these hole cards.
        name_of: the name of another player, by key.
    """
    return (
        Section(
            name="results", title="Results", figures=(*_results(tally), *best_hand(tally, own=own))
        ),
        Section(name="style", title="Play", figures=_style(tally)),
        Section(
            name="positions",
            title="Big blinds won per 100 hands, by position",
            figures=tuple(
                mean(name, title, tally, f"bb {name}", 100)
                for name, title in POSITIONS.items()
                if tally.counts[f"bb {name}/n"]
            ),
        ),
        *starting_hands(tally, own=own),
        head_to_head(tally, name_of),
    )


def _results(tally: Tally) -> tuple[Figure, ...]:
    counts = tally.counts
    hands = counts["hands"]
    figures = [
        Figure(name="hands", title="hands", kind="count", of=hands, count=hands),
        percentage("win_rate", "hands won", counts["won"], hands),
        Figure(name="chips", title="chips won", kind="amount", of=hands, count=counts["chips"]),
        mean("bb_100", "big blinds won per 100 hands", tally, "bb", 100),
    ]
    if counts["with_equity"]:
        figures += [
            mean("all_in_bb_100", "the same with all-ins at their odds", tally, "expected bb", 100),
            Figure(
                name="luck",
                title="chips above expectation at all-ins",
                kind="amount",
                of=counts["all_ins"],
                count=round(tally.sums["luck"]),
            ),
        ]
    if counts["games"]:
        figures.append(percentage("games", "games won", counts["games_won"], counts["games"]))
    return tuple(figures)


def _style(tally: Tally) -> tuple[Figure, ...]:
    counts = tally.counts
    bets, calls, folds = counts["bets"], counts["calls"], counts["folds"]
    return (
        percentage("vpip", "VPIP (put chips in by choice)", counts["vpip"], counts["decided"]),
        percentage("pfr", "PFR (raised before the flop)", counts["pfr"], counts["decided"]),
        percentage("three_bet", "3-bet", counts["three_bet"], counts["three_bet_of"]),
        ratio("aggression", "aggression factor (bets and raises to calls)", bets, calls),
        percentage("aggression_rate", "aggression rate", bets, bets + calls + folds),
        percentage(
            "wtsd", "WTSD (showdowns of flops)", counts["flops_shown_down"], counts["flops"]
        ),
        percentage("wsd", "W$SD (showdowns won)", counts["showdowns_won"], counts["showdowns"]),
    )
