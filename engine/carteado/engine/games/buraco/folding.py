"""How each event changes the state. No rules stand here, and nothing can fail."""

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

__all__ = ["evolve"]


def evolve(state: State, event: Event) -> State:
    """Fold one event, whole or redacted, into the state."""
    return _FOLDS[type(event)](state, event)


# Seats


def _seat_taken(state: State, event: SeatTaken) -> State:
    return changed(
        state,
        names=put(state.names, event.seat, event.name),
        bots=put(state.bots, event.seat, event.bot),
    )


def _seat_left(state: State, event: SeatLeft) -> State:
    seat = event.seat
    if not event.at_once:
        return changed(state, leaving=put(state.leaving, seat, True))
    return changed(
        state,
        names=put(state.names, seat, None),
        bots=put(state.bots, seat, False),
        away=put(state.away, seat, False),
        leaving=put(state.leaving, seat, False),
        agreed=put(state.agreed, seat, False),
        # Whoever sits here next must not find the cards of who left.
        hands=put(state.hands, seat, ()),
        dealt=put(state.dealt, seat, ()),
        dealt_at=put(state.dealt_at, seat, ()),
        barred=put(state.barred, seat, ""),
    )


# The deal


def _deal_started(state: State, event: ev.DealStarted) -> State:
    at, end = SEATS * HAND, len(event.deck)
    no_cards = ((),) * SEATS
    order = [(event.starter + turn) % SEATS for turn in range(SEATS)]
    return changed(
        state,
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
        stock=tuple(range(at + 2 * HAND, end)),
        mortos=(tuple(range(at, at + HAND)), tuple(range(at + HAND, at + 2 * HAND))),
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
        dealt_at=tuple([tuple(range(order.index(seat), at, SEATS)) for seat in range(SEATS)]),
        thrown=None,
        thrown_at=None,
        opened=(),
    )


def _turn_started(state: State, event: ev.TurnStarted) -> State:
    team = team_of(event.seat)
    changes: dict[str, Any] = {
        "phase": "draw",
        "to_act": event.seat,
        "last_turn": event.last,
        "fresh": 0,
        "offer": False,
    }
    if state.unplayed[team] == event.seat:
        changes["unplayed"] = put(state.unplayed, team, None)
    return changed(state, **changes)


def _drawn(state: State, event: ev.CardDrawn) -> State:
    seat, held = event.seat, event.held
    return changed(
        state,
        phase="play",
        offer=event.offer,
        stock=state.stock[1:],
        hands=put(state.hands, seat, (*state.hands[seat], held)),
        fresh=1,
        swaps=0,
        dealt=put(state.dealt, seat, (*state.dealt[seat], FACE_OF[held])),
        dealt_at=put(state.dealt_at, seat, (*state.dealt_at[seat], event.at)),
    )


def _redrawn(state: State, event: ev.CardRedrawn) -> State:
    seat, held = event.seat, event.held
    hand = without(state.hands[seat], (event.thrown,))
    return changed(
        state,
        offer=False,
        stock=state.stock[1:],
        hands=put(state.hands, seat, (*hand, held)),
        pile=(*state.pile, event.card),
        buried=state.buried + event.buried,
        fresh=1,
        dealt=put(state.dealt, seat, (*state.dealt[seat], FACE_OF[held])),
        dealt_at=put(state.dealt_at, seat, (*state.dealt_at[seat], event.at)),
        thrown=event.card,
        thrown_at=state.dealt_at[seat][-1],
    )


def _pile_taken(state: State, event: ev.PileTaken) -> State:
    seat, cards = event.seat, event.cards
    seen = without(cards, cards.count(UNKNOWN) * (UNKNOWN,))
    return changed(
        state,
        phase="play",
        hands=put(state.hands, seat, state.hands[seat] + event.held),
        known=put(state.known, seat, state.known[seat] + seen),
        fresh=len(cards),
        barred=put(state.barred, seat, event.barred),
        # A card that is melded at once stays here until its meld is laid.
        pile=() if event.top is None else (event.top,),
        buried=(),
        swaps=state.swaps + 1 if len(cards) == 1 and event.top is None else state.swaps,
    )


