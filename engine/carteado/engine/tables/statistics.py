"""Statistics of players, counted from the logs: the same log always gives the same figures.

A game counts its own figures in a module that its extra ``statistics`` names (`registry.extra_of`):

- ``Statistics(book)``, whose ``note(before, event, after)`` takes in each event of one table and
  adds to the tallies of the `Book`;
- ``sections(tally, own, name_of)``, which turns the tally of one player into titled figures.

A game without the module has no statistics. A player's counts have two parts: facts that everybody
at the table could see, and facts that only the player saw (`Tally.own`), such as the cards of a
folded hand. Others see the first part only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from carteado.engine.game import Event, Game, SeatTaken
from carteado.engine.poker.runout import Runout
from carteado.engine.registry import extra_of, game_of
from carteado.engine.table import Table, TableOpened, evolve, open_table
from carteado.engine.tables.figures import Section, Tally

__all__ = [
    "Book",
    "Equity",
    "PlayerStatistics",
    "TableStatistics",
    "Totals",
    "has_statistics",
    "player_key",
    "players_of",
    "sections_of",
    "unique_names",
]

Equity = Callable[[Runout], Sequence[Mapping[int, Fraction]]]
"""The part of each pot that each seat wins on average once all hands lie open."""


@dataclass(slots=True)
class Book:
    """The tallies of one table, by the key of the player.

    Attributes:
        equity: counts shares of pots, None if not available.
        tallies: by player.
        names: the last name of each of them.
        bots: those of them that are bots.
    """

    equity: Equity | None = None
    tallies: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    names: dict[str, str] = field(default_factory=dict)
    bots: set[str] = field(default_factory=set)


def player_key(table: Table, seat: int) -> str:
    """The key of the player on a seat; the name where the key is hidden or not known.

    The host's bots of one kind are one player, at all tables.
    """
    state = table.state
    # Every bot of a kind plays alike, so their hands form one large sample.
    if state.bots[seat] and table.labels[seat]:
        return f"bot {table.labels[seat]}"
    return table.keys[seat] or f"name {state.names[seat]}"


class TableStatistics:
    """The statistics of one table: a fold of its log.

    Args:
        equity: counts the shares of the hands at an all-in; without it there are no expected
            values.

    Attributes:
        book: what was counted so far.
        game: id of the game, None before the first event.
        seq: number of the last event.
    """

    def __init__(self, equity: Equity | None = None) -> None:
        self.book = Book(equity=equity)
        self.game: str | None = None
        self.seq = 0
        self._table: Table | None = None
        self._own: Any = None
        self._rest: Callable[[], tuple[Table, Any]] | None = None

    @classmethod
    def going_on(
        cls, book: Book, game: str, seq: int, rest: Callable[[], tuple[Table, Any]]
    ) -> TableStatistics:
        """Statistics that were counted before, up to an event.

        Args:
            book: what was counted.
            game: id of the game.
            seq: number of the event.
            rest: returns the table at that point and the state of the game's own counting; called
                when there is more to count.
        """
        found = cls()
        found.book, found.game, found.seq, found._rest = book, game, seq, rest
        return found

    def _wake(self) -> None:
        if self._rest is not None:
            # The callable is dropped at once: it keeps the stored data alive.
            (self._table, self._own), self._rest = self._rest(), None

    @property
    def table(self) -> Table | None:
        """The table as it stands, None before the first event."""
        self._wake()
        return self._table

    @property
    def own(self) -> Any:
        """The game's own counting, None for a game that has none."""
        self._wake()
        return self._own

    def note(self, event: Event) -> None:
        """Take in the next event of the log."""
        before = self.table
        self.seq += 1
        if before is None:
            assert isinstance(event, TableOpened), "a log begins with it"
            self._table = opened = open_table(event)
            self.game = opened.game.id
            module = extra_of(opened.game, "statistics")
            self._own = module.Statistics(self.book) if module is not None else None
            return
        # The game's counting gets both states: many figures depend on the one before the event.
        after = self._table = evolve(before, event)
        if type(event) is SeatTaken:
            # Afterwards, because the seat was still empty in `before`.
            key = player_key(after, event.seat)
            self.book.names[key] = event.name
            if event.bot:
                self.book.bots.add(key)
        if self._own is not None:
            self._own.note(before, event, after)


