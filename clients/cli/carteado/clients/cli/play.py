"""``carteado play`` and ``carteado watch``."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.client import Client, InputError, KeptToken, Receipts, check_name, server_url
from carteado.client.address import login_name
from carteado.client.commandline import AsJson
from carteado.client.lobby import list_tables, table_named
from carteado.client.server_choice import choose_server, is_code, only_server, server_of_table
from carteado.client.terminal import is_terminal
from carteado.clients.cli.desk import Desk
from carteado.clients.cli.dialect import Dialect
from carteado.clients.cli.full_screen import full_screen
from carteado.clients.cli.own_settings import Cards, spoken_words
from carteado.clients.cli.saying import Sayings
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.typed import TypedLines
from carteado.clients.cli.views import Person
from carteado.protocol.messages import Watch

__all__ = ["play", "watch"]

_Names = Annotated[list[str] | None, Parameter(name="--name", negative=())]


def play(
    url: str | None = None,
    /,
    *,
    name: _Names = None,
    table: str | None = None,
    lines: bool = False,
    cards: Cards | None = None,
    plain: bool | None = None,
    as_json: AsJson = False,
    local_seats: Annotated[int, Parameter(validator=Number(gte=1, lte=10))] = 1,
) -> None:
    """Play in the terminal.

    For example: carteado play 192.168.1.7 --name Ana

    Args:
        url: The server: host, host:port or ws://host:port, the short code of a table, or the link
            of an invitation. Without it, this machine's server, or the one found on the network.
        name: Your name at the table; repeat it for each further person at this terminal.
        table: Join this table: its id, its title, or a part of either.
        lines: Print lines for people instead of the full-screen table, as for screen readers.
        cards: Print such lines, with the cards as letters (Kh, ??) or words (king of hearts, face
            down); carteado settings cards=words keeps the choice for --lines.
        plain: Use the line protocol for programs; the default in pipes and if TERM is dumb.
        as_json: Use JSON, one message per line, such as {"type":"list"}; {"type":"help"}
            lists the other types.
        local_seats: Number of people who share this terminal, 1 to 10.
    """
    names = _names(name or [], local_seats)
    # The protocol is the one of a single session.
    if len(names) > 1 and (plain or as_json):
        raise InputError("--local-seats cannot be combined with --plain or --json")
    plain = _meant(plain, lines, as_json, cards)
    speaks = as_json or (_is_piped() and len(names) == 1 if plain is None else plain)
    whole = not (speaks or local_seats > 1 or plain is False)
    # If no server or several answer, the player chooses in the menu of the full screen.
    chosen = only_server() if whole and url is None else choose_server(url)
    table = table or (chosen.table if chosen is not None else None)
    if whole and full_screen(None if chosen is None else chosen.url, name, table):
        return
    address = (chosen or choose_server(url)).url
    if speaks and plain is None and not as_json and sys.stdin.isatty() and sys.stderr.isatty():
        hint = "TERM is dumb, so this is the line protocol; --lines prints lines for people."
        print(hint, file=sys.stderr)
    if speaks:
        asyncio.run(_speak(address, names[0], table, as_json))
    else:
        asyncio.run(_sit(address, names, table, cards))


def watch(
    where: str,
    table: str | None = None,
    /,
    *,
    lines: bool = False,
    cards: Cards | None = None,
    plain: bool | None = None,
    as_json: AsJson = False,
) -> None:
    """Watch a table from the rail.

    For example: carteado watch 192.168.1.7 heads-up; carteado watch heads-up

    Args:
        where: The server: host, host:port or ws://host:port. If no TABLE follows: the table, on
            this machine's server or the one found on the network.
        table: Id or title of the table, or a part of either.
        lines: Print lines for people instead of the full-screen table, as for screen readers.
        cards: Print such lines, with the cards as letters (Kh, ??) or words (king of hearts, face
            down); carteado settings cards=words keeps the choice for --lines.
        plain: Use the line protocol for programs; the default if the output is not a terminal.
        as_json: Use JSON, one message per line.
    """
    if table is None:
        # An address alone: without this, it would be looked for as a table's title.
        if re.search(r"://|^\S+:\d+$|^[\d.]+$", where):
            raise InputError(
                f"watch needs a table after {where}: its id or title; `carteado tables {where}` "
                "lists them"
            )
        # A text that begins no id is a title.
        chosen = (server_of_table(where) if is_code(where) else None) or choose_server(None)
        address, table = chosen.url, chosen.table or where
    else:
        address = server_url(where)
    plain = _meant(plain, lines, as_json, cards)
    dialect = as_json or (not sys.stdout.isatty() if plain is None else plain)
    whole = plain is None and not (dialect or _is_piped())
    if whole and full_screen(address, None, table, watch=True):
        return
    asyncio.run(_watch(address, table, dialect, as_json, cards))


def _meant(plain: bool | None, lines: bool, as_json: bool, cards: Cards | None) -> bool | None:
    """Whether the line protocol was asked for, refused or not mentioned (None).

    Raises:
        InputError: two forms of output were asked for at once.
    """
    if (lines or cards) and (plain or as_json):
        wanted, other = "--lines" if lines else "--cards", "--json" if as_json else "--plain"
        raise InputError(f"{wanted} and {other} exclude each other")
    return False if lines or cards else plain


def _names(given: Sequence[str], count: int) -> list[str]:
    if len(given) > count > 1 or (len(given) > 1 and count == 1):
        raise InputError(
            f"{len(given)} names were given for {count} local seat{'s' if count > 1 else ''};"
            f" add --local-seats {len(given)}"
        )
    names = list(given) or [login_name()]
    first = names[0]
    while len(names) < count:
        # Cut, so that the number still fits into the 24 characters of a name.
        names.append(f"{first[:21]} {len(names) + 1}")
    if len(set(names)) < len(names):
        raise InputError("two people at this terminal have the same name; give each another --name")
    return [check_name(one) for one in names]


def _is_piped() -> bool:
    """Whether input or output is not a terminal that can show a table."""
    return not (sys.stdin.isatty() and is_terminal(sys.stdout))


async def _speak(url: str, name: str, table: str | None, as_json: bool) -> None:
    """Run the line protocol over standard input and output."""
    with KeptToken(url, name) as kept:
        client = Client(
            url,
            name=name,
            token=kept.read(),
            text=True,
            hear=True,
            receipts=Receipts.of_player(url),
        )
        async with client:
            dialect = Dialect(client, as_json=as_json, greeted=kept.keep, out=_print)
            found = table and table_named(table, await list_tables(client)).table
            await dialect.run(TypedLines(), table=found)


async def _sit(url: str, names: Sequence[str], table: str | None, cards: Cards | None) -> None:
    """Run the terminal for people."""
    async with contextlib.AsyncExitStack() as stack:
        people = []
        for name in names:
            kept = stack.enter_context(KeptToken(url, name))
            receipts = Receipts.of_player(url)
            client = Client(url, name=name, token=kept.read(), text=True, receipts=receipts)
            await stack.enter_async_context(client)
            people.append(Person(name=name, client=client, greeted=kept.keep))
        desk = Desk(people=people, screen=Screen.of_stdout(spoken_words(cards)))
        lines = TypedLines()
        sayings = Sayings(desk, lines)
        desk.screen.line(f"{url} - you are {' and '.join(names)}; ? for help")
        await _begin(desk, sayings, table)
        await desk.run(lines, sayings.say)


async def _begin(desk: Desk, sayings: Sayings, table: str | None) -> None:
    """Go to the requested table, to the seat already held, or to the lobby."""
    client = desk.people[0].client
    seats = client.welcome.seats
    if table is not None:
        table = table_named(table, await list_tables(client)).table
        seats = tuple(held for held in seats if held.table == table)
        if not all(_sits_at(table, person.client) for person in desk.people):
            await sayings.sit(table)
            return
    if seats:
        desk.screen.line(f"You are back in seat {seats[0].seat} of {seats[0].table}.")
        # The server lets a session watch the tables of its seats; no `watch` is needed.
        desk.table = seats[0].table
    else:
        await desk.list()


def _sits_at(table: str, client: Client) -> bool:
    return any(held.table == table for held in client.welcome.seats)


async def _watch(url: str, text: str, dialect: bool, as_json: bool, cards: Cards | None) -> None:
    client = Client(url, name=login_name(), kind="viewer", text=True, hear=dialect)
    async with client:
        table = table_named(text, await list_tables(client)).table
        if dialect:
            speaker = Dialect(client, as_json=as_json, out=_print)
            await speaker.run(None, table=table, watch=True)
            return
        screen = Screen.of_stdout(spoken_words(cards))
        desk = Desk(people=[Person(name="", client=client)], screen=screen, watching=True)
        desk.table = table
        await client.request(Watch, table=table)
        await desk.listen(desk.people[0])


def _print(line: str) -> None:
    print(line, flush=True)
