"""Signs of the buttons as path data in a box of 100 by 100, to be stroked or filled."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ICONS", "Sign"]

Stroke = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A sign.

    Attributes:
        strokes: open lines.
        circles: middle and radius of circles that are stroked.
        dots: middle and radius of circles that are filled.
        width: of the strokes.
    """

    strokes: tuple[Stroke, ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    dots: tuple[tuple[float, float, float], ...] = ()
    width: float = 8


def _lines(*strokes: str) -> tuple[Stroke, ...]:
    found = []
    for stroke in strokes:
        # Alternating x and y.
        numbers = [float(word) for word in stroke.split()]
        found.append(tuple(zip(numbers[::2], numbers[1::2], strict=True)))
    return tuple(found)


ICONS: dict[str, Sign] = {
    "check": Sign(strokes=_lines("18 52 42 76 84 26"), width=12),
    "cross": Sign(strokes=_lines("22 22 78 78", "78 22 22 78")),
    "pause": Sign(strokes=_lines("36 22 36 78", "64 22 64 78"), width=10),
    "play": Sign(strokes=_lines("34 20 34 80 80 50 34 20 34 80")),
    "replay": Sign(
        strokes=_lines(
            "22 18 22 42 46 42", "22 42 30 28 46 20 60 20 76 30 84 48 80 66 68 78 52 82 36 78 26 68"
        )
    ),
    "sound": Sign(
        strokes=_lines(
            "14 40 30 40 50 22 50 78 30 60 14 60 14 40", "64 36 70 50 64 64", "76 26 86 50 76 74"
        )
    ),
    "mute": Sign(
        strokes=_lines("14 40 30 40 50 22 50 78 30 60 14 60 14 40", "64 38 86 62", "86 38 64 62")
    ),
    "settings": Sign(
        strokes=_lines(
            "50 8 50 22",
            "50 78 50 92",
            "8 50 22 50",
            "78 50 92 50",
            "20 20 30 30",
            "70 70 80 80",
            "80 20 70 30",
            "30 70 20 80",
        ),
        circles=((50, 50, 18),),
    ),
    "chat": Sign(strokes=_lines("16 20 84 20 84 66 44 66 26 84 26 66 16 66 16 20")),
    "log": Sign(
        strokes=_lines("24 12 76 12 76 88 24 88 24 12", "38 32 62 32", "38 50 62 50", "38 68 62 68")
    ),
    "menu": Sign(strokes=_lines("16 26 84 26", "16 50 84 50", "16 74 84 74")),
    "back": Sign(strokes=_lines("58 18 26 50 58 82")),
    "percent": Sign(strokes=_lines("22 84 78 16"), circles=((28, 28, 14), (72, 72, 14))),
    "save": Sign(
        strokes=_lines("50 12 50 62", "28 42 50 64 72 42", "14 66 14 88 86 88 86 66"),
    ),
    "plus": Sign(strokes=_lines("50 18 50 82", "18 50 82 50")),
    "minus": Sign(strokes=_lines("18 50 82 50")),
    "offline": Sign(
        strokes=_lines(
            "12 40 30 28 50 24 70 28 88 40", "28 58 40 50 50 48 60 50 72 58", "16 84 84 16"
        ),
        dots=((50, 76, 6),),
    ),
    "online": Sign(
        strokes=_lines("12 40 30 28 50 24 70 28 88 40", "28 58 40 50 50 48 60 50 72 58"),
        dots=((50, 76, 6),),
    ),
    "people": Sign(strokes=_lines("20 86 24 64 40 56 60 56 76 64 80 86"), circles=((50, 34, 16),)),
    "qr": Sign(
        strokes=_lines(
            "14 14 42 14 42 42 14 42 14 14",
            "58 14 86 14 86 42 58 42 58 14",
            "14 58 42 58 42 86 14 86 14 58",
            "58 58 58 72 72 72",
            "86 58 86 86 64 86",
        )
    ),
    "eye": Sign(
        strokes=_lines("6 50 26 30 50 22 74 30 94 50 74 70 50 78 26 70 6 50"),
        circles=((50, 50, 12),),
    ),
    "left": Sign(strokes=_lines("62 18 30 50 62 82")),
    "right": Sign(strokes=_lines("38 18 70 50 38 82")),
    "up": Sign(strokes=_lines("18 64 50 32 82 64")),
    "down": Sign(strokes=_lines("18 36 50 68 82 36")),
    "bank": Sign(strokes=_lines("50 26 50 50 66 60"), circles=((50, 50, 38),)),
    "clean": Sign(strokes=_lines("30 52 45 66 70 36"), circles=((50, 50, 40),)),
    # Painters fill half of the circle; neither strokes nor dots can say that.
    "half": Sign(dots=(), circles=((50, 50, 40),)),
    "send": Sign(strokes=_lines("14 50 86 18 62 84 46 58 14 50", "46 58 86 18")),
    "undo": Sign(strokes=_lines("36 20 14 42 36 64", "14 42 60 42 78 50 84 66 78 82")),
    "exit": Sign(strokes=_lines("58 14 20 14 20 86 58 86", "44 50 90 50", "74 34 90 50 74 66")),
    "keys": Sign(
        strokes=_lines("8 26 92 26 92 76 8 76 8 26", "34 62 66 62"),
        dots=((24, 42, 5), (41, 42, 5), (59, 42, 5), (76, 42, 5)),
        width=7,
    ),
    "warning": Sign(strokes=_lines("50 14 90 84 10 84 50 14", "50 40 50 60"), dots=((50, 72, 5),)),
}
"""Signs by name."""
