"""``carteado arena``: matches between bots, and their statistics."""

from __future__ import annotations

import contextlib
import functools
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from carteado.arena.best_response.command import lbr
from carteado.arena.errors import ArenaError, in_words
from carteado.arena.options import (
    DRAWING,
    GAMES,
    JOURNAL,
    LENGTH,
    SETS,
    Drawing,
    Games,
    Jobs,
    Journaling,
    Length,
)
from carteado.client.atomic_file import AtomicFile
from carteado.client.commandline import INTERRUPTED, OK, Flag, new_app
from carteado.client.loading import ending_at_once
from carteado.client.options import key_values
from carteado.client.progress import Progress
from carteado.client.terminal import columns, has_colours
from carteado.engine.words import counted

if TYPE_CHECKING:
    from carteado.arena.matches.contest import Contest
    from carteado.arena.matches.journal import Journal
    from carteado.arena.matches.play import Outcome, Player
    from carteado.arena.reports.report import Report
    from carteado.arena.statistics.stopping import Stop

__all__ = ["arena"]

MAX_SETS = 1_000_000
"""Maximum number of sets of each group in a run that ends at a half-width."""

arena = new_app("arena", "Measure bots against each other over duplicate deals.")
arena.command(lbr)


# Hidden, but kept: without it its arguments would be read as entrants.
@arena.command(name="papers", show=False)
def papers(*words: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Refer to a checkout of the sources, where the papers' experiments are."""
    command_line = shlex.join(["python", "-m", "research", *words])
    raise ArenaError(
        "the papers' experiments are not part of the installed package: "
        f"run `{command_line}` in a checkout of Carteado's sources"
    )


@arena.default
def measure(
    *entrants: str,
    games: Games = GAMES,
    length: Length = LENGTH,
    jobs: Jobs = 1,
    network: Flag = False,
    journal: Journaling = JOURNAL,
    report: Path | None = None,
    drawing: Drawing = DRAWING,
) -> int:
    """Play matches between bots and report the results with their confidence intervals.

    Every entrant meets every other: at two seats (or two pairs) in pairs, at four seats in fours. A
    set plays the same cards in every seating that matters. The same seed gives the same records,
    with any number of processes, and with or without a network.

    Args:
        entrants: Names of bots, with options (mfs:variant=as-coded), module:function, lbr:BOT for a
            local best response, or with --network exec:COMMAND.
        games: What they play.
        length: When the measurement ends.
        jobs: Number of processes that play, 1 to 256.
        network: Play over sockets, each bot as a client of a server.
        journal: Where the records are kept.
        report: Write the report as JSON into this file.
        drawing: How the report is shown.
    """
    _check(games, length, journal, drawing, report)
    # Imported here: ``--help`` should not wait for NumPy.
    with ending_at_once():
        from carteado.arena.matches.play import play

    contest = _contest(entrants, games)
    stop, rounds = _end(contest, length)
    with contextlib.ExitStack() as stack:
        # Before the play, so that files that cannot be written are reported early.
        file = None if report is None else stack.enter_context(_report_file(report))
        drawing.prepare()
        records = _opened(journal, contest, stack)
        player = _player(network)
        try:
            with Progress(quiet=drawing.as_json and report is None) as bar:
                outcome = play(
                    contest,
                    rounds=rounds,
                    jobs=jobs,
                    journal=records,
                    stop=stop,
                    progress=functools.partial(bar.tell, f"sets of {contest.game}"),
                    player=player,
                )
        except KeyboardInterrupt:
            return _interrupted(records)
        _publish(_summary(contest, outcome, stop), drawing, report, file)
    return OK


def _check(
    games: Games, length: Length, journal: Journaling, drawing: Drawing, report: Path | None
) -> None:
    """Refuse options that contradict one another, before anything is written."""
    games.check()
    length.check(freezeout=games.freezeout)
    journal.check()
    drawing.check()
    records = journal.journal
    # Writing the report would destroy hours of records. One file may be named in two ways.
    if report is not None and records is not None and report.resolve() == records.resolve():
        raise ArenaError(f"{report} cannot be both the journal and the report")


def _contest(entrants: Sequence[str], games: Games) -> Contest:
    with ending_at_once():
        from carteado.arena.matches.contest import MAX_DEALS, contest

    return contest(
        entrants,
        game=games.game,
        preset=games.preset,
        given=key_values(games.set_),
        seed=games.seed,
        freezeout=games.freezeout,
        all_orders=games.all_orders,
        max_deals=games.max_deals or MAX_DEALS,
    )


def _end(contest: Contest, length: Length) -> tuple[Stop | None, int]:
    """The rule that ends the run, and the maximum number of sets of each group."""
    if length.hands is not None:
        # Each seating is one hand here; the division rounds up to whole sets.
        return None, -(-length.hands // len(contest.plan.orders))
    if length.until is None:
        return None, length.sets or SETS
    from carteado.arena.statistics.stopping import Rule, Stop

    rule = Rule(length.rule or "fixed-width")
    most = length.max_ or MAX_SETS
    return Stop(half_width=length.until, unit=contest.unit, rule=rule, most=most), most


def _report_file(path: Path) -> AtomicFile:
    """The file of the report, which replaces an old one only when it is complete."""
    # No folder is created for a single file: its name is more likely misspelt.
    if not path.parent.is_dir():
        raise ArenaError(f"there is no folder {path.parent} for the report")
    with in_words(f"{path} cannot be written"):
        return AtomicFile(path)


def _opened(given: Journaling, contest: Contest, stack: contextlib.ExitStack) -> Journal | None:
    path = given.journal
    if path is None:
        return None
    from carteado.arena.matches.journal import Journal

    journal = stack.enter_context(Journal(path, contest, resume=given.resume))
    # To the error stream, so that the report on the output stays clean.
    if journal.dropped:
        print(f"{path}: the last line was incomplete; its set is played again", file=sys.stderr)
    if given.resume:
        print(f"{path}: {counted(journal.sets, 'set')} found", file=sys.stderr)
    return journal


def _player(network: bool) -> Player | None:
    """The function that plays sets over the network; None to play in this process."""
    if not network:
        return None
    with ending_at_once():
        from carteado.arena.matches.network import network_player
        from carteado.server.ops.logs import configure

    # The server would log every connection between the lines of progress.
    configure(level="error")
    return network_player


def _interrupted(journal: Journal | None) -> int:
    if journal is None:
        print("interrupted; to make runs resumable, add --journal FILE", file=sys.stderr)
    else:
        # Quoted, so that the line can be pasted into a shell.
        where = f"--journal {shlex.quote(str(journal.path))} --resume"
        done = counted(journal.sets, "set")
        print(f"interrupted after {done}; continue with {where}", file=sys.stderr)
    return INTERRUPTED


def _summary(contest: Contest, outcome: Outcome, stop: Stop | None) -> Report:
    from carteado.arena.matches.entrants import labels
    from carteado.arena.reports.summary import summarise

    return summarise(
        labels(contest.entrants),
        contest.unit,
        outcome.matches,
        outcome.clocks,
        seed=contest.seed,
        stack=_stack(contest),
        stop=stop,
    )


def _stack(contest: Contest) -> int | None:
    """The initial stack in chips, None for different stacks or a game of points."""
    from carteado.arena.matches.contest import scored
    from carteado.arena.matches.setup import set_up

    # Points have no stack that could run out.
    if contest.unit.name != "chips":
        return None
    seats = contest.rulebook.seats(contest.house)
    # Read from a real table, because options may give seats different stacks.
    table = set_up(contest, [f"seat {seat}" for seat in range(seats)]).mark.table
    stacks = set(scored(contest.rulebook).score(table.state))
    return stacks.pop() if len(stacks) == 1 else None


def _publish(found: Report, drawing: Drawing, report: Path | None, file: AtomicFile | None) -> None:
    """Write, draw and print the report."""
    try:
        if file is not None:
            with in_words(f"{report} cannot be written"):
                file.file.write(found.to_json())
                file.finish()
                file.commit()
        if drawing.plots is not None:
            from carteado.arena.reports.plots import save

            with in_words(f"cannot write plots into {drawing.plots}"):
                save(found, drawing.plots, form=drawing.form)
    finally:  # print the report even if it cannot be written
        _print(found, drawing)


def _print(found: Report, drawing: Drawing) -> None:
    """Print the report, and draw it below its tables."""
    if drawing.as_json:
        sys.stdout.write(found.to_json())
        return
    from carteado.arena.reports.report_lines import report_lines

    print("\n".join(report_lines(found)))
    if drawing.draw:
        from carteado.arena.reports.terminal_plots import terminal_plots

        plots = terminal_plots(found, width=columns(sys.stdout), colours=has_colours(sys.stdout))
        print("\n".join(["", *plots]))
