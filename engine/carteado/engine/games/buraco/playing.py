"""The decisions of a seat: drawing, taking the pile, melding, adding, discarding, whole turns."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Action, Decided
from carteado.engine.games.buraco import events as ev
from carteado.engine.games.buraco.actions import (
    Decline,
    Discard,
    Draw,
    Extend,
    Meld,
    PlayTurn,
    Redraw,
    TakePile,
)
from carteado.engine.games.buraco.cards import FACE_OF, handle_in, handled
from carteado.engine.games.buraco.codes import refuse
from carteado.engine.games.buraco.folding import Transition
from carteado.engine.games.buraco.hands import less
from carteado.engine.games.buraco.hints import absent
from carteado.engine.games.buraco.legal import may_draw, may_take
from carteado.engine.games.buraco.position import discard_from, position_of, put_down
from carteado.engine.games.buraco.state import NOBODY, Phase, State, team_of
from carteado.engine.games.buraco.turns import empty_hand, end_turn
from carteado.engine.tables.seats import no_such_seat, not_your_turn

__all__ = ["act", "settle"]

MOST_PLAYS = 120
"""Bound on the plays of one `PlayTurn` message; a turn never has this many cards."""


def act(state: State, command: Act) -> Decided[State] | Refusal:
    """A seat's action in its turn."""
    seat, action = command.seat, command.action
    rule = _RULES[state.phase].get(type(action))
    # One test for the usual case; `_not_now` finds the reason among many.
    if rule is None or seat != state.to_act or type(seat) is not int:
        return _not_now(state, seat, action)
    play = Transition(state)
    problem = rule(play, seat, action)
    if problem is not None:
        return problem
    # Seats that have left are played for at once, so the next prompt goes to a present player.
    if state.leaving != NOBODY:
        settle(play)
    return play.decided()


def _not_now(state: State, seat: object, action: object) -> Refusal:
    """The refusal for a seat that may not act now, or not with this kind of action."""
    if problem := no_such_seat(state, seat):
        return problem
    kind = type(action)
    if kind not in _BEFORE and kind not in _BEHIND:
        return refuse("action/unknown")
    if not state.in_deal:
        return refuse("action/no_deal")
    if seat != state.to_act or state.phase == "turned":
        return not_your_turn(state, state.to_act)
    if state.phase == "play":
        return refuse("buraco/already_drawn")
    if kind is Redraw:
        return _no_redraw(state)
    return refuse("buraco/draw_first", legal=_due(state))


def _due(state: State) -> str:
    """The possible actions of the turn, in words."""
    if state.phase == "play":
        return "meld, add or discard"
    ways = {
        "draw from the stock": may_draw(state),
        "take the pile": may_take(state),
        "decline the last turn": state.last_turn,
    }
    return " or ".join([way for way, open_now in ways.items() if open_now])


def _no_redraw(state: State) -> Refusal:
    if state.options.first_turn_redraw:
        case = "first"
        why = (
            "Only the first player of a deal may throw away the first drawn card, before any "
            "other play"
        )
    else:
        case = "never"
        why = "At this table no player may throw away the first drawn card"
    return refuse("buraco/no_redraw", why=why, legal=_due(state), case=case)


def settle(play: Transition) -> None:
    """Play for seats that have left, until a present player has to decide."""
    while (seat := play.state.to_act) is not None and play.state.leaving[seat]:
        # Each turn draws a card or ends the deal, so this comes to an end.
        problem = _do(play, seat, absent(play.state, seat))
        assert problem is None, problem


def _do(play: Transition, seat: int, action: Action) -> Refusal | None:
    """Apply an action of the acting seat, or say why not; the transition is unusable then."""
    return _RULES[play.state.phase][type(action)](play, seat, action)


# The card of the turn


def _draw(play: Transition, seat: int, action: Draw) -> Refusal | None:
    state = play.state
    if not may_draw(state):
        return refuse("buraco/no_stock")
    rules, at = state.options, state.stock[0]
    # One card goes now, and the exchange would need another.
    # The right belongs to the first player of a deal only (buraco.md, 1.4 no. 1).
    offer = state.first and rules.first_turn_redraw and len(state.stock) > rules.stock_reserve + 1
    # A handle distinguishes the two copies of a card within one hand.
    held = handle_in(state.hands[seat], state.deck[at])
    play.add(ev.card_drawn(seat=seat, at=at, offer=offer, held=held))
    return None


def _redraw(play: Transition, seat: int, action: Redraw) -> Refusal | None:
    state = play.state
    if not state.offer:
        return _no_redraw(state)
    # The drawn card is the last one of the hand.
    at, thrown = state.stock[0], state.hands[seat][-1]
    # The thrown card's letter is free again for its twin.
    held = handle_in(less(state.hands[seat], thrown), state.deck[at])
    card = FACE_OF[thrown]
    buried = _buried(card, state.options.pile_visibility)
    play.add(ev.CardRedrawn(seat=seat, card=card, thrown=thrown, at=at, held=held, buried=buried))
    return None


def _take(play: Transition, seat: int, action: TakePile) -> Refusal | None:
    state = play.state
    if not state.pile:
        return refuse("buraco/no_pile")
    if not may_take(state):
        return refuse("buraco/stalled", limit=state.options.stall_limit)
    # Taking a free pile names no cards, so extra arguments are an error of the client.
    if state.options.pile_take == "free":
        if action.cards != () or action.meld is not None:
            return refuse("buraco/nothing_with_pile")
        _take_up(play, seat, None)
        return None
    top = state.pile[-1]
    if not action.cards and action.meld is None:
        other = "decline the last turn" if state.last_turn else "draw from the stock"
        return refuse("buraco/top_not_melded", top=top, legal=other)
    # Checked before the pile moves: a refusal must not reveal or change anything.
    put = put_down(position_of(state, seat), action.cards, action.meld)
    if isinstance(put, Refusal):
        return put
    _take_up(play, seat, top)
    _lay(play, seat, put)
    return None


