"""Tables to play on: every command goes through the contract's promises on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.cards import PACK, Card, parse_cards
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Command, Deal, Decided, Event, Leave, Sit
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
from carteado.engine.visibility import AUDITOR, RAIL, Observer, redact, seat_observer

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


class Played:
    """A table with the views of all its observers, folded from redacted events only."""

    def __init__(self, options: Options) -> None:
        self.state: State = GAME.new(options)
        self.events: list[Event] = []
        seats = [seat_observer(seat) for seat in range(options.seats)]
        self.views: dict[Observer, State] = dict.fromkeys((RAIL, AUDITOR, *seats), self.state)

    def try_(self, command: Command) -> Decided[State] | Refusal:
        """Send a command and check what the contract promises about the answer."""
        before = self.state
        answer = GAME.decide(before, command)
        if isinstance(answer, Refusal):
            assert self.state is before
            return answer
        self.before = dict(self.views)
        folded = before
        for event in answer.events:
            for observer, view in self.views.items():
                seen = redact(event, observer)
                GAME.line(seen, view)
                self.views[observer] = GAME.evolve(view, seen)
            folded = GAME.evolve(folded, event)
        assert folded == answer.state
        for observer, view in self.views.items():
            assert redact(folded, observer) == view
            GAME.show(view)
        self.state = folded
        self.events = list(answer.events)
        return answer

    def send(self, command: Command) -> list[Event]:
        """A command that has to be accepted; what happened."""
        answer = self.try_(command)
        assert isinstance(answer, Decided), answer
        return self.events

    def refused(self, command: Command) -> Refusal:
        """A command that has to be refused; the refusal."""
        answer = self.try_(command)
        assert isinstance(answer, Refusal), answer
        return answer

    def act(self, *deeds: str) -> Played:
        """Deeds of the seats in turn: ``fold``, ``check``, ``call``, ``all_in``, ``to 100`` ..."""
        for deed in deeds:
            seat = GAME.turn(self.state)
            assert seat is not None, f"{deed}: nobody is to act"
            self.send(Act(seat=seat, action=action_of(deed)))
        return self

    def wish(self, seat: int, deed: str) -> list[Event]:
        """A deed of a seat out of turn, which has to be accepted; what happened."""
        return self.send(Act(seat=seat, action=action_of(deed)))

    def refuses(self, deed: str, seat: int | None = None) -> Refusal:
        """A deed of the seat to act (or another) that has to be refused."""
        by = GAME.turn(self.state) if seat is None else seat
        assert by is not None
        return self.refused(Act(seat=by, action=action_of(deed)))

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

    def happened(self, kind: type) -> list[Any]:
        """The events of a kind that followed from the last command."""
        return [event for event in self.events if isinstance(event, kind)]

    def sit(self, seat: int, name: str = "", **rest: Any) -> list[Event]:
        """Somebody sits down."""
        return self.send(Sit(seat=seat, name=name or f"p{seat}", **rest))

    def leave(self, seat: int) -> list[Event]:
        """Somebody gets up."""
        return self.send(Leave(seat=seat))


def action_of(deed: str) -> Any:
    """The action that a deed names."""
    return Raise(to=int(deed.split()[1])) if deed.startswith("to ") else ACTIONS[deed]


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
