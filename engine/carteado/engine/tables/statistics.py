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

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from carteado.engine.game import Event, Game, SeatTaken
from carteado.engine.poker.runout import Runout
from carteado.engine.registry import extra_of, game_of
from carteado.engine.table import Table, TableOpened, evolve, open_table

__all__ = [
    "Book",
    "Equity",
    "Figure",
    "PlayerStatistics",
    "Section",
    "TableStatistics",
    "Tally",
    "Totals",
    "figure_text",
    "has_statistics",
    "mean",
    "percentage",
    "player_key",
    "players_of",
    "ratio",
    "sections_of",
    "unique_names",
]

Kind = Literal["count", "rate", "ratio", "mean", "amount", "word"]

Equity = Callable[[Runout], Sequence[Mapping[int, Fraction]]]
"""The part of each pot that each seat wins on average once all hands lie open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure of a player, with the size of its sample.

    Attributes:
        name: stable, for programs.
        title: for people.
        kind: ``count`` and ``amount`` (chips or points) are whole; a ``rate`` is a part of `of`, a
            ``ratio`` of two counts; a ``mean`` has a standard error; a ``word`` has a text.
        of: size of the sample.
        count: what was counted, or an amount.
        milli: the value in thousandths; None where the sample is too small for one.
        error: the standard error of a mean in thousandths, None where there is none.
        word: the text of a ``word``.
    """

    name: str
    title: str
    kind: Kind
    of: int
    count: int = 0
    # Thousandths instead of floats: views and messages carry integers only.
    milli: int | None = None
    error: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Figures that belong together, under a heading."""

    name: str
    title: str
    figures: tuple[Figure, ...]


@dataclass(slots=True)
class Tally:
    """The counts of one player in one game; two of them can be added.

    Attributes:
        counts: what everybody could see, by name.
        sums: exact sums of fractions, likewise.
        own: counts of facts that only the player saw.
        best: the rank and words of the best hand that everybody saw, None for none.
        own_best: the same of all hands that the player saw.
        against: counts and sums for each other player, by key.
    """

    counts: Counter[str] = field(default_factory=Counter)
    sums: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    own: Counter[str] = field(default_factory=Counter)
    best: tuple[int, str] | None = None
    own_best: tuple[int, str] | None = None
    against: defaultdict[str, defaultdict[str, Fraction]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Fraction))
    )

    def add(self, other: Tally, rename: Callable[[str], str] = lambda key: key) -> None:
        """Add another tally of the same player.

        Args:
            other: the other one.
            rename: the key under which another player is known.
        """
        self.counts.update(other.counts)
        self.own.update(other.own)
        for name, amount in other.sums.items():
            self.sums[name] += amount
        # Ranks begin at 1, so (0, "") is below every hand.
        self.best = max(self.best or (0, ""), other.best or (0, "")) if other.best else self.best
        if other.own_best:
            self.own_best = max(self.own_best or (0, ""), other.own_best)
        for key, figures in other.against.items():
            for name, amount in figures.items():
                self.against[rename(key)][name] += amount

    def see(self, rank: int, words: str, *, shown: bool) -> None:
        """Count a hand of the player."""
        if shown:
            self.best = max(self.best or (0, ""), (rank, words))
        else:
            self.own_best = max(self.own_best or (0, ""), (rank, words))

    def sample(self, name: str, value: Fraction | int) -> None:
        """Add one value to a mean (`mean`)."""
        # Number, sum and sum of squares suffice for mean and error, and they can be added up.
        self.counts[f"{name}/n"] += 1
        self.sums[name] += value
        self.sums[f"{name}/squares"] += Fraction(value) * value


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


def percentage(name: str, title: str, count: int, of: int) -> Figure:
    """A part of a sample."""
    return Figure(name=name, title=title, kind="rate", of=of, count=count, milli=_part(count, of))


def ratio(name: str, title: str, count: int, of: int) -> Figure:
    """Two counts, the first divided by the second."""
    return Figure(name=name, title=title, kind="ratio", of=of, count=count, milli=_part(count, of))


def mean(name: str, title: str, tally: Tally, key: str, times: int = 1) -> Figure:
    """The mean of what `Tally.sample` took in, with its standard error.

    Args:
        name: of the figure.
        title: of the figure.
        tally: of the player.
        key: as given to `Tally.sample`.
        times: factor for the mean, such as 100 for a hundred hands.
    """
    count, total = tally.counts[f"{key}/n"], tally.sums.get(key, Fraction())
    error = None
    if count > 1:
        # Sums are exact fractions, so this difference loses no digits.
        spread = tally.sums[f"{key}/squares"] - total * total / count
        # The variance of the mean, s^2 / n, in squared thousandths.
        variance = spread / (count - 1) / count * (1000 * times) ** 2
        # isqrt rounds down: twice the root, plus one, halved, is the root rounded to the nearest.
        error = math.isqrt(round(4 * variance)) + 1 >> 1  # the nearest whole number
    value = round(1000 * times * total / count) if count else None
    return Figure(name=name, title=title, kind="mean", of=count, milli=value, error=error)


def _part(count: int, of: int) -> int | None:
    # Exact division before rounding, so every platform shows the same figure.
    return round(Fraction(1000 * count, of)) if of else None


def figure_text(figure: Figure) -> str:
    """A figure's value and sample in words, such as ``24.3 % (of 37)``."""
    sample = f"(of {figure.of:,})"
    if figure.kind == "count":
        return f"{figure.count:,}"
    if figure.kind == "word":
        return f"{figure.word} {sample}"
    if figure.kind == "amount":
        return f"{figure.count:+,} {sample}"
    if figure.milli is None:
        return f"- {sample}"
    if figure.kind == "rate":
        return f"{figure.milli / 10:.1f} % ({figure.count:,} of {figure.of:,})"
    if figure.kind == "ratio":
        return f"{figure.milli / 1000:.2f} ({figure.count:,} to {figure.of:,})"
    error = f" ± {figure.error / 1000:.1f}" if figure.error is not None else ""
    return f"{figure.milli / 1000:+.1f}{error} {sample}"
