"""What keys and typed words do."""

from __future__ import annotations

from carteado.scene.words import Words

__all__ = ["help_lines"]


def help_lines(words: Words) -> list[str]:
    """The text of the help, a line each."""
    return [
        words("Keys that are shown work while the input line is empty. Type / to begin a command."),
        "",
        words("F1 fold, F2 check or call, F3 bet or raise, F4 all-in"),
        words("1 to 5 choose an amount, ↑ and ↓ a big blind more or less, = types an amount"),
        words("F1 to F3 before your turn: fold, call or call any, as soon as it is your turn"),
        words("Or type: fold, call, raise 120, f, c, r 120, then Enter"),
        words("F5 shows the last hand again, Tab writes to the table, Esc opens the menu"),
        "",
        words("Typed commands:"),
        words("join TABLE, watch TABLE, open, tables"),
        words("bot NAME, say TEXT, sitout, sitin, topup CHIPS, rematch, leave, quit"),
        words("↑ and ↓ bring typed lines back, Tab completes a word"),
    ]
