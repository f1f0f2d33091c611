"""``carteado arena``: matches between bots, and what they prove."""

from __future__ import annotations

import contextlib
import functools
import importlib
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.arena.best_response.command import lbr
from carteado.arena.errors import ArenaError, in_words
from carteado.client.atomic_file import AtomicFile
from carteado.client.commandline import INTERRUPTED, OK, AsJson, Flag, Settings, new_app
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

SETS = 500
"""Sets of each group where nothing else is said."""

MOST = 1_000_000
"""Sets of each group at most, where a wanted half-width ends the run."""

arena = new_app("arena", "Measure bots against one another over duplicate deals.")
arena.command(lbr)


@arena.command(name="papers", show=False)
def papers(*words: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Say where the experiments of the papers are played: from a checkout of the sources."""
    command_line = shlex.join(["python", "-m", "research", *words])
    raise ArenaError(
        "the papers' experiments are no part of the installed package: "
        f"run `{command_line}` in a checkout of Carteado's sources"
    )


_Count = Annotated[int | None, Parameter(validator=Number(gte=1, lte=10**9))]


@arena.default
def measure(
    *entrants: str,
    game: str = "holdem",
    preset: str | None = None,
    set_: Settings = (),
    sets: _Count = None,
    hands: _Count = None,
    freezeout: Flag = False,
    reset_stacks: Flag = False,
    all_orders: Flag = False,
    seed: int = 0,
    jobs: Annotated[int, Parameter(validator=Number(gte=1, lte=256))] = 1,
    network: Flag = False,
    until: Annotated[float | None, Parameter(validator=Number(gt=0))] = None,
    max_: Annotated[int | None, Parameter(name="--max", validator=Number(gte=2, lte=10**9))] = None,
    rule: Literal["fixed-width", "anytime"] | None = None,
    max_deals: Annotated[int | None, Parameter(validator=Number(gte=1, lte=10**6))] = None,
    journal: Path | None = None,
    resume: Flag = False,
    as_json: AsJson = False,
    report: Path | None = None,
    plots: Path | None = None,
    plots_as: Literal["svg", "png"] | None = None,
    draw: Flag = False,
) -> int:
    """Play matches between bots and report what they prove.

    Everybody meets everybody: at two seats (or two pairs) each pair of entrants, at four seats each
    four of them. A set plays the same cards at every seating that counts. The same seed gives the
    same records, however many processes play and whether or not a network is between.

    Args:
        entrants: Names of bots, with options (mfs:variant=as-coded), module:function, lbr:BOT for a
            local best response, or with --network exec:COMMAND.
        game: What is played.
        preset: One of the game's presets; the first when absent.
        set_: An option of the game or of the table, key=value.
        sets: Duplicate sets of each group of entrants.
        hands: The same in hands, rounded up to whole sets; games to the end have no such number.
        freezeout: Play games to their end.
        reset_stacks: Begin each deal with the stacks of the start, as is done when nothing is said.
        all_orders: Seat each group in every order instead of in every rotation.
        seed: All luck follows from it.
        jobs: Processes that play.
        network: Play over sockets, each bot a client of a server.
        until: End when every pair is known to within this half-width, in units a deal (big blinds,
            stakes, points), or in share of games won where they are played to their end.
        max_: With --until: sets of each group at which to end in any case.
        rule: By which --until is judged: fixed-width (when absent), or anytime, which holds at
            every look.
        max_deals: With --freezeout: a game that has not ended by then is stopped; 10000 when
            absent.
        journal: A file in which the records are kept as they come.
        resume: Go on with what stands in the journal.
        as_json: Print the report as JSON.
        report: Write the report as JSON into a file.
        plots: Draw the report into a folder.
        plots_as: The form of these plots, svg (when absent) or png.
        draw: Draw the report in the terminal, behind its tables.
    """
    with ending_at_once():
        from carteado.arena.matches.contest import MAX_DEALS
        from carteado.arena.matches.contest import contest as contest_of
        from carteado.arena.matches.play import play
        from carteado.arena.reports.plots import check_folder

    if freezeout and reset_stacks:
        raise ArenaError(
            "--freezeout plays games to their end, --reset-stacks single deals: give one of them"
        )
    if max_deals is not None and not freezeout:
        raise ArenaError("--max-deals goes with --freezeout; otherwise a match is one deal")
    if plots_as is not None and plots is None:
        raise ArenaError("--plots-as goes with --plots FOLDER")
    contest = contest_of(
        entrants,
        game=game,
        preset=preset,
        given=key_values(set_),
        seed=seed,
        freezeout=freezeout,
        all_orders=all_orders,
        max_deals=max_deals or MAX_DEALS,
    )
    stop, rounds = _end(contest, sets, hands, until, max_, rule)
    if resume and journal is None:
        raise ArenaError("--resume goes on with a journal: name it with --journal FILE")
    if report is not None and journal is not None and report.resolve() == journal.resolve():
        raise ArenaError(f"{report} cannot be both the journal and the report")
    if draw and as_json:
        raise ArenaError("--json prints nothing but JSON: draw with --plots FOLDER beside it")
    with contextlib.ExitStack() as stack:
        # Before an hour of play, not after, it is said what cannot be written or drawn.
        new = None if report is None else stack.enter_context(_report_file(report))
        if plots is not None:
            check_folder(plots)
        if draw:
            importlib.import_module("plotext")
        book = _opened(journal, contest, resume, stack)
        try:
            with Progress(quiet=as_json and report is None) as bar:
                outcome = play(
                    contest,
                    rounds=rounds,
                    jobs=jobs,
                    journal=book,
                    stop=stop,
                    progress=functools.partial(bar.tell, f"sets of {contest.game}"),
                    player=_player(network),
                )
        except KeyboardInterrupt:
            return _interrupted(book)
        found = _summary(contest, outcome, stop)
        try:
            if new is not None:
                with in_words(f"{report} cannot be written"):
                    new.file.write(found.to_json())
                    new.finish()
                    new.commit()
            if plots is not None:
                _save_plots(found, plots, plots_as or "svg")
        finally:  # what cannot be written is printed all the same
            _print(found, as_json=as_json, here=draw)
    return OK


def _end(
    contest: Contest,
    sets: int | None,
    hands: int | None,
    until: float | None,
    most: int | None,
    rule: str | None,
) -> tuple[Stop | None, int]:
    """The rule that ends the run, and the sets of each group that are played at most."""
    if sum(value is not None for value in (sets, hands, until)) > 1:
        raise ArenaError("--sets, --hands and --until each say when to end: give one of them")
    if most is not None and until is None:
        raise ArenaError("--max goes with --until; otherwise say --sets")
    if rule is not None and until is None:
        raise ArenaError("--rule goes with --until: it says how that is judged")
    if hands is not None:
        if contest.freezeout:
            raise ArenaError("games to the end have as many hands as they take: say --sets")
        return None, -(-hands // len(contest.plan.orders))
    if until is None:
        return None, sets or SETS
    from carteado.arena.statistics.stopping import Rule, Stop

    judged = Rule(rule or "fixed-width")
    rounds = most or MOST
    return Stop(half_width=until, unit=contest.unit, rule=judged, most=rounds), rounds


def _report_file(path: Path) -> AtomicFile:
    """The file of the report, which takes its place when all of it is written."""
    if not path.parent.is_dir():
        raise ArenaError(f"there is no folder {path.parent} for the report")
    with in_words(f"{path} cannot be written"):
        return AtomicFile(path)


def _opened(
    path: Path | None, contest: Contest, resume: bool, stack: contextlib.ExitStack
) -> Journal | None:
    if path is None:
        return None
    from carteado.arena.matches.journal import Journal

    book = stack.enter_context(Journal(path, contest, resume=resume))
    if book.dropped:
        print(f"{path}: the last line was torn and is played again", file=sys.stderr)
    if resume:
        print(f"{path}: {counted(book.sets, 'set is', 'sets are')} there", file=sys.stderr)
    return book


def _player(network: bool) -> Player | None:
    """What plays the sets; None for this process's own tables."""
    if not network:
        return None
    with ending_at_once():
        from carteado.arena.matches.network import network_player
        from carteado.server.ops.logs import configure

    configure(level="error")
    return network_player


def _interrupted(book: Journal | None) -> int:
    if book is None:
        print("interrupted; with --journal FILE a run can be resumed", file=sys.stderr)
    else:
        where = f"--journal {shlex.quote(str(book.path))} --resume"
        done = counted(book.sets, "set")
        print(f"interrupted after {done}; go on with {where}", file=sys.stderr)
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
    """What every seat begins with, where it is the same for all and counts in chips."""
    from carteado.arena.matches.contest import scored
    from carteado.arena.matches.setup import set_up

    if contest.unit.name != "chips":
        return None
    seats = contest.rulebook.seats(contest.house)
    table = set_up(contest, [f"seat {seat}" for seat in range(seats)]).mark.table
    stacks = set(scored(contest.rulebook).score(table.state))
    return stacks.pop() if len(stacks) == 1 else None


def _save_plots(found: Report, folder: Path, form: str) -> None:
    from carteado.arena.reports.plots import save

    with in_words(f"no plots can be put into {folder}"):
        save(found, folder, form=form)


def _print(found: Report, *, as_json: bool, here: bool) -> None:
    """Print the report, and draw it behind its tables."""
    if as_json:
        sys.stdout.write(found.to_json())
        return
    from carteado.arena.reports.report_lines import report_lines

    print("\n".join(report_lines(found)))
    if here:
        from carteado.arena.reports.terminal_plots import terminal_plots

        plots = terminal_plots(found, width=columns(sys.stdout), colours=has_colours(sys.stdout))
        print("\n".join(["", *plots]))
