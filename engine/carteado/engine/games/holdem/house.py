"""House rules of a home game: their part of the state and the folds of their events.

A table without house rules always keeps `NO_HOUSE`. The rules are listed in
`options.Options`; they are decided in the game's other modules and in `house_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.game import Event, SatOut
from carteado.engine.games.holdem import events as ev
from carteado.engine.poker.folding import put
from carteado.engine.tables.transition import Fields, Fold
from carteado.engine.visibility import Public

__all__ = ["FOLDS", "NO_HOUSE", "House", "bared", "begun", "by_seat", "left", "paused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The state of the house rules. Tuples "by seat" are empty while no seat is marked.

    From hand to hand:

    Attributes:
        straddling: whether the seat straddles when it is under the gun, by seat.
        votes: whether the seat voted for a bomb pot, by seat.
        played: whether the player was dealt in since sitting down, by seat; for missed blinds.
        owed: blinds that the seat owes, by seat: 0 none, 1 small, 2 big, 3 both.
        minutes: minutes of this game that the table's clock has counted.

    For one hand:

    Attributes:
        straddler: seat that posted a straddle, None for no straddle.
        bomb: whether the hand is a bomb pot.
        asked: seats still to answer whether to run the board twice.
        runs: number of boards; 0 while undecided.
        shared: number of board cards that both boards share.
        second: the second board, including the shared cards.
        bared: single cards that lie open, by seat: two places each, `UNKNOWN` for a closed card.
        collected: seats that collected the bounty for seven and deuce.
        rabbit: the cards of a rabbit hunt, empty until a seat asks for them.
    """

    straddling: Public[tuple[bool, ...]] = ()
    votes: Public[tuple[bool, ...]] = ()
    played: Public[tuple[bool, ...]] = ()
    owed: Public[tuple[int, ...]] = ()
    minutes: Public[int] = 0
    straddler: Public[int | None] = None
    bomb: Public[bool] = False
    asked: Public[tuple[int, ...]] = ()
    runs: Public[int] = 0
    shared: Public[int] = 0
    second: Public[tuple[Card, ...]] = ()
    bared: Public[tuple[tuple[Card, ...], ...]] = ()
    collected: Public[tuple[int, ...]] = ()
    rabbit: Public[tuple[Card, ...]] = ()


NO_HOUSE = House()
"""The state of a table without house rules."""


def by_seat(marks: tuple[Any, ...], seat: int) -> Any:
    """The mark of a seat, or a false value if no seat is marked."""
    return marks[seat] if marks else 0


def bared(house: House, seat: int) -> tuple[Card, ...]:
    """The two places of a hand with a single card open, empty if none is open."""
    return house.bared[seat] if house.bared else ()


def _marked(marks: tuple[Any, ...], seats: int, seat: int, mark: Any) -> tuple[Any, ...]:
    """The marks with one seat's mark changed, empty if no seat is marked afterwards."""
    # Empty when no mark is left, so that tables without house rules compare equal.
    # type(mark)() is the neutral mark: False for bool, 0 for int.
    found = put(marks or (type(mark)(),) * seats, seat, mark)
    return found if any(found) else ()


def begun(house: House, event: ev.HandStarted, *, track: bool) -> House:
    """The house rules' state at the start of a hand.

    Args:
        house: their state before the hand.
        event: start of the hand, with the seats dealt in.
        track: whether the table keeps missed blinds.
    """
    # Tables without house rules share one object, and need no copy for a hand.
    if house is NO_HOUSE and not track:
        return house
    played, owed = house.played, house.owed
    if track:
        dealt = [bool(cards) for cards in event.hands]
        was = played or (False,) * len(dealt)
        played = tuple([old or new for old, new in zip(was, dealt, strict=True)])
        if owed:
            owed = tuple([0 if new else one for one, new in zip(owed, dealt, strict=True)])
            owed = owed if any(owed) else ()
    # Fields of the last hand get their defaults; only lasting ones are carried over.
    return House(
        straddling=house.straddling,
        votes=house.votes,
        played=played,
        owed=owed,
        minutes=house.minutes,
    )


def left(house: House, seats: int, seat: int) -> House:
    """The house rules' state after a player has left the seat; it keeps nothing of the player."""
    # Identity is enough: a table that never used a house rule still has the shared object.
    if house is NO_HOUSE:
        return house
    # The next player on this seat must not inherit a shown card.
    closed = house.bared and put(house.bared, seat, ())
    return replace(
        house,
        straddling=_marked(house.straddling, seats, seat, False),
        votes=_marked(house.votes, seats, seat, False),
        played=_marked(house.played, seats, seat, False),
        owed=_marked(house.owed, seats, seat, 0),
        bared=closed if any(closed) else (),
    )


def paused(house: House, seats: int, event: SatOut) -> House:
    """The house rules' state after a seat sits out: its vote for a bomb pot lapses."""
    if not house.votes:
        return house
    return replace(house, votes=_marked(house.votes, seats, event.seat, False))


