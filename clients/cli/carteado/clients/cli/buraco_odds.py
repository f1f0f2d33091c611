"""``carteado odds buraco``: where the cards are, what plays are worth, what the study printed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import carteado.odds.buraco as odds
from carteado.client import InputError
from carteado.client.commandline import AsJson
from carteado.clients.cli.buraco_options import (
    DEFAULT_RATING,
    NO_POSITION,
    NO_STUDY,
    Position,
    Rating,
    Study,
    given,
)
from carteado.clients.cli.buraco_positions import Seen, position_of
from carteado.clients.cli.buraco_published import published_lines
from carteado.clients.cli.buraco_telling import advice_lines, advice_of
from carteado.engine.errors import CardError

__all__ = ["buraco"]

_PLAYOUTS = 400


def buraco(
    *,
    position: Position = NO_POSITION,
    rating: Rating = DEFAULT_RATING,
    study: Study = NO_STUDY,
    as_json: AsJson = False,
) -> None:
    """Count the odds of a Buraco position, as one seat sees it.

    Where the cards are and which of them go out is counted exactly. Plays, draws and arrangements
    are compared by imagined deals played to their end, with 95% intervals.

    Args:
        position: Which position.
        rating: How its plays are compared.
        study: What of the study is shown instead.
        as_json: Print JSON.
    """
    try:
        if study.published:
            data, lines = _published(position, rating, study)
        else:
            data, lines = _advice(position, rating, study)
    except CardError as error:
        raise InputError(str(error)) from None
    print(json.dumps(data) if as_json else "\n".join(lines))


def _published(
    position: Position, rating: Rating, study: Study
) -> tuple[dict[str, Any], Sequence[str]]:
    """The study's chain and formulas, as data and in lines."""
    # Options that would have no effect are refused, or the answer would seem to heed them.
    if given(position) or given(rating, "arrange", "read_plays", "turns", "draws"):
        raise InputError(
            "--published is about the study: it takes no position; leave out one of the two"
        )
    if given(rating):
        raise InputError(
            "--published plays no deals: leave out --playouts and --seed, or name a "
            "position instead: --table ID --seat N, or --scenario FILE"
        )
    return published_lines(
        "567" if study.run is None else study.run,
        0.25 if study.chance is None else study.chance,
        0 if study.round_ is None else study.round_,
        matrix=study.matrix,
    )


def _advice(
    position: Position, rating: Rating, study: Study
) -> tuple[dict[str, Any], Sequence[str]]:
    """The odds of a position, as data and in lines."""
    if given(study):
        raise InputError(
            "--run, --chance, --round and --matrix belong to --published: add it, or leave them out"
        )
    seen = position_of(position)
    advice = advice_of(
        seen.state,
        seen.seat,
        proposed=tuple(rating.arrange or ()),
        playouts=_PLAYOUTS if rating.playouts is None else rating.playouts,
        seed=0 if rating.seed is None else rating.seed,
        turns=rating.turns,
        draws=rating.draws,
        weigh=_weigh(seen) if rating.read_plays else None,
    )
    return advice, advice_lines(advice)


def _weigh(seen: Seen) -> Any:
    """The weight of an imagined deal by the plays that were seen."""
    if seen.history is None:
        raise InputError("--read-plays needs the plays: a log, not a scenario")
    return odds.reading(odds.signs_of(seen.history, seen.seat), seen.seat)
