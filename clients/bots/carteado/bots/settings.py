"""Options of a bot as people write them on a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, Self, TypeVar

from carteado.client.errors import InputError
from carteado.client.options import key_values
from carteado.engine.errors import OptionsError

__all__ = ["Configurable", "with_settings"]


class Configurable(Protocol):
    """Anything with options; see `bot.Bot`."""

    name: str

    def with_options(self, given: Mapping[str, str]) -> Self:
        """The same with other options, each as its text."""
        ...


C = TypeVar("C", bound=Configurable)


def with_settings(bot: C, settings: Sequence[str]) -> C:
    """A bot with options as people write them.

    Args:
        bot: the bot.
        settings: texts such as ``variant=as-coded``.

    Raises:
        InputError: one of them is not an option of the bot; the message names the options.
    """
    try:
        return bot.with_options(key_values(settings))
    except (InputError, OptionsError) as error:
        raise InputError(f"{bot.name}: {error}") from None
