"""What the statistics of a poker hand count of cards that are seen."""

from __future__ import annotations

from carteado.engine.poker.statistics import Hand, note_cards
from carteado.engine.tables.figures import Tally


def test_seen_cards_count_once_and_a_folded_hand_made_nothing() -> None:
    tally, board = Tally(), ("2s", "7s", "Ad")
    note_cards(tally, ("As", "Kd"), board, Hand(played=True, won=True, folded=False), shown=True)
    note_cards(tally, ("As", "Kd"), board, Hand(played=True, won=False, folded=True), shown=True)
    note_cards(tally, ("As", "Kd"), (), Hand(played=True, won=False, folded=False), shown=True)
    note_cards(tally, ("??", "??"), board, Hand(played=True, won=True, folded=False), shown=True)
    counted = {name: tally.counts[name] for name in ("dealt AKo", "played AKo", "won AKo", "made")}
    assert counted == {"dealt AKo": 3, "played AKo": 3, "won AKo": 1, "made": 1}
    assert not tally.own
