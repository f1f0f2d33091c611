"""What keys and typed words do, and the rules of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.client.owning import HELP as OWNER_HELP
from carteado.client.talking import HELP as TALK_HELP
from carteado.client.typed_commands import HELP as TYPED_HELP
from carteado.engine.tables.explanation import explain
from carteado.scene.words import Words

__all__ = ["help_lines", "rules_lines"]


def help_lines(words: Words, keys: Sequence[str] = ()) -> list[str]:
    """The text of the help, a line each: keys, then the commands of the plain client.

    Args:
        words: of the player.
        keys: what a game says of its own ones; those of a poker table when absent.
    """
    return [
        words("Keys that are shown work while the input line is empty. Type / to begin a command."),
        "",
        *(keys or _poker_keys(words)),
        "",
        *(TYPED_HELP + TALK_HELP + OWNER_HELP).splitlines(),
    ]


def _poker_keys(words: Words) -> list[str]:
    return [
        words("F1 fold, F2 check or call, F3 bet or raise, F4 all-in"),
        words("1 to 5 choose an amount, ↑ and ↓ a big blind more or less, = types an amount"),
        words("F1 to F3 before your turn: fold, call or call any, as soon as it is your turn"),
        words("Or type: fold, call, raise 120, f, c, r 120, then Enter"),
        words("F5 last hand again, F6 coach, F7 ledger, F8 log, F9 stacks in big blinds"),
        words("Tab writes to the table, Esc opens the menu"),
        words("↑ and ↓ bring typed lines back, Tab completes a word"),
    ]


def rules_lines(game: Any, options: Any, settings: Any) -> list[str]:
    """The rules of a table in sentences, by paragraphs."""
    found: list[str] = []
    for paragraph in explain(game, options, settings):
        found += [paragraph.title, *(f"  {one}" for one in paragraph.sentences), ""]
    return found
