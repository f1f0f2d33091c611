"""A bounded cache of surfaces."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

__all__ = ["Surfaces"]


class Surfaces:
    """Surfaces by what they show; the least recently used are dropped first.

    Args:
        pixels: maximum of all surfaces together.
    """

    def __init__(self, pixels: int) -> None:
        self._limit = pixels
        self._held = 0
        self._found: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of a key, made where it is not there."""
        found = self._found.get(key)
        if found is not None:
            self._found.move_to_end(key)
            return found
        found = make()
        self._found[key] = found
        self._held += found.get_width() * found.get_height()
        # Keep the newest even if it is too large by itself: the caller is about to draw it.
        while self._held > self._limit and len(self._found) > 1:
            _, old = self._found.popitem(last=False)
            self._held -= old.get_width() * old.get_height()
        return found

    def clear(self) -> None:
        """Forget all."""
        self._found.clear()
        self._held = 0
