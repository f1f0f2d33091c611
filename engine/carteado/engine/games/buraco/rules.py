"""The one authority: a command is decided here, or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Act,
    Command,
    Deal,
    Decided,
    Leave,
    Rematch,
    Return,
    Sit,
    SitOut,
    TopUp,
)
from carteado.engine.games.buraco.codes import refuse
from carteado.engine.games.buraco.dealing import deal
from carteado.engine.games.buraco.playing import act
from carteado.engine.games.buraco.seats import leave, rematch, return_, sit, sit_out, top_up
from carteado.engine.games.buraco.state import State

__all__ = ["decide"]

_RULES: Mapping[type, Callable[[State, Any], Decided[State] | Refusal]] = {
    Act: act,
    Deal: deal,
    Sit: sit,
    Leave: leave,
    SitOut: sit_out,
    Return: return_,
    TopUp: top_up,
    Rematch: rematch,
}


def decide(state: State, command: Command) -> Decided[State] | Refusal:
    """The events that follow from a command, or why it is refused."""
    rule = _RULES.get(type(command))
    return refuse("table/unknown_command") if rule is None else rule(state, command)
