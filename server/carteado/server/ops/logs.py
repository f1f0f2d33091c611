"""The server's own log: what happened to connections and tables, never cards, tokens or chat.

Only the keys in the list below may be logged. Other keys are dropped and named, so that a careless
line cannot leak hidden information.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any, TextIO, cast

import structlog

__all__ = ["configure", "fault", "log"]

log = structlog.get_logger("carteado")

_ALLOWED = frozenset(
    {
        "address",
        "bot",
        "bots",
        "bytes",
        "code",
        "connections",
        "count",
        "deal",
        "durability",
        "epoch",
        "error",
        "event",
        "events",
        "exception",
        "game",
        "kind",
        "level",
        "message",
        "milliseconds",
        "outcome",
        "path",
        "pid",
        "port",
        "reason",
        "seat",
        "seq",
        "status",
        "store",
        "table",
        "tables",
        "timestamp",
        "url",
        "version",
    }
)


def fault(error: BaseException) -> str:
    """Type and place of an unexpected exception; never its text, which may hold hidden values."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    # File and line lead a developer to the bug without any value.
    return f"{type(error).__name__}{place}"


def configure(form: str = "auto", level: str = "info", stream: TextIO | None = None) -> None:
    """Set up the log once for the process.

    Args:
        form: ``text`` for people, ``json`` for machines, ``auto`` for text on a terminal.
        level: lowest severity to log.
        stream: the target, standard error by default.
    """
    out = stream or sys.stderr
    as_text = form == "text" or (form == "auto" and out.isatty())
    render: Any = (
        structlog.dev.ConsoleRenderer(colors=out.isatty())
        if as_text
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            # Last before rendering, so that it also filters keys from earlier steps.
            _only_allowed,
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(file=cast("TextIO", _Lasting(out))),
        # Tests configure the log again, and existing loggers must use the new configuration.
        cache_logger_on_first_use=False,
    )
    # The WebSocket library logs a traceback for every client that vanishes in a handshake.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)


class _Lasting:
    """A stream that drops lines which cannot be written.

    A server outlives its terminal and the program that reads its log, and a failing log must not
    stop a table.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            self._stream.flush()


def _only_allowed(
    logger: Any, method: str, fields: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    dropped = [name for name in fields if name not in _ALLOWED]
    for name in dropped:
        del fields[name]
    if dropped:
        fields["reason"] = f"fields left out: {', '.join(sorted(dropped))}"
    return fields
