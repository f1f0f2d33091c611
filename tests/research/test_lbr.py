"""The bounds by local best responses, as they are measured and told of."""

from __future__ import annotations

import pytest

from carteado.arena.matches.runs import Run
from research import lbr
from research.lbr import LBR


def bound(bot, depth, street, value, reach, faults=0):
    interval = None if reach is None else {"low": value - reach, "high": value + reach}
    return {
        "bot": bot,
        "depth": depth,
        "bets_from": street,
        "rate": {"value": value, "interval": interval},
        "sets": 9,
        "deals": 18,
        "faults": faults,
    }


def section(*bounds):
    return "\n".join(
        LBR.section({"seed": 1, "sets": 9, "full": 90, "bounds": bounds}).lines
    ).replace("\n", " ")


@pytest.mark.exhaustive
def test_every_bot_is_measured_at_every_depth_with_every_response(monkeypatch):
    monkeypatch.setattr(lbr, "BOTS", ("caller", "jammer"))
    monkeypatch.setattr(lbr, "DEPTHS", (3.0, 5.0))
    found = LBR.measure(Run(sets=1))
    assert [(one["bot"], one["bets_from"], one["depth"]) for one in found["bounds"]] == [
        (bot, street, depth)
        for bot in ("caller", "jammer")
        for street in lbr.STREETS
        for depth in (3.0, 5.0)
    ]
    section = LBR.section(found)
    assert "Bets on every street:" in section.lines
    assert [*section.drawings] == ["lbr"]
    section.drawings["lbr"]()


def test_a_bot_that_loses_more_than_by_folding_is_named_at_the_greatest_depth_only():
    text = section(
        bound("tight", 8.5, "preflop", 2.0, 0.1),
        bound("tight", 75, "preflop", 0.8, 0.1),
        bound("mfs", 8.5, "preflop", 0.1, 0.1),
        bound("mfs", 75, "preflop", 2.0, 1.0),
    )
    assert "At 75 big blinds `mfs` can be made to lose more" in text
    assert "| tight | +2000 ±100 | +800 ±100 |" in text
    assert "No faults were made." in text


def test_nobody_is_accused_by_one_set():
    text = section(bound("tight", 75, "river", 9.0, None, faults=1))
    assert "no bot is shown to lose more" in text
    assert "+9000 ±?" in text
    assert "1 fault was made." in text
