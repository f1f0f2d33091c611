"""Sounds of events; a client plays them, or rings the terminal's bell."""

from __future__ import annotations

from carteado.client.notices import Lost
from carteado.protocol.session_events import Happened, Prompted, SessionEvent
from carteado.scene.game_types import GameEvent
from carteado.scene.reader import Reader

__all__ = ["sounds_of"]

_EVENTS = {
    "hand_started": "deal",
    "deal_started": "deal",
    "board_dealt": "deal",
    "board_turned": "deal",
    "checked": "check",
    "called": "call",
    "played": "call",
    "staked": "bet",
    "raised": "raise",
    "folded": "fold",
    "seat_taken": "joined",
    "seat_left": "left",
    "table_paused": "paused",
    "sat_out": "paused",
    "returned": "paused",
    "card_drawn": "check",
    "card_discarded": "fold",
    "pile_taken": "call",
    "meld_laid": "bet",
    "meld_extended": "bet",
    "morto_taken": "raise",
    "match_won": "win",
    "game_won": "win",
}


def sounds_of(session_event: SessionEvent | Lost, reader: Reader, wanted: str) -> list[str]:
    """The sounds of something that happened.

    Args:
        session_event: at the current table.
        reader: of that table, afterwards.
        wanted: ``all``, ``turn`` or ``off``.
    """
    if wanted == "off":
        return []
    if isinstance(session_event, Prompted):
        # With "my turn" only the player's own turn makes a sound.
        return ["turn"]
    if wanted == "turn" or not isinstance(session_event, Happened) or session_event.before is None:
        return []
    event: GameEvent = session_event.event
    kind = getattr(event, "type", "")
    # No chips left: the sound of an all-in replaces that of the action.
    if kind in ("raised", "called", "played") and not getattr(event, "stack", 1):
        return ["all_in"]
    if kind == "raised" and not session_event.before.state.current_bet:
        return ["bet"]
    if kind in ("pot_awarded", "run_awarded"):
        # Only the player's own win makes a sound.
        return ["win"] if reader.seat in event.seats else []
    if kind == "hand_started":
        state = session_event.before.state
        blinds = getattr(event, "big_blind", 0)
        # Before the first hand there is no blind to compare with.
        if blinds > getattr(state, "big_blind", 0) > 0:
            return ["blinds", "deal"]
    sound = _EVENTS.get(kind)
    return [sound] if sound else []
