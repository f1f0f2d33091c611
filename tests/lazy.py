"""Modules that load when a test first uses them, so that other tests need not wait for them."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["Lazy"]


class Lazy:
    """A module that is imported when one of its names is first used.

    For packages whose import takes longer than the other tests of a folder take to start.

    Args:
        name: of the module.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_", "pytest")):  # pytest looks for these on everything it finds
            raise AttributeError(name)
        return getattr(importlib.import_module(self._name), name)