def _changes(fold: Callable[[House, Any, int], House]) -> Fold:
    def folded(state: Any, event: Event, now: Fields) -> None:
        now["house"] = fold(state.house, event, len(state.stacks))

    return folded


def _straddled(state: Any, event: ev.StraddlePosted, now: Fields) -> None:
    seat = event.seat
    now["house"] = replace(state.house, straddler=seat)
    now["stacks"] = put(state.stacks, seat, event.stack)
    now["bets"] = put(state.bets, seat, event.amount)
    now["paid"] = put(state.paid, seat, state.paid[seat] + event.amount)
    # A straddle is a blind of two big blinds, so the minimum raise is to four.
    now["current_bet"] = now["last_full"] = event.amount
    now["pot"] = event.pot
    now["to_act"] = event.to_act


def _missed_posted(state: Any, event: ev.MissedBlindsPosted, now: Fields) -> None:
    now["dead"] = event.dead
    now["stacks"] = event.stacks
    now["pot"] = event.pot
    now["to_act"] = event.to_act


def _bombed(state: Any, event: ev.BombPotCalled, now: Fields) -> None:
    # The votes are used up: another bomb pot needs a new majority.
    now["house"] = replace(state.house, bomb=True, votes=())
    now["ante"] = event.ante
    # Nobody posts a blind in a bomb pot, so there is no bet to match.
    now["current_bet"] = 0


def _asked(state: Any, event: ev.RunsAsked, now: Fields) -> None:
    now["house"] = replace(state.house, asked=event.seats)
    now["phase"] = "asking"
    now["to_act"] = event.to_act


def _answered(state: Any, event: ev.RunsAnswered, now: Fields) -> None:
    # One "once" ends the asking: everybody has to agree to run it twice.
    asked = () if event.runs else state.house.asked[1:]
    now["house"] = replace(
        state.house,
        asked=asked,
        runs=event.runs,
        # Fixed now: the board grows later, but the second one starts from its present cards.
        shared=len(state.board) if event.runs == 2 else 0,
    )
    now["phase"] = "betting" if event.runs else "asking"
    now["to_act"] = event.to_act


def _run_awarded(state: Any, event: ev.RunAwarded, now: Fields) -> None:
    won = list(state.won)
    for seat, chips in zip(event.seats, event.shares, strict=True):
        won[seat] += chips
    pots = list(state.pots)
    # The second board's halves are added to the pots that the first board has divided.
    if event.pot < len(pots):
        pots[event.pot] += event.amount
    else:
        pots.append(event.amount)
    now["stacks"] = event.stacks
    now["pot"] = state.pot - event.amount
    now["pots"] = tuple(pots)
    now["won"] = tuple(won)


def _card_shown(state: Any, event: ev.CardShown, now: Fields) -> None:
    seats, seat = len(state.stacks), event.seat
    # One card lies open and one is closed; with both open it is a shown hand like any other.
    if UNKNOWN in event.cards:
        open_ = put(state.house.bared or ((),) * seats, seat, event.cards)
        now["house"] = replace(state.house, bared=open_)
        return
    closed = put(state.house.bared or ((),) * seats, seat, ())
    now["house"] = replace(state.house, bared=closed if any(closed) else ())
    now["shown"] = put(state.shown, seat, event.cards)
    now["shows"] = (*state.shows, seat)


# The pot stays the same: bounties go from stack to stack.
def _bounty_paid(state: Any, event: ev.BountyPaid, now: Fields) -> None:
    house = state.house
    now["house"] = replace(house, collected=(*house.collected, event.seat))
    now["stacks"] = event.stacks


FOLDS: Mapping[type, Fold] = {
    ev.StraddleWished: _changes(
        lambda house, event, seats: replace(
            house, straddling=_marked(house.straddling, seats, event.seat, event.on)
        )
    ),
    ev.BombPotVoted: _changes(
        lambda house, event, seats: replace(
            house, votes=_marked(house.votes, seats, event.seat, True)
        )
    ),
    ev.SecondBoardDealt: _changes(lambda house, event, seats: replace(house, second=event.board)),
    ev.RabbitShown: _changes(lambda house, event, seats: replace(house, rabbit=event.cards)),
    ev.BlindsMissed: _changes(
        lambda house, event, seats: replace(house, owed=event.owed if any(event.owed) else ())
    ),
    ev.MinutesPassed: _changes(lambda house, event, seats: replace(house, minutes=event.minutes)),
    ev.StraddlePosted: _straddled,
    ev.MissedBlindsPosted: _missed_posted,
    ev.BombPotCalled: _bombed,
    ev.RunsAsked: _asked,
    ev.RunsAnswered: _answered,
    ev.RunAwarded: _run_awarded,
    ev.CardShown: _card_shown,
    ev.BountyPaid: _bounty_paid,
}
"""The fold of each house-rule event."""
