"""The event loop that server and bots run on."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["run_loop"]

T = TypeVar("T")


def run_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on uvloop if it is installed, else on asyncio's own event loop."""
    try:
        import uvloop
    except ImportError:  # it is optional, and not built for Windows
        return asyncio.run(main)
    result: T = uvloop.run(main)
    return result
