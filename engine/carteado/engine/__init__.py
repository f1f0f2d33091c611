"""The rules: pure, synchronous, standard library only.

Nothing in this package reads a clock, draws a random number or does I/O: time, entropy and
commands arrive as arguments, events and refusals leave as values.

The names below are what the author of a game needs; `docs/api.md` explains them. Each module loads
when one of its names is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.engine.lazily import lazily

if TYPE_CHECKING:
    from carteado.engine.cards import PACK, UNKNOWN, Card, parse_cards, show_cards
    from carteado.engine.errors import EngineError, OptionsError, Refusal
    from carteado.engine.game import (
        SEAT_EVENTS,
        Act,
        Action,
        Command,
        Deal,
        Decided,
        Event,
        Game,
        GameState,
        Leave,
        Making,
        Rematch,
        Return,
        Scored,
        Sit,
        SitOut,
        TopUp,
    )
    from carteado.engine.refusals import COMMON, refusal
    from carteado.engine.tables.base_game import BaseGame, Rule
    from carteado.engine.visibility import PerSeat, PerTeam, Public, Sealed

__all__ = [
    "COMMON",
    "PACK",
    "SEAT_EVENTS",
    "UNKNOWN",
    "Act",
    "Action",
    "BaseGame",
    "Card",
    "Command",
    "Deal",
    "Decided",
    "EngineError",
    "Event",
    "Game",
    "GameState",
    "Leave",
    "Making",
    "OptionsError",
    "PerSeat",
    "PerTeam",
    "Public",
    "Refusal",
    "Rematch",
    "Return",
    "Rule",
    "Scored",
    "Sealed",
    "Sit",
    "SitOut",
    "TopUp",
    "parse_cards",
    "refusal",
    "show_cards",
]

_WHERE = {
    "cards": ("PACK", "UNKNOWN", "Card", "parse_cards", "show_cards"),
    "errors": ("EngineError", "OptionsError", "Refusal"),
    "game": (
        "SEAT_EVENTS",
        "Act",
        "Action",
        "Command",
        "Deal",
        "Decided",
        "Event",
        "Game",
        "GameState",
        "Leave",
        "Rematch",
        "Return",
        "Making",
        "Scored",
        "Sit",
        "SitOut",
        "TopUp",
    ),
    "refusals": ("COMMON", "refusal"),
    "tables.base_game": ("BaseGame", "Rule"),
    "visibility": ("PerSeat", "PerTeam", "Public", "Sealed"),
}
__getattr__ = lazily(__name__, _WHERE)


def __dir__() -> list[str]:
    return sorted(__all__)
