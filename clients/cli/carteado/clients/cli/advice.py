"""Advice at a table: odds that the client computes from its own view, where the table allows it.

The table's option ``advice`` decides, and every seat sees it. A game has an adviser here, or none;
the computation imports what it needs when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.client import InputError
from carteado.engine.errors import CardError
from carteado.engine.table import Table, observer_of, redact_table

__all__ = ["advice_for"]


def advice_for(table: Table, seat: int | None) -> list[str]:
    """Advice to a seat about its position, in lines.

    Args:
        table: as the seat sees it.
        seat: the asking seat, None for the rail.

    Raises:
        InputError: advice is off at the table, nobody sits there, there is nothing to tell, or the
            odds failed.
    """
    if table.settings.advice == "off":
        raise InputError("advice is off at this table; rules shows what was agreed")
    if seat is None:
        raise InputError("advice is for those who sit at the table")
    adviser = _ADVISERS.get(table.game.id)
    if adviser is None:
        raise InputError(f"there is no advice for {table.game.id}")
    # Redacted again, so that the odds rest on what the seat sees, whatever table the caller has.
    view = redact_table(table, observer_of(table, seat)).state
    try:
        return adviser(view, seat)
    except InputError:
        raise
    except CardError as error:
        raise InputError(str(error)) from None
    except Exception as error:  # the game goes on, whatever the odds stumble over
        fault = f"{type(error).__name__}: {error}"
        raise InputError(f"the odds failed here, which is a bug to report: {fault:.200}") from error


def _buraco(view: Any, seat: int) -> list[str]:
    from carteado.clients.cli.buraco_telling import advice_lines, advice_of

    return advice_lines(advice_of(view, seat))


def _holdem(view: Any, seat: int) -> list[str]:
    from carteado.clients.cli.odds import view_lines

    return view_lines(view, seat)


_ADVISERS: Mapping[str, Callable[[Any, int], list[str]]] = {"buraco": _buraco, "holdem": _holdem}
