"""``carteado arena lbr``: how much a local best response wins against bots."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from carteado.arena.errors import ArenaError, in_words
from carteado.arena.options import DRAWING, RESPONSES, TRAINING, Drawing, Jobs, Responses, Training
from carteado.client.commandline import INTERRUPTED, OK, Flag
from carteado.client.loading import ending_at_once
from carteado.client.progress import Progress
from carteado.client.terminal import columns, has_colours
from carteado.engine.words import counted

if TYPE_CHECKING:
    from carteado.arena.best_response.findings import Findings
    from carteado.arena.best_response.measuring import Question

__all__ = ["lbr"]


def lbr(
    *bots: str,
    responses: Responses = RESPONSES,
    training: Training = TRAINING,
    jobs: Jobs = 1,
    journal_dir: Path | None = None,
    resume: Flag = False,
    drawing: Drawing = DRAWING,
) -> int:
    """Measure how much a local best response wins against bots of heads-up Hold'em.

    A local best response plays each bot: it knows how the bot plays, but not its cards. A perfect
    opponent wins at least as much.

    Args:
        bots: Names of bots, with options (mfs:variant=as-coded), or module:function.
        responses: The responses that play.
        training: How long the bots were trained.
        jobs: Number of processes that play, 1 to 256.
        journal_dir: Folder in which the records are kept during play.
        resume: Continue the journals in that folder, and begin the missing ones.
        drawing: How the results are shown.
    """
    with ending_at_once():
        from carteado.arena.best_response.measuring import Question

    if not bots:
        raise ArenaError("name at least one bot, such as: carteado arena lbr tight mfs")
    if resume and journal_dir is None:
        raise ArenaError("--resume continues journals: name their folder with --journal-dir DIR")
    drawing.check()
    seconds = _seconds(bots, training)
    asked = Question(
        # Each response once, in the given order, because a journal cannot be written twice.
        bots=tuple(dict.fromkeys(bots)),
        depths=tuple(dict.fromkeys(responses.depth)),
        streets=tuple(dict.fromkeys(responses.bets_from)),
        sets=responses.sets,
        seed=responses.seed,
        against=_against(training, seconds),
    )
    # Errors are reported before an hour of play, not after it.
    asked.check()
    drawing.prepare()
    try:
        found = _measured(asked, seconds, jobs, journal_dir, resume=resume, quiet=drawing.as_json)
    except KeyboardInterrupt:
        return _interrupted(journal_dir)
    try:
        if drawing.plots is not None:
            with in_words(f"cannot write plots into {drawing.plots}"):
                found.draw(drawing.plots, drawing.form)
    finally:  # print the results even if they cannot be drawn
        _print(found, drawing)
    return OK


def _measured(
    asked: Question,
    seconds: dict[str, float],
    jobs: int,
    journals: Path | None,
    *,
    resume: bool,
    quiet: bool,
) -> Findings:
    """Play all the duels."""
    with ending_at_once():
        from carteado.arena.best_response.findings import Findings
        from carteado.arena.best_response.measuring import bounds, duels
        from carteado.arena.matches.runs import Run

    with Progress(quiet=quiet) as bar:
        run = Run(
            journals=journals,
            resume=resume,
            sets=asked.sets,
            jobs=jobs,
            tell=lambda name, done, total: bar.tell(f"sets of {name}", done, total),
        )
        return Findings(
            asked=asked, bounds=bounds(run, asked), duels=duels(run, asked), seconds=seconds
        )


def _print(found: Findings, drawing: Drawing) -> None:
    """Print the results, and draw the bars below the tables."""
    print(found.to_json() if drawing.as_json else "\n".join(found.lines()))
    if drawing.draw:
        from carteado.arena.best_response.drawings import terminal_bars

        bars = terminal_bars(
            found.bounds, width=columns(sys.stdout), colours=has_colours(sys.stdout)
        )
        print("\n".join(["", *bars]))


def _seconds(bots: Sequence[str], training: Training) -> dict[str, float]:
    """Training time of each bot, seconds; empty without --trained."""
    trained = training.trained
    if not trained:
        if training.against is not None:
            raise ArenaError("--against goes with --trained: how long was each bot trained?")
        return {}
    # Bots must differ, because times are stored by their names.
    if len(trained) != len(bots) or len({*bots}) != len(bots):
        raise ArenaError(
            "repeat --trained once for each bot, in their order: there are "
            f"{counted(len({*bots}), 'bot')} and {counted(len(trained), 'time')}"
        )
    return dict(zip(bots, trained, strict=True))


def _against(training: Training, seconds: dict[str, float]) -> str | None:
    """The bot that the others play, if times of training are given."""
    if training.against is not None or not seconds:
        return training.against
    # By default the others are compared with the longest trained bot.
    return max(seconds, key=lambda bot: seconds[bot])


def _interrupted(journals: Path | None) -> int:
    if journals is None:
        how = "to make runs resumable, add --journal-dir DIR"
    else:
        how = f"continue with --journal-dir {shlex.quote(str(journals))} --resume"
    print(f"interrupted; {how}", file=sys.stderr)
    return INTERRUPTED
