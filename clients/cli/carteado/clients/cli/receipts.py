"""``carteado verify LOG --receipts``: does a later log hold what the player was shown?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from carteado.client import InputError
from carteado.client.receipts import ReceiptFile, read_receipts, receipts_folder
from carteado.engine.checking import Result
from carteado.engine.game import Event
from carteado.engine.replay import steps
from carteado.engine.table import DeckCommitted, Table
from carteado.engine.words import counted

__all__ = ["Compared", "check_receipts", "receipts_of"]

Compared = tuple[Result, str]
"""Result of a comparison, and its explanation."""


def receipts_of(table: str, place: Path | None) -> list[ReceiptFile]:
    """The receipts that a player has of a table.

    Args:
        table: id of the table.
        place: a file of receipts or a folder of them, `receipts_folder` when absent.

    Raises:
        InputError: there is no such place, or two servers have a table of this id.
    """
    where = place or receipts_folder()
    try:
        found = [one for one in read_receipts(where) if one.table == table]
    except OSError as error:
        # The machine's own folder may not exist yet; a place that the player named must.
        if place is None:
            return []
        raise InputError(f"--receipts {where} cannot be read: {error.strerror}") from None
    if place is not None and not where.exists():
        raise InputError(f"--receipts {where}: there is no such file or folder")
    # Ids are only unique at a server, and a log does not name its server.
    if len({one.url for one in found}) > 1:
        files = ", ".join(f"{one.path} ({one.url})" for one in found)
        raise InputError(f"two servers have a table {table}; name the file to compare: {files}")
    return found


def check_receipts(
    table: str, events: Sequence[Event], files: Sequence[ReceiptFile]
) -> list[Compared]:
    """Compare a whole log with the receipts of its table.

    A receipt tells of one event of the log, so events that follow it change nothing.

    Args:
        table: id of the table.
        events: of the log, nothing redacted.
        files: the receipts; none where the player has none.

    Returns:
        What differs, deal by deal; what cannot be compared; else one result that all is the same.
    """
    lines = [line for file in files for line in file.lines]
    good = [line for line in lines if _is_receipt(line)]
    unreadable = sum(file.unreadable for file in files) + len(lines) - len(good)
    if not good:
        return [("not_checked", f"there are none of table {table}")]
    found = dict[int, list[str]]()
    for deal, problem in _differences(events, good):
        problems = found.setdefault(deal, [])
        # Each later receipt of a deal would repeat the same difference.
        if problem not in problems:
            problems.append(problem)
    if found:
        return [
            ("cheated", f"table {table}, deal {deal}: {'; '.join(problems)}")
            for deal, problems in sorted(found.items())
        ]
    deals = len({line["deal"] for line in good})
    torn = f"; {counted(unreadable, 'line')} of the receipts cannot be read" if unreadable else ""
    return [("ok", f"{counted(deals, 'deal')} as you were shown{torn}")]


def _is_receipt(line: Mapping[str, Any]) -> bool:
    # A file may have been edited; what cannot be compared is counted as unreadable.
    return type(line.get("seq")) is int and type(line.get("deal")) is int


def _differences(
    events: Sequence[Event], lines: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[int, str]]:
    """Number of a deal and what differs in it, for each difference."""
    by_seq = dict[int, list[Mapping[str, Any]]]()
    for line in lines:
        by_seq.setdefault(line["seq"], []).append(line)
    logged = {event.deal for event in events if isinstance(event, DeckCommitted)}
    for seq, _, view in steps(events):
        for line in by_seq.get(seq, ()):
            for problem in _line_problems(line, view):
                yield line["deal"], problem
    for seq, left in by_seq.items():
        # Of the receipts only those past the end are left: `steps` has met all others.
        if seq > len(events):
            for line in left:
                yield line["deal"], _missing(line, len(events), line["deal"] in logged)


def _missing(line: Mapping[str, Any], events: int, logged: bool) -> str:
    what = "the log ends before the end that you saw" if logged else "the log does not have it"
    return f"{what}: you have a receipt of event {line['seq']}, the log ends with event {events}"


def _line_problems(line: Mapping[str, Any], view: Table) -> Iterator[str]:
    """Differences between a receipt and the log after the same event."""
    committed = view.committed
    if committed is None or committed.deal != line["deal"]:
        has = "no deal" if committed is None else f"deal {committed.deal}"
        yield f"after event {line['seq']} the log has {has}"
        return
    for key, what, value in (
        ("root", "the committed root", committed.root),
        ("cutters", "the seats that cut", _list(committed.cutters)),
        ("nonces", "the nonces of the cut", _list(view.nonces)),
    ):
        # A receipt holds only what was new, so a missing key says nothing.
        if key in line and line[key] != value:
            yield f"{what} is another" if key == "root" else f"{what} are others"
    yield from _card_problems(line.get("cards"), view)
    counted_by: Any = view.game
    if "score" in line:
        score = list(counted_by.score(view.state))
        if line["score"] != score:
            yield f"the result is {_figures(score)}, and you saw {_figures(line['score'])}"


def _card_problems(cards: Any, view: Table) -> Iterator[str]:
    if not isinstance(cards, Mapping):
        return
    # JSON has made the places texts.
    logged = {str(at): card for at, card in view.game.exposed(view.state).items()}
    for at, card in cards.items():
        if logged.get(at) != card:
            place = int(at) + 1 if at.isdecimal() else at
            has = logged.get(at, "no card")
            yield f"you were shown {card:.10} at place {place}, and the log has {has} there"


def _list(values: Sequence[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _figures(values: Any) -> str:
    return ", ".join(map(str, values)) if isinstance(values, list) else str(values)
