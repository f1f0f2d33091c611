"""Defaults for what most games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Action, Command, Decided, Event, Upcaster
from carteado.engine.refusals import COMMON, refusal
from carteado.engine.state import copied
from carteado.engine.tables.shape import StateShape
from carteado.engine.tables.transition import Fold

__all__ = ["BaseGame", "Rule"]

S = TypeVar("S")

Rule = Callable[[Any, Any], Decided[Any] | Refusal]
"""Decides one type of command, from the state and the command."""


class BaseGame(Generic[S]):
    """Defaults for what most games have in common; a game may inherit them (`game.Game`).

    They describe a game that people and bots play each for themselves, whose events all have
    version 1 and that has no optional parts. A subclass names its `commands` and its `folds`; then
    `decide` and `evolve` need no code.

    Attributes:
        commands: the rule for each type of command. Any other command is refused.
        folds: what each type of event changes.
        changeable: options that the owner of a table may change between two deals.
        cards: the texts that name its cards, `UNKNOWN` among them; clients refuse any other. Empty
            where they take every text.
        shape: what holds of every state; clients refuse any other. None where they take every one.
    """

    commands: ClassVar[Mapping[type, Rule]] = {}
    folds: ClassVar[Mapping[type, Fold]] = {}
    event_versions: ClassVar[Mapping[str, int]] = {}
    upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]] = {}
    companions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    exhibitions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    # The random bot plays any game.
    bots: ClassVar[tuple[str, ...]] = ("random",)
    extras: ClassVar[Mapping[str, str]] = {}
    codes: ClassVar[Mapping[str, str]] = COMMON
    # True for a game whose cards are dealt elsewhere: no clock, no deals, no bots.
    adjudicator: ClassVar[bool] = False
    changeable: ClassVar[tuple[str, ...]] = ()
    cards: ClassVar[frozenset[str]] = frozenset()
    shape: ClassVar[StateShape | None] = None

    def decide(self, state: S, command: Command) -> Decided[S] | Refusal:
        """The events that follow from a command, or why it is refused."""
        # By exact type, like the folds: a subclass of a command is a different command.
        rule = self.commands.get(type(command))
        if rule is None:
            return refusal(COMMON, "table/unknown_command", {})
        return rule(state, command)

    def evolve(self, state: S, event: Event) -> S:
        """Fold one event, whole or redacted, into the state."""
        # `now` is the mapping of `after` itself, so a fold writes into the copy.
        after, now = copied(state)
        self.folds[type(event)](after, event, now)
        return after

    def turn(self, state: Any) -> int | None:
        """The seat in the state's ``to_act``."""
        seat: int | None = state.to_act
        return seat

    def team(self, options: Any, seat: int) -> int | None:
        """No teams."""
        return None

    def seats(self, options: Any) -> int:
        """The number in the options' ``seats``."""
        seats: int = options.seats
        return seats

    def over(self, state: Any) -> bool:
        """The game never has a winner: it continues deal after deal."""
        return False

    def minutes(self, state: Any) -> int | None:
        """The time that is played does not matter."""
        return None

    def exposed(self, view: Any) -> Mapping[int, Card]:
        """No card is opened before the deal ends."""
        return {}

    def corners(self, legal: Any) -> tuple[Action, ...]:
        """The ``actions`` of `legal`."""
        actions: tuple[Action, ...] = legal.actions
        return actions

    def pick(self, legal: Any, number: int) -> Action:
        """One of `corners`, equally likely: enough for a game without ranges of amounts."""
        actions = self.corners(legal)
        # Even enough: numbers come from a range far larger than the list.
        return actions[number % len(actions)]
