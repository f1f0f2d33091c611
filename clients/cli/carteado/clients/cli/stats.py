"""``carteado stats``: how players play and what they won, from a server or from the logs."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from carteado.client import InputError
from carteado.client.answers import stats_lines
from carteado.client.commandline import AsJson
from carteado.client.figures import ask_statistics
from carteado.client.lobby import list_tables
from carteado.clients.cli.ledger import table_id
from carteado.clients.cli.plot_files import plain, plot_file
from carteado.clients.cli.sources import ask_server, identities_in, load_log, reading, tables_in
from carteado.engine.plain import to_plain
from carteado.engine.poker.runout import Runout
from carteado.engine.registry import game_of
from carteado.engine.tables.options import did_you_mean
from carteado.engine.tables.statistics import (
    Equity,
    PlayerStatistics,
    TableStatistics,
    Totals,
    players_of,
)

__all__ = ["draw", "stats"]


def stats(
    player: str | None = None,
    /,
    *,
    url: str = "127.0.0.1",
    name: str | None = None,
    game: str | None = None,
    table: str | None = None,
    store: str | None = None,
    rebuild: Annotated[bool, Parameter(negative=(), show_default=False)] = False,
    closed: Annotated[bool, Parameter(negative=(), show_default=False)] = False,
    as_json: AsJson = False,
    plot: Path | None = None,
) -> None:
    """Show how players play and what they won.

    Each figure shows the size of its sample. Other players' cards count only if they were shown.

    For example: carteado stats Ana --game holdem --plot ana.png

    Args:
        player: Name of a player; all players by default.
        url: The server: host, host:port or ws://host:port.
        name: The name under which you play there.
        game: Only this game.
        table: Only this table: an id, a title, or a part of either; a closed table by its id.
        store: Count from the logs of this store instead of asking a server.
        rebuild: Count from the logs of this machine's store.
        closed: With the logs: also count cards that were never shown.
        as_json: Print JSON.
        plot: Write a plot of the mean results to this file (PNG, SVG or PDF).
    """
    if store is not None or rebuild:
        found = _counted(store, player, game, table, closed=closed)
    # A server would have to hand out cards that were never shown.
    elif closed:
        raise InputError("--closed needs the logs: name the store by --store, or add --rebuild")
    else:
        found = _asked(url, name, player, game, table)
    if plot is not None:
        draw(found, plot)
    if as_json:
        print(json.dumps([to_plain(one) for one in found]))
        return
    if not found:
        print("There are no statistics yet.")
    for one in found:
        for line in stats_lines(one):
            print(line)


def _asked(
    url: str, name: str | None, player: str | None, game: str | None, table: str | None
) -> list[PlayerStatistics]:
    async def ask(client: Any) -> list[PlayerStatistics]:
        wanted = table_id(table, await list_tables(client)) if table is not None else None
        return await ask_statistics(client, player=player, game=game, table=wanted)

    return ask_server(url, name, rail=False, ask=ask)


def _counted(
    store: str | None, player: str | None, game: str | None, table: str | None, *, closed: bool
) -> list[PlayerStatistics]:
    """The statistics from the logs of a store."""
    wanted = game_of(game).id if game is not None else None
    equity = _equity()
    # A guest who became an account is counted as one player.
    rename, name_of = identities_in(store)
    totals = Totals(rename)
    for one in (table,) if table is not None else tables_in(store):
        log = load_log(one, store)
        statistics = TableStatistics(equity)
        with reading(one, log.events):
            for event in log.events:
                statistics.note(event)
        totals.add(statistics)
    # With --closed every player counts as the asking one, whose hidden cards count too.
    found = players_of(totals, is_own=lambda key: closed, name_of=name_of)
    found = [one for one in found if wanted in (None, one[0].game)]
    if player is not None:
        names = tuple(about.name for about, _ in found)
        found = [one for one in found if one[0].name.casefold() == player.casefold()]
        if not found:
            raise InputError(
                f"there are no statistics of {player!r}; {did_you_mean(player, names)}"
            )
    return [fill() for _, fill in found]


def _equity() -> Equity | None:
    """The function that counts odds at all-ins, None without NumPy."""
    if importlib.util.find_spec("numpy") is None:
        return None
    from carteado.odds import runout_odds

    def equity(runout: Runout) -> Sequence[Mapping[int, Fraction]]:
        return [{seat: odds.equity for seat, odds in pot.items()} for pot in runout_odds(runout)]

    return equity


def draw(players: Sequence[PlayerStatistics], file: Path) -> None:
    """Plot the mean results of players with their standard errors, game by game.

    Raises:
        InputError: there is nothing to plot, matplotlib is not installed, or the file cannot be
            written.
    """
    bars: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    for one in players:
        means = [f for section in one.sections for f in section.figures if f.kind == "mean"]
        if means and means[0].milli is not None:
            # The first mean of a game is its result; the others have different units.
            first = means[0]
            label = f"{one.name} ({first.of:,})"
            bar = (label, (first.milli or 0) / 1000, (first.error or 0) / 1000)
            bars.setdefault((one.game, first.title), []).append(bar)
    if not bars:
        raise InputError("there is nothing to plot yet")
    rows = sum(map(len, bars.values()))
    size = (8, 1.5 * len(bars) + 0.4 * rows)
    with plot_file(file, len(bars), size, layout="constrained") as axes:
        for ((game, title), found), axis in zip(bars.items(), axes, strict=True):
            labels = [plain(label) for label, _, _ in found]
            axis.barh(labels, [value for _, value, _ in found], xerr=[e for _, _, e in found])
            axis.axvline(0, color="grey", linewidth=0.5)
            # Bars are drawn from below, and the list is read from above.
            axis.invert_yaxis()
            axis.set(title=game_of(game).title, xlabel=f"{title}, with standard errors")
