"""The game as the rest of the system sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from carteado.engine.cards import Card
from carteado.engine.game import (
    Act,
    Action,
    Deal,
    Event,
    Leave,
    Rematch,
    Return,
    Sit,
    SitOut,
    TopUp,
)
from carteado.engine.games.poker_face import booking, seats, text
from carteado.engine.games.poker_face.actions import ACTIONS
from carteado.engine.games.poker_face.codes import CODES, refuse
from carteado.engine.games.poker_face.events import EVENTS
from carteado.engine.games.poker_face.folding import FOLDS
from carteado.engine.games.poker_face.hands import PACK
from carteado.engine.games.poker_face.options import PRESETS, Options
from carteado.engine.games.poker_face.state import BOOKKEEPER, State, new_state, total
from carteado.engine.tables.base_game import BaseGame, Rule
from carteado.engine.tables.shape import StateShape

__all__ = ["GAME", "Legal", "PokerFace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """The legal actions of a seat.

    Attributes:
        enter_round: may enter the next round.
        correct_round: numbers of the first and the last round that can be corrected, None for none.
    """

    enter_round: bool = False
    correct_round: tuple[int, int] | None = None


class PokerFace(BaseGame[State]):
    """Adjudicates five-card rounds played with real cards. Contract: `game.Game`.

    The table has one seat, the bookkeeper's. It acts after each played round: it is never
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
    codes: ClassVar[Mapping[str, str]] = CODES
    cards: ClassVar[frozenset[str]] = frozenset(PACK)
    commands: ClassVar[Mapping[type, Rule]] = {
        Act: booking.act,
        # Refused rather than left out, because every game answers every command.
        Deal: lambda state, command: refuse("table/no_deal"),
        Sit: seats.sit,
        Leave: seats.leave,
        SitOut: seats.sit_out,
        Return: seats.return_,
        TopUp: lambda state, command: refuse("table/no_chips"),
        Rematch: lambda state, command: refuse("table/no_rematch"),
    }
    folds = FOLDS
    shape = StateShape(as_long={"money": "players", "base": "players"})
    adjudicator: ClassVar[bool] = True
    bots: ClassVar[tuple[str, ...]] = ()
    extras: ClassVar[Mapping[str, str]] = {
        "explanation": "carteado.engine.games.poker_face.explanation",
        "judge": "carteado.engine.games.poker_face.judge",
        "scenario": "carteado.engine.games.poker_face.scenario",
        "statistics": "carteado.engine.games.poker_face.statistics",
    }

    def new(self, options: Options) -> State:
        """The empty table."""
        return new_state(options)

    def evolve(self, state: State, event: Event) -> State:
        """Fold one event into the state; an event without a fold changes nothing."""
        # Some seat events, such as top-ups, have no fold here; they never occur.
        return super().evolve(state, event) if type(event) in FOLDS else state

    def turn(self, state: State) -> int | None:
        """None: the game waits for nobody, because rounds are entered after they were played."""
        return None

    def legal(self, state: State, seat: int) -> Legal:
        """The legal actions of the bookkeeper; nobody else has any."""
        if seat != BOOKKEEPER or state.names[BOOKKEEPER] is None:
            return Legal()
        return Legal(enter_round=True, correct_round=booking.correctable(state))

    def default(self, state: State, seat: int) -> Action:
        """Refuse: an adjudicator waits for nobody, so the clock never decides.

        Raises:
            ValueError: always.
        """
        raise ValueError("an adjudicator has no default action")

    def pack(self, state: State) -> tuple[Card, ...] | None:
        """None: the cards are dealt at the real table."""
        return None

    def seats(self, options: Options) -> int:
        """The bookkeeper's seat."""
        return 1

    def total(self, state: State) -> int:
        """Money of the match, what has been discarded included."""
        return total(state)

    def corners(self, legal: Legal) -> tuple[Action, ...]:
        """Nothing: the plays of a real table cannot be enumerated."""
        return ()

    def pick(self, legal: Legal, number: int) -> Action:
        """Refuse: the plays of a real table cannot be chosen.

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
