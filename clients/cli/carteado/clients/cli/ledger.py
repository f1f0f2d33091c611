"""``carteado ledger``: who brought and won how many chips, and who pays whom."""

from __future__ import annotations

import asyncio
import csv
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from carteado.client import Client, CommandRefused, InputError, server_url
from carteado.client.address import login_name
from carteado.client.answers import FIGURES, ledger_lines
from carteado.client.commandline import AsJson
from carteado.client.figures import ask_evening
from carteado.client.formatting import spreadsheet_text
from carteado.client.lobby import list_tables, table_named
from carteado.clients.cli.plot_files import plain, plot_file
from carteado.engine.tables.ledger import settle
from carteado.protocol.messages import Ledger
from carteado.protocol.notation import escape

__all__ = ["evening", "ledger", "table_id"]

_LONGEST_H = 24 * 366


def ledger(
    *tables: str,
    url: str = "127.0.0.1",
    as_csv: Annotated[bool, Parameter(name="--csv", negative=(), show_default=False)] = False,
    as_json: AsJson = False,
    plot: Path | None = None,
    evening_of: Annotated[float | None, Parameter(name="--evening")] = None,
) -> None:
    """Show who brought and won how many chips, and who pays whom.

    Several tables are added up by the names of the players; without a name, all open tables.

    For example: carteado ledger four-player --url 192.168.1.7 --csv

    Args:
        tables: Ids or titles of tables, or parts of either; all open tables with chips by default.
            A closed table needs its whole id.
        url: The server: host, host:port or ws://host:port.
        as_csv: Print comma-separated values, one player at one table per line.
        as_json: Print one JSON object per table.
        plot: Write a plot of the stacks after each deal to this file (PNG, SVG or PDF).
        evening_of: Add up all tables of the last N hours, including closed ones: --evening 12.
    """
    if evening_of is not None:
        if tables or plot is not None:
            raise InputError("--evening adds up all tables: name none, and ask for no plot")
        if not 0 < evening_of <= _LONGEST_H:
            limit = f"a number of hours above 0, at most {_LONGEST_H:,}"
            raise InputError(f"--evening {evening_of:g}: must be {limit}")
        _tell_evening(server_url(url), evening_of, as_csv=as_csv, as_json=as_json)
        return
    # The stacks after each deal are a long list, so they are asked for only where they are used.
    books = asyncio.run(_ask(server_url(url), tables, points=plot is not None or as_json))
    if plot is not None:
        draw(books, plot)
    if as_json:
        for book in books:
            print(json.dumps(book))
    elif as_csv:
        write_csv(books)
    else:
        for book in books:
            for line in ledger_lines(book):
                print(line)
        if len(books) > 1:
            for line in ledger_lines(evening(books)):
                print(line)


def _tell_evening(url: str, hours: float, *, as_csv: bool, as_json: bool) -> None:
    since_ms = int((time.time() - hours * 3600) * 1000)

    async def ask() -> dict[str, Any]:
        async with Client(url, name=login_name(), kind="viewer") as client:
            return await ask_evening(client, since_ms)

    book = asyncio.run(ask())
    if as_json:
        print(json.dumps(book))
    elif as_csv:
        write_csv([{"table": "", **book}])
    else:
        titles = ", ".join(escape(one["title"] or one["table"]) for one in book["tables"])
        print(f"Tables: {titles or 'none'}")
        for line in ledger_lines(book):
            print(line)


async def _ask(url: str, wanted: Sequence[str], *, points: bool) -> list[dict[str, Any]]:
    async with Client(url, name=login_name(), kind="viewer") as client:
        if "ledger" not in client.welcome.capabilities:
            raise InputError("this server keeps no ledger")
        listed = await list_tables(client)
        ids = [table_id(one, listed) for one in wanted] or [info.table for info in listed]
        books = []
        for table in ids:
            try:
                reply = await client.request(Ledger, table=table, points=points)
            except CommandRefused as refused:
                # Tables of Buraco are passed over, but one that was named is an error.
                if refused.code == "table/no_chips" and not wanted:
                    continue
                raise InputError(f"{table}: {refused.message}") from None
            books.append(reply.result)
    if not books:
        raise InputError("no table with chips is open; name a closed table by its id")
    return books


def table_id(wanted: str, listed: Sequence[Any]) -> str:
    """The id of a table that runs or, where nothing listed fits, of one that may be closed."""
    try:
        return table_named(wanted, listed).table
    except InputError:
        # It may be a closed table, which the lobby does not list: the server decides.
        if any(wanted in info.table or wanted in info.title for info in listed):
            raise
        return wanted


def evening(books: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Several tables as one: the figures of players of the same name are added up.

    Args:
        books: results of the message ``ledger``.
    """
    players: dict[str, dict[str, Any]] = {}
    for book in books:
        for player in book["players"]:
            name = player["name"]
            # By name: the answers of the server hold no ids of players.
            total = players.setdefault(name, {"name": name, **dict.fromkeys(FIGURES, 0)})
            for figure in FIGURES:
                total[figure] += player[figure]
    results = {name: player["result"] for name, player in players.items()}
    # While chips are in the pot the results do not add up, and nobody can pay.
    payments = () if sum(results.values()) else settle(results)
    return {
        "title": "All tables",
        "players": list(players.values()),
        "payments": [
            {"payer": one.payer, "payee": one.payee, "amount": one.amount} for one in payments
        ],
    }


def write_csv(books: Sequence[Mapping[str, Any]]) -> None:
    """Print one line for each player at each table."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("table", "title", "player", *FIGURES))
    for book in books:
        for player in book["players"]:
            texts = (str(book["table"]), str(book["title"]), str(player["name"]))
            figures = (player[figure] for figure in FIGURES)
            writer.writerow((*map(spreadsheet_text, texts), *figures))


def draw(books: Sequence[Mapping[str, Any]], file: Path) -> None:
    """Plot the stacks after each deal.

    Raises:
        InputError: there is nothing to plot, matplotlib is not installed, or the file cannot be
            written.
    """
    books = [book for book in books if book["players"]]
    if not books:
        raise InputError("there is nothing to plot yet: nobody has brought chips to a table")
    with plot_file(file, len(books), (8, 4 * len(books))) as axes:
        for book, axis in zip(books, axes, strict=True):
            deals = [point.get("played", point["deal"]) for point in book["points"]]
            for at, player in enumerate(book["players"]):
                # A server before `stacks` sends only results.
                stacks = [point.get("stacks", point["results"])[at] for point in book["points"]]
                axis.plot(deals, stacks, label=plain(player["name"]))
            axis.set(title=plain(book["title"]), xlabel="hand", ylabel="chips in play")
            axis.axhline(0, color="grey", linewidth=0.5)
            axis.legend()