def _melded(state: State, event: ev.MeldLaid | ev.MeldExtended) -> State:
    seat, team, held = event.seat, event.team, event.held
    runs, at = state.runs[team], event.meld
    changes: dict[str, Any] = {
        "runs": put(state.runs, team, (*runs[:at], event.run, *runs[at + 1 :])),
        "hands": put(state.hands, seat, without(state.hands[seat], held)),
    }
    if state.offer:
        changes["offer"] = False
    if state.swaps:
        changes["swaps"] = 0
    if state.known[seat]:
        changes["known"] = put(state.known, seat, without(state.known[seat], event.cards))
    if state.barred[seat] and state.barred[seat] in held:
        changes["barred"] = put(state.barred, seat, "")
    if len(held) < len(event.cards):
        changes["pile"] = ()
    return changed(state, **changes)


def _discarded(state: State, event: ev.CardDiscarded) -> State:
    seat, card = event.seat, event.card
    pile = state.pile
    if state.options.pile_visibility == "top_only":
        pile = (UNKNOWN,) * len(pile)
    changes: dict[str, Any] = {
        "phase": "turned",
        "first": False,
        "offer": False,
        "hands": put(state.hands, seat, without(state.hands[seat], (event.held,))),
        "pile": (*pile, card),
        "buried": state.buried + event.buried,
    }
    if state.known[seat]:
        changes["known"] = put(state.known, seat, without(state.known[seat], (card,)))
    if state.barred[seat]:
        changes["barred"] = put(state.barred, seat, "")
    return changed(state, **changes)


def _morto_taken(state: State, event: ev.MortoTaken) -> State:
    seat, team = event.seat, event.team
    at, rest = state.mortos[0], state.mortos[1:]
    taken = changed(
        state,
        mortos=rest,
        took=put(state.took, team, True),
        unplayed=state.unplayed if event.direct else put(state.unplayed, team, seat),
    )
    if not event.held:
        return changed(taken, aside=put(state.aside, seat, at))
    return _looked_at(taken, seat, event.held, at)


def _morto_opened(state: State, event: ev.MortoOpened) -> State:
    seat = event.seat
    opened = changed(state, aside=put(state.aside, seat, ()))
    return _looked_at(opened, seat, event.held, state.aside[seat])


def _looked_at(state: State, seat: int, held: tuple[Card, ...], at: tuple[int, ...]) -> State:
    return changed(
        state,
        hands=put(state.hands, seat, state.hands[seat] + held),
        fresh=0,
        dealt=put(state.dealt, seat, state.dealt[seat] + faces_of(held)),
        dealt_at=put(state.dealt_at, seat, state.dealt_at[seat] + at),
    )


def _converted(state: State, event: ev.MortoConverted) -> State:
    return changed(
        state,
        stock=event.stock,
        mortos=state.mortos[1:],
        converted=state.converted + 1,
    )


def _scored(state: State, event: ev.DealScored) -> State:
    return changed(
        state,
        phase="between",
        to_act=None,
        offer=False,
        last_turn=False,
        fresh=0,
        barred=("",) * SEATS,
        out=event.out,
        sheets=event.sheets,
        totals=event.totals,
        opened=event.dealt,
    )


def _won(state: State, event: ev.MatchWon) -> State:
    return changed(
        state,
        running=False,
        winner=event.team,
        totals=event.totals,
        phase="between",
        to_act=None,
        offer=False,
        last_turn=False,
        fresh=0,
        barred=("",) * SEATS,
    )


def _restarted(state: State, event: ev.MatchRestarted) -> State:
    return changed(
        new_state(state.options),
        names=state.names,
        bots=state.bots,
        away=state.away,
        leaving=state.leaving,
    )


def without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Cards less some of them; a card that is not among them takes an unknown one's place."""
    for card in gone:
        if card in cards:
            at = cards.index(card)
            cards = cards[:at] + cards[at + 1 :]
    return cards


_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SatOut: lambda state, event: changed(state, away=put(state.away, event.seat, True)),
    Returned: lambda state, event: changed(state, away=put(state.away, event.seat, False)),
    ToppedUp: lambda state, event: state,
    RematchAgreed: lambda state, event: changed(state, agreed=put(state.agreed, event.seat, True)),
    ev.DealStarted: _deal_started,
    ev.TurnStarted: _turn_started,
    ev.CardDrawn: _drawn,
    ev.CardRedrawn: _redrawn,
    ev.PileTaken: _pile_taken,
    ev.MeldLaid: _melded,
    ev.MeldExtended: _melded,
    ev.CardDiscarded: _discarded,
    ev.TurnDeclined: lambda state, event: changed(state, phase="turned"),
    ev.MortoTaken: _morto_taken,
    ev.MortoOpened: _morto_opened,
    ev.MortoConverted: _converted,
    ev.DealScored: _scored,
    ev.MatchWon: _won,
    ev.MatchRestarted: _restarted,
}
