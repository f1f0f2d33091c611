"""Statistics of a table as plain data, stored beside its log and continued later.

A fold of the whole log gives the same result. The data hold only names that occur in the log
itself: those of bots, and of players whom a bookkeeper entered.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from carteado.engine.naming import NameOf, nameless, with_names
from carteado.engine.registry import extra_of, game_of
from carteado.engine.table import restore, snapshot
from carteado.engine.tables.figures import Tally
from carteado.engine.tables.statistics import Book, Equity, TableStatistics

__all__ = ["kept", "recalled"]

_LOGGED = ("bot ", "name ")
"""Beginnings of the keys of players whose names stand in the log."""


def kept(statistics: TableStatistics) -> dict[str, Any]:
    """Plain data of the statistics of a table, for `recalled`.

    Raises:
        TypeError: the game's own counts hold a value that cannot be stored.
    """
    book, table = statistics.book, statistics.table
    assert table is not None, "the log has an event"
    return {
        "game": table.game.id,
        "seq": statistics.seq,
        "names": {key: name for key, name in book.names.items() if key.startswith(_LOGGED)},
        # Ids only: a player who was forgotten must not live on here by name.
        "players": [key for key in book.names if not key.startswith(_LOGGED)],
        "bots": sorted(book.bots),
        "tallies": _plain(dict(book.tallies)),
        "rest": [
            nameless(snapshot(table)),
            {name: _plain(value) for name, value in _counting(statistics.own, book).items()},
        ],
    }


def recalled(data: Mapping[str, Any], equity: Equity | None, name_of: NameOf) -> TableStatistics:
    """The statistics that `kept` described; the table is restored only when they continue.

    Args:
        data: what `kept` gave.
        equity: as of `TableStatistics`.
        name_of: what the player of an id is called.

    Raises:
        ValueError, TypeError, LookupError: the data does not describe statistics.
    """
    game = game_of(data["game"])
    module = extra_of(game, "statistics")
    kinds = _kinds(module)
    names = {key: name_of(key) for key in data["players"]} | dict(data["names"])
    book = Book(equity=equity, names=names, bots=set(data["bots"]))
    book.tallies.update(_value(data["tallies"], kinds))

    # Deferred: totals need only the tallies, and restoring a table costs far more.
    def rest() -> tuple[Any, Any]:
        plain, counting = data["rest"]
        own = module.Statistics(book) if module is not None else None
        for name, value in counting.items():
            # `vars` gave these by attribute, all but the book, which is the one made here.
            setattr(own, name, _value(value, kinds))
        return with_names(restore(plain), name_of), own

    return TableStatistics.going_on(book, game.id, data["seq"], rest)


def _counting(own: Any, book: Book) -> dict[str, Any]:
    """The fields that a game's own counting remembers between two events."""
    if own is None:
        return {}
    # The book is stored once, as tallies; a second copy would diverge from it.
    return {name: value for name, value in vars(own).items() if value is not book}


def _kinds(module: Any) -> Mapping[str, type]:
    """The classes whose instances may be stored, by name."""
    if module is None:
        return {}
    # A closed set: stored data must not be able to name an arbitrary class.
    return {
        kind.__name__: kind
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
    }


def _plain(value: Any) -> Any:
    """A value as plain data: a list that begins with its kind, or an atom."""
    kind = type(value)
    # Larger numbers lose digits in JSON readers that use floats.
    if value is None or kind in (bool, str) or (kind is int and abs(value) < 1 << 53):
        return value
    if kind is int:
        return ["int", str(value)]
    if kind is Fraction:
        return ["fraction", str(value.numerator), str(value.denominator)]
    if kind in (tuple, list):
        return [kind.__name__, *map(_plain, value)]
    if kind is set:
        # Sorted, so that equal statistics give equal bytes.
        return ["set", *map(_plain, sorted(value))]
    if kind in (dict, Counter):
        return [kind.__name__, *[[_plain(key), _plain(item)] for key, item in value.items()]]
    if kind is Tally:
        sums, against = dict(value.sums), {key: dict(met) for key, met in value.against.items()}
        items = (value.counts, sums, value.own, value.best, value.own_best, against)
        return ["Tally", *map(_plain, items)]
    # By field order, so a stored value breaks loudly when a class gains or loses a field.
    if is_dataclass(kind):
        return [kind.__name__, *[_plain(getattr(value, one.name)) for one in fields(kind)]]
    raise TypeError(f"{kind.__name__} cannot be kept")


def _value(data: Any, kinds: Mapping[str, type]) -> Any:
    """The value that plain data describes."""
    if type(data) not in (list, tuple):
        return data
    kind, *items = data
    if kind == "int":
        return int(items[0])
    if kind == "fraction":
        return Fraction(int(items[0]), int(items[1]))
    if kind in ("dict", "Counter"):
        pairs = {_value(key, kinds): _value(item, kinds) for key, item in items}
        return pairs if kind == "dict" else Counter(pairs)
    values = [_value(item, kinds) for item in items]
    if kind in ("tuple", "list", "set"):
        made: Any = {"tuple": tuple, "list": list, "set": set}[kind](values)
        return made
    if kind == "Tally":
        counts, sums, own, best, own_best, against = values
        # defaultdict fields are refilled, not replaced: plain dicts would raise KeyError on new
        # keys.
        tally = Tally(counts=counts, own=own, best=best, own_best=own_best)
        tally.sums.update(sums)
        for key, met in against.items():
            tally.against[key] = defaultdict(Fraction, met)
        return tally
    cls = kinds[kind]
    return cls(**{one.name: item for one, item in zip(fields(cls), values, strict=True)})
