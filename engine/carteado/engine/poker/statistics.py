"""The parts that the statistics of all poker games share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from carteado.engine.cards import RANKS, UNKNOWN, Card
from carteado.engine.game import Event
from carteado.engine.poker.ranking import describe_rank, rank_hand
from carteado.engine.table import Table
from carteado.engine.tables.figures import Figure, Section, Tally, percentage
from carteado.engine.tables.statistics import Book, player_key

__all__ = [
    "LISTED",
    "Hand",
    "HandCounts",
    "best_hand",
    "flows",
    "head_to_head",
    "is_known",
    "note_cards",
    "note_rivals",
    "starting_hand",
    "starting_hands",
]

LISTED = 10
"""Starting hands of a list."""

RIVALS = 20
"""Other players of a list."""


class Hand:
    """The result of one seat in one hand, as the statistics of starting hands count it.

    Attributes:
        played: whether the seat chose to play them.
        won: whether it won chips of a pot.
        folded: whether it gave them up.
    """

    __slots__ = ("folded", "played", "won")

    def __init__(self, *, played: bool, won: bool, folded: bool) -> None:
        self.played, self.won, self.folded = played, won, folded


class HandCounts:
    """Counts the hands of one table, the base of a game's `Statistics`.

    Args:
        book: where they are written.

    Attributes:
        notes: by type of event, what a game takes from it: called with the table before it, the
            event, and the table after it.
    """

    notes: ClassVar[Mapping[type, Callable[..., None]]]

    def __init__(self, book: Book) -> None:
        self._book = book
        # A player dealt into a hand of the running game has played that game.
        self._players: set[str] = set()

    def note(self, before: Table, event: Event, after: Table) -> None:
        """Take in an event of the log."""
        noting = self.notes.get(type(event))
        if noting is not None:
            noting(self, before, event, after)

    def _game_won(self, before: Table, event: Any, after: Table) -> None:
        winner = player_key(before, event.seat)
        # The winner may not have been dealt in since the log is read.
        for key in self._players | {winner}:
            self._book.tallies[key].counts["games"] += 1
        self._book.tallies[winner].counts["games_won"] += 1
        # The next freezeout has its own players.
        self._players = set()


def is_known(cards: Sequence[Card]) -> bool:
    """Whether both hole cards are seen."""
    return len(cards) == 2 and UNKNOWN not in cards


def starting_hand(cards: Sequence[Card]) -> str:
    """Two hole cards as players call them: ``AKs``, ``AKo``, ``77``."""
    (high, suit), (low, other) = sorted(cards, key=lambda card: -RANKS.index(card[0]))
    if high == low:
        return high + low
    return f"{high}{low}{'s' if suit == other else 'o'}"


def note_cards(
    tally: Tally, cards: Sequence[Card], board: Sequence[Card], hand: Hand, *, shown: bool
) -> None:
    """Count a hand whose cards are seen: by everybody (`shown`), or by its player."""
    # A view without the cards counts nothing; statistics never guess.
    if not is_known(cards):
        return
    code, counts = starting_hand(cards), tally.counts if shown else tally.own
    counts[f"dealt {code}"] += 1
    counts[f"played {code}"] += hand.played
    counts[f"won {code}"] += hand.won
    # A folded hand made nothing, even where its cards would have.
    if len(board) >= 3 and not hand.folded:
        rank = rank_hand((*cards, *board[:5]))
        counts["made"] += 1
        tally.see(rank, describe_rank(rank), shown=shown)


def flows(net: Mapping[int, int]) -> Iterator[tuple[int, int, Fraction]]:
    """The flow of chips in a hand: winner, loser, chips.

    The chips that a seat lost go to the winners of the hand in proportion to their winnings.
    """
    # Without a winner nothing moved, and the division below is never reached.
    won = sum(result for result in net.values() if result > 0)
    for winner, gain in net.items():
        for loser, loss in net.items():
            if gain > 0 > loss:
                # Fractions keep the sums exact, so a fold in any order gives the same figures.
                yield winner, loser, Fraction(-loss * gain, won)


def note_rivals(tallies: Mapping[int, Tally], keys: Mapping[int, str], net: dict[int, int]) -> None:
    """Count a hand for each two of its players.

    Args:
        tallies: by seat.
        keys: of the players, by seat.
        net: chips won by seat, below zero for chips lost.
    """
    for seat, tally in tallies.items():
        for key in keys.values():
            # Bots of one kind share a key and may sit at one table.
            if key != keys[seat]:
                tally.against[key]["hands"] += 1
    for winner, loser, chips in flows(net):
        if keys[winner] != keys[loser]:
            tallies[winner].against[keys[loser]]["chips"] += chips
            tallies[loser].against[keys[winner]]["chips"] -= chips


def starting_hands(tally: Tally, *, own: bool) -> list[Section]:
    """The starting hands that were played and that won most often.

    Args:
        tally: of the player.
        own: whether the player asks; others see only hands that were shown.
    """
    counts = tally.own if own else tally.counts
    dealt = {name[6:]: count for name, count in counts.items() if name.startswith("dealt ")}

    def most(word: str, of: str) -> tuple[Figure, ...]:
        found = [code for code in dealt if counts[f"{word} {code}"]]
        found.sort(key=lambda code: (-counts[f"{word} {code}"], counts[f"{of} {code}"], code))
        return tuple(
            percentage(code, code, counts[f"{word} {code}"], counts[f"{of} {code}"])
            for code in found[:LISTED]
        )

    which = "" if own else ", of those shown"
    return [
        Section(
            name="most_played",
            title=f"Starting hands played most often{which}",
            figures=most("played", "dealt"),
        ),
        Section(
            name="most_won",
            title=f"Starting hands that won most often{which}",
            figures=most("won", "dealt"),
        ),
    ]


def best_hand(tally: Tally, *, own: bool) -> tuple[Figure, ...]:
    """The best hand on a flop or later that was not folded; none before the first one."""
    best, counts = (tally.own_best, tally.own) if own else (tally.best, tally.counts)
    if best is None:
        return ()
    title = "best hand" if own else "best hand shown"
    return (Figure(name="best", title=title, kind="word", of=counts["made"], word=best[1]),)


def head_to_head(tally: Tally, name_of: Callable[[str], str], unit: str = "chips") -> Section:
    """Chips won from each other player, those met most often first."""
    # Ties are broken by name, so that every client shows the same order.
    met = sorted(tally.against.items(), key=lambda item: (-item[1]["hands"], name_of(item[0])))
    return Section(
        name="head_to_head",
        title=f"Against others ({unit} won, of hands together)",
        figures=tuple(
            Figure(
                name=name_of(key),
                title=name_of(key),
                kind="amount",
                of=int(figures["hands"]),
                count=round(figures["chips"]),
            )
            for key, figures in met[:RIVALS]
        ),
    )
