"""Data that a client shows about a run: points, kind, the meaning of its wild, fitting cards.

It also says what the cards left in a hand cost.

An extra of the game (`registry.extra_of(game, "shown")`), so that a client need not know the rules.
"""

from __future__ import annotations

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

__all__ = [
    "HandLeft",
    "RunShown",
    "fits_shown",
    "hands_left",
    "made_plain",
    "run_shown",
    "runs_shown",
    "ways_to_lay",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunShown:
    """A run as it is shown.

    Attributes:
        cards: faces, in the order in which they lie.
        points: of its cards, the bonus of a canastra included.
        clean: whether it lies without a wild.
        canastra: the kind of canastra, ``none`` below seven cards.
        stands: for each card the rank that it stands for, '' for one that is itself.
        suit: of a run, '' for a set.
    """

    cards: tuple[str, ...]
    points: int
    clean: bool
    canastra: Canastra
    stands: tuple[str, ...]
    suit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLeft:
    """The cards left in a hand at the end of a deal, and the points that they cost, 0 or less."""

    cards: tuple[Card, ...]
    points: int


def runs_shown(state: State, team: int) -> tuple[RunShown, ...]:
    """The runs of a team, in their order on the table."""
    return tuple(run_shown(run, state) for run in state.runs[team])


def fits_shown(state: State, team: int) -> tuple[frozenset[str], ...]:
    """For each run of a team the faces that may be added to it, one at a time."""
    return tuple(frozenset(map(str, fits(run, state.options))) for run in state.runs[team])


def made_plain(state: State) -> dict[str, Any]:
    """The runs and the hands left as plain data, for clients that cannot compute their points.

    Args:
        state: as its observer may see it.

    Returns:
        ``runs``: for each team its runs as plain data, each a `RunShown` with ``fits``, the faces
        that may be added to it one at a time. ``left``: by seat, `hands_left` as plain data; only
        between two deals.
    """
    left = hands_left(state)
    return {
        "runs": [
            [
                {**asdict(run), "fits": sorted(faces)}
                for run, faces in zip(runs_shown(state, team), fits_shown(state, team), strict=True)
            ]
            for team in range(2)
        ],
        **({"left": [asdict(hand) for hand in left]} if left else {}),
    }


def hands_left(state: State) -> tuple[HandLeft, ...]:
    """The cards left at the end of the last deal and what they cost, by seat.

    Returns:
        Nothing while a deal is played, or where the state was made by an older release, which did
        not keep them.
    """
    if not state.sheets:
        return ()
    held = zip(state.known, state.hands, state.aside, strict=True)
    if any(len(known) < len(hand) + len(aside) for known, hand, aside in held):
        return ()
    hands = deducted(state.known, state.unplayed, state.options)
    return tuple(
        HandLeft(cards=cards, points=-points(hand, state.options))
        for cards, hand in zip(state.known, hands, strict=True)
    )


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
            found.append((replace(play, cards=cards), asdict(run_shown(made, state))))
    return tuple(found)


def _bare(card: str) -> str:
    """A card without its place."""
    return card.partition("=")[0]


def run_shown(run: Run, state: State) -> RunShown:
    """A run with what a client shows of it."""
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
