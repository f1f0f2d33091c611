"""The meanings of a staged play, from the server: the places at which its wild may stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from carteado.scene.buraco.picture import RunPicture, run_picture
from carteado.scene.game_types import ShownRun

__all__ = ["Way", "ways_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One meaning of a play.

    Attributes:
        cards: as the wire carries them, the wild with its place.
        made: the run that they make.
    """

    cards: tuple[str, ...]
    made: RunPicture


def ways_of(result: Mapping[str, Any]) -> tuple[Way, ...]:
    """The meanings in a reply, the default first; none where there is nothing to choose."""
    found = []
    for one in result.get("ways", ()):
        made = dict(one["made"])
        for name in ("cards", "stands"):
            made[name] = tuple(made[name])
        run = run_picture(0, cast(ShownRun, SimpleNamespace(**made)))
        found.append(Way(cards=tuple(one["action"]["cards"]), made=run))
    return tuple(found) if len(found) > 1 else ()
