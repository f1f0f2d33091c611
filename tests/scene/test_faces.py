"""The faces of cards as data: what a strip of a covered card shows."""

from __future__ import annotations

import pytest

from carteado.scene.faces import Ink, face_of

STRIP = 0.33
"""What a column of a Buraco run shows of each covered card, in parts of its width."""


@pytest.mark.parametrize("noted", [False, True])
@pytest.mark.parametrize("card", ["AS", "8H", "TD", "QC", "JKRa"])
def test_a_strip_of_a_covered_card_shows_its_whole_rank_and_suit(card: str, noted: bool) -> None:
    *index, below = face_of(card, 72.0, side=True, noted=noted)
    assert index
    for ink in (*index, below):
        assert isinstance(ink, Ink)
        edges = [y for outline in ink.solids for _, y in outline]
        if ink is below:
            assert min(edges) > STRIP
        else:
            # The tail of a Q and the curve of an 8 go below the line.
            assert max(edges) <= STRIP + 0.025


@pytest.mark.parametrize("card", ["AS", "8H", "TD", "QC", "JKRa"])
def test_a_small_card_whose_right_half_is_covered_shows_its_whole_rank_and_suit(card: str) -> None:
    index = face_of(card, 32.0, corner=True)[:-1]
    assert index
    for ink in index:
        assert isinstance(ink, Ink)
        assert max(x for outline in ink.solids for x, _ in outline) <= 0.5
