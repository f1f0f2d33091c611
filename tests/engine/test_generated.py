"""Generated makers and copiers agree with the constructors of the dataclasses."""

from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.clocks import PATIENCE_S

from carteado.engine.game import Decided
from carteado.engine.generated import copier, maker
from carteado.engine.plain import from_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    seat: int
    cards: tuple[str, ...] = ()
    type: str = "drawn"


@dataclass(frozen=True, slots=True)
class Placed:
    seat: int
    cards: tuple[str, ...] = field(default=(), kw_only=True)


def test_a_class_that_is_more_than_slots_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Checked:
        seat: int

        def __post_init__(self) -> None:
            raise AssertionError

    @dataclass(frozen=True)
    class Open:
        seat: int

    @dataclass(frozen=True, slots=True)
    class Made:
        seats: list[int] = field(default_factory=list)

    for kind in (Checked, Open, Made, int):
        with pytest.raises(TypeError):
            maker(kind)


@pytest.mark.parametrize("kind", [Drawn, Placed, Decided])
def test_a_maker_builds_the_same_object_as_the_constructor(kind: Any) -> None:
    names = [field.name for field in dataclasses.fields(kind)]
    given = {name: (name,) for name in names[:2]}
    made, built = maker(kind)(**given), kind(**given)
    assert type(made) is kind
    assert made == built
    assert hash(made) == hash(built)
    assert repr(made) == repr(built)
    assert pickle.loads(pickle.dumps(made)) == built
    with pytest.raises(FrozenInstanceError):
        setattr(made, names[0], 2)


def test_a_maker_refuses_the_same_arguments_as_the_constructor() -> None:
    make: Any = maker(Drawn)
    for args, given in (((), {}), ((1,), {}), ((), {"seat": 1, "rank": 2})):
        with pytest.raises(TypeError):
            make(*args, **given)
    with pytest.raises(TypeError):
        maker(int)


@pytest.mark.parametrize("kind", [Drawn, Placed])
def test_a_copier_copies_all_but_the_named_fields(kind: Any) -> None:
    first = kind(seat=1, cards=("9S",))
    made = copier(kind, "cards")(first, ("2H",))
    assert type(made) is kind
    assert made == dataclasses.replace(first, cards=("2H",))
    assert copier(kind, "cards", "seat")(first, (), 3) == kind(seat=3)
    assert first == kind(seat=1, cards=("9S",))
    assert hash(made) == hash(kind(seat=1, cards=("2H",)))
    with pytest.raises(FrozenInstanceError):
        made.seat = 2


def test_a_copier_takes_a_value_for_each_of_its_fields_and_no_unknown_field() -> None:
    moved = copier(Drawn, "seat")
    for values in ((), (1, 2)):
        with pytest.raises(TypeError):
            moved(Drawn(seat=1), *values)
    with pytest.raises(TypeError, match="Drawn has no field rank"):
        copier(Drawn, "rank")
    with pytest.raises(TypeError):
        copier(int)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Fields with names that generated code might use itself."""

    cls: int
    data: int
    made: int
    make: int
    read: int
    v: int
    where: int


def test_no_name_of_a_field_is_in_the_way() -> None:
    given = {field.name: at for at, field in enumerate(dataclasses.fields(Named))}
    assert maker(Named)(**given) == Named(**given)
    assert copier(Named, "made", "where")(Named(**given), 2, 6) == Named(**given)
    assert from_plain(Named, given) == Named(**given)


INTERRUPTED_WHILE_GENERATING = """
import os, signal, sys
from carteado.engine.generated import maker
from carteado.protocol.messages import Prompt

def interrupt(frame, event, argument):
    if frame.f_code.co_name == "<module>":
        os.kill(os.getpid(), signal.SIGINT)

sys.settrace(interrupt)
try:
    maker(Prompt)
except KeyboardInterrupt:
    sys.settrace(None)
    sys.exit(130)
"""


def test_an_interrupt_during_code_generation_is_answered_by_the_program(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(INTERRUPTED_WHILE_GENERATING)
    done = subprocess.run([sys.executable, "-m", "program"], cwd=tmp_path, timeout=PATIENCE_S)
    assert done.returncode == 130