def has_statistics(game: Game[Any]) -> bool:
    """Whether a game counts figures."""
    return "statistics" in game.extras


def sections_of(
    game: Game[Any], tally: Tally, *, own: bool, name_of: Callable[[str], str]
) -> tuple[Section, ...]:
    """A player's figures at a game.

    Args:
        game: it has statistics (`has_statistics`).
        tally: of the player.
        own: whether the player asks about themselves and so sees more than others.
        name_of: the name of another player, by key.
    """
    module: Any = extra_of(game, "statistics")
    found: tuple[Section, ...] = module.sections(tally, own, name_of)
    return tuple(section for section in found if section.figures)


class Totals:
    """The sums of the statistics of several tables.

    Args:
        rename: the key under which a player is known, such as that of an account.

    Attributes:
        tallies: by the id of the game and the key of the player.
        names: what the player of a key was called last.
        bots: keys of bots.
    """

    def __init__(self, rename: Callable[[str], str] = lambda key: key) -> None:
        self._rename = rename
        self.tallies: defaultdict[str, defaultdict[str, Tally]] = defaultdict(
            lambda: defaultdict(Tally)
        )
        self.names: dict[str, str] = {}
        self.bots: set[str] = set()

    def add(self, table: TableStatistics) -> None:
        """Add a table; the names of the last one count."""
        if table.game is None:
            return
        rename, book = self._rename, table.book
        self.names.update({rename(key): name for key, name in book.names.items()})
        self.bots.update(map(rename, book.bots))
        for key, tally in book.tallies.items():
            self.tallies[table.game][rename(key)].add(tally, rename)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatistics:
    """The figures of one player at one game.

    Attributes:
        game: id of the game.
        name: of the player; with a number where another one at this game is called the same.
        bot: whether it is a bot.
        own: whether they take in what only the player saw.
        sections: the figures.
    """

    game: str
    name: str
    bot: bool
    own: bool
    sections: tuple[Section, ...]


def players_of(
    totals: Totals,
    *,
    is_own: Callable[[str], bool] = lambda key: False,
    name_of: Callable[[str], str | None] = lambda key: None,
) -> list[tuple[PlayerStatistics, Callable[[], PlayerStatistics]]]:
    """All players of some tables: by game, the most active players first.

    Args:
        totals: of the tables.
        is_own: whether the player of a key asks.
        name_of: the name of a key where it is not the one of the logs.

    Returns:
        For each the player without figures, and a function that computes the figures.
    """
    found = []
    for game, tallies in sorted(totals.tallies.items()):
        if not has_statistics(game_of(game)):
            continue
        # Unique per game: two players of one name would otherwise be one line in a list.
        names = unique_names({key: name_of(key) or totals.names.get(key, "?") for key in tallies})
        order = sorted(tallies, key=lambda key: (-_size(tallies[key]), names[key]))
        for key in order:
            about = PlayerStatistics(
                game=game, name=names[key], bot=key in totals.bots, own=is_own(key), sections=()
            )
            # Figures are computed on demand: a list shows many players, a page only one.
            found.append((about, _filled(about, tallies[key], names)))
    return found


def _filled(
    about: PlayerStatistics, tally: Tally, names: Mapping[str, str]
) -> Callable[[], PlayerStatistics]:
    def fill() -> PlayerStatistics:
        sections = sections_of(
            game_of(about.game), tally, own=about.own, name_of=lambda key: names.get(key, "?")
        )
        return replace(about, sections=sections)

    return fill


def _size(tally: Tally) -> int:
    """The number of hands, deals or rounds that a player played."""
    return max((tally.counts[name] for name in ("hands", "deals", "rounds")), default=0)


def unique_names(names: Mapping[str, str]) -> dict[str, str]:
    """Names by key, with a number after a name that another player has too."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for key, name in names.items():
        number, free = 2, name
        # A player may be called "Ana 2", so the numbered name is looked up as well.
        while free in taken:
            free, number = f"{name} {number}", number + 1
        found[key] = free
        taken.add(free)
    return found
