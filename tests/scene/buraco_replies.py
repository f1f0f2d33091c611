"""Answers of a server about plays of Buraco."""

from __future__ import annotations

from carteado.client.link import Answered
from carteado.protocol.messages import Ok

__all__ = ["wild_ways"]


def wild_ways(cards: list[str]) -> Answered:
    """The answer that the wild of three cards can stand at the front or at the end."""
    made = {
        "cards": ["2S", "6S", "7S"],
        "stands": ["5", "", ""],
        "points": 20,
        "clean": False,
        "canastra": "none",
        "suit": "S",
    }
    behind = {**made, "cards": ["6S", "7S", "2S"], "stands": ["", "", "8"], "points": 25}
    ways = [
        {"action": {"type": "meld", "cards": cards}, "made": made},
        {"action": {"type": "meld", "cards": [*cards[:2], f"{cards[2]}=8S"]}, "made": behind},
    ]
    return Answered(tag="ways", reply=Ok(id=1, table="t-1", seq=None, result={"ways": ways}))
