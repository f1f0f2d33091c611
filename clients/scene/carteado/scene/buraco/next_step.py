"""What a player can lay instead of cards that were refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from carteado.scene.buraco.picture import RunPicture
from carteado.scene.buraco.staging import Staging, StepKind
from carteado.scene.buraco.trial import Trial
from carteado.scene.cards import card_text
from carteado.scene.words import Words

__all__ = ["next_step"]


def next_step(
    staging: Staging,
    kind: StepKind,
    run: int | None,
    runs: Sequence[RunPicture],
    judge: Callable[[Staging], Trial | None],
    words: Words,
) -> str:
    """A sentence about the nearest legal play of the selected cards, '' where none is near.

    Args:
        staging: the turn before the refused play.
        kind: of the refused play.
        run: the run to which it adds, or which it makes.
        runs: of the reader's pair, with the legal staged plays.
        judge: what staged plays would make.
        words: of the player.
    """

    def legal(cards: Sequence[str], kind: StepKind, run: int | None) -> bool:
        trial = judge(replace(staging, selected=tuple(cards)).lay(kind, run))
        return trial is not None and trial.refusal is None

    chosen = staging.selected
    if kind == "discard":
        return ""
    for card in chosen if len(chosen) > 1 else ():
        if legal([one for one in chosen if one != card], kind, run):
            return words("Without {card} it is allowed.", card=card_text(card))
    for card in chosen:
        for other in runs:
            if legal([card], "extend", other.number):
                return words("{card} alone fits {run}.", card=card_text(card), run=other.title)
    return ""