def _take_up(play: Transition, seat: int, top: Card | None) -> None:
    """The pile comes into the hand, less the top card where that is melded at once."""
    state = play.state
    # `buried` has the true faces of a covered pile; what the table saw of it stays `UNKNOWN`.
    seen, faces = state.pile, state.buried or state.pile
    if top is not None:
        seen, faces = seen[:-1], faces[:-1]
    held = handled(state.hands[seat], faces)
    barred = ""
    # Taking the only card and discarding it again would be a turn without a play.
    if top is None and len(held) == 1 and not state.options.single_card_return:
        barred = held[0]
    play.add(ev.pile_taken(seat=seat, cards=seen, held=held, barred=barred, top=top))


def _decline(play: Transition, seat: int, action: Decline) -> Refusal | None:
    state = play.state
    if not state.last_turn or state.phase != "draw":
        return refuse("buraco/no_last_turn", legal=_due(state))
    play.add(ev.TurnDeclined(seat=seat))
    end_turn(play, seat)
    return None


# The plays of the turn


def _meld(play: Transition, seat: int, action: Meld) -> Refusal | None:
    put = put_down(position_of(play.state, seat), action.cards, None)
    if isinstance(put, Refusal):
        return put
    _lay(play, seat, put)
    return None


def _extend(play: Transition, seat: int, action: Extend) -> Refusal | None:
    team = action.team
    # The team is optional: runs belong to the pair, and only the own pair's can be extended.
    if team is not None and (type(team) is not int or team != team_of(seat)):
        return refuse("buraco/not_your_run")
    # -1 is not a run, so a missing number gets the refusal for a wrong one.
    meld: Any = action.meld if action.meld is not None else -1
    put = put_down(position_of(play.state, seat), action.cards, meld)
    if isinstance(put, Refusal):
        return put
    _lay(play, seat, put)
    return None


def _lay(play: Transition, seat: int, put: ev.MeldLaid | ev.MeldExtended) -> None:
    if not play.add(put).hands[seat]:
        # Emptied by a meld: the turn continues with the morto (buraco.md, 1.3).
        empty_hand(play, seat, direct=True)


def _discard(play: Transition, seat: int, action: Discard) -> Refusal | None:
    state = play.state
    held = discard_from(state, seat, action.card)
    if isinstance(held, Refusal):
        return held
    state = play.add(_card_discarded(seat, held, state.options.pile_visibility))
    if not state.hands[seat]:
        # Emptied by a discard: the morto is played from the next turn on.
        empty_hand(play, seat, direct=False)
        # The discard has gone out, and the deal is over.
        if play.state.to_act is None:
            return None
    end_turn(play, seat)
    return None


@functools.cache
def _card_discarded(seat: int, held: Card, seen: str) -> ev.CardDiscarded:
    """The event, created once for each face."""
    card = FACE_OF[held]
    return ev.CardDiscarded(seat=seat, card=card, held=held, buried=_buried(card, seen))


def _buried(card: Card, seen: str) -> tuple[Card, ...]:
    # Only a covered pile needs a second list with the faces.
    return (card,) if seen == "top_only" else ()


# The whole turn


def _play_turn(play: Transition, seat: int, action: PlayTurn) -> Refusal | None:
    """All plays of a turn, or none: a refusal undoes the plays before it (rules 1.5)."""
    plays: Any = action.plays
    # The size is checked first: the message comes from a client.
    if not isinstance(plays, tuple | list) or not 0 < len(plays) <= MOST_PLAYS:
        return refuse("buraco/bad_turn", most=MOST_PLAYS)
    if not all(type(one) in (Meld, Extend, Discard) for one in plays):
        return refuse("buraco/bad_turn", most=MOST_PLAYS)
    # The transition changes its state in place, so what was before has to be kept here.
    deal, took = play.state.deal, play.state.took
    for number, one in enumerate(plays):
        # After the turn the phase has no rule for a play, so `_do` must not be asked.
        over = not _still(play.state, seat, deal)
        if problem := refuse("buraco/turn_over") if over else _do(play, seat, one):
            details = {**problem.details, "play": number}
            message = f"Play {number + 1} of the turn: {problem.message}"
            return Refusal(code=problem.code, message=message, details=details)
        if play.state.took != took and _still(play.state, seat, deal):
            # The turn goes on with cards that the player has to see first.
            if number + 1 == len(plays):
                return None
            # Otherwise a refusal after it would reveal which cards the morto has.
            why = "a play takes a morto that nobody has seen; send the plays one by one"
            return refuse("buraco/turn_incomplete", why=why, play=number)
    # A whole turn ends with a discard or a batida (buraco.md, 1.5).
    if _still(play.state, seat, deal):
        return refuse("buraco/turn_incomplete", why="end it with a discard")
    return None


def _still(state: State, seat: int, deal: int) -> bool:
    """Whether it is still the turn of a seat that has drawn."""
    return state.phase == "play" and state.to_act == seat and state.deal == deal


_Rules = Mapping[type, Callable[[Transition, int, Any], Refusal | None]]

_BEFORE: _Rules = {Draw: _draw, TakePile: _take, Decline: _decline}
_BEHIND: _Rules = {
    Redraw: _redraw,
    Meld: _meld,
    Extend: _extend,
    Discard: _discard,
    Decline: _decline,
    PlayTurn: _play_turn,
}
"""The actions before the draw of a turn, and after it."""

_RULES: Mapping[Phase, _Rules] = {"between": {}, "draw": _BEFORE, "play": _BEHIND, "turned": {}}
