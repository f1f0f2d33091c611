"""The run-outs of a game: positions with all hands open and cards still to come.

A game whose hands can be in that position says so by an extra named ``runout``
(`registry.extra_of`), a module with

- ``runout(state)``, which answers with a `Runout`, or None in any other position. It reads what is
  public only, so the rail's view has the same answer as the whole state;
- ``hands(state)``, the hole cards by seat that the state shows, those of folded hands too;
- ``TURNED_UP``, the class of the event after which a hand's first run-out stands.

The rest of a board is dealt in one step, so the positions lie between the events of a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.game import Event, Game
from carteado.engine.poker.runout import Runout
from carteado.engine.registry import extra_of

__all__ = ["hands_dealt", "may_run_out", "runout_of", "runouts"]


def runout_of(game: Game[Any]) -> Callable[[Any], Runout | None] | None:
    """A game's function from a state to its run-out, None where the game has none."""
    module = _EXTRAS[game]
    if module is None:
        return None
    found: Callable[[Any], Runout | None] = module.runout
    return found


def hands_dealt(game: Game[Any], state: Any) -> dict[int, tuple[Card, ...]]:
    """The hole cards by seat that a state shows, folded hands too; a whole state shows them all."""
    module = _EXTRAS[game]
    found: dict[int, tuple[Card, ...]] = {} if module is None else module.hands(state)
    return found


def may_run_out(game: Game[Any], state: Any, events: Sequence[Event]) -> bool:
    """Whether there can be run-outs among events; most decisions lead to none.

    Args:
        game: the game.
        state: as it stood before the events, whole or a view.
        events: what happened then, as for `runouts`.
    """
    extra = _EXTRAS[game]
    return extra is not None and (
        # A decision to run it twice comes after a run-out, so the state before counts too.
        extra.TURNED_UP in map(type, events) or extra.runout(state) is not None
    )


def runouts(game: Game[Any], state: Any, events: Sequence[Event]) -> Iterator[tuple[int, Runout]]:
    """The run-outs among the events that follow a state: before flop, turn and river at most.

    Args:
        game: the game.
        state: as it stood before the events, whole or a view.
        events: what happened then, such as the events of one decision. The table's own events may
            be among them.

    Returns:
        The place of an event among the events, from 0, and the run-out as it stands after it. The
        first one of a hand is the moment when its last decision had been made.
    """
    if not may_run_out(game, state, events):
        return
    runout = _EXTRAS[game].runout
    # Events of the table itself are passed over; the game cannot fold them.
    own, last = frozenset(game.events), runout(state)
    for place, event in enumerate(events):
        if type(event) not in own:
            continue
        state = game.evolve(state, event)
        found = runout(state)
        # Events that change no card and no pot leave the same run-out.
        if found is not None and found != last:
            yield place, found
        last = found


class _Extras(dict[Any, Any]):
    """The extra of each game, or None, loaded when it is first asked for."""

    def __missing__(self, game: Game[Any]) -> ModuleType | None:
        module = self[game] = extra_of(game, "runout")
        return module


_EXTRAS = _Extras()
