"""Players' names: no two players of a server may have names that look alike.

Names are compared by their skeleton (Unicode Technical Standard 39, section 4): characters that
look alike have the same prototype, whatever their script. ``confusables.txt`` holds the
prototypes. Its limits: it knows pairs of whole characters in common fonts, no sequences such as
``vv`` for ``w``, no case (``Ana`` and ``ana`` differ to the eye), and nothing about fonts that draw
two characters the same way.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

__all__ = ["TABLE", "Names", "skeleton"]

TABLE = Path(__file__).with_name("confusables.txt")
"""The prototypes; `make_confusables` writes it."""

LONGEST = 24
"""Characters of a name."""


@functools.cache
def _prototypes() -> Mapping[int, str]:
    found: dict[int, str] = {}
    for line in TABLE.read_text(encoding="utf-8").split("\n"):
        target, tab, sources = line.partition("\t")
        if tab:
            found.update(dict.fromkeys(map(ord, sources), target))
    return found


@functools.lru_cache(4096)
def skeleton(name: str) -> str:
    """The skeleton of a name: names that look alike have the same one.

    Args:
        name: any text; blanks in a row count as one.
    """
    # Fullwidth and mathematical letters become plain ones by NFKD, which knows all of them.
    # Blanks of any kind and number look alike.
    text = " ".join(unicodedata.normalize("NFKD", name).split())
    # UTS 39 ends with NFD: a prototype may hold composed characters.
    return unicodedata.normalize("NFD", text.translate(_prototypes()))


class Names:
    """The names of the players, by skeleton.

    A name is taken while its player is connected or holds a seat; that of an account always is.

    Args:
        is_here: whether the player of a key is connected or holds a seat.
        owner_of: the key of the account whose name a name looks like, None for none.
    """

    def __init__(
        self,
        is_here: Callable[[str], bool],
        owner_of: Callable[[str], str | None] = lambda name: None,
    ) -> None:
        self._is_here = is_here
        self._owner_of = owner_of
        self._keys: dict[str, set[str]] = {}
        self._swept = 1024

    def take(self, name: str, key: str) -> None:
        """Note a player's name, in addition to the names on the seats that the player holds."""
        # The directory of names must not grow with every guest of a year.
        if len(self._keys) >= self._swept:
            self._sweep()
        self._keys.setdefault(skeleton(name), set()).add(key)

    def free_instead(self, name: str, key: str) -> str | None:
        """A free name similar to one that looks like another player's; None for a free name."""
        if not self._is_taken(name, key):
            return None
        number = 2
        # Six characters make room for a blank and a number of five digits.
        while self._is_taken(other := f"{name[: LONGEST - 6].rstrip()} {number}", key):
            number += 1
        return other

    def _is_taken(self, name: str, key: str) -> bool:
        if self._owner_of(name) not in (None, key):
            return True
        looks = skeleton(name)
        keys = self._keys.get(looks)
        if keys is None:
            return False
        # Names of players who have left are free; they are removed when somebody asks.
        keys -= {other for other in keys if not self._is_here(other)}
        if not keys:
            del self._keys[looks]
        return not keys <= {key}

    def _sweep(self) -> None:
        """Forget the names of players who are gone; called whenever their number has doubled."""
        for looks, keys in list(self._keys.items()):
            keys -= {key for key in keys if not self._is_here(key)}
            if not keys:
                del self._keys[looks]
        self._swept = max(1024, 2 * len(self._keys))
