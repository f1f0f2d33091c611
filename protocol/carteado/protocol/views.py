"""Views: a table as plain data that a client can show without folding events.

A view is `engine.table.snapshot` of a redacted table, with parts that otherwise need the game's
code: `turn`, the acting seat; `show`, the table in lines of English; `may`, the actions of a seat
that is not asked, such as showing its cards; and in some games `made`, the value of the visible
cards, such as a poker hand or the points of a run. Members without a value are left out, because in
a merge patch (RFC 7396) ``null`` removes a member; inside lists ``null`` stays what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.engine.game import Making
from carteado.engine.plain import to_plain
from carteado.engine.table import Table, snapshot

__all__ = ["merged", "patch_of", "view_of"]


def view_of(table: Table, seat: int | None = None) -> dict[str, Any]:
    """The view of a table.

    Args:
        table: as its observer may see it.
        seat: the observer's, None for the rail.
    """
    # None would delete a member in a merge patch, so members without a value are left out.
    view = {name: _bare(value) for name, value in snapshot(table).items() if value is not None}
    turn = table.game.turn(table.state)
    if turn is not None:
        view["turn"] = turn
    # The acting seat gets its legal actions in the prompt.
    if seat is not None and seat != turn:
        view["may"] = _offered(table.game.legal(table.state, seat))
    view["show"] = list(table.game.show(table.state))
    if isinstance(table.game, Making):
        view["made"] = _bare(table.game.made(table.state))
    return view


def _offered(legal: Any) -> dict[str, Any]:
    """The offers of a legal type as plain data, without those that are off."""
    return {name: value for name, value in to_plain(legal).items() if value}


def patch_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The merge patch that turns one view into another; empty where they are equal."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, value in after.items():
        if name not in before:
            patch[name] = value
            continue
        known = before[name]
        # Identity first: consecutive views share most of their parts.
        if known is value or known == value:
            continue
        # Lists are replaced whole: RFC 7396 has no patch for them.
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            patch[name] = patch_of(known, value)
        else:
            patch[name] = value
    return patch


def merged(target: Any, patch: Any) -> Any:
    """A view after a merge patch, by RFC 7396; the arguments stay unchanged."""
    if not isinstance(patch, Mapping):
        return patch
    # A target that is not a map counts as empty (RFC 7396, section 2).
    found = dict(target) if isinstance(target, Mapping) else {}
    for name, value in patch.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value)
    return found


def _bare(value: Any) -> Any:
    """Plain data without members that have no value."""
    if isinstance(value, Mapping):
        return {name: _bare(item) for name, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_bare(item) for item in value]
    return value
