"""Change the code in small ways and see whether a test notices: ``make mutants``.

cosmic-ray makes the mutants: another operator, another number, a condition turned round. A sample
of them, drawn with a fixed seed, is tried one after the other on a copy of the sources, each with
the tests of its module. A mutant that no test notices *survives*: either a test is missing, or the
change makes no difference that anybody could notice. `docs/mutants.md` says which is which.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT = Path(__file__).parents[1]
PORTIONS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["packages"]

TABLE = "server/carteado/server/table"
STORE = "server/carteado/server/store"
GAMES = "engine/carteado/engine/games"
HOLDEM_TESTS = ["tests/engine/games/holdem"]

AREAS: dict[str, tuple[str, Sequence[str]]] = {
    "table": (f"{TABLE}/*.py", ["tests/server/table"]),
    "store": (
        f"{STORE}/*.py",
        [
            "tests/server/store",
            "tests/server/ops/test_archivetool.py",
            "tests/server/ops/test_salvaging.py",
        ],
    ),
    "protocol": ("protocol/carteado/protocol/*.py", ["tests/protocol"]),
    "poker": ("engine/carteado/engine/poker/*.py", ["tests/engine/poker", *HOLDEM_TESTS]),
    "holdem": (f"{GAMES}/holdem/*.py", HOLDEM_TESTS),
    "quick-holdem": (
        f"{GAMES}/quick_holdem/*.py",
        ["tests/engine/games/quick_holdem"],
    ),
    "buraco": (f"{GAMES}/buraco/*.py", ["tests/engine/games/buraco"]),
    "poker-face": (
        f"{GAMES}/poker_face/*.py",
        ["tests/engine/games/poker_face"],
    ),
}
"""The modules that are changed, and the tests that have to notice: their own, which are quick."""

PLAIN = ("text.py", "scenario.py", "phh.py", "__init__.py", "schema.py", "make_tables.py")
"""Modules of texts and records, which are compared with written examples as a whole."""

SIGNS = ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "BitAnd_BitOr")
COMPARISONS = [
    "Lt_LtE",
    "LtE_Lt",
    "Gt_GtE",
    "GtE_Gt",
    "Eq_NotEq",
    "NotEq_Eq",
    "Is_IsNot",
    "IsNot_Is",
]
OPERATORS = [
    *(f"core/ReplaceBinaryOperator_{signs}" for signs in SIGNS),
    *(f"core/ReplaceComparisonOperator_{signs}" for signs in COMPARISONS),
    "core/AddNot",
    "core/NumberReplacer",
    "core/ReplaceAndWithOr",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceOrWithAnd",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ZeroIterationForLoop",
]
"""The operators of cosmic-ray that change what a program does; of similar ones, one each."""

NAMED = {
    "the bound in `ponged`": (
        "server/carteado/server/net/connection.py",
        "if waited > self._limit and self.ending",
        "if waited > self._limit * 2 and self.ending",
        ["tests/server/net/test_gateway.py"],
    ),
    "the number of kept ends": (
        f"{TABLE}/ended_deals.py",
        "ENDED_DEALS_KEPT = 64",
        "ENDED_DEALS_KEPT = 65",
        ["tests/server/table/test_ended_deals.py"],
    ),
    "the back-off steps": (
        "server/carteado/server/lobby/restarts.py",
        "(0.2, 1, 5, 30, 60)",
        "(0.2, 1, 5, 30, 61)",
        ["tests/server/lobby/test_restarts.py"],
    ),
    "the gap limit in `recent_events`": (
        f"{TABLE}/recent_events.py",
        'if self.seq - after.seq > len(self._tail):\n            return "too_far"',
        'if self.seq - after.seq > len(self._tail) + 1:\n            return "too_far"',
        ["tests/server/table/test_audience.py"],
    ),
    "inherited time-outs in `clock.rewind`": (
        f"{TABLE}/clock.py",
        "if step.table.banks[seat] != bank or step.table.expiries[seat]:",
        "if step.table.banks[seat] != bank:",
        ["tests/server/table/test_time_outs.py"],
    ),
}
"""Five changes that once survived; they are tried first, whatever the sample is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change of one module, and the tests that have to notice it."""

    name: str
    path: str
    text: str
    tests: Sequence[str]


def named() -> Iterator[Mutant]:
    """The five changes of `NAMED`."""
    for name, (path, old, new, tests) in NAMED.items():
        text = (ROOT / path).read_text()
        if text.count(old) != 1:
            raise SystemExit(f"{path}: {old!r} should be there once")
        yield Mutant(name=name, path=path, text=text.replace(old, new), tests=tests)


def sampled(area: str, count: int, chance: random.Random, root: Path) -> Iterator[Mutant]:
    """So many mutants of an area, drawn evenly from all that there are."""
    pattern, tests = AREAS[area]
    places = [
        (path, name, number)
        for path in sorted(root.glob(pattern))
        if path.name not in PLAIN
        for name in OPERATORS
        for number in range(_occurrences(path, name))
    ]
    chance.shuffle(places)
    for path, name, number in places[:count]:
        text = path.read_text()
        changed = mutate_code(text, get_operator(name)(), number)
        if changed is None or changed == text:
            continue
        where = _changed_line(text, changed)
        inside = str(path.relative_to(root))
        title = f"{inside}:{where} {name.removeprefix('core/')}"
        yield Mutant(name=title, path=inside, text=changed, tests=_first(path, tests))


def _unchanged(area: str) -> Mutant:
    """No change at all: where its tests fail, every mutant of the area would seem noticed."""
    pattern, tests = AREAS[area]
    path = next(ROOT.glob(pattern))
    inside = str(path.relative_to(ROOT))
    return Mutant(name=area, path=inside, text=path.read_text(), tests=tests)


def _occurrences(path: Path, name: str) -> int:
    operator = get_operator(name)()
    tree = get_ast(path.read_text())
    return sum(len(list(operator.mutation_positions(node))) for node in ast_nodes(tree))


def _changed_line(text: str, changed: str) -> int:
    pairs = zip(text.splitlines(), changed.splitlines(), strict=False)
    return next((at for at, (one, other) in enumerate(pairs, 1) if one != other), 0)


def _first(path: Path, tests: Sequence[str]) -> list[str]:
    """The tests with those named after the module first: most mutants end there."""
    own = [
        str(found.relative_to(ROOT))
        for folder in tests
        for found in (ROOT / folder).rglob(f"test_{path.stem.removesuffix('_store')}.py")
    ]
    return [*own, *tests]


def survives(mutant: Mutant, folder: Path, limit: float) -> bool:
    """Whether all tests pass with a mutant; one whose tests take too long counts as noticed."""
    inside = Path(mutant.path)
    target = folder / inside
    whole = target.read_text()
    target.write_text(mutant.text)
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *mutant.tests]
    paths = [str(folder / Path(portion).parent) for portion in PORTIONS]
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        target.write_text(whole)


def main() -> int:
    """Try the mutants; the status is 1 where one of the named five survives."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make mutants")
    parser.add_argument("--count", type=int, default=20, help="mutants of each area (20)")
    parser.add_argument("--seed", type=int, default=1, help="draws the sample (1)")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one mutant (300)")
    parser.add_argument("--seconds", type=float, default=3000, help="seconds for all (3000)")
    parser.add_argument("areas", nargs="*", help=f"{', '.join(AREAS)}; all of them when absent")
    given = parser.parse_args()
    if unknown := set(given.areas) - set(AREAS):
        parser.error(f"there is no area {unknown.pop()}; there are: {', '.join(AREAS)}")
    end = time.monotonic() + given.seconds
    failed = False
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        for portion in PORTIONS:
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / portion, folder / portion, dirs_exist_ok=True, ignore=skip)
        for mutant in named():
            alive = survives(mutant, folder, given.limit)
            failed = failed or alive
            print("SURVIVED" if alive else "killed", mutant.name, flush=True)
        for area in given.areas or AREAS:
            tried, left = 0, []
            if not survives(_unchanged(area), folder, given.limit):
                raise SystemExit(f"{area}: a test fails without any change, or takes too long")
            chance = random.Random(f"{given.seed} {area}")
            for mutant in sampled(area, given.count, chance, folder):
                if time.monotonic() > end:
                    break
                tried += 1
                if survives(mutant, folder, given.limit):
                    left.append(mutant.name)
                    print("SURVIVED", mutant.name, flush=True)
            print(f"{area}: {tried - len(left)} of {tried} mutants were noticed", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
