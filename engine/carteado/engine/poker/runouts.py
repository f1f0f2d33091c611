"""Where a game's run-outs are: positions in which all hands lie open and cards are still to come.

A game whose hands can be in that position says so by an extra named ``runout``
(`registry.extra_of`), a module with

- ``runout(state)``, which answers with a `Runout`, or None in any other position. It reads what is
  public only, so the rail's view has the same answer as the whole state;
- ``TURNED_UP``, the class of the event behind which a hand's first run-out stands.

The rest of a board is dealt in one step, so the positions lie between the events of a decision.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from carteado.engine.game import Event, Game
from carteado.engine.poker.runout import Runout
from carteado.engine.registry import extra_of

__all__ = ["runout_of", "runouts"]


def runout_of(game: Game[Any]) -> Callable[[Any], Runout | None] | None:
    """A game's function from a state to its run-out, None where the game has none."""
    module = _extra(game)
    if module is None:
        return None
    found: Callable[[Any], Runout | None] = module.runout
    return found


def runouts(game: Game[Any], state: Any, events: Sequence[Event]) -> Iterator[tuple[int, Runout]]:
    """The run-outs among the events that follow a state: before flop, turn and river at most.

    Args:
        game: the game.
        state: as it stood before the events, whole or a view.
        events: what happened then, such as the events of one decision. The table's own events may
            be among them.

    Returns:
        The place of an event among the events, from 0, and the run-out as it stands behind it. The
        first one of a hand is the moment when its last decision had been made.
    """
    module = _extra(game)
    if module is None:
        return iter(())
    last = module.runout(state)
    # Most decisions lead to no run-out, and are not folded once more.
    if last is None and module.TURNED_UP not in map(type, events):
        return iter(())
    return _unfolded(game, module, state, last, events)


def _unfolded(
    game: Game[Any], module: ModuleType, state: Any, last: Runout | None, events: Sequence[Event]
) -> Iterator[tuple[int, Runout]]:
    """The run-outs behind the last one, event by event."""
    own = frozenset(game.events)
    for place, event in enumerate(events):
        if type(event) not in own:
            continue
        state = game.evolve(state, event)
        found = module.runout(state)
        if found is not None and found != last:
            yield place, found
        last = found


def _extra(game: Game[Any]) -> ModuleType | None:
    key: Any = game
    return _module(key)


@functools.cache
def _module(game: Any) -> ModuleType | None:
    return extra_of(game, "runout")
