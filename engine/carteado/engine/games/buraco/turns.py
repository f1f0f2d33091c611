"""The automatic course of a deal: empty hands, ends of turns, the end of the deal and the match."""

from __future__ import annotations

from carteado.engine.cards import Card
from carteado.engine.game import SeatLeft
from carteado.engine.games.buraco.cards import faces_of, handled
from carteado.engine.games.buraco.events import (
    DealScored,
    MatchWon,
    MortoConverted,
    MortoOpened,
    MortoTaken,
    TurnStarted,
)
from carteado.engine.games.buraco.folding import Transition
from carteado.engine.games.buraco.position import fits, position_of
from carteado.engine.games.buraco.scoring import Sheet, deducted, morto_counts, score, winner_of
from carteado.engine.games.buraco.standing import claims
from carteado.engine.games.buraco.state import SEATS, State, team_of

__all__ = ["empty_hand", "end_turn", "let_go", "start_turn"]


def empty_hand(play: Transition, seat: int, *, direct: bool) -> None:
    """Resolve an empty hand: it takes a morto or goes out; legality guarantees one of the two."""
    state, team = play.state, team_of(seat)
    if not claims(took=state.took[team], mortos=bool(state.mortos)):
        _end_deal(play, team)
        return
    hidden = state.options.indirect_morto_hidden and not direct
    # The event has no cards when even the owner may not see them yet.
    cards = () if hidden else handled((), [state.deck[at] for at in state.mortos[0]])
    play.add(MortoTaken(seat=seat, team=team, direct=direct, held=cards))


def end_turn(play: Transition, seat: int) -> None:
    """Start the next turn, replace an empty stock by a morto, or end the deal."""
    state = play.state
    after = (seat + 1) % SEATS
    if state.last_turn:
        _end_deal(play, None)
    elif len(state.stock) > state.options.stock_reserve:
        start_turn(play, after)
    # At the end of the turn, not at the last draw: the drawer can still claim the morto (1.4 no.
    # 19).
    elif state.mortos and state.options.morto_exhaustion == "convert":
        # Cards of the reserve stay under the new stock, so that none is lost.
        play.add(MortoConverted(stock=state.stock + state.mortos[0]))
        start_turn(play, after)
    elif _has_last_turn(state, after):
        start_turn(play, after, last=True)
    else:
        _end_deal(play, None)


def start_turn(play: Transition, seat: int, *, last: bool = False) -> None:
    """A seat's turn begins; a morto that lay aside for it is looked at."""
    state = play.add(_STARTED[last][seat])
    if state.aside[seat]:
        cards = handled(state.hands[seat], [state.deck[at] for at in state.aside[seat]])
        play.add(MortoOpened(seat=seat, held=cards))


# Eight immutable events, shared: one is needed in every turn of every playout.
_STARTED = tuple(
    [tuple([TurnStarted(seat=seat, last=last) for seat in range(SEATS)]) for last in (False, True)]
)
"""The events, created once."""


def _has_last_turn(state: State, seat: int) -> bool:
    """Whether the pile gives the next seat a turn after the last card (buraco.md 1.1, end 2)."""
    rules = state.options
    if rules.last_turn == "none" or not state.pile:
        return False
    if rules.last_turn == "always":
        return True
    position = position_of(state, seat)
    # The next player's pair decides: its runs, not those of the player who drew last.
    cards = state.pile[-1:] if rules.encartada_scope == "top" else state.pile
    return any(card in fits(run, position) for run in position.runs for card in cards)


def _end_deal(play: Transition, out: int | None) -> None:
    """Score the deal, open what was dealt, and see whether a pair has won the match."""
    state = play.state
    left = [faces_of(hand) for hand in state.hands]
    for seat, places in enumerate(state.aside):
        # A morto that its owner has not seen yet counts like the cards in hand.
        left[seat] += tuple([state.deck[at] for at in places])
    sheets = tuple([_sheet(state, team, left, out) for team in (0, 1)])
    totals = tuple([state.totals[team] + sheets[team].total for team in (0, 1)])
    play.add(
        DealScored(
            deal=state.deal,
            out=out,
            left=tuple(left),
            dealt=state.dealt,
            sheets=sheets,
            totals=totals,
        )
    )
    winner = winner_of(totals, state.options.target)
    if winner is not None:
        play.add(MatchWon(team=winner, totals=totals))
        let_go(play)


def _sheet(state: State, team: int, left: list[tuple[Card, ...]], out: int | None) -> Sheet:
    """The score sheet of a pair; a morto that was never played may count as not taken."""
    rules, unplayed = state.options, state.unplayed[team]
    hands = deducted(left, state.unplayed, rules)
    morto = morto_counts(
        rules,
        took=state.took[team],
        unplayed=unplayed is not None,
        # While a morto still lies on the table the pair could have taken it.
        lost=state.converted > 0 and not state.mortos,
    )
    pair = (hands[team], hands[team + 2])
    return score(state.runs[team], pair, rules, out=out == team, morto=morto)


def let_go(play: Transition) -> None:
    """Release the leaving seats when the match is over."""
    for seat, leaves in enumerate(play.state.leaving):
        if leaves:
            play.add(SeatLeft(seat=seat, at_once=True, stack=0))
