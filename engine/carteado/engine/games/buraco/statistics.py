"""The statistics of Buraco: see `tables/statistics.py`.

A deal counts once it is scored. Points and canastas count for the pair; going out, mortos and taken
piles count for the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.game import Event
from carteado.engine.games.buraco import events as ev
from carteado.engine.games.buraco.state import SEATS, team_of
from carteado.engine.table import Table
from carteado.engine.tables.figures import Figure, Section, Tally, mean, percentage
from carteado.engine.tables.statistics import Book, player_key

__all__ = ["CANASTAS", "Statistics", "sections"]

CANASTAS = {
    "clean": "clean canastas",
    "dirty": "dirty canastas",
    "semi_clean": "semi-clean canastas",
    "half_real": "half-royal canastas",
    "real": "royal canastas",
}
"""The kinds of canastas of a score sheet, and their titles."""

RIVALS = 20
"""Other players of a list."""


class Statistics:
    """Counts the deals of one table.

    Args:
        book: where it is written.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._done: Counter[tuple[int, str]] = Counter()
        self._turn: int | None = None
        self._players: dict[int, str] = {}

    def note(self, before: Table, event: Event, after: Table) -> None:
        """Take in an event of the log.

        Args:
            before: the table before it.
            event: what happened.
            after: the table after it.
        """
        noting = _NOTES.get(type(event))
        if noting is not None:
            noting(self, before, event)

    def _start(self, before: Table, event: ev.DealStarted) -> None:
        self._done.clear()

    def _turned(self, before: Table, event: ev.TurnStarted) -> None:
        self._turn = event.seat

    def _pile(self, before: Table, event: ev.PileTaken) -> None:
        self._done[event.seat, "piles"] += 1

    def _morto(self, before: Table, event: ev.MortoTaken) -> None:
        self._done[event.seat, "mortos"] += 1

    def _scored(self, before: Table, event: ev.DealScored) -> None:
        points = [sheet.total for sheet in event.sheets]
        # Read at the end of the deal: a player who took over a seat gets its result.
        self._players = {seat: player_key(before, seat) for seat in range(SEATS)}
        for seat, key in self._players.items():
            tally, team = self._book.tallies[key], team_of(seat)
            # The event names the pair; the player who went out is the one whose turn it was.
            out = event.out == team and self._turn == seat
            tally.counts["deals"] += 1
            tally.counts["points"] += points[team]
            # A tie is won by nobody.
            tally.counts["deals_won"] += points[team] > points[1 - team]
            tally.counts["out"] += out
            tally.counts["pair_out"] += event.out == team
            for what in ("piles", "mortos"):
                tally.counts[what] += self._done[seat, what]
            # Counts come from the score sheet, so statistics cannot disagree with the score.
            for line in event.sheets[team].lines:
                if line.name in CANASTAS:
                    tally.counts[line.name] += line.count
            tally.sample("points", points[team])
            self._meet(seat, tally, points)
        self._done.clear()

    def _meet(self, seat: int, tally: Tally, points: list[int]) -> None:
        team = team_of(seat)
        for other, key in self._players.items():
            # Bots of one kind share a key and would otherwise meet themselves.
            if key == self._players[seat]:
                continue
            met = tally.against[key]
            if team_of(other) == team:
                met["together"] += 1
                met["together points"] += points[team]
            else:
                met["against"] += 1
                # Points ahead rather than own points: against a rival only the difference
                # matters.
                met["against points"] += points[team] - points[1 - team]

    def _won(self, before: Table, event: ev.MatchWon) -> None:
        for seat, key in self._players.items():
            counts = self._book.tallies[key].counts
            counts["matches"] += 1
            counts["matches_won"] += team_of(seat) == event.team
        self._players = {}


_NOTES: Mapping[type, Callable[[Statistics, Table, Any], None]] = {
    ev.DealStarted: Statistics._start,
    ev.TurnStarted: Statistics._turned,
    ev.PileTaken: Statistics._pile,
    ev.MortoTaken: Statistics._morto,
    ev.DealScored: Statistics._scored,
    ev.MatchWon: Statistics._won,
}


def sections(tally: Tally, own: bool, name_of: Callable[[str], str]) -> tuple[Section, ...]:
    """A player's figures; everybody sees all of them.

    Args:
        tally: of the player.
        own: whether the player asks.
        name_of: the name of another player, by key.
    """
    counts = tally.counts
    deals = counts["deals"]

    def counted(name: str, title: str) -> Figure:
        return Figure(name=name, title=title, kind="count", of=deals, count=counts[name])

    results = [
        counted("deals", "deals"),
        mean("points", "points of the pair per deal", tally, "points"),
        percentage("deals_won", "deals won", counts["deals_won"], deals),
    ]
    if counts["matches"]:
        won = counts["matches_won"]
        results.append(percentage("matches", "matches won", won, counts["matches"]))
    canastas = [
        counted(name, f"{title} of the pair")
        for name, title in CANASTAS.items()
        # The rare kinds depend on house rules, so they are shown only where they occur.
        if counts[name] or name in ("clean", "dirty")
    ]
    play = (
        percentage("out", "batidas (went out)", counts["out"], deals),
        percentage("pair_out", "batidas of the pair", counts["pair_out"], deals),
        counted("mortos", "mortos taken"),
        counted("piles", "piles picked up"),
    )
    return (
        Section(name="results", title="Results", figures=tuple(results)),
        Section(name="play", title="Play", figures=(*canastas, *play)),
        _met(tally, name_of, "together", "With partners (points of the pair)"),
        _met(tally, name_of, "against", "Against others (points ahead)"),
    )


def _met(tally: Tally, name_of: Callable[[str], str], how: str, title: str) -> Section:
    met = [(key, figures) for key, figures in tally.against.items() if figures[how]]
    # Most deals first, because few deals say little.
    met.sort(key=lambda item: (-item[1][how], name_of(item[0])))
    return Section(
        name=how,
        title=f"{title}, of deals",
        figures=tuple(
            Figure(
                name=name_of(key),
                title=name_of(key),
                kind="amount",
                of=int(figures[how]),
                count=int(figures[f"{how} points"]),
            )
            for key, figures in met[:RIVALS]
        ),
    )
