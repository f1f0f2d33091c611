"""User bots, imported by name; only their own processes import them (`guarded`)."""

from __future__ import annotations

import importlib
import inspect

from carteado.arena.errors import ArenaError
from carteado.bots.bot import Bot
from carteado.bots.settings import with_settings
from carteado.bots.thinker import in_a_line

__all__ = ["user_bot"]


def user_bot(spec: str) -> Bot:
    """The bot that a text names.

    Args:
        spec: ``module:function``, with options after another colon.

    Raises:
        ArenaError: the module cannot be imported, or has no such bot or function.
        InputError: the bot has no such option.
    """
    module, _, rest = spec.partition(":")
    function, _, settings = rest.partition(":")
    return with_settings(_imported(module, function), settings.split(",") if settings else ())


def _imported(module: str, function: str) -> Bot:
    try:
        found = getattr(importlib.import_module(module), function, None)
    except BaseException as error:  # SystemExit too, which a script without a guard may raise
        problem = f"module {module!r:.60} cannot be imported: {in_a_line(error)}"
        raise ArenaError(problem) from error
    if isinstance(found, Bot):
        return found
    if found is None:
        raise ArenaError(f"module {module!r:.60} has no {function!r:.40}")
    if not inspect.isroutine(found):
        raise ArenaError(f"{function!r:.40} of module {module!r:.60} is no function")
    return Bot(found)
