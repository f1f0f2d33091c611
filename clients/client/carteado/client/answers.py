"""Answers of the server as lines of text for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.client.errors import ClientError
from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of
from carteado.engine.tables.statistics import PlayerStatistics, figure_text
from carteado.protocol import messages as wire
from carteado.protocol.lines import format_lines
from carteado.protocol.notation import escape, write_value

__all__ = ["FIGURES", "answer_lines", "ledger_lines", "players_from", "stats_lines"]

FIGURES = ("buy_ins", "top_ups", "corrections", "cash_outs", "in_play", "result")
"""Figures of a player in a ledger."""


def answer_lines(cls: type[Any], reply: Any) -> list[str]:
    """The answer to a question that somebody typed.

    Args:
        cls: class of the question.
        reply: to it.

    Raises:
        ClientError: it makes no sense.
    """
    try:
        if cls is wire.Ledger:
            return ledger_lines(reply.result)
        if cls is wire.Evening:
            return ledger_lines({"title": "This evening", **reply.result})
        if cls is wire.Statistics:
            return _players_lines(players_from(reply.result), reply.result["total"])
        if cls is wire.History:
            first = reply.result["first"]
            return [
                # The reply carries the number of its first event only.
                _event_line(first + at, event)
                for at, event in enumerate(reply.result["events"])
            ]
    except (KeyError, TypeError) as error:
        raise ClientError(f"the server's answer cannot be read: {error}") from None
    return list(format_lines(reply))


def _event_line(number: int, event: Mapping[str, Any]) -> str:
    fields = " ".join(
        f"{key}={write_value(to_plain(value))}" for key, value in event.items() if key != "type"
    )
    return f"{number}  {escape(str(event.get('type')))} {fields}".rstrip()


def players_from(result: Any) -> tuple[PlayerStatistics, ...]:
    """The players in an answer about statistics.

    Raises:
        ClientError: it makes no sense.
    """
    kind: Any = tuple[PlayerStatistics, ...]
    try:
        found: tuple[PlayerStatistics, ...] = from_plain(kind, list(result["players"]))
    except (PlainError, KeyError, TypeError) as error:
        raise ClientError(f"the server's statistics cannot be read: {error}") from None
    return found


def _players_lines(players: Sequence[PlayerStatistics], total: int) -> list[str]:
    """The asking player's figures, or those of one player, in full; a line for everybody else."""
    if not players:
        return ["There are no such figures yet; they count finished deals."]
    one = len({player.name for player in players}) == 1
    lines = []
    for player in players:
        if one or player.own:
            lines += stats_lines(player)
        else:
            lines.append(_short(player))
    if total > len(players):
        lines.append(f"{total - len(players)} more; stats NAME shows one of them")
    elif not one:
        lines.append("stats NAME shows all figures of one, stats own=true yours")
    return lines


def _short(player: PlayerStatistics) -> str:
    figures = [figure for section in player.sections for figure in section.figures][:3]
    shown = "; ".join(f"{escape(figure.title)} {figure_text(figure)}" for figure in figures)
    bot = ", a bot" if player.bot else ""
    return f"{escape(player.name)}{bot}: {game_of(player.game).title}: {shown}"


def ledger_lines(book: Mapping[str, Any]) -> list[str]:
    """A ledger as a table of text, and a line for each payment."""
    # Winners first, and names break ties, so that the order is the same every time.
    players = sorted(book["players"], key=lambda player: (-player["result"], player["name"]))
    heads = ("", "buy-ins", "top-ups", "given", "cash-outs", "in play", "result")
    rows = [
        (
            escape(player["name"]),
            *(f"{player[figure]:,}" for figure in FIGURES[:-1]),
            f"{player['result']:+,}",
        )
        for player in players
    ]
    widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    lines = [escape(book["title"])]
    for row in (heads, *rows):
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  " + "  ".join(cells))
    for payment in book["payments"]:
        # Names come from the server: a control character must not reach the terminal.
        payer, payee = escape(payment["payer"]), escape(payment["payee"])
        lines.append(f"  {payer} pays {payee} {payment['amount']:,}")
    if not book["payments"] and any(player["result"] for player in players):
        lines.append("  Payments are shown when the hand is over.")
    return lines


def stats_lines(player: PlayerStatistics) -> list[str]:
    """A player's figures as lines of text."""
    bot = ", a bot" if player.bot else ""
    lines = [f"{escape(player.name)}{bot}: {game_of(player.game).title}"]
    for section in player.sections:
        lines.append(f"  {section.title}")
        width = max(len(escape(figure.title)) for figure in section.figures)
        lines += [
            f"    {escape(figure.title).ljust(width)}  {figure_text(figure)}"
            for figure in section.figures
        ]
    return lines
