"""Tables of Hold'em to play on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engine.games.played import PlayedGame

from carteado.engine.cards import PACK, Card, parse_cards
from carteado.engine.game import Act, Deal, Event, Leave, Sit
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import (
    AllIn,
    BombPot,
    Call,
    Check,
    Fold,
    Muck,
    NoStraddle,
    PostBlind,
    Rabbit,
    Raise,
    RunOnce,
    RunTwice,
    Show,
    ShowCard,
    Straddle,
)
from carteado.engine.games.holdem.legal import Legal
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.seating import next_layout
from carteado.engine.games.holdem.state import State

ACTIONS = {
    "fold": Fold(),
    "check": Check(),
    "call": Call(),
    "all_in": AllIn(),
    "show": Show(),
    "muck": Muck(),
    "post": PostBlind(),
    "straddle": Straddle(),
    "no straddle": NoStraddle(),
    "bomb pot": BombPot(),
    "twice": RunTwice(),
    "once": RunOnce(),
    "rabbit": Rabbit(),
    "first card": ShowCard(card=1),
    "second card": ShowCard(card=2),
}


class Played(PlayedGame):
    """A table of Hold'em."""

    game = GAME
    state: State

    @staticmethod
    def action_of(deed: str) -> Any:
        """``fold``, ``check``, ``call``, ``all_in``, ``to 100`` and so on."""
        return Raise(to=int(deed.split()[1])) if deed.startswith("to ") else ACTIONS[deed]

    def wish(self, seat: int, deed: str) -> list[Event]:
        """A deed of a seat out of turn, which has to be accepted; what happened."""
        return self.send(Act(seat=seat, action=self.action_of(deed)))

    def run_out(self) -> Played:
        """Everybody checks or calls to the showdown."""
        while self.state.phase == "betting":
            self.act("check" if self.legal.check else "call")
        return self

    def deal(
        self, hands: Mapping[int, str] | None = None, board: str = "", second: str = ""
    ) -> Played:
        """Deal the next hand with these cards in it.

        Args:
            hands: hole cards by seat.
            board: common cards.
            second: cards of a second board behind those that both boards share.
        """
        layout = next_layout(self.state)
        assert layout is not None
        self.send(Deal(deck=arranged(layout.order, hands or {}, board, second)))
        return self

    @property
    def legal(self) -> Legal:
        """What the seat to act may do."""
        assert self.state.to_act is not None
        return GAME.legal(self.state, self.state.to_act)

    def sit(self, seat: int, name: str = "", **rest: Any) -> list[Event]:
        """Somebody sits down."""
        return self.send(Sit(seat=seat, name=name or f"p{seat}", **rest))

    def leave(self, seat: int) -> list[Event]:
        """Somebody gets up."""
        return self.send(Leave(seat=seat))


def arranged(
    order: Sequence[int], hands: Mapping[int, str], board: str, second: str = ""
) -> tuple[Card, ...]:
    """A deck from which these seats get these cards; the others come in the order of the pack."""
    count = len(order)
    wanted: dict[int, Card] = {}
    for seat, text in hands.items():
        first, other = parse_cards(text)
        wanted[order.index(seat)] = first
        wanted[order.index(seat) + count] = other
    flop = 2 * count + 1
    places = (flop, flop + 1, flop + 2, flop + 4, flop + 6)
    wanted.update(zip(places, parse_cards(board), strict=False))
    more = parse_cards(second)
    # Behind the river of the first board, with a card burnt before each street.
    steps = {0: (), 1: (1,), 2: (1, 3), 5: (1, 2, 3, 5, 7)}[len(more)]
    wanted.update((flop + 7 + step, card) for step, card in zip(steps, more, strict=True))
    rest = iter([card for card in PACK if card not in wanted.values()])
    return tuple(wanted.get(place) or next(rest) for place in range(len(PACK)))


def seated(options: Options) -> Played:
    """A table with somebody on every seat."""
    table = Played(options)
    for seat in range(options.seats):
        table.sit(seat)
    return table


def draw(table: Played, button: int) -> Played:
    """Draw for the button so that a seat gets it."""
    with_chips = [seat for seat, stack in enumerate(table.state.stacks) if stack]
    cards = list(PACK[: len(with_chips)])
    cards[with_chips.index(button)] = Card("As")
    rest = [card for card in PACK if card not in cards]
    table.send(Deal(deck=(*cards, *rest)))
    return table


def hand(
    stacks: Sequence[int],
    *,
    button: int = 0,
    blinds: tuple[int, int] = (10, 20),
    hands: Mapping[int, str] | None = None,
    board: str = "",
    second: str = "",
    **options: Any,
) -> Played:
    """A table in its first hand, the forced bets posted."""
    small, big = blinds
    chosen = Options(
        seats=len(stacks), stacks=tuple(stacks), small_blind=small, big_blind=big, **options
    )
    return draw(seated(chosen), button).deal(hands, board, second)
