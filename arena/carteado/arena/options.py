"""The options of ``carteado arena`` and ``carteado arena lbr``, and their contradictions."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.arena.errors import ArenaError
from carteado.client.commandline import AsJson, Flag, Settings
from carteado.client.loading import ending_at_once

__all__ = [
    "DRAWING",
    "GAMES",
    "JOURNAL",
    "LENGTH",
    "RESPONSES",
    "SETS",
    "TRAINING",
    "Drawing",
    "Games",
    "Jobs",
    "Journaling",
    "Length",
    "Responses",
    "Training",
]

SETS = 500
"""Sets of each group of entrants, Sets of each group of entrants by default."""

Jobs = Annotated[int, Parameter(validator=Number(gte=1, lte=256))]
"""Number of processes that play."""

# Without an upper limit a typing error could ask for years of play.
_Count = Annotated[int | None, Parameter(validator=Number(gte=1, lte=10**9))]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """The game that the entrants play.

    Args:
        game: The game to play.
        preset: One of the game's presets; by default the first.
        set_: An option of the game or of the table, key=value; repeat for more.
        freezeout: Play each game to its end.
        reset_stacks: Begin each deal with the initial stacks; this is the default.
        all_orders: Seat each group in every order, not only in every rotation.
        max_deals: With --freezeout: stop a game after this many deals; 10000 by default.
        seed: Seed of the cards and the bots; the same seed gives the same results.
    """

    game: str = "holdem"
    preset: str | None = None
    set_: Settings = ()
    freezeout: Flag = False
    # Has no effect; it lets a script state what it relies on.
    reset_stacks: Flag = False
    all_orders: Flag = False
    # None instead of the default, so that `check` sees whether it was given.
    max_deals: Annotated[int | None, Parameter(validator=Number(gte=1, lte=10**6))] = None
    seed: int = 0

    def check(self) -> None:
        """Raise `ArenaError` for options that contradict one another."""
        if self.freezeout and self.reset_stacks:
            raise ArenaError(
                "--freezeout plays games to their end, --reset-stacks single deals: give one of "
                "them"
            )
        if self.max_deals is not None and not self.freezeout:
            raise ArenaError("--max-deals goes with --freezeout; otherwise a match is one deal")


GAMES = Games()


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """When a measurement ends.

    Args:
        sets: Number of duplicate sets of each group of entrants; 500 by default.
        hands: The same in hands, rounded up to whole sets; not with --freezeout.
        until: Stop when the half-width of every pair's interval is at most this, in units per deal
            (big blinds, stakes, points), or as a share of games won with --freezeout.
        max_: With --until: stop after this many sets of each group in any case; 1000000 by default.
        rule: With --until: fixed-width (the default), or anytime, whose intervals hold at every
            look.
    """

    sets: _Count = None
    hands: _Count = None
    until: Annotated[float | None, Parameter(validator=Number(gt=0))] = None
    max_: Annotated[int | None, Parameter(name="--max", validator=Number(gte=2, lte=10**9))] = None
    rule: Literal["fixed-width", "anytime"] | None = None

    def check(self, *, freezeout: bool) -> None:
        """Raise `ArenaError` for options that contradict one another."""
        if sum(value is not None for value in (self.sets, self.hands, self.until)) > 1:
            raise ArenaError("--sets, --hands and --until each say when to end: give one of them")
        if self.max_ is not None and self.until is None:
            raise ArenaError("--max goes with --until; without it, use --sets")
        if self.rule is not None and self.until is None:
            raise ArenaError("--rule goes with --until: it decides when that width is reached")
        if self.hands is not None and freezeout:
            raise ArenaError(
                "--hands does not go with --freezeout: a game has any number of hands; use --sets"
            )


LENGTH = Length()


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Journaling:
    """The journal of a measurement, from which it can be resumed.

    Args:
        journal: File in which the records are kept during play.
        resume: Continue the measurement in the journal.
    """

    journal: Path | None = None
    resume: Flag = False

    def check(self) -> None:
        """Raise `ArenaError` for a journal that is missing."""
        if self.resume and self.journal is None:
            raise ArenaError("--resume continues a journal: name it with --journal FILE")


JOURNAL = Journaling()


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How the results are shown.

    Args:
        as_json: Print the results as JSON.
        plots: Draw the plots into this folder.
        plots_as: Format of these plots: svg (the default) or png.
        draw: Draw the plots in the terminal, below the tables.
    """

    as_json: AsJson = False
    plots: Path | None = None
    plots_as: Literal["svg", "png"] | None = None
    draw: Flag = False

    @property
    def form(self) -> str:
        """The format of the plots."""
        return self.plots_as or "svg"

    def check(self) -> None:
        """Raise `ArenaError` for options that contradict one another."""
        if self.plots_as is not None and self.plots is None:
            raise ArenaError("--plots-as goes with --plots FOLDER")
        # Plots after the JSON would break programs that parse it.
        if self.draw and self.as_json:
            raise ArenaError("--json prints nothing but JSON: draw with --plots FOLDER instead")

    def prepare(self) -> None:
        """Load the plotting library and make the folder, so that errors show before play starts.

        Raises:
            ArenaError: the folder is not writable.
            ImportError: the plotting extra is not installed.
        """
        if self.plots is not None:
            with ending_at_once():
                from carteado.arena.reports.plots import check_folder
            check_folder(self.plots)
        if self.draw:
            # Imported only for its failure: the plots import it when they are drawn.
            importlib.import_module("plotext")


DRAWING = Drawing()


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Responses:
    """The local best responses to play.

    Args:
        depth: Initial stacks in big blinds, 75 by default; repeat for more.
        bets_from: First street on which the response bets, preflop by default; before, it only
            checks and calls. Repeat for more.
        sets: Sets for each bot, depth and street: the same cards from both seats.
        seed: Seed of the cards and the bots; the same seed gives the same results.
    """

    depth: Annotated[
        tuple[Annotated[float, Parameter(validator=Number(gte=1, lte=10_000))], ...],
        # Without ``--no-...`` forms, which make no sense for a list of values.
        Parameter(negative=(), show_default=False),
    ] = (75.0,)
    bets_from: Annotated[
        tuple[Literal["preflop", "flop", "turn", "river"], ...],
        Parameter(negative=(), show_default=False),
    ] = ("preflop",)
    sets: Annotated[int, Parameter(validator=Number(gte=1, lte=10**7))] = SETS
    seed: int = 0


RESPONSES = Responses()


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """The training times of the bots, and the bot that they play to show the progress.

    Args:
        trained: Seconds for which each bot was trained, in the order of the bots. All bots then
            also play one of them, and both results are drawn over the time of training.
        against: With --trained: the bot that the others play; by default the one with the longest
            training.
    """

    trained: Annotated[
        tuple[Annotated[float, Parameter(validator=Number(gt=0, lte=10**9))], ...],
        Parameter(negative=(), show_default=False),
    ] = ()
    against: str | None = None


TRAINING = Training()
