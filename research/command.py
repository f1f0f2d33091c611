"""``python -m research``: play the published experiments again and write their results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.arena.errors import ArenaError
from carteado.client.commandline import INTERRUPTED, OK, Flag, new_app
from carteado.client.loading import ending_at_once
from carteado.client.progress import Progress

if TYPE_CHECKING:
    from carteado.arena.matches.runs import Run
    from research.document import Document
    from research.section import Experiment

__all__ = ["papers"]

papers = new_app("python -m research", "Play the experiments of the papers again.")


@papers.default
def play_again(
    *experiments: str,
    scale: Annotated[float | None, Parameter(validator=Number(gt=0, lte=100))] = None,
    sets: Annotated[int | None, Parameter(validator=Number(gte=1, lte=10**7))] = None,
    jobs: Annotated[int, Parameter(validator=Number(gte=1, lte=256))] = 1,
    journal_dir: Path | None = None,
    resume: Flag = False,
    out: Path = Path("docs/experiments.md"),
    render: Flag = False,
    list_: Annotated[bool, Parameter(name="--list", negative=())] = False,
) -> int:
    """Play the experiments of the papers again and write the document about them.

    Only the sections of the experiments that are named are renewed; all of them if none is named.
    Beside the document lies a folder of its name, with the findings and the plots.

    Args:
        experiments: Names of experiments; --list tells them.
        scale: Part of the full number of sets, such as 0.1.
        sets: Sets of each group of entrants, whatever the experiment.
        jobs: Processes that play.
        journal_dir: A folder in which the records are kept as they come.
        resume: Go on with the journals that lie there, and begin those that do not.
        out: The document.
        render: Play nothing; write the sections again from the findings that lie there.
        list_: Only say which experiments there are.
    """
    with ending_at_once():
        from carteado.arena.matches.runs import Run
        from research.document import Document
        from research.experiments import EXPERIMENTS, chosen

    # Before anything else: a misspelt name is refused even with ``--list``.
    wanted = chosen(experiments)
    if list_:
        for one in wanted:
            print(f"{one.name}: {one.text}")
        return OK
    _check(scale, sets, journal_dir, resume=resume, render=render)
    # Knows all experiments, not only those wanted, since they fix the order of the parts.
    document = Document(out, [one.name for one in EXPERIMENTS])
    document.check()
    if render:
        for one in wanted:
            document.rewrite(one)
        return OK
    with Progress() as bar:
        run = Run(
            journals=journal_dir,
            resume=resume,
            # None means to `_check` that nothing was given; a default of 1.0 would clash with
            # --sets.
            scale=1.0 if scale is None else scale,
            sets=sets,
            jobs=jobs,
            tell=lambda name, done, total: bar.tell(f"steps of {name}", done, total),
        )
        return _measure(wanted, run, document)


def _check(
    scale: float | None, sets: int | None, journals: Path | None, *, resume: bool, render: bool
) -> None:
    if scale is not None and sets is not None:
        raise ArenaError("--scale and --sets each say how much is played: give one of them")
    if resume and journals is None:
        raise ArenaError("--resume goes on with journals: name their folder with --journal-dir DIR")
    if render and (scale is not None or sets is not None or journals is not None):
        raise ArenaError("--render plays nothing: it takes neither --scale, --sets nor journals")


def _measure(wanted: tuple[Experiment, ...], run: Run, document: Document) -> int:
    for one in wanted:
        try:
            findings = one.measure(run)
        except KeyboardInterrupt:
            if run.journals is None:
                how = "with --journal-dir DIR a run can be resumed"
            else:
                how = f"go on with --journal-dir {run.journals} --resume"
            print(f"interrupted in {one.name}; {how}", file=sys.stderr)
            return INTERRUPTED
        # After each experiment, so that an interruption loses only the one that runs.
        document.renew(one, findings)
        # To the error stream, like all progress.
        print(f"{document.path}: {one.name} is renewed", file=sys.stderr)
    return OK
