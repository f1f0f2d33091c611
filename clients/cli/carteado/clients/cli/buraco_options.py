"""The options of ``carteado odds buraco``: the position, how it is rated, and the study."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from carteado.client.commandline import Flag

__all__ = ["DEFAULT_RATING", "NO_POSITION", "NO_STUDY", "Position", "Rating", "Study", "given"]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The position to rate, and the seat that sees it.

    Args:
        table: Take the position from this table's log: its id, or a file that `carteado log
            export` wrote. A deal that is still being played stays closed.
        at: Number of the event after which the position is taken, or of the step in a scenario; the
            last one by default.
        seat: The seat whose view is rated, 0 to 3: what it saw, and nothing else. In a scenario,
            the acting seat by default.
        scenario: Take the position from this file of scenarios instead.
        id_: Which scenario of the file; by default its only position of Buraco.
        url: Read the log from a server: host, host:port or ws://host:port. A deal that is being
            played there is shown only if the table's advice is on.
        name: The name under which you play there.
        store: The store to read, as in `carteado serve`.
    """

    table: str | None = None
    at: int | None = None
    seat: int | None = None
    scenario: Path | None = None
    id_: Annotated[str | None, Parameter(name="--id")] = None
    url: str | None = None
    name: str | None = None
    store: str | None = None


NO_POSITION = Position()


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """The way in which the plays of a position are compared.

    Args:
        arrange: An arrangement of the hand to compare, such as "4S 5S 6S | 0+ 7H | - KC"; repeat
            for more.
        read_plays: Weigh imagined deals by how well the others' plays fit them.
        playouts: Number of deals to play to the end, 2 or more; 400 by default.
        seed: Seed of the imagined deals; the same seed gives the same answer; 0 by default.
        turns: Own turns that are left, 0 to 100, for the values of the runs; by default, as many
            as in the playouts.
        draws: Number of draws, 1 to 99, for the chance that the pair gets a card (2 by default)
            and that the hand goes out (3 by default).
    """

    arrange: Annotated[list[str] | None, Parameter(negative=(), allow_leading_hyphen=True)] = None
    read_plays: Flag = False
    playouts: int | None = None
    seed: int | None = None
    turns: int | None = None
    draws: int | None = None


DEFAULT_RATING = Rating()


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """The part of the published study to show.

    Args:
        published: Show the study's own chain and formulas with their defects instead.
        run: With --published: the run, such as 56C8; 567 by default.
        chance: With --published: the chance of every card in a round, 0 to 1; 0.25 by default.
        round_: With --published: the number n of the round, 0 to 13, with 13 - n left; 0 by
            default.
        matrix: With --published: also show the study's matrix for the 20 longest clean runs.
    """

    published: Flag = False
    run: str | None = None
    chance: float | None = None
    round_: Annotated[int | None, Parameter(name="--round")] = None
    matrix: Flag = False


NO_STUDY = Study()


def given(options: Any, *names: str) -> bool:
    """Whether an option was typed.

    Args:
        options: one of the dataclasses above.
        names: of the options in question; all of them if none is named.
    """
    chosen = names or [field.name for field in fields(options)]
    values = [getattr(options, name) for name in chosen]
    # A given 0 counts as typed.
    return any(value is not None and value is not False for value in values)
