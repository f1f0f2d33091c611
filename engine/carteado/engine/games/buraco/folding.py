"""How each event changes the state. No rules stand here, and nothing can fail.

A fold gives the fields that are different after its event. So the events of a command can be
gathered on one copy of the state, and each alone gives a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.game import (
    Event,
    RematchAgreed,
    Returned,
    SatOut,
    SeatLeft,
    SeatTaken,
    ToppedUp,
)
from carteado.engine.games.buraco import events as ev
from carteado.engine.games.buraco.cards import FACE_OF, faces_of
from carteado.engine.games.buraco.state import HAND, SEATS, State, new_state, team_of
from carteado.engine.poker.folding import put
from carteado.engine.state import changed

__all__ = ["FOLDS", "Changes", "evolve", "without"]

Changes = dict[str, Any]
"""Fields of a state by name, as they are after an event."""


def evolve(state: State, event: Event) -> State:
    """Fold one event, whole or redacted, into the state."""
    return changed(state, **FOLDS[type(event)](state, event))


# Seats


def _seat_taken(state: State, event: SeatTaken) -> Changes:
    return {
        "names": put(state.names, event.seat, event.name),
        "bots": put(state.bots, event.seat, event.bot),
    }


def _seat_left(state: State, event: SeatLeft) -> Changes:
    seat = event.seat
    if not event.at_once:
        return {"leaving": put(state.leaving, seat, True)}
    return {
        "names": put(state.names, seat, None),
        "bots": put(state.bots, seat, False),
        "away": put(state.away, seat, False),
        "leaving": put(state.leaving, seat, False),
        "agreed": put(state.agreed, seat, False),
        # Whoever sits here next must not find the cards of who left.
        "hands": put(state.hands, seat, ()),
        "dealt": put(state.dealt, seat, ()),
        "dealt_at": put(state.dealt_at, seat, ()),
        "barred": put(state.barred, seat, ""),
    }


# The deal


def _deal_started(state: State, event: ev.DealStarted) -> Changes:
    at, end = SEATS * HAND, len(event.deck)
    no_cards = ((),) * SEATS
    order = [(event.starter + turn) % SEATS for turn in range(SEATS)]
    return {
        "running": True,
        "deal": event.deal,
        "sheets": (),
        "phase": "between",
        "to_act": None,
        "starter": event.starter,
        "first": True,
        "offer": False,
        "last_turn": False,
        "deck": event.deck,
        "stock": tuple(range(at + 2 * HAND, end)),
        "mortos": (tuple(range(at, at + HAND)), tuple(range(at + HAND, at + 2 * HAND))),
        "took": (False, False),
        "converted": 0,
        "unplayed": (None, None),
        "hands": event.hands,
        "aside": no_cards,
        "known": no_cards,
        "fresh": 0,
        "barred": ("",) * SEATS,
        "pile": (),
        "buried": (),
        "runs": ((), ()),
        "swaps": 0,
        "out": None,
        "dealt": tuple([faces_of(hand) for hand in event.hands]),
        "dealt_at": tuple([tuple(range(order.index(seat), at, SEATS)) for seat in range(SEATS)]),
        "thrown": None,
        "thrown_at": None,
        "opened": (),
    }


def _turn_started(state: State, event: ev.TurnStarted) -> Changes:
    seat, team = event.seat, team_of(event.seat)
    changes: Changes = {
        "phase": "draw",
        "to_act": seat,
        "last_turn": event.last,
        "fresh": 0,
        "offer": False,
    }
    if state.unplayed[team] == seat:
        changes["unplayed"] = put(state.unplayed, team, None)
    return changes


def _drawn(state: State, event: ev.CardDrawn) -> Changes:
    seat, held = event.seat, event.held
    return {
        "phase": "play",
        "offer": event.offer,
        "stock": state.stock[1:],
        "hands": put(state.hands, seat, (*state.hands[seat], held)),
        "fresh": 1,
        "swaps": 0,
        "dealt": put(state.dealt, seat, (*state.dealt[seat], FACE_OF[held])),
        "dealt_at": put(state.dealt_at, seat, (*state.dealt_at[seat], event.at)),
    }


def _redrawn(state: State, event: ev.CardRedrawn) -> Changes:
    seat, held = event.seat, event.held
    hand = _less(state.hands[seat], event.thrown)
    return {
        "offer": False,
        "stock": state.stock[1:],
        "hands": put(state.hands, seat, (*hand, held)),
        "pile": (*state.pile, event.card),
        "buried": state.buried + event.buried,
        "fresh": 1,
        "dealt": put(state.dealt, seat, (*state.dealt[seat], FACE_OF[held])),
        "dealt_at": put(state.dealt_at, seat, (*state.dealt_at[seat], event.at)),
        "thrown": event.card,
        "thrown_at": state.dealt_at[seat][-1],
    }


def _pile_taken(state: State, event: ev.PileTaken) -> Changes:
    seat, cards, top = event.seat, event.cards, event.top
    seen = without(cards, cards.count(UNKNOWN) * (UNKNOWN,)) if UNKNOWN in cards else cards
    changes: Changes = {
        "phase": "play",
        "hands": put(state.hands, seat, state.hands[seat] + event.held),
        "known": put(state.known, seat, state.known[seat] + seen),
        "fresh": len(cards),
        # A card that is melded at once stays here until its meld is laid.
        "pile": () if top is None else (top,),
        "buried": (),
    }
    if event.barred != state.barred[seat]:
        changes["barred"] = put(state.barred, seat, event.barred)
    if top is None and len(cards) == 1:
        changes["swaps"] = state.swaps + 1
    return changes


def _melded(state: State, event: ev.MeldLaid | ev.MeldExtended) -> Changes:
    seat, team, held = event.seat, event.team, event.held
    runs, at = state.runs[team], event.meld
    changes: Changes = {
        "runs": put(state.runs, team, (*runs[:at], event.run, *runs[at + 1 :])),
        "hands": put(state.hands, seat, without(state.hands[seat], held)),
        "offer": False,
        "swaps": 0,
    }
    if state.known[seat]:
        changes["known"] = put(state.known, seat, without(state.known[seat], event.cards))
    if state.barred[seat] and state.barred[seat] in held:
        changes["barred"] = put(state.barred, seat, "")
    if len(held) < len(event.cards):
        changes["pile"] = ()
    return changes


def _discarded(state: State, event: ev.CardDiscarded) -> Changes:
    seat, card = event.seat, event.card
    pile = state.pile
    if state.options.pile_visibility == "top_only":
        pile = (UNKNOWN,) * len(pile)
    changes: Changes = {
        "phase": "turned",
        "first": False,
        "offer": False,
        "hands": put(state.hands, seat, _less(state.hands[seat], event.held)),
        "pile": (*pile, card),
    }
    if event.buried:
        changes["buried"] = state.buried + event.buried
    if card in state.known[seat]:
        changes["known"] = put(state.known, seat, _less(state.known[seat], card))
    if state.barred[seat]:
        changes["barred"] = put(state.barred, seat, "")
    return changes


def _morto_taken(state: State, event: ev.MortoTaken) -> Changes:
    seat, team = event.seat, event.team
    at, rest = state.mortos[0], state.mortos[1:]
    changes: Changes = {"mortos": rest, "took": put(state.took, team, True)}
    if not event.direct:
        changes["unplayed"] = put(state.unplayed, team, seat)
    if not event.held:
        return {**changes, "aside": put(state.aside, seat, at)}
    return {**changes, **_looked_at(state, seat, event.held, at)}


def _morto_opened(state: State, event: ev.MortoOpened) -> Changes:
    seat = event.seat
    looked = _looked_at(state, seat, event.held, state.aside[seat])
    return {**looked, "aside": put(state.aside, seat, ())}


def _looked_at(state: State, seat: int, held: tuple[Card, ...], at: tuple[int, ...]) -> Changes:
    return {
        "hands": put(state.hands, seat, state.hands[seat] + held),
        "fresh": 0,
        "dealt": put(state.dealt, seat, state.dealt[seat] + faces_of(held)),
        "dealt_at": put(state.dealt_at, seat, state.dealt_at[seat] + at),
    }


def _converted(state: State, event: ev.MortoConverted) -> Changes:
    return {
        "stock": event.stock,
        "mortos": state.mortos[1:],
        "converted": state.converted + 1,
    }


_BETWEEN: Changes = {
    "phase": "between",
    "to_act": None,
    "offer": False,
    "last_turn": False,
    "fresh": 0,
    "barred": ("",) * SEATS,
}


def _scored(state: State, event: ev.DealScored) -> Changes:
    return {
        **_BETWEEN,
        "out": event.out,
        "sheets": event.sheets,
        "totals": event.totals,
        "opened": event.dealt,
    }


def _won(state: State, event: ev.MatchWon) -> Changes:
    return {**_BETWEEN, "running": False, "winner": event.team, "totals": event.totals}


_KEPT = ("options", "names", "bots", "away", "leaving")
"""What a new match finds as it was; `agreed` is asked anew."""


def _restarted(state: State, event: ev.MatchRestarted) -> Changes:
    fresh = vars(new_state(state.options))
    return {name: value for name, value in fresh.items() if name not in _KEPT}


def without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Cards less some of them; those that are not among them are passed over."""
    for card in gone:
        cards = _less(cards, card)
    return cards


def _less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    try:
        at = cards.index(card)
    except ValueError:
        return cards
    return cards[:at] + cards[at + 1 :]


FOLDS: Mapping[type, Callable[[State, Any], Changes]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: lambda state, event: {"away": put(state.away, event.seat, True)},
    Returned: lambda state, event: {"away": put(state.away, event.seat, False)},
    ToppedUp: lambda state, event: {},
    RematchAgreed: lambda state, event: {"agreed": put(state.agreed, event.seat, True)},
    ev.DealStarted: _deal_started,
    ev.TurnStarted: _turn_started,
    ev.CardDrawn: _drawn,
    ev.CardRedrawn: _redrawn,
    ev.PileTaken: _pile_taken,
    ev.MeldLaid: _melded,
    ev.MeldExtended: _melded,
    ev.CardDiscarded: _discarded,
    ev.TurnDeclined: lambda state, event: {"phase": "turned"},
    ev.MortoTaken: _morto_taken,
    ev.MortoOpened: _morto_opened,
    ev.MortoConverted: _converted,
    ev.DealScored: _scored,
    ev.MatchWon: _won,
    ev.MatchRestarted: _restarted,
}
"""The fields that each event, whole or redacted, changes in the state."""
