"""The statistics of Quick Hold'em: see `tables/statistics.py`. A hand counts once it has ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from carteado.engine.games.quick_holdem import events as ev
from carteado.engine.games.quick_holdem.state import State
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
from carteado.engine.tables.figures import Figure, Section, Tally, mean, percentage
from carteado.engine.tables.statistics import Book, player_key

__all__ = ["Statistics", "sections"]


@dataclass(slots=True)
class _Hand:
    """What has happened in the present hand, as sets of seats."""

    leader: int
    keys: dict[int, str]
    played: set[int] = field(default_factory=set)
    showdown: set[int] = field(default_factory=set)


class Statistics(HandCounts):
    """Counts the hands of one table."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self._hand: _Hand | None = None

    def _start(self, before: Table, event: ev.HandStarted, after: Table) -> None:
        # Keys at the start of the hand, since a seat may change hands before it ends.
        keys = {seat: player_key(before, seat) for seat in event.order}
        self._players |= set(keys.values())
        self._hand = _Hand(leader=event.leader, keys=keys)

    def _play(self, before: Table, event: ev.Staked | ev.Played, after: Table) -> None:
        if self._hand is not None:
            self._hand.played.add(event.seat)

    def _show(self, before: Table, event: ev.HandsShown, after: Table) -> None:
        if self._hand is not None:
            self._hand.showdown = set(event.seats)

    def _end(self, before: Table, event: ev.HandEnded, after: Table) -> None:
        hand, state = self._hand, before.state
        if hand is None:
            # A log may be read from the middle of a hand, which then does not count.
            return
        # Payment and winnings in one difference.
        net = {seat: event.stacks[seat] - state.started[seat] for seat in hand.keys}
        tallies = {seat: self._book.tallies[key] for seat, key in hand.keys.items()}
        for seat, tally in tallies.items():
            self._count(hand, state, seat, tally, net[seat])
        note_rivals(tallies, hand.keys, net)
        self._hand = None

    @staticmethod
    def _count(hand: _Hand, state: State, seat: int, tally: Tally, net: int) -> None:
        """Add a hand to the tally of one of its seats."""
        played, won = seat in hand.played, state.won[seat] > 0
        for name, happened in {
            "hands": True,
            "won": won,
            "played": played,
            "led": seat == hand.leader,
            "led_played": played and seat == hand.leader,
            "showdowns": seat in hand.showdown,
            "showdowns_won": won and seat in hand.showdown,
        }.items():
            tally.counts[name] += happened
        tally.counts["chips"] += net
        tally.sample("chips", net)
        # Not playing counts as a fold, even if the clock folded for the seat.
        cards = Hand(played=played, won=won, folded=not played)
        # The player saw these cards; others count only hands that were shown.
        note_cards(tally, state.hands[seat], state.board, cards, shown=False)
        if is_known(state.shown[seat]):
            note_cards(tally, state.shown[seat], state.board, cards, shown=True)


Statistics.notes = {
    ev.HandStarted: Statistics._start,
    ev.Staked: Statistics._play,
    ev.Played: Statistics._play,
    ev.HandsShown: Statistics._show,
    ev.HandEnded: Statistics._end,
    ev.GameWon: Statistics._game_won,
}


def sections(tally: Tally, own: bool, name_of: Callable[[str], str]) -> tuple[Section, ...]:
    """A player's figures.

    Args:
        tally: of the player.
        own: whether the figures are for the player, who saw these hole cards.
        name_of: the name of another player, by key.
    """
    counts = tally.counts
    hands = counts["hands"]
    results = [
        Figure(name="hands", title="hands", kind="count", of=hands, count=hands),
        percentage("win_rate", "hands won", counts["won"], hands),
        Figure(name="chips", title="chips won", kind="amount", of=hands, count=counts["chips"]),
        mean("chips_100", "chips won per 100 hands", tally, "chips", 100),
        percentage("played", "hands played", counts["played"], hands),
        percentage("led", "hands played as the leader", counts["led_played"], counts["led"]),
        percentage("showdowns", "showdowns won", counts["showdowns_won"], counts["showdowns"]),
    ]
    if counts["games"]:
        results.append(percentage("games", "games won", counts["games_won"], counts["games"]))
    return (
        Section(name="results", title="Results", figures=(*results, *best_hand(tally, own=own))),
        *starting_hands(tally, own=own),
        head_to_head(tally, name_of),
    )
