"""What the tests of sessions share."""

from __future__ import annotations

from typing import Any

from carteado.protocol.messages import Prompt


def kinds(session_events: list[Any]) -> list[type]:
    return [type(session_event) for session_event in session_events]


def only(cls: type, session_events: list[Any]) -> Any:
    (found,) = [session_event for session_event in session_events if type(session_event) is cls]
    return found


def prompt(decision: int = 1, **fields: Any) -> Prompt:
    given: dict[str, Any] = {
        "table": "t1",
        "decision": decision,
        "seat": 0,
        "legal": {"stand": True, "bid": (2, 9)},
        "default": {"type": "stand"},
        "time_ms": 30_000,
        "bank_ms": 60_000,
        "now_ms": 5,
    }
    return Prompt(**{**given, **fields})
