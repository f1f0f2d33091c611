"""Sharing a hand or deal of a replay as text or as PHH."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from carteado.engine.errors import EngineError
from carteado.engine.registry import extra_of
from carteado.scene.film import Film
from carteado.scene.story import Line
from carteado.scene.words import Words

__all__ = ["CannotShare", "deal_phh", "deal_text", "export_name", "free_name", "write_new"]


class CannotShare(Exception):
    """A hand that cannot be shared in that form; one sentence says why."""


def deal_text(film: Film) -> str:
    """The shown hand or deal, line by line, from the replay's point of view."""
    words = film.shown.words
    picture = film.steps[film.span[1]].picture()
    seen = words("seen by {eyes}", eyes=film.viewer)
    rows = [f"{picture.title} · {picture.subtitle} · {seen}", ""]
    for line in _lines(film):
        if line.kind == "heading":
            rows += ["", f"{line.text}  {line.note}".rstrip()]
        else:
            rows.append(f"  {line.text}")
    # A heading right after the title would leave two empty lines.
    return "\n".join(rows).replace("\n\n\n", "\n\n") + "\n"


def _lines(film: Film) -> Iterator[Line]:
    first, last = film.span
    for step in range(first, last + 1):
        # Step -1 is the empty log before the first event.
        before = _log_lines(film, step - 1)
        lines = _log_lines(film, step)
        at = len(lines)
        # The log keeps only its last lines, so new ones are found by identity and not by number.
        while at and (not before or lines[at - 1] is not before[-1]):
            at -= 1
        yield from lines[at:]


def _log_lines(film: Film, step: int) -> Sequence[Line]:
    story = film.steps[step].story if step >= 0 else None
    # Without a game's renderer there is no story.
    found: Sequence[Line] = story.log.lines if story is not None else ()
    return found


def deal_phh(film: Film, words: Words) -> str:
    """The shown hand in PHH, from the replay's point of view.

    Raises:
        CannotShare: the game has no such form, or the hand is not finished.
    """
    table = film.shown.table
    notation: ModuleType | None = extra_of(table.game, "phh") if table is not None else None
    if table is None or notation is None:
        raise CannotShare(words("Only Hold'em hands can be written as PHH."))
    first, last = film.span
    steps = zip(film.seen[first : last + 1], film.steps[first : last + 1], strict=True)
    states = ((event, step.table.state) for event, step in steps if step.table is not None)
    try:
        records = list(notation.record_hands(states, {"table": table.id}))
    except EngineError as error:
        raise CannotShare(str(error)) from None
    if not records:
        raise CannotShare(words("This hand is not finished: step on to one that is."))
    return str(notation.write_phh(records[0]))


def export_name(film: Film, ending: str) -> str:
    """A name of a new file for the step that is shown."""
    return free_name(film.shown.id, str(film.at + 1), ending)


def free_name(table: str, rest: str, ending: str) -> str:
    """A name of a file that does not exist yet; it leads to no other folder.

    Args:
        table: id of the table, as a log or a server gave it.
        rest: of the name, which gets a number if there is such a file already.
        ending: of the name, without the dot.
    """
    # Dots and slashes could lead out of the folder.
    table = "".join(one for one in table if one.isalnum() or one in "-_")[:40] or "table"
    for number in itertools.count(1):
        file = Path(f"carteado-{table}-{rest}{f'-{number}' if number > 1 else ''}.{ending}")
        # A link that leads nowhere counts as well: writing would follow it.
        if not (file.exists() or file.is_symlink()):
            return file.name
    raise AssertionError("counting has no end")


def write_new(name: str, text: str) -> None:
    """Write a new file in the folder in which the program was started.

    Raises:
        CannotShare: it cannot be written.
    """
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CannotShare(f"{name}: {error.strerror}") from None
