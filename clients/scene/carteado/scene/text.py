"""The width of a text, without a toolkit: the advance widths of the bundled font.

Kerning only makes a text narrower than this, so a text that fits here fits on the screen.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Literal

__all__ = ["ELLIPSIS", "Weight", "balanced", "common_size", "fitted", "text_width", "wrapped"]

Weight = Literal["regular", "semibold", "bold"]

ELLIPSIS = "…"

SUIT_EM = 860
"""Width of a suit in a sentence, in thousandths of the size; it is drawn, not set."""

_NUMBERED = re.compile(r"(?<=[\w)]) \d{1,2}$")
"""The number at the end of a name that several players have, such as "Ana 2"."""

_OTHER_EM = 1000
"""Width of a letter that the bundled font lacks."""

_WIDTHS: dict[str, dict[str, int]] = json.loads(
    (files("carteado.scene") / "widths.json").read_text(encoding="utf-8")
)
for _table in _WIDTHS.values():
    # The painters draw these signs as paths, so the font's widths do not apply.
    _table.update(dict.fromkeys("♠♥♦♣★", SUIT_EM))


@functools.lru_cache(maxsize=4096)
def text_width(text: str, size: float, weight: Weight = "regular") -> float:
    """Width of a line of text.

    Args:
        text: without line ends.
        size: of the font, in the units of the result.
        weight: of the font.
    """
    # Cached: the same labels are measured for every frame.
    table = _WIDTHS[weight]
    return sum(table.get(letter, _OTHER_EM) for letter in text) * size / 1000


def fitted(text: str, width: float, size: float, weight: Weight = "regular") -> str:
    """The text, cut with an ellipsis if it is wider than `width`.

    A number at its end is kept, because it may be what tells two names apart.

    Args:
        text: without line ends.
        width: in the units of `size`.
        size: of the font.
        weight: of the font.
    """
    if text_width(text, size, weight) <= width:
        return text
    number = _NUMBERED.search(text)
    ending = ELLIPSIS + (number[0] if number else "")
    room = width - text_width(ending, size, weight)
    if number and room < text_width(text[:3], size, weight):
        ending, number = ELLIPSIS, None
        room = width - text_width(ending, size, weight)
    cut = text[: number.start()] if number else text
    while cut and text_width(cut, size, weight) > room:
        cut = cut[:-1]
    # Not even one letter fits: nothing, rather than an ellipsis alone.
    return cut.rstrip() + ending if cut else ""


def common_size(
    texts: Iterable[str], width: float, size: float, weight: Weight = "regular"
) -> float:
    """The size at which each of the texts fits: labels of one row look alike.

    Args:
        texts: of the row.
        width: for each.
        size: that is wanted; 11 is the smallest.
        weight: of the font.
    """
    widest = max((text_width(text, size, weight) for text in texts), default=0.0)
    if widest <= width:
        return size
    return max(11.0, int(size * width / widest * 2) / 2)


def balanced(text: str, width: float, size: float, weight: Weight = "regular") -> tuple[str, ...]:
    """The text in as few lines as `wrapped`, all of about the same width.

    Args:
        text: to break between words.
        width: in the units of `size`.
        size: of the font.
        weight: of the font.
    """
    lines = wrapped(text, width, size, weight)
    while width > size:
        width -= size / 2
        narrower = wrapped(text, width, size, weight)
        # A narrower place needs more lines in the end, or cuts a word.
        if len(narrower) > len(lines) or any(ELLIPSIS in line for line in narrower):
            break
        lines = narrower
    return lines


def wrapped(
    text: str, width: float, size: float, weight: Weight = "regular", lines: int = 99
) -> tuple[str, ...]:
    """The text in lines no wider than `width`; its last word does not stand alone.

    Args:
        text: to break between words.
        width: in the units of `size`.
        size: of the font.
        weight: of the font.
        lines: maximum number of lines; the last one is cut if the text is longer.
    """
    found: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        # A word wider than the line gets a line of its own and is cut below.
        if line and text_width(longer, size, weight) > width:
            found.append(line)
            line = word
        else:
            line = longer
    if line:
        found.append(line)
    if len(found) > 1 and " " not in found[-1]:
        # With one word of the line before; that line keeps two at least.
        rest, _, moved = found[-2].rpartition(" ")
        last = f"{moved} {found[-1]}"
        if " " in rest and text_width(last, size, weight) <= width:
            found[-2:] = [rest, last]
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return tuple(fitted(one, width, size, weight) for one in found)
