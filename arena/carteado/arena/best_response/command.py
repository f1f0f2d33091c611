"""``carteado arena lbr``: how much bots can be beaten by at least."""

from __future__ import annotations

import importlib
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.arena.errors import ArenaError, in_words
from carteado.client.commandline import INTERRUPTED, OK, AsJson, Flag
from carteado.client.loading import ending_at_once
from carteado.client.progress import Progress
from carteado.client.terminal import columns, has_colours
from carteado.engine.words import counted

__all__ = ["lbr"]

SETS = 500

DEPTH = 75.0
"""Big blinds with which the heads-up game begins."""


def lbr(
    *bots: str,
    depth: Annotated[
        tuple[Annotated[float, Parameter(validator=Number(gte=1, lte=10_000))], ...],
        Parameter(negative=(), show_default=lambda depths: f"{depths[0]:g}"),
    ] = (DEPTH,),
    bets_from: Annotated[
        tuple[Literal["preflop", "flop", "turn", "river"], ...],
        Parameter(negative=(), show_default=lambda streets: streets[0]),
    ] = ("preflop",),
    sets: Annotated[int, Parameter(validator=Number(gte=1, lte=10**7))] = SETS,
    seed: int = 0,
    jobs: Annotated[int, Parameter(validator=Number(gte=1, lte=256))] = 1,
    trained: Annotated[
        tuple[Annotated[float, Parameter(validator=Number(gt=0, lte=10**9))], ...],
        Parameter(negative=(), show_default=False),
    ] = (),
    against: str | None = None,
    journal_dir: Path | None = None,
    resume: Flag = False,
    as_json: AsJson = False,
    plots: Path | None = None,
    plots_as: Literal["svg", "png"] | None = None,
    draw: Flag = False,
) -> int:
    """Say how much bots of heads-up Hold'em can be beaten by at least.

    A local best response plays against each: it knows how the bot plays and not what it holds. What
    it wins, somebody who plays best wins at least.

    Args:
        bots: Names of bots, with options (mfs:variant=as-coded), or module:function.
        depth: Stacks of the start in big blinds; may be given several times.
        bets_from: The street from which on it bets; before, it checks and calls. May be given
            several times.
        sets: Sets for each bot, depth and street: the same cards from both seats.
        seed: All luck follows from it.
        jobs: Processes that play.
        trained: Seconds for which each bot was trained, in their order: the bots then also play
            against one of them, and both is drawn over the time of training.
        against: With --trained: against whom; the bot that was trained longest when absent.
        journal_dir: A folder in which the records are kept as they come.
        resume: Go on with the journals that lie there, and begin those that do not.
        as_json: Print the findings as JSON.
        plots: Draw them into a folder.
        plots_as: The form of these plots, svg (when absent) or png.
        draw: Draw the bars in the terminal, behind the tables.
    """
    with ending_at_once():
        from carteado.arena.best_response.drawings import terminal_bars
        from carteado.arena.best_response.findings import Findings
        from carteado.arena.best_response.measuring import Question, bounds, duels
        from carteado.arena.matches.runs import Run
        from carteado.arena.reports.plots import check_folder

    if not bots:
        raise ArenaError("which bots? name some, such as `carteado arena lbr tight mfs`")
    if resume and journal_dir is None:
        raise ArenaError("--resume goes on with journals: name their folder with --journal-dir DIR")
    if draw and as_json:
        raise ArenaError("--json prints nothing but JSON: draw with --plots FOLDER beside it")
    if plots_as is not None and plots is None:
        raise ArenaError("--plots-as goes with --plots FOLDER")
    seconds = _seconds(bots, trained, against)
    if seconds and against is None:
        against = max(seconds, key=lambda bot: seconds[bot])
    asked = Question(
        bots=tuple(dict.fromkeys(bots)),
        depths=tuple(dict.fromkeys(depth)),
        streets=tuple(dict.fromkeys(bets_from)),
        sets=sets,
        seed=seed,
        against=against,
    )
    # Before an hour of play, not after, it is said what cannot be played or drawn.
    asked.check()
    if plots is not None:
        check_folder(plots)
    if draw:
        importlib.import_module("plotext")
    with Progress(quiet=as_json) as bar:
        run = Run(
            journals=journal_dir,
            resume=resume,
            sets=sets,
            jobs=jobs,
            tell=lambda name, done, total: bar.tell(f"sets of {name}", done, total),
        )
        try:
            found = Findings(
                asked=asked, bounds=bounds(run, asked), duels=duels(run, asked), seconds=seconds
            )
        except KeyboardInterrupt:
            return _interrupted(journal_dir)
    try:
        if plots is not None:
            with in_words(f"no plots can be put into {plots}"):
                found.draw(plots, plots_as or "svg")
    finally:  # what cannot be drawn is printed all the same
        print(found.to_json() if as_json else "\n".join(found.lines()))
        if draw:
            wide, colours = columns(sys.stdout), has_colours(sys.stdout)
            bars = terminal_bars(found.bounds, width=wide, colours=colours)
            print("\n".join(["", *bars]))
    return OK


def _seconds(
    bots: Sequence[str], trained: Sequence[float], against: str | None
) -> dict[str, float]:
    """How long each bot was trained, where that is said."""
    if not trained:
        if against is not None:
            raise ArenaError("--against goes with --trained: how long was each bot trained?")
        return {}
    if len(trained) != len(bots) or len({*bots}) != len(bots):
        raise ArenaError(
            "--trained is given once for each bot, in their order: there are "
            f"{counted(len({*bots}), 'bot')} and {counted(len(trained), 'time')}"
        )
    return dict(zip(bots, trained, strict=True))


def _interrupted(journals: Path | None) -> int:
    if journals is None:
        how = "with --journal-dir DIR a run can be resumed"
    else:
        how = f"go on with --journal-dir {shlex.quote(str(journals))} --resume"
    print(f"interrupted; {how}", file=sys.stderr)
    return INTERRUPTED
