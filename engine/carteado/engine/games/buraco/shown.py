"""Data that a client shows about a run: points, kind, the meaning of its wild, fitting cards.

An extra of the game (`registry.extra_of(game, "shown")`), so that a client need not know the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.games.buraco.actions import Extend, Meld
from carteado.engine.games.buraco.cards import FACE_OF, RANKS, WILD
from carteado.engine.games.buraco.fitting import fits
from carteado.engine.games.buraco.placing import lies, placements
from carteado.engine.games.buraco.position import position_of
from carteado.engine.games.buraco.runs import Canastra, Run, canastra, is_clean, points
from carteado.engine.games.buraco.scoring import deducted, run_points
from carteado.engine.games.buraco.state import State

__all__ = ["RunShown", "fits_shown", "left_points", "made_runs", "runs_shown", "ways_to_lay"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunShown:
    """A run as it is shown.

    Attributes:
        cards: faces, in the order in which they lie.
        points: of its cards, the bonus of a canastra included.
        clean: whether it lies without a wild.
        canastra: which one it is, ``none`` below seven cards.
        stands: for each card the rank that it stands for, '' for one that is itself.
        suit: of a run, '' for a set.
    """

    cards: tuple[str, ...]
    points: int
    clean: bool
    canastra: Canastra
    stands: tuple[str, ...]
    suit: str


def runs_shown(state: State, team: int) -> tuple[RunShown, ...]:
    """The runs of a team, in their order on the table."""
    return tuple(_shown(run, state) for run in state.runs[team])


def fits_shown(state: State, team: int) -> tuple[frozenset[str], ...]:
    """For each run of a team the faces that may be added to it, one at a time."""
    return tuple(frozenset(map(str, fits(run, state.options))) for run in state.runs[team])


def made_runs(state: State) -> dict[str, Any]:
    """The runs on the table as plain data, for clients that cannot compute their points.

    Args:
        state: as its observer may see it.

    Returns:
        ``runs``: for each team its runs as plain data, each a `RunShown` with ``fits``, the faces
        that may be added to it one at a time.
    """
    return {
        "runs": [
            [
                {**asdict(run), "fits": sorted(faces)}
                for run, faces in zip(runs_shown(state, team), fits_shown(state, team), strict=True)
            ]
            for team in range(2)
        ]
    }


def left_points(state: State, left: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """The points that the cards left in each hand cost its pair, zero or less, by seat.

    Args:
        state: after the deal, or before its score.
        left: faces left in the hands, by seat.
    """
    hands = deducted(left, state.unplayed, state.options)
    return tuple(-points(hand, state.options) for hand in hands)


def ways_to_lay(
    state: State, seat: int, play: Meld | Extend
) -> tuple[tuple[Meld | Extend, dict[str, Any]], ...]:
    """The ways to lay cards, where a wild may stand in several places; the first is the unsaid one.

    Args:
        state: as its observer may see it.
        seat: 0 to 3; its own pair lays them.
        play: names the cards, and the run that they are added to.
    """
    position = position_of(state, seat)
    meld = play.meld if type(play) is Extend else None
    run = None
    if meld is not None:
        # An unknown run or card gives no way; only the real play gets a refusal with a reason.
        if not 0 <= meld < len(position.runs):
            return ()
        run = position.runs[meld]
    if not play.cards or any(_bare(card) not in FACE_OF for card in play.cards):
        return ()
    faces = tuple(FACE_OF[_bare(card)] for card in play.cards)
    found = []
    for written in (faces, *placements(position, faces, meld)):
        place = next((card.partition("=")[2] for card in written if "=" in card), None)
        made = lies(position, faces, run, place)
        if made is not None:
            # The card is written as it was named: a handle distinguishes twins.
            cards = tuple(
                Card(f"{named}={card.partition('=')[2]}") if "=" in card else named
                for named, card in zip(play.cards, written, strict=True)
            )
            found.append((replace(play, cards=cards), asdict(_shown(made, state))))
    return tuple(found)


def _bare(card: str) -> str:
    """A card without what it stands for."""
    return card.partition("=")[0]


def _shown(run: Run, state: State) -> RunShown:
    shape = run.shape
    return RunShown(
        cards=run.cards,
        points=run_points(run, state.options),
        clean=is_clean(run),
        canastra=canastra(run, state.options),
        stands=_stands(run),
        suit="" if shape is None else shape.suit,
    )


def _stands(run: Run) -> tuple[str, ...]:
    """The rank for which each card stands that is not itself there."""
    shape = run.shape
    none = ("",) * len(run.cards)
    if shape is None or shape.rank:
        return none
    low, at, _ = shape.shown
    if run.wild_at is not None:
        at = run.wild_at
        natural = shape.spots[at][0] if at in shape.spots else 0
        # The wild itself may be the lowest card of the run.
        low = min(at, (natural & -natural).bit_length() - 1) if natural else low
    # A place outside the row would index from its end.
    if not at or not 0 <= at - low < len(run.cards):
        return none
    found: list[str] = [*none]
    # A natural 2 stands for itself and is not marked.
    if run.cards[at - low] in WILD:
        found[at - low] = RANKS[(at - 1) % 13]
    return tuple(found)
