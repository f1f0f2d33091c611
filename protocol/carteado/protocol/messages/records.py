"""Questions about what was played: history, proofs, ledger and statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from carteado.protocol.messages.fields import LARGEST, CommandId, Seq, TableId, Title, Word

__all__ = ["Advice", "Evening", "History", "Ledger", "Proofs", "Statistics"]


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Reads a table's log from any place, as the client's seat or the rail may see it.

    `Ok.result` is ``{"first": n, "events": [...], "more": bool}``, with ``views`` where they are
    asked for. `deal` and `views` go to servers with the capability ``films``.

    Attributes:
        after: the events after this one.
        limit: maximum number; a server may send fewer at once and then sets ``more``.
        deal: only events of this deal, from its deck on.
        views: whether to give the table after each of the events: the first view is complete, each
            further one a merge patch against the one before.
    """

    id: CommandId
    table: TableId
    after: Seq = 0
    # One answer is one message, so its size is bounded.
    limit: Annotated[int, Field(ge=1, le=1000)] = 500
    deal: Annotated[int, Field(ge=1, le=LARGEST)] | None = None
    views: bool = False
    type: Literal["history"] = "history"


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """Asks the coach about the player's own decision, at a table whose setting `advice` allows it.

    `Ok.result` is counted from the view of the player's own seat alone. Its form is the game's: in
    Hold'em that of `odds.advice.HandAdvice`, in Buraco that of `odds.buraco.advice.PairAdvice`;
    fractions are whole millionths. For servers with the capability ``advice``.
    """

    id: CommandId
    table: TableId
    type: Literal["advice"] = "advice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proofs:
    """Asks for the openings of the cards that the client has seen in a deal."""

    id: CommandId
    table: TableId
    deal: Annotated[int, Field(ge=1, le=LARGEST)]
    type: Literal["proofs"] = "proofs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Asks for the chips that each player brought to a table, open or closed, and won there.

    `Ok.result` is ``{"table": id, "title": text, "players": [...], "payments": [...], "points":
    [...]}``. Each player has ``name``, ``buy_ins``, ``top_ups``, ``corrections``, ``cash_outs``,
    ``in_play`` and ``result``. Each payment has ``payer``, ``payee`` and ``amount``, with names.
    For servers with the capability ``ledger``.

    Attributes:
        points: whether to give the results and the chips in play after each deal, at most 500 of
            them: ``{"deal": n, "played": n, "results": [...], "stacks": [...]}``, in the order of
            the players. ``played`` counts hands, and ``deal`` also decks that draw for the button.
    """

    id: CommandId
    table: TableId
    points: bool = False
    type: Literal["ledger"] = "ledger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Asks for the chips that each player brought and won at all tables of an evening.

    `Ok.result` is ``{"since_ms": n, "tables": [...], "players": [...], "payments": [...], "more":
    bool, "unread": n}``, the players and payments as in `Ledger`, added up over the tables. Chips
    in play when the evening began count as brought. With ``more`` there were more players than an
    answer holds, and payments are left out; ``unread`` counts tables that this server cannot read.
    For servers with the capability ``evening``.

    Attributes:
        since_ms: when the evening began, milliseconds since 1970; the last 12 hours when absent.
    """

    id: CommandId
    since_ms: Seq | None = None
    type: Literal["evening"] = "evening"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Asks for the statistics of players, counted from the logs of all tables, closed ones too.

    `Ok.result` is ``{"players": [...], "first": n, "total": n, "more": bool, "unread": n}``. Each
    player at each game has ``game``, ``name``, ``bot``, ``own`` and ``sections``; a section has
    ``name``, ``title`` and ``figures``; a figure is a `tables.figures.Figure`. Figures of others
    (``own`` false) follow from what everybody at their tables saw. ``unread`` counts tables whose
    logs this server cannot read. For servers with the capability ``statistics``.

    Attributes:
        player: only the player of that name, in upper or lower case.
        own: only the player who asks.
        game: only that game.
        table: only that table.
        after: number of players to leave out.
        limit: maximum number; a server may send fewer at once and then sets ``more``.
    """

    id: CommandId
    player: Title | None = None
    own: bool = False
    game: Word | None = None
    table: TableId | None = None
    after: Seq = 0
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    type: Literal["statistics"] = "statistics"
