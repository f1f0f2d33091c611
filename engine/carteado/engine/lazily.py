"""Packages whose modules load when one of their names is first used.

So a program pays only for what it uses: the odds, for example, need NumPy, which is slow to load
and need not be installed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

__all__ = ["lazily"]


def lazily(package: str, where: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package.

    Args:
        package: its name.
        where: for each of its modules the names that the package offers of it.
    """
    module_of = {name: module for module, names in where.items() for name in names}

    def find(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # Nothing is cached here: sys.modules makes every further look-up cheap.
        return getattr(importlib.import_module(f"{package}.{module_of[name]}"), name)

    return find
