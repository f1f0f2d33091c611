"""The game's interface to the rest of the system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from carteado.engine.cards import PACK, Card
from carteado.engine.game import (
    Act,
    Action,
    Deal,
    Elapse,
    Event,
    Leave,
    Rematch,
    Return,
    Sit,
    SitOut,
    TopUp,
)
from carteado.engine.games.holdem import legal as moves
from carteado.engine.games.holdem import playing, seats, state, text
from carteado.engine.games.holdem.actions import ACTIONS, Check, Fold, Muck, RunOnce
from carteado.engine.games.holdem.codes import CODES
from carteado.engine.games.holdem.dealing import deal
from carteado.engine.games.holdem.events import EVENTS
from carteado.engine.games.holdem.folding import FOLDS
from carteado.engine.games.holdem.house_rules import elapse, opened
from carteado.engine.games.holdem.legal import Legal
from carteado.engine.games.holdem.options import CHALLENGES, DUELS, PRESETS, Options
from carteado.engine.games.holdem.positions import board_positions
from carteado.engine.games.holdem.seating import is_ready
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.game import PokerGame, exposed
from carteado.engine.tables.base_game import Rule
from carteado.engine.tables.shape import StateShape

__all__ = ["GAME", "Holdem"]


# Actions without fields are shared: a timed-out seat needs no new object.
_MUCK, _FOLD, _CHECK, _ONCE = Muck(), Fold(), Check(), RunOnce()


class Holdem(PokerGame[State]):
    """No-limit Texas Hold'em for 2 to 10 seats, as a decider. Contract: `game.Game`."""

    id: ClassVar[str] = "holdem"
    title: ClassVar[str] = "No-limit Texas Hold'em"
    rules: ClassVar[str] = "holdem/1"
    options_type: ClassVar[type] = Options
    state_type: ClassVar[type] = State
    legal_type: ClassVar[type] = Legal
    actions: ClassVar[tuple[type, ...]] = ACTIONS
    events: ClassVar[tuple[type, ...]] = EVENTS
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    companions: ClassVar[Mapping[str, tuple[str, ...]]] = CHALLENGES
    exhibitions: ClassVar[Mapping[str, tuple[str, ...]]] = DUELS
    bots: ClassVar[tuple[str, ...]] = (
        *PokerGame.bots,
        *("tight", "aggressive", "mixed", "mfs", "jammer", "equity", "bully"),
    )
    codes: ClassVar[Mapping[str, str]] = CODES
    commands: ClassVar[Mapping[type, Rule]] = {
        Act: playing.act,
        Deal: deal,
        Sit: seats.sit,
        Leave: seats.leave,
        SitOut: seats.sit_out,
        Return: seats.return_,
        TopUp: seats.top_up,
        Rematch: seats.rematch,
        Elapse: elapse,
    }
    folds = FOLDS
    shape = StateShape(
        as_long={
            f"house.{name}": "names" for name in ("straddling", "votes", "played", "owed", "bared")
        },
        places=dict.fromkeys(
            (
                *("winner", "button", "small_at", "small", "big", "to_act", "aggressor"),
                *("order", "live", "shows", "to_show"),
                *("house.straddler", "house.asked", "house.collected"),
            ),
            "names",
        ),
        most={"board": 5, "house.second": 5},
        boards=("board", "house.second"),
        hands=("hands", "shown"),
    )
    # Fields of `Options` that the owner may change between hands; format and seats are fixed.
    changeable: ClassVar[tuple[str, ...]] = (
        "ante",
        "ante_kind",
        "big_blind",
        "bomb_ante",
        "bomb_every",
        "bomb_vote",
        "buy_in_max",
        "buy_in_min",
        "max_bet",
        "rabbit_hunt",
        "run_it_twice",
        "schedule",
        "schedule_by",
        "seven_deuce",
        "show_one",
        "showdown",
        "small_blind",
        "straddle",
    )
    extras: ClassVar[Mapping[str, str]] = {
        "explanation": "carteado.engine.games.holdem.explanation",
        "phh": "carteado.engine.games.holdem.hand_history",
        "retracing": "carteado.engine.games.holdem.retracing",
        "runout": "carteado.engine.games.holdem.runout",
        "scenario": "carteado.engine.games.holdem.scenario",
        "statistics": "carteado.engine.games.holdem.statistics",
    }

    def new(self, options: Options) -> State:
        """The empty table."""
        return state.new_state(options)

    def legal(self, state: State, seat: int) -> Legal:
        """The legal actions of `seat`; out of turn it may still show cards or post a blind."""
        return moves.legal(state, seat)

    def default(self, state: State, seat: int) -> Action:
        """The default action: muck, run the board once, check if that is free, otherwise fold."""
        if state.phase == "showdown":
            return _MUCK
        if state.phase == "asking":
            return _ONCE
        # A player who is away must lose neither chips to a bet nor a hand that costs nothing.
        return _FOLD if state.bets[seat] < state.current_bet else _CHECK

    def pack(self, state: State) -> tuple[Card, ...] | None:
        """The 52 cards while a deal may begin, the draw for the button being the first."""
        return PACK if is_ready(state) else None

    def minutes(self, state: State) -> int | None:
        """Minutes since the first hand, None unless the blinds rise by minutes."""
        # Before the first hand and after the last one no time is played.
        counted = state.options.schedule_by == "minutes" and state.hand > 0
        return state.house.minutes if counted and state.winner is None else None

    def exposed(self, view: State) -> Mapping[int, Card]:
        """Cards of the current deal that this view knows, by position in the dealt deck.

        The draw for the button uses the first positions, one for each seat that drew. A hand uses
        them for the hole cards, one card for each seat in turn, and then burns one card before
        flop, turn and river. A second board follows the first. A rabbit hunt opens the positions
        that the board would have used.
        """
        known = exposed(view, board_positions(len(view.order)))
        return {**known, **opened(view), **dict(enumerate(view.drawn))}

    def corners(self, legal: Legal) -> tuple[Action, ...]:
        """All legal actions, with only the lowest and the highest raise."""
        return moves.corners(legal)

    def pick(self, legal: Legal, number: int) -> Action:
        """The legal action that a number selects: evenly by kind, a raise evenly by amount."""
        return moves.pick(legal, number)

    def line(self, event: Event, view: State) -> str:
        """One line of English about an event."""
        return text.line(event, view)

    def show(self, view: State) -> tuple[str, ...]:
        """The table in plain lines."""
        return text.show(view)


GAME = Holdem()
"""The game's only instance."""
