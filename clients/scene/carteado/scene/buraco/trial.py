"""What the staged plays of a turn would make: the engine judges them, from the reader's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.engine.errors import Refusal
from carteado.engine.registry import extra_of
from carteado.engine.table import Table
from carteado.protocol.received import action_from_plain
from carteado.scene.buraco.picture import RunPicture, run_picture
from carteado.scene.buraco.staging import Step

__all__ = ["Trial", "trial_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The result of staged plays.

    Attributes:
        runs: of the reader's pair, after the plays before the first illegal one.
        legal: number of those plays.
        refusal: of the first illegal play, None where all are legal.
        missing: why the plays are not yet a whole turn, None if they are one.
    """

    runs: tuple[RunPicture, ...]
    legal: int
    refusal: Refusal | None = None
    missing: Refusal | None = None

    @property
    def whole(self) -> bool:
        """Whether the plays can be sent as a turn."""
        return self.refusal is None and self.missing is None


def trial_of(table: Table | None, seat: int | None, steps: Sequence[Step]) -> Trial | None:
    """What plays would make.

    Args:
        table: before the plays.
        seat: of the player who tries them.
        steps: the plays, in their order.

    Returns:
        None without plays, or where the game cannot tell.
    """
    if table is None or seat is None or not steps:
        return None
    module = extra_of(table.game, "staged")
    if module is None:
        return None
    plays = [action_from_plain(table.game, step.plain()) for step in steps]
    found = module.staged(table.state, seat, plays)
    return Trial(
        runs=tuple(run_picture(number, run) for number, run in enumerate(found.runs)),
        legal=found.legal,
        refusal=found.refusal,
        missing=found.missing,
    )
