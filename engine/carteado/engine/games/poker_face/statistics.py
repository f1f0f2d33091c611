"""The statistics of Poker Face: see `tables/statistics.py`.

Players of a match are names that the bookkeeper entered, so they are known by these names. A
corrected round counts with its last verdict; an invalid round does not count.
"""

from __future__ import annotations

from collections.abc import Callable

from carteado.engine.game import Event
from carteado.engine.games.poker_face.events import RoundCorrected, RoundJudged
from carteado.engine.games.poker_face.hands import CODES
from carteado.engine.poker.statistics import head_to_head, note_rivals
from carteado.engine.table import Table
from carteado.engine.tables.figures import Figure, Section, Tally, mean, percentage
from carteado.engine.tables.statistics import Book

__all__ = ["Statistics", "sections"]


class Statistics:
    """Counts the rounds of one table.

    Args:
        book: where it is written.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._settled: dict[str, Tally] = {}
        self._rounds: dict[int, dict[str, Tally]] = {}

    def note(self, before: Table, event: Event, after: Table) -> None:
        """Take in an event of the log.

        Args:
            before: the table before it.
            event: what happened.
            after: the table after it.
        """
        if isinstance(event, RoundJudged):
            tallies = self._judge(before, event)
            self._rounds[event.number] = tallies
            _add(self._book.tallies, tallies)
            # Rounds beyond the history can no longer change, so they are merged for good.
            if len(self._rounds) > before.options.history:
                _add(self._settled, self._rounds.pop(min(self._rounds)))
        elif isinstance(event, RoundCorrected):
            # The rounds that are judged again follow as RoundJudged events and are counted then.
            self._rounds = {n: one for n, one in self._rounds.items() if n < event.number}
            # Recounted from parts, because a tally's best hand cannot be subtracted.
            self._book.tallies.clear()
            for tallies in (self._settled, *self._rounds.values()):
                _add(self._book.tallies, tallies)

    def _judge(self, before: Table, event: RoundJudged) -> dict[str, Tally]:
        """The tallies of one round, by player."""
        if event.problem:
            return {}
        state = before.state
        keys = {place: f"name {name}" for place, name in enumerate(state.players)}
        self._book.names.update({keys[place]: name for place, name in enumerate(state.players)})
        net = {place: event.money[place] - state.money[place] for place in keys}
        tallies = {place: Tally() for place in keys}
        for place, tally in tallies.items():
            tally.counts["rounds"] += 1
            tally.counts["played"] += place in event.players
            tally.counts["won"] += place in event.winners
            tally.counts["money"] += net[place]
            tally.sample("money", net[place])
            if place in event.winners:
                rank = len(CODES) - list(CODES).index(event.code)  # the strongest stand first
                tally.best = (rank, CODES[event.code])
        note_rivals(tallies, keys, net)
        return {keys[place]: tally for place, tally in tallies.items()}


def _add(total: dict[str, Tally], tallies: dict[str, Tally]) -> None:
    for key, tally in tallies.items():
        total.setdefault(key, Tally()).add(tally)


def sections(tally: Tally, own: bool, name_of: Callable[[str], str]) -> tuple[Section, ...]:
    """A player's figures; everybody sees all of them.

    Args:
        tally: of the player.
        own: whether the player asks.
        name_of: the name of another player, by key.
    """
    counts = tally.counts
    rounds = counts["rounds"]
    figures = [
        Figure(name="rounds", title="rounds", kind="count", of=rounds, count=rounds),
        percentage("played", "rounds played", counts["played"], rounds),
        percentage("win_rate", "rounds won", counts["won"], counts["played"]),
        Figure(name="money", title="money won", kind="amount", of=rounds, count=counts["money"]),
        mean("money_100", "money won per 100 rounds", tally, "money", 100),
    ]
    if tally.best is not None:
        figures.append(
            Figure(
                name="best",
                title="best winning hand",
                kind="word",
                of=counts["won"],
                word=tally.best[1],
            )
        )
    return (
        Section(name="results", title="Results", figures=tuple(figures)),
        head_to_head(tally, name_of, "money"),
    )
