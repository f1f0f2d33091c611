"""The fold of a poker table's events that its state does not keep: last actions, result, log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from carteado.engine.game import Event
from carteado.protocol.messages import PotOdds
from carteado.scene.game_types import GameEvent, GameState
from carteado.scene.poker.lines import line_of
from carteado.scene.story import Story
from carteado.scene.words import Words

__all__ = ["LastAction", "PokerStory", "Win"]

MOST = 100
"""Most pots, and boards with odds, of a hand; an honest hand has fewer than thirty."""

ActionKind = Literal["blind", "check", "call", "bet", "raise", "all_in", "fold", "play", "stake"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastAction:
    """The last action of a seat on this street.

    Attributes:
        kind: of action.
        amount: chips of the street that lie in front of the seat; 0 for none.
    """

    kind: ActionKind
    amount: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A pot and who won it.

    Attributes:
        pot: number of the pot, 0 for the main pot.
        amount: chips in it.
        shares: chips by winning seat.
        hand: what won in English, '' where nobody had to show.
        board: 1 or 2 where the hand was run twice.
    """

    pot: int
    amount: int
    shares: Mapping[int, int]
    hand: str
    board: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerStory(Story):
    """A reader's knowledge of a poker table beyond its state.

    Attributes:
        last: last action by seat, of this street; a fold stays until the next hand.
        wins: pots that were awarded in the last hand.
        returned: uncalled chips by seat.
        odds: of the open hands at an all-in, by pot, for each position: the run (0
            where the board is dealt once) and the board.
        out: seats knocked out, with their places.
    """

    last: Mapping[int, LastAction] = field(default_factory=dict)
    wins: tuple[Win, ...] = ()
    returned: Mapping[int, int] = field(default_factory=dict)
    odds: Mapping[tuple[int, tuple[str, ...]], tuple[PotOdds, ...]] = field(default_factory=dict)
    out: Mapping[int, int] = field(default_factory=dict)

    def happened(self, event: Event, before: GameState, words: Words) -> PokerStory:
        """The story after an event.

        Args:
            event: of the game or the table.
            before: the game's state before it.
            words: of the reader.
        """
        fold = _FOLDS.get(event.type)
        story = self if fold is None else fold(self, event, before)
        return replace(story, log=story.log.add_event(partial(line_of, event, before), words))

    def counted(
        self, board: tuple[str, ...], pots: tuple[PotOdds, ...], run: int = 0
    ) -> PokerStory:
        """The story with the odds of an all-in.

        Args:
            board: the board that the odds were counted for.
            pots: the odds of each pot.
            run: 0 for the first board, 1 for the second.
        """
        # Odds may come late, so they are kept by the board that they were counted for.
        key = run, tuple(board)
        kept = self.odds if len(self.odds) < MOST else {}
        return replace(self, odds={**kept, key: pots})


def _acted(story: PokerStory, seat: int, action: LastAction) -> PokerStory:
    return replace(story, last={**story.last, seat: action})


def _started(story: PokerStory, event: GameEvent, before: GameState) -> PokerStory:
    # `out` stays: knocked out is for the whole game.
    return replace(story, last={}, wins=(), returned={}, odds={})


def _posted(story: PokerStory, event: GameEvent, before: GameState) -> PokerStory:
    last = {
        seat: LastAction(kind="blind", amount=amount)
        for seat, amount in enumerate(event.bets)
        if amount
    }
    return replace(story, last=last)


def _raised(story: PokerStory, event: GameEvent, before: GameState) -> PokerStory:
    # Without a bet to match, the event `raised` opens the street.
    kind: ActionKind = "raise" if before.current_bet else "bet"
    # No chips left behind: all-in, whatever the action was.
    if not event.stack:
        kind = "all_in"
    return _acted(story, event.seat, LastAction(kind=kind, amount=event.to))


def _called(story: PokerStory, event: GameEvent, before: GameState) -> PokerStory:
    kind: ActionKind = "call" if event.stack else "all_in"
    return _acted(story, event.seat, LastAction(kind=kind, amount=event.bet))


def _played(story: PokerStory, event: GameEvent, before: GameState) -> PokerStory:
    kind: ActionKind = "play" if event.stack else "all_in"
    return _acted(story, event.seat, LastAction(kind=kind, amount=event.amount))


def _street(story: PokerStory, event: GameEvent, before: GameState) -> PokerStory:
    # A new street clears the other tags, since each street's bets begin at zero.
    folds = {seat: action for seat, action in story.last.items() if action.kind == "fold"}
    return replace(story, last=folds)


def _awarded(story: PokerStory, event: GameEvent, before: GameState) -> PokerStory:
    shares = dict(zip(event.seats, event.shares, strict=True))
    # Events of hands with one board do not say which.
    board = getattr(event, "board", 1)
    win = Win(pot=event.pot, amount=event.amount, shares=shares, hand=event.hand, board=board)
    return replace(story, wins=(*story.wins, win)[-MOST:])


_FOLDS: Mapping[str, Callable[[PokerStory, GameEvent, GameState], PokerStory]] = {
    "hand_started": _started,
    "forced_bets_posted": _posted,
    "folded": lambda story, event, before: _acted(story, event.seat, LastAction(kind="fold")),
    "checked": lambda story, event, before: _acted(story, event.seat, LastAction(kind="check")),
    "called": _called,
    "raised": _raised,
    "staked": lambda story, event, before: _acted(
        story, event.seat, LastAction(kind="stake", amount=event.stake)
    ),
    "played": _played,
    "board_dealt": _street,
    "showdown_started": _street,
    "pot_awarded": _awarded,
    "run_awarded": _awarded,
    "straddle_posted": lambda story, event, before: _acted(
        story, event.seat, LastAction(kind="blind", amount=event.amount)
    ),
    "uncalled_returned": lambda story, event, before: replace(
        story, returned={**story.returned, event.seat: event.amount}
    ),
    "knocked_out": lambda story, event, before: replace(
        story, out={**story.out, event.seat: event.place}
    ),
    "game_restarted": lambda story, event, before: replace(story, out={}),
}
