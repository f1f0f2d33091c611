"""The help of what can be typed, taken apart: clients lay it out and translate it."""

from __future__ import annotations

import re

from carteado.client import owning, talking, typed_commands

__all__ = ["TEXT", "entries", "heads_of", "is_typed"]

TEXT = typed_commands.HELP + talking.HELP + owning.HELP
"""The whole help: commands of the lobby and of a table, of talkers and of owners."""

_COLUMN = 27
"""Where a line's explanation begins."""


def entries() -> list[tuple[str, str]]:
    """Each command with what it does, and headings, whose second text is ''."""
    found: list[tuple[str, str]] = []
    for line in TEXT.splitlines():
        if line.startswith("    "):
            head, text = found[-1]
            found[-1] = (head, f"{text} {line.strip()}".lstrip())
        elif line.startswith("  ") and line[_COLUMN - 1 : _COLUMN] == " ":
            found.append((line[:_COLUMN].strip(), line[_COLUMN:].strip()))
        else:
            # A heading, or a command that takes the whole line and is explained on the next one.
            found.append((line.strip(), ""))
    return found


def is_typed(head: str) -> bool:
    """Whether a head is typed as it stands; others have words in capitals to put something for."""
    return head == head.lower()


def heads_of(head: str) -> list[str]:
    """The command words of a command's head: those in small letters."""
    return [word for word in re.findall(r"\b[a-z]+", head) if word not in ("or", "yes", "your")]
