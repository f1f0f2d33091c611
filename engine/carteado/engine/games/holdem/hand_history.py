"""The interface of this game's hand histories: see `registry.extra_of`."""

from __future__ import annotations

from carteado.engine.games.holdem.phh import HandRecord, PhhError, parse_phh, write_phh
from carteado.engine.games.holdem.phh_record import record_hands
from carteado.engine.games.holdem.phh_replay import Replayed, replay_record

__all__ = [
    "HandRecord",
    "PhhError",
    "Replayed",
    "parse_phh",
    "record_hands",
    "replay_record",
    "write_phh",
]
