"""Tables of Quick Hold'em to play on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engine.games.played import PlayedGame

from carteado.engine.cards import parse_cards
from carteado.engine.game import Deal, Sit
from carteado.engine.games.quick_holdem import GAME
from carteado.engine.games.quick_holdem.actions import Fold, Play, Stake
from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.games.quick_holdem.state import State, board_positions, next_leader
from carteado.engine.poker.dealing import arranged, places


class Played(PlayedGame):
    """A table of Quick Hold'em."""

    game = GAME
    state: State

    @staticmethod
    def action_of(deed: str | int) -> Any:
        """``play``, ``fold``, or the number of chips of a stake."""
        if isinstance(deed, int):
            return Stake(amount=deed)
        return Play() if deed == "play" else Fold()

    def deal(self, hands: Mapping[int, str] | None = None, board: str = "") -> Played:
        """Deal the next hand with these cards in it."""
        leader, seats = next_leader(self.state), len(self.state.names)
        around = [(leader + step) % seats for step in range(1, seats + 1)]
        order = [seat for seat in around if self.state.stacks[seat]]
        known = {seat: parse_cards(text) for seat, text in (hands or {}).items()}
        board_at = board_positions(len(order))
        self.send(Deal(deck=arranged(places(order, known, board_at, parse_cards(board)))))
        return self


def table(credits: Sequence[int] = (1000,) * 4, bots: int = 0, **options: Any) -> Played:
    """A table with somebody on every seat, bots on the last ones."""
    played = Played(Options(seats=len(credits), credits=tuple(credits), **options))
    for seat in range(len(credits)):
        bot = seat >= len(credits) - bots
        played.send(Sit(seat=seat, name=f"p{seat}", bot=bot))
    return played


def hand(
    credits: Sequence[int] = (1000,) * 4,
    hands: Mapping[int, str] | None = None,
    board: str = "",
    **options: Any,
) -> Played:
    """A table in its first hand, which seat 0 leads."""
    return table(credits, **options).deal(hands, board)
