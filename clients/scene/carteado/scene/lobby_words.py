"""What a list of tables says of a table beside its seats and stakes."""

from __future__ import annotations

from typing import Any

from carteado.scene.words import Words

__all__ = ["table_facts"]


def table_facts(info: Any, words: Words) -> list[str]:
    """Whether one can sit down without more ado, and who waits and watches; each a few words.

    Args:
        info: the table as the server listed it.
        words: of the reader.
    """
    facts = []
    if info.locked:
        facts.append(words("locked"))
    if info.protected:
        facts.append(words("needs a code"))
    if info.waiting:
        facts.append(words.several("{n} waiting", "{n} waiting", info.waiting))
    if info.watching:
        facts.append(words.several("{n} watching", "{n} watching", info.watching))
    return facts
