"""What follows from a frozen object is worked out once and kept with it."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.derived import derived
from carteado.engine.state import changed

asked: list[int] = []


@dataclass(frozen=True, kw_only=True)
class Square:
    side: int

    @derived
    def area(self) -> int:
        """Of the whole square."""
        asked.append(self.side)
        return self.side**2


def test_a_value_is_worked_out_when_it_is_first_asked_for_and_then_kept() -> None:
    asked.clear()
    square = Square(side=3)
    assert not asked
    assert (square.area, square.area, asked) == (9, 9, [3])


def test_a_derived_value_is_not_a_field_and_copies_keep_it() -> None:
    asked.clear()
    square = Square(side=4)
    assert square == Square(side=4)
    assert square.area == 16
    assert square == Square(side=4)
    assert repr(square) == "Square(side=4)"
    assert changed(square).area == 16
    assert asked == [4]


def test_of_the_class_it_is_the_attribute_with_its_docstring() -> None:
    assert isinstance(Square.area, derived)
    assert Square.area.__doc__ == "Of the whole square."
