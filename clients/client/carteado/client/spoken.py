"""Lines that people type, read by the one grammar (`protocol.grammar`), whatever they type into.

A client says what it knows (`context_of`), reads a line (`read`), and carries out the command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from carteado.client.errors import InputError
from carteado.client.lobby import table_named
from carteado.engine.table import Table
from carteado.protocol import messages as wire
from carteado.protocol.amounts import amounts_of
from carteado.protocol.choices import choices_line, choices_of
from carteado.protocol.errors import LineError
from carteado.protocol.grammar import parse_line
from carteado.protocol.phrases import PHRASES, REACTIONS
from carteado.protocol.session_events import Prompted
from carteado.protocol.speech import Command, Context, Local, UnknownWord

__all__ = ["Tables", "chips_in_play", "context_of", "read", "told_off"]

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Tables:
    """The tables that a line may name.

    Args:
        listed: the tables of the server.
        numbered: the list whose numbers the reader has seen, where there is one.
    """

    def __init__(
        self, listed: Sequence[wire.TableInfo], numbered: Sequence[wire.TableInfo] = ()
    ) -> None:
        self.listed = listed
        self._numbered = numbered

    def id_of(self, text: str) -> str:
        """The id of the table with that id, title or number in the list, or a part of them.

        Raises:
            LineError: there is none, or there are several, and it is not written like an id.
        """
        whole = [one for one in self.listed if text in (one.table, one.title)]
        if not whole and text.isdecimal() and 0 < int(text[:4]) <= len(self._numbered):
            return self._numbered[int(text[:4]) - 1].table
        try:
            return table_named(text, self.listed).table
        except InputError as error:
            part = text.casefold()
            if _ID.fullmatch(text) and not any(
                part in one.title.casefold() or one.table.startswith(text) for one in self.listed
            ):
                return text  # the server may know it: a table that is closed, or starts
            raise LineError(str(error), 0) from None

    @property
    def titles(self) -> list[str]:
        """What people call the tables."""
        return [one.title or one.table for one in self.listed]


def context_of(
    at: str | None,
    table: Table | None = None,
    prompt: Prompted | None = None,
    welcome: wire.Welcome | None = None,
    tables: Tables | None = None,
) -> Context:
    """What a client knows when a line is typed.

    Args:
        at: id of the table at hand.
        table: that table; None in the lobby, or without the game's code.
        prompt: the decision to make.
        welcome: the greeting of the server.
        tables: that may be named.
    """
    legal = prompt.legal if prompt is not None else {}
    actions = tuple(table.game.actions) if table is not None else ()
    knocks = None
    if table is not None:
        controls = table.controls
        knocks = dict(zip(controls.knocks, controls.knock_names, strict=True))
    return Context(
        table=at,
        decision=prompt.decision if prompt is not None else 0,
        actions=actions,
        choices=choices_of(legal, actions),
        amounts=amounts_of(legal, table.state if table is not None else None),
        names=tuple(table.state.names) if table is not None else (),
        knocks=knocks,
        options=table.options if table is not None else None,
        settings=table.settings if table is not None else None,
        bots=tuple(welcome.bots) if welcome is not None else (),
        phrases=tuple(welcome.phrases or PHRASES) if welcome is not None else (),
        reactions=tuple(welcome.reactions or REACTIONS) if welcome is not None else (),
        capabilities=tuple(welcome.capabilities) if welcome is not None else None,
        table_id=tables.id_of if tables is not None else None,
    )


def read(line: str, context: Context) -> Command | Local | None:
    """What a person typed; None for nothing.

    Raises:
        InputError: it means nothing; the sentence says what would.
    """
    try:
        said = parse_line(line, context)
    except LineError as error:
        raise InputError(told_off(error, context)) from None
    if isinstance(said, Command) and said.cls in (wire.BindNonce, wire.Hello, wire.Nonce):
        raise InputError("the client greets and cuts by itself")
    return said


def told_off(error: LineError, context: Context) -> str:
    """What is wrong with a line, for a person, who sees the line and needs no position."""
    meant = error.suggestion
    if not isinstance(error, UnknownWord):
        return f"{error.message}; did you mean {meant!r}?" if meant else error.message
    if context.choices:
        hint = f"Did you mean {meant}? " if meant else ""
        return f"{error.message}. {hint}Type one of: {choices_line(context.choices)}"
    if meant:
        return f"{error.message}; did you mean {meant!r}? Type ? for help"
    return f"{error.message}; type ? for help"


def chips_in_play(table: Table | None, seat: int | None) -> int:
    """Chips of a seat that would be left behind; 0 where the game is over or has none."""
    if table is None or seat is None or table.game.over(table.state):
        return 0
    stacks = getattr(table.state, "stacks", ())
    return int(stacks[seat]) if seat < len(stacks) else 0
