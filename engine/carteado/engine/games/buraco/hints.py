"""The default action of a seat: draw, then the safest legal discard."""

from __future__ import annotations

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Action
from carteado.engine.games.buraco.actions import Decline, Discard, Draw
from carteado.engine.games.buraco.cards import FACE_OF, WILD
from carteado.engine.games.buraco.legal import discards, extensions, may_draw, melds
from carteado.engine.games.buraco.position import Position, discard_from, fits, position_of
from carteado.engine.games.buraco.runs import points
from carteado.engine.games.buraco.state import State, team_of

__all__ = ["absent", "default"]


def default(state: State, seat: int) -> Action:
    """The default action; always legal, and derived from the seat's view."""
    if state.phase == "draw":
        # Never the pile: taking it shows cards and commits the player to them.
        return Draw() if may_draw(state) else Decline()
    position = position_of(state, seat)
    found = list(discards(position))
    if not found:
        # The last card may not be discarded, so it fits a run: that was why it could be kept.
        return next(extensions(position), None) or next(melds(position))
    theirs = _wanted(state, position, 1 - team_of(seat))
    ours = _wanted(state, position, team_of(seat))
    return min(found, key=lambda discard: _danger(state, discard, theirs, ours))


def absent(state: State, seat: int) -> Action:
    """The table's action for a seat that has left: draw, and discard the card just drawn.

    This reveals nothing about the hand of the empty seat.
    """
    if state.phase == "play":
        last = Discard(card=state.hands[seat][-1])
        if not isinstance(discard_from(state, seat, last.card), Refusal):
            return last
    return default(state, seat)


def _wanted(state: State, position: Position, team: int) -> frozenset[Card]:
    """The faces that fit a run of a team."""
    return frozenset().union(*(fits(run, position) for run in state.runs[team]))


def _danger(
    state: State, discard: Discard, theirs: frozenset[Card], ours: frozenset[Card]
) -> tuple[object, ...]:
    """Sort the safest first: cards that no opponent can use, then those that the own pair cannot.

    Of equally safe cards the one that costs most in the hand goes; at last the face decides.
    """
    card = FACE_OF[discard.card]
    # Tuples compare from the left, so each entry only breaks ties of those before it.
    return (
        card in WILD,
        card in theirs,
        card in ours,
        -points((card,), state.options),
        card,
    )
