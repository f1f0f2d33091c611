"""The change of the state by each event. The module holds no rules, and no fold can fail.

A fold writes the values that its event changes into the fields of a copy of the state that nobody
else holds. So the events of a command change one copy, one after the other, and a single event
gives a new state.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.game import RematchAgreed, Returned, SatOut, SeatLeft, SeatTaken, ToppedUp
from carteado.engine.games.buraco import events as ev
from carteado.engine.games.buraco.cards import FACE_OF, faces_of
from carteado.engine.games.buraco.hands import less, without
from carteado.engine.games.buraco.state import (
    HAND,
    SEATS,
    TEAM_OF,
    State,
    for_seat,
    for_team,
    new_state,
)
from carteado.engine.tables import transition

__all__ = ["FOLDS", "Fields", "Transition"]

Fields = dict[str, Any]
"""The fields of the copy of a state that an event changes, by name."""


# Seats


def _seat_taken(state: State, event: SeatTaken, now: Fields) -> None:
    now["names"] = for_seat(state.names, event.seat, event.name)
    now["bots"] = for_seat(state.bots, event.seat, event.bot)


def _seat_left(state: State, event: SeatLeft, now: Fields) -> None:
    seat = event.seat
    if not event.at_once:
        now["leaving"] = for_seat(state.leaving, seat, True)
        return
    now["names"] = for_seat(state.names, seat, None)
    now["bots"] = for_seat(state.bots, seat, False)
    now["away"] = for_seat(state.away, seat, False)
    now["leaving"] = for_seat(state.leaving, seat, False)
    now["agreed"] = for_seat(state.agreed, seat, False)
    # The next player here must not see the cards of the player who left.
    now["hands"] = for_seat(state.hands, seat, ())
    now["dealt"] = for_seat(state.dealt, seat, ())
    now["dealt_at"] = for_seat(state.dealt_at, seat, ())
    now["barred"] = for_seat(state.barred, seat, "")


def _sat_out(state: State, event: SatOut, now: Fields) -> None:
    now["away"] = for_seat(state.away, event.seat, True)


def _returned(state: State, event: Returned, now: Fields) -> None:
    now["away"] = for_seat(state.away, event.seat, False)


def _topped_up(state: State, event: ToppedUp, now: Fields) -> None:
    # Buraco has no chips; the event is part of the common list of seat events.
    pass


def _agreed(state: State, event: RematchAgreed, now: Fields) -> None:
    now["agreed"] = for_seat(state.agreed, event.seat, True)


# The deal


def _deal_started(state: State, event: ev.DealStarted, now: Fields) -> None:
    no_cards = ((),) * SEATS
    dealt_at, mortos, stock = _places(event.starter, len(event.deck))
    # Every field of a deal is listed, so that nothing of the last deal survives.
    now.update(
        running=True,
        deal=event.deal,
        sheets=(),
        phase="between",
        to_act=None,
        starter=event.starter,
        first=True,
        offer=False,
        last_turn=False,
        deck=event.deck,
        stock=stock,
        mortos=mortos,
        took=(False, False),
        converted=0,
        unplayed=(None, None),
        hands=event.hands,
        aside=no_cards,
        known=no_cards,
        fresh=0,
        barred=("",) * SEATS,
        pile=(),
        buried=(),
        runs=((), ()),
        swaps=0,
        out=None,
        dealt=tuple([faces_of(hand) for hand in event.hands]),
        dealt_at=dealt_at,
        thrown=None,
        thrown_at=None,
        opened=(),
    )


_Places = tuple[tuple[int, ...], ...]


# Four starters and a few deck sizes: each layout is computed once per process.
@functools.lru_cache(maxsize=64)
def _places(starter: int, cards: int) -> tuple[_Places, _Places, tuple[int, ...]]:
    """Positions of the hands, by seat, of the mortos and of the stock in a deck of a given size."""
    at = SEATS * HAND
    # Cards are dealt one at a time, so a seat has every fourth position.
    hands = [tuple(range((seat - starter) % SEATS, at, SEATS)) for seat in range(SEATS)]
    first, second = at + HAND, at + 2 * HAND
    mortos = tuple(range(at, first)), tuple(range(first, second))
    return tuple(hands), mortos, tuple(range(second, cards))


def _turn_started(state: State, event: ev.TurnStarted, now: Fields) -> None:
    seat, team = event.seat, TEAM_OF[event.seat]
    now["phase"] = "draw"
    now["to_act"] = seat
    now["last_turn"] = event.last
    now["fresh"] = 0
    now["offer"] = False
    # The turn in which the indirect morto is first playable; from here on it counts as played.
    if state.unplayed[team] == seat:
        now["unplayed"] = for_team(state.unplayed, team, None)


def _drawn(state: State, event: ev.CardDrawn, now: Fields) -> None:
    seat, held = event.seat, event.held
    now["phase"] = "play"
    now["offer"] = event.offer
    now["stock"] = state.stock[1:]
    now["hands"] = for_seat(state.hands, seat, state.hands[seat] + (held,))
    now["fresh"] = 1
    # A stock draw makes progress, so the count of one-card pile takes starts again.
    now["swaps"] = 0
    now["dealt"] = for_seat(state.dealt, seat, state.dealt[seat] + (FACE_OF[held],))
    now["dealt_at"] = for_seat(state.dealt_at, seat, state.dealt_at[seat] + (event.at,))


def _redrawn(state: State, event: ev.CardRedrawn, now: Fields) -> None:
    seat, held = event.seat, event.held
    hand = less(state.hands[seat], event.thrown)
    now["offer"] = False
    now["stock"] = state.stock[1:]
    now["hands"] = for_seat(state.hands, seat, (*hand, held))
    now["pile"] = (*state.pile, event.card)
    now["buried"] = state.buried + event.buried
    now["fresh"] = 1
    now["thrown"] = event.card
    # The position of the refused card, needed to prove the deck after the deal.
    now["thrown_at"] = state.dealt_at[seat][-1]
    now["dealt"] = for_seat(state.dealt, seat, state.dealt[seat] + (FACE_OF[held],))
    now["dealt_at"] = for_seat(state.dealt_at, seat, state.dealt_at[seat] + (event.at,))


def _pile_taken(state: State, event: ev.PileTaken, now: Fields) -> None:
    seat, cards, top = event.seat, event.cards, event.top
    # Covered cards of the pile come into the hand, and the table does not know their faces.
    seen = without(cards, cards.count(UNKNOWN) * (UNKNOWN,)) if UNKNOWN in cards else cards
    now["phase"] = "play"
    now["hands"] = for_seat(state.hands, seat, state.hands[seat] + event.held)
    now["known"] = for_seat(state.known, seat, state.known[seat] + seen)
    now["fresh"] = len(cards)
    # A card that is melded at once stays here until its meld is laid.
    now["pile"] = () if top is None else (top,)
    now["buried"] = ()
    # Tuples are rebuilt only when they change: most takes bar nothing.
    if event.barred != state.barred[seat]:
        now["barred"] = for_seat(state.barred, seat, event.barred)
    # Only swaps of a single card can go on for ever (buraco.md, 1.4 no. 5).
    if top is None and len(cards) == 1:
        now["swaps"] = state.swaps + 1


def _melded(state: State, event: ev.MeldLaid | ev.MeldExtended, now: Fields) -> None:
    seat, team, held = event.seat, event.team, event.held
    runs, at = state.runs[team], event.meld
    # For a new run `at` is the number of runs, so it is appended.
    now["runs"] = for_team(state.runs, team, (*runs[:at], event.run, *runs[at + 1 :]))
    now["hands"] = for_seat(state.hands, seat, without(state.hands[seat], held))
    now["offer"] = False
    now["swaps"] = 0
    left = event.cards
    if len(held) < len(left):
        # The top card of the pile never was in the hand.
        left = without(left, state.pile)
        now["pile"] = ()
    if state.known[seat]:
        now["known"] = for_seat(state.known, seat, without(state.known[seat], left))
    # Laying the barred card is allowed, and lifts the bar.
    if state.barred[seat] and state.barred[seat] in held:
        now["barred"] = for_seat(state.barred, seat, "")


def _discarded(state: State, event: ev.CardDiscarded, now: Fields) -> None:
    seat, card = event.seat, event.card
    pile = state.pile
    if state.options.pile_visibility == "top_only":
        # The cards below the top one are covered; `buried` has their faces.
        pile = (UNKNOWN,) * len(pile)
    # `turned` lasts only until the end of the turn is decided within the same command.
    now["phase"] = "turned"
    now["first"] = False
    now["offer"] = False
    now["hands"] = for_seat(state.hands, seat, less(state.hands[seat], event.held))
    now["pile"] = (*pile, card)
    if event.buried:
        now["buried"] = state.buried + event.buried
    if card in state.known[seat]:
        now["known"] = for_seat(state.known, seat, less(state.known[seat], card))
    if state.barred[seat]:
        now["barred"] = for_seat(state.barred, seat, "")


def _declined(state: State, event: ev.TurnDeclined, now: Fields) -> None:
    now["phase"] = "turned"


def _morto_taken(state: State, event: ev.MortoTaken, now: Fields) -> None:
    seat, team = event.seat, event.team
    at = state.mortos[0]
    now["mortos"] = state.mortos[1:]
    now["took"] = for_team(state.took, team, True)
    # Only a morto taken by a discard can stay unplayed: after a meld the turn goes on with it.
    if not event.direct:
        now["unplayed"] = for_team(state.unplayed, team, seat)
    # Empty when a house rule hides the morto until the next turn.
    if event.held:
        _look_at(state, seat, event.held, at, now)
    else:
        now["aside"] = for_seat(state.aside, seat, at)


def _morto_opened(state: State, event: ev.MortoOpened, now: Fields) -> None:
    seat = event.seat
    _look_at(state, seat, event.held, state.aside[seat], now)
    now["aside"] = for_seat(state.aside, seat, ())


def _look_at(
    state: State, seat: int, held: tuple[Card, ...], at: tuple[int, ...], now: Fields
) -> None:
    now["hands"] = for_seat(state.hands, seat, state.hands[seat] + held)
    now["fresh"] = 0
    now["dealt"] = for_seat(state.dealt, seat, state.dealt[seat] + faces_of(held))
    now["dealt_at"] = for_seat(state.dealt_at, seat, state.dealt_at[seat] + at)


def _converted(state: State, event: ev.MortoConverted, now: Fields) -> None:
    now["stock"] = event.stock
    now["mortos"] = state.mortos[1:]
    now["converted"] = state.converted + 1


_BETWEEN: Fields = {
    "phase": "between",
    "to_act": None,
    "offer": False,
    "last_turn": False,
    "fresh": 0,
    "barred": ("",) * SEATS,
}


def _scored(state: State, event: ev.DealScored, now: Fields) -> None:
    now.update(
        _BETWEEN,
        known=event.left,
        out=event.out,
        sheets=event.sheets,
        totals=event.totals,
        opened=event.dealt,
    )


def _won(state: State, event: ev.MatchWon, now: Fields) -> None:
    now.update(_BETWEEN, running=False, winner=event.team, totals=event.totals)


_KEPT = ("options", "names", "bots", "away", "leaving")
"""The fields that a new match keeps; `agreed` is asked again."""


def _restarted(state: State, event: ev.MatchRestarted, now: Fields) -> None:
    # A match starts from an empty table, so a new field is reset without a change here.
    fresh = vars(new_state(state.options))
    now.update({name: value for name, value in fresh.items() if name not in _KEPT})


FOLDS: Mapping[type, transition.Fold] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: _sat_out,
    Returned: _returned,
    ToppedUp: _topped_up,
    RematchAgreed: _agreed,
    ev.DealStarted: _deal_started,
    ev.TurnStarted: _turn_started,
    ev.CardDrawn: _drawn,
    ev.CardRedrawn: _redrawn,
    ev.PileTaken: _pile_taken,
    ev.MeldLaid: _melded,
    ev.MeldExtended: _melded,
    ev.CardDiscarded: _discarded,
    ev.TurnDeclined: _declined,
    ev.MortoTaken: _morto_taken,
    ev.MortoOpened: _morto_opened,
    ev.MortoConverted: _converted,
    ev.DealScored: _scored,
    ev.MatchWon: _won,
    ev.MatchRestarted: _restarted,
}
"""How each event, whole or redacted, changes the fields.

A fold reads each field of the state before it writes it: the fields may be the state's own.
"""


class Transition(transition.Transition[State]):
    """The events that follow from a command at a Buraco table, and the state after them."""

    __slots__ = ()

    folds = FOLDS
