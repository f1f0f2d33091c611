"""The result of each deal for each player: a fold of the table's events, for every client.

The server's statistics are sums over many deals; a curve or a histogram needs each deal for itself,
and the history of a table has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from carteado.engine.game import Event
from carteado.engine.table import DeckCommitted, SeatKeyed, Table, open_table
from carteado.engine.tables.ledger import Ledger, new_key
from carteado.protocol.received import folded
from carteado.scene.game_types import GameEvent

__all__ = ["Results"]

MOST = 2_000
"""Most deals of a player that are kept; the oldest go first."""


@dataclass(slots=True, kw_only=True)
class Results:
    """The results of the deals of one table so far.

    Attributes:
        seen: events taken in, the opening of the table included.
        deals: by the player's name: number of the deal, as players count it, and result, the oldest
            first. At a poker table a result is in chips, and at Buraco in points: the reader's pair
            less the other.
    """

    seen: int = 0
    deals: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    _table: Table | None = None
    _ledger: Ledger = field(default_factory=Ledger)
    _before: dict[str, int] = field(default_factory=dict)
    _played: set[str] = field(default_factory=set)

    def take(self, events: Iterable[Event]) -> None:
        """Take in the next events, in their order.

        Raises:
            EngineError: they cannot be folded.
        """
        event: GameEvent
        for event in events:
            if self._table is None:
                self._table = open_table(event)
            else:
                before, self._table = self._table, folded(self._table, event)
                self._note(before, event, self._table)
            self.seen += 1

    def of(self, name: str) -> tuple[tuple[int, int], ...]:
        """The deals of a player, the one that has just ended included."""
        found = list(self.deals.get(name, ()))
        table = self._table
        if table is not None and table.committed is not None and not _playing(table):
            # Between two deals the ledger is whole, though the next deal has not closed this one.
            self._ledger.look(table)
            self._ledger.count(table)
            deal = self._ledger.played
            found += [(deal, won) for called, won in self._won() if called == name]
        return tuple(found)

    def _note(self, before: Table, event: Event, after: Table) -> None:
        if getattr(before.state, "stacks", None) is not None:
            self._ledger.note(before, event)
            if isinstance(event, DeckCommitted):
                for name, won in self._won():
                    self._add(name, self._ledger.played, won)
                self._before, self._played = self._ledger.results(), set()
            elif isinstance(event, SeatKeyed) and (keys := new_key(before, event)):
                # The same player with another token.
                old, new = keys
                self._before[new] = self._before.get(new, 0) + self._before.pop(old, 0)
            # Between hands the cards of the last one still lie there.
            hands = after.state.hands if after.state.in_hand else ()
            for seat, hand in enumerate(hands):
                if hand and after.state.names[seat] is not None:
                    self._played.add(after.keys[seat] or after.state.names[seat])
        elif event.type == "deal_scored":
            self._score(before, event)

    def _won(self) -> list[tuple[str, int]]:
        """The wins of the players who were dealt in, since the deal before."""
        return [
            (account.name, account.result - self._before.get(key, 0))
            for key, account in self._ledger.accounts.items()
            if key in self._played
        ]

    def _score(self, before: Table, event: GameEvent) -> None:
        """A deal of two pairs: partners sit opposite each other."""
        totals: Mapping[int, int] = dict(enumerate(before.state.totals))
        won = [after - totals[team] for team, after in enumerate(event.totals)]
        for seat, name in enumerate(before.state.names):
            if name is not None:
                self._add(name, event.deal, won[seat % 2] - won[1 - seat % 2])

    def _add(self, name: str, deal: int, won: int) -> None:
        kept = self.deals.setdefault(name, [])
        kept.append((deal, won))
        del kept[:-MOST]


def _playing(table: Table) -> bool:
    return bool(getattr(table.state, "in_hand", False))
