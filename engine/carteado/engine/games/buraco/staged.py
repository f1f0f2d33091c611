"""What plays would make of the runs of a pair, before they are sent; computed from a seat's view.

An extra of the game (`registry.extra_of(game, "staged")`), so that a client can show the result of
staged plays, and a refusal before it sends them, without knowing the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from carteado.engine.errors import Refusal
from carteado.engine.games.buraco.actions import Discard, Meld, Play
from carteado.engine.games.buraco.codes import refuse
from carteado.engine.games.buraco.hands import without
from carteado.engine.games.buraco.position import Position, discard_of, position_of, put_down
from carteado.engine.games.buraco.shown import RunShown, run_shown
from carteado.engine.games.buraco.state import State

__all__ = ["Staged", "staged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """The result of plays that are not sent yet.

    Attributes:
        runs: of the pair, after the plays before the first illegal one.
        legal: number of those plays.
        refusal: of the first illegal play, None where all are legal.
        missing: why legal plays are not a whole turn yet, None where they are one.
    """

    runs: tuple[RunShown, ...]
    legal: int
    refusal: Refusal | None = None
    missing: Refusal | None = None


def staged(state: State, seat: int, plays: Sequence[Play]) -> Staged:
    """What plays would make of the runs of a seat's pair.

    Args:
        state: as the seat sees it. Before its draw, only the form of the plays is judged: the drawn
            cards decide whether the turn can be ended.
        seat: 0 to 3.
        plays: of one turn, in order.
    """
    drawn = state.phase == "play" and state.to_act == seat
    position = position_of(state, seat)
    if not drawn:
        # With two cards more the turn can always be ended; no top card has to be melded yet.
        position = replace(position, top=None, under=2, below=None)
    refusal, ended, legal = None, False, 0
    for play in plays:
        after = refuse("buraco/turn_over") if ended else _after(position, play, drawn=drawn)
        if isinstance(after, Refusal):
            refusal = after
            break
        position, ended, legal = after, type(play) is Discard, legal + 1
    whole = refusal is not None or ended or not position.hand
    return Staged(
        runs=tuple(run_shown(run, state) for run in position.runs),
        legal=legal,
        refusal=refusal,
        missing=None if whole else refuse("buraco/turn_incomplete", why="end it with a discard"),
    )


def _after(position: Position, play: Play, *, drawn: bool) -> Position | Refusal:
    """The position after a play, or the reason why it is illegal."""
    if isinstance(play, Discard):
        held = discard_of(position, play.card) if drawn else play.card
        if isinstance(held, Refusal):
            return held
        return replace(position, hand=tuple(card for card in position.hand if card != held))
    put = put_down(position, play.cards, None if isinstance(play, Meld) else play.meld)
    if isinstance(put, Refusal):
        return put
    runs = (*position.runs[: put.meld], put.run, *position.runs[put.meld + 1 :])
    # Only the first meld of a pair has to reach the minimum.
    return replace(position, hand=without(position.hand, put.held), runs=runs, opening=0)
