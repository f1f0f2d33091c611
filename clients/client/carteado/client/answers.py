"""Answers of the server as lines of text for people.

Each function takes `say`, which writes a sentence in the reader's language, and `value`, which
writes a figure of statistics; both write English when absent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from carteado.client.errors import ClientError
from carteado.engine.errors import PlainError
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.registry import game_of
from carteado.engine.sentences import Sentence, said
from carteado.engine.tables.figures import Figure, figure_text
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.protocol import messages as wire
from carteado.protocol.lines import format_lines
from carteado.protocol.notation import escape, write_value

__all__ = ["FIGURES", "answer_lines", "ledger_lines", "players_from", "stats_lines"]

FIGURES = ("buy_ins", "top_ups", "corrections", "cash_outs", "in_play", "result")
"""Figures of a player in a ledger."""


Say: TypeAlias = Callable[[Sentence | str], str]
FigureValue: TypeAlias = Callable[[Figure], str]


def answer_lines(
    cls: type[Any], reply: Any, say: Say = str, value: FigureValue = figure_text
) -> list[str]:
    """The answer to a question that somebody typed.

    Events of a log and answers for programs are data, in the notation of lines.

    Args:
        cls: class of the question.
        reply: to it.
        say: writes a sentence.
        value: writes a figure and its sample.

    Raises:
        ClientError: it makes no sense.
    """
    try:
        if cls is wire.Ledger:
            return ledger_lines(reply.result, say)
        if cls is wire.Evening:
            return ledger_lines({"title": say(said("This evening")), **reply.result}, say)
        if cls is wire.Statistics:
            return _players_lines(players_from(reply.result), reply.result["total"], say, value)
        if cls is wire.History:
            first = reply.result["first"]
            return [
                # The reply carries the number of its first event only.
                _event_line(first + at, event)
                for at, event in enumerate(reply.result["events"])
            ]
    # The reply is plain data that nothing has checked.
    except (AttributeError, LookupError, TypeError, ValueError) as error:
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


def _players_lines(
    players: Sequence[PlayerStatistics], total: int, say: Say, value: FigureValue
) -> list[str]:
    """The asking player's figures, or those of one player, in full; a line for everybody else."""
    if not players:
        return [say(said("There are no such figures yet; they count finished deals."))]
    one = len({player.name for player in players}) == 1
    lines = []
    for player in players:
        if one or player.own:
            lines += stats_lines(player, say, value)
        else:
            lines.append(_short(player, say, value))
    if total > len(players):
        lines.append(say(said("{n} more; stats NAME shows one of them", n=total - len(players))))
    elif not one:
        lines.append(say(said("stats NAME shows all figures of one, stats own=true yours")))
    return lines


def _short(player: PlayerStatistics, say: Say, value: FigureValue) -> str:
    figures = [figure for section in player.sections for figure in section.figures][:3]
    shown = "; ".join(f"{escape(say(figure.title))} {value(figure)}" for figure in figures)
    return f"{_head(player, say)}: {shown}"


def _head(player: PlayerStatistics, say: Say) -> str:
    bot = f", {say(said('a bot'))}" if player.bot else ""
    return f"{escape(player.name)}{bot}: {say(game_of(player.game).title)}"


def ledger_lines(book: Mapping[str, Any], say: Say = str) -> list[str]:
    """A ledger as a table of text, and a line for each payment."""
    # Winners first, and names break ties, so that the order is the same every time.
    players = sorted(book["players"], key=lambda player: (-player["result"], player["name"]))
    heads = (
        "",
        *map(
            say,
            (
                said("buy-ins"),
                said("top-ups"),
                said("given"),
                said("cash-outs"),
                said("in play"),
                said("result"),
            ),
        ),
    )
    rows = [
        (
            escape(player["name"]),
            *(say(_number(player[figure])) for figure in FIGURES[:-1]),
            say(_number(player["result"], "+" if player["result"] >= 0 else "")),
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
        paid = said("{payer} pays {payee} {n}", payer=payer, payee=payee, n=payment["amount"])
        lines.append(f"  {say(paid)}")
    if not book["payments"] and any(player["result"] for player in players):
        lines.append(f"  {say(said('Payments are shown when the hand is over.'))}")
    return lines


def _number(number: int, sign: str = "") -> Sentence:
    # Nothing to translate but the mark between groups of digits.
    return Sentence(text=f"{sign}{{n}}", values={"n": number})


def stats_lines(
    player: PlayerStatistics, say: Say = str, value: FigureValue = figure_text
) -> list[str]:
    """A player's figures as lines of text."""
    lines = [_head(player, say)]
    for section in player.sections:
        lines.append(f"  {say(section.title)}")
        titles = [escape(say(figure.title)) for figure in section.figures]
        width = max(map(len, titles))
        lines += [
            f"    {title.ljust(width)}  {value(figure)}"
            for title, figure in zip(titles, section.figures, strict=True)
        ]
    return lines
