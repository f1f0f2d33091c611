"""The game's interface to the rest of the system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from carteado.engine.cards import PACK, Card
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
from carteado.engine.games.quick_holdem import legal as moves
from carteado.engine.games.quick_holdem import playing, seats, state, text
from carteado.engine.games.quick_holdem.actions import ACTIONS, Fold
from carteado.engine.games.quick_holdem.codes import CODES
from carteado.engine.games.quick_holdem.events import EVENTS
from carteado.engine.games.quick_holdem.folding import FOLDS
from carteado.engine.games.quick_holdem.legal import Legal
from carteado.engine.games.quick_holdem.options import COMPANIONS, PRESETS, Options
from carteado.engine.games.quick_holdem.state import State, board_positions, is_ready
from carteado.engine.poker.game import PokerGame, exposed
from carteado.engine.tables.base_game import Rule
from carteado.engine.tables.shape import StateShape

__all__ = ["GAME", "QuickHoldem"]


class QuickHoldem(PokerGame[State]):
    """Quick Hold'em for 2 to 10 seats, as a decider. Contract: `game.Game`."""

    id: ClassVar[str] = "quick-holdem"
    title: ClassVar[str] = "Quick Hold'em"
    rules: ClassVar[str] = "quick-holdem/1"
    options_type: ClassVar[type] = Options
    state_type: ClassVar[type] = State
    legal_type: ClassVar[type] = Legal
    actions: ClassVar[tuple[type, ...]] = ACTIONS
    events: ClassVar[tuple[type, ...]] = EVENTS
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    codes: ClassVar[Mapping[str, str]] = CODES
    commands: ClassVar[Mapping[type, Rule]] = {
        Act: playing.act,
        Deal: playing.deal,
        Sit: seats.sit,
        Leave: seats.leave,
        SitOut: seats.sit_out,
        Return: seats.return_,
        TopUp: seats.top_up,
        Rematch: seats.rematch,
    }
    folds = FOLDS
    shape = StateShape(
        places=dict.fromkeys(("winner", "leader", "order", "live", "to_act"), "names"),
        most={"board": 5},
        boards=("board",),
        hands=("hands", "shown"),
    )
    # Credits and the number of seats stand for the whole game, so no owner changes them.
    changeable: ClassVar[tuple[str, ...]] = ("default_stake", "max_stake")
    companions: ClassVar[Mapping[str, tuple[str, ...]]] = COMPANIONS
    extras: ClassVar[Mapping[str, str]] = {
        "explanation": "carteado.engine.games.quick_holdem.explanation",
        "scenario": "carteado.engine.games.quick_holdem.scenario",
        "statistics": "carteado.engine.games.quick_holdem.statistics",
    }

    def new(self, options: Options) -> State:
        """The empty table."""
        return state.new_state(options)

    def legal(self, state: State, seat: int) -> Legal:
        """The legal actions of `seat`; none out of turn."""
        return moves.legal(state, seat)

    def default(self, state: State, seat: int) -> Action:
        """The default action: fold, so that no seat stakes chips without deciding to."""
        return Fold()

    def pack(self, state: State) -> tuple[Card, ...] | None:
        """The 52 cards while a hand may be dealt."""
        return PACK if is_ready(state) else None

    def exposed(self, view: State) -> Mapping[int, Card]:
        """Cards of the current deal that this view knows, by position in the dealt deck.

        With n seats dealt in, the hole cards use the first 2n positions, one card for each seat in
        turn, and the board the next five. No card is burnt.
        """
        return exposed(view, board_positions(len(view.order)))

    def unit(self, options: Options) -> tuple[str, int, str]:
        """Results are chips, compared in stakes."""
        return "chips", options.default_stake, "stakes"

    def corners(self, legal: Legal) -> tuple[Action, ...]:
        """All legal actions, with only the lowest and the highest stake."""
        return moves.corners(legal)

    def pick(self, legal: Legal, number: int) -> Action:
        """The legal action that a number selects: evenly by kind, a stake evenly by amount."""
        return moves.pick(legal, number)

    def line(self, event: Event, view: State) -> str:
        """One line of English about an event."""
        return text.line(event, view)

    def show(self, view: State) -> tuple[str, ...]:
        """The table in plain lines."""
        return text.show(view)


GAME = QuickHoldem()
"""The game's only instance."""
