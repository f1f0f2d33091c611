"""Texts that are too wide for their place."""

from __future__ import annotations

from carteado.scene.text import fitted, text_width


def test_cut_names_of_equal_players_still_differ() -> None:
    names = [
        "Aggressive long-term bot",
        "Aggressive long-term bot 2",
        "Aggressive long-term bot 12",
    ]
    shown = [fitted(name, 100, 15, "semibold") for name in names]
    assert shown[1].endswith("… 2")
    assert shown[2].endswith("… 12")
    assert len(set(shown)) == 3
    assert all(text_width(one, 15, "semibold") <= 100 for one in shown)


def test_a_number_without_room_beside_letters_is_cut() -> None:
    assert fitted("Ana Maria 2", 36, 15).startswith("A")
