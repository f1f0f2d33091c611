"""Reads lines that people type in any client, by the shared grammar (`protocol.grammar`).

A client says what it knows (`context_of`), reads a line (`read`), and carries out the command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from carteado.client.errors import InputError
from carteado.client.lobby import table_named
from carteado.engine.sentences import Sentence, said
from carteado.engine.table import Table
from carteado.protocol import messages as wire
from carteado.protocol.amounts import amounts_of
from carteado.protocol.choices import choices_of, choices_said
from carteado.protocol.errors import LineError
from carteado.protocol.grammar import parse_line
from carteado.protocol.phrases import PHRASES, REACTIONS
from carteado.protocol.session_events import Prompted
from carteado.protocol.speech import Command, Context, Local, UnknownWord

__all__ = ["Tables", "check_connected", "chips_in_play", "context_of", "read"]

# The ids that a server gives; any other text can only be a title or a number.
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
        # A table called "2" goes before the second of the list: what is written in full is meant.
        whole = [one for one in self.listed if text in (one.table, one.title)]
        # Python refuses to convert a number of thousands of digits.
        number = int(text) if text.isdecimal() and len(text) < 10 else 0
        if not whole and 0 < number <= len(self._numbered):
            return self._numbered[number - 1].table
        try:
            return table_named(text, self.listed).table
        except InputError as error:
            # An unlisted id is passed on only if nothing listed resembles it, or the user made a
            # slip.
            part = text.casefold()
            if _ID.fullmatch(text) and not any(
                part in one.title.casefold() or one.table.startswith(text) for one in self.listed
            ):
                return text  # the server may know it: a table that is closed, or starts
            raise LineError(error.said, 0) from None

    @property
    def titles(self) -> list[str]:
        """The titles of the tables, or their ids."""
        return [one.title or one.table for one in self.listed]


def context_of(
    at: str | None,
    table: Table | None = None,
    prompt: Prompted | None = None,
    welcome: wire.Welcome | None = None,
    tables: Tables | None = None,
) -> Context:
    """A client's knowledge for reading a typed line.

    Args:
        at: id of the current table.
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
        # None means unknown, and refuses no command; an empty tuple would refuse all that need
        # one.
        capabilities=tuple(welcome.capabilities) if welcome is not None else None,
        table_id=tables.id_of if tables is not None else None,
    )


def read(line: str, context: Context) -> Command | Local | None:
    """The command that a person typed; None for an empty line.

    Raises:
        InputError: it means nothing; the sentence says what would.
    """
    try:
        command = parse_line(line, context)
    except LineError as error:
        raise InputError(_line_problem(error, context)) from None
    # These belong to the session: a person who sent one would break the handshake or a cut.
    if isinstance(command, Command) and command.cls in (wire.BindNonce, wire.Hello, wire.Nonce):
        raise InputError(said("the client greets and cuts by itself"))
    return command


def check_connected(command: Command, online: bool) -> None:
    """Refuse an action while the connection is lost: its decision is not known at that time.

    Args:
        command: the command that was read.
        online: whether the server knows the client now.

    Raises:
        InputError: it is such an action.
    """
    # An action that names its decision may wait: the server refuses it if that one has passed.
    if command.cls is wire.Act and command.fields.get("decision") == 0 and not online:
        raise InputError(
            said("the connection is lost, so nothing was sent; act when you are connected again")
        )


def _line_problem(error: LineError, context: Context) -> Sentence | str:
    """The problem of a line, for a person, who sees the line and needs no position."""
    what, meant = error.said, error.suggestion
    if not isinstance(error, UnknownWord):
        if not meant:
            return what
        return said("{what}; did you mean {meant}?", what=what, meant=repr(meant))
    # At a decision the next word is most likely an action, so name those that are legal.
    if context.choices:
        known = choices_said(context.choices)
        if not meant:
            return said("{what}. Type one of: {known}", what=what, known=known)
        return said(
            "{what}. Did you mean {meant}? Type one of: {known}",
            what=what,
            meant=meant,
            known=known,
        )
    if meant:
        return said("{what}; did you mean {meant}? Type ? for help", what=what, meant=repr(meant))
    return said("{what}; type ? for help", what=what)


def chips_in_play(table: Table | None, seat: int | None) -> int:
    """Chips of a seat that would be left behind; 0 where the game is over or has none."""
    if table is None or seat is None or table.game.over(table.state):
        return 0
    # Buraco has points and no chips, so its state lacks the field.
    stacks = getattr(table.state, "stacks", ())
    return int(stacks[seat]) if seat < len(stacks) else 0
