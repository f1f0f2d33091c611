"""The game as the rest of the system sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Action, Command, Decided, Event
from carteado.engine.games.poker_face import rules, text
from carteado.engine.games.poker_face.actions import ACTIONS
from carteado.engine.games.poker_face.booking import correctable
from carteado.engine.games.poker_face.events import EVENTS
from carteado.engine.games.poker_face.folding import evolve
from carteado.engine.games.poker_face.options import PRESETS, Options
from carteado.engine.games.poker_face.state import BOOKKEEPER, State, new_state, total

__all__ = ["GAME", "Legal", "PokerFace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """What a seat may do now.

    Attributes:
        enter_round: may enter the next round.
        correct_round: numbers of the first and the last round that can be corrected, None for none.
    """

    enter_round: bool = False
    correct_round: tuple[int, int] | None = None


class PokerFace:
    """Adjudicates five-card rounds played with real cards. Contract: `game.Game`.

    The table has one seat, the bookkeeper's, who acts whenever a round has been played: it is never
    anybody's turn, and the table deals no cards.
    """

    id: ClassVar[str] = "poker-face"
    title: ClassVar[str] = "Poker Face"
    rules: ClassVar[str] = "poker-face/1"
    options_type: ClassVar[type] = Options
    state_type: ClassVar[type] = State
    legal_type: ClassVar[type] = Legal
    actions: ClassVar[tuple[type, ...]] = ACTIONS
    events: ClassVar[tuple[type, ...]] = EVENTS
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    adjudicator: ClassVar[bool] = True
    extras: ClassVar[Mapping[str, str]] = {
        "judge": "carteado.engine.games.poker_face.judge",
        "scenario": "carteado.engine.games.poker_face.scenario",
    }

    def new(self, options: Options) -> State:
        """The empty table."""
        return new_state(options)

    def decide(self, state: State, command: Command) -> Decided[State] | Refusal:
        """The events that follow from a command, or why it is refused."""
        return rules.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        """Fold one event into the state."""
        return evolve(state, event)

    def turn(self, state: State) -> int | None:
        """Nobody is waited for: rounds are entered when they have been played."""
        return None

    def legal(self, state: State, seat: int) -> Legal:
        """What the bookkeeper may do; nobody else may do anything."""
        if seat != BOOKKEEPER or state.names[BOOKKEEPER] is None:
            return Legal()
        return Legal(enter_round=True, correct_round=correctable(state))

    def default(self, state: State, seat: int) -> Action:
        """An adjudicator waits for nobody, so no clock ever asks.

        Raises:
            ValueError: always.
        """
        raise ValueError("an adjudicator has no default action")

    def pack(self, state: State) -> tuple[Card, ...] | None:
        """The cards are dealt at the real table."""
        return None

    def over(self, state: State) -> bool:
        """A match goes on for as long as rounds are entered."""
        return False

    def exposed(self, view: State) -> Mapping[int, Card]:
        """No card was dealt by the table."""
        return {}

    def team(self, options: Options, seat: int) -> int | None:
        """There are no teams."""
        return None

    def seats(self, options: Options) -> int:
        """The bookkeeper's seat."""
        return 1

    def total(self, state: State) -> int:
        """Money of the match, what has been discarded included."""
        return total(state)

    def corners(self, legal: Legal) -> tuple[Action, ...]:
        """What was played at the real table cannot be enumerated."""
        return ()

    def pick(self, legal: Legal, number: int) -> Action:
        """What was played at the real table cannot be chosen.

        Raises:
            ValueError: always.
        """
        raise ValueError("an adjudicator's actions cannot be chosen")

    def line(self, event: Event, view: State) -> str:
        """One line of English about an event."""
        return text.line(event, view)

    def show(self, view: State) -> tuple[str, ...]:
        """The table in plain lines."""
        return text.show(view)


GAME = PokerFace()
"""The game's one instance."""
