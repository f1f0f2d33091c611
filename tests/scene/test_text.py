"""Texts that are too wide for their place."""

from __future__ import annotations

from carteado.scene.text import balanced, fitted, text_width, wrapped


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


def test_the_last_word_of_a_sentence_does_not_stand_alone() -> None:
    text = "Players at its tables are cut off until it runs again."
    for width in range(120, 400, 10):
        lines = wrapped(text, width, 15)
        assert " ".join(lines) == text
        assert all(text_width(line, 15) <= width for line in lines)
        assert len(lines) == 1 or " " in lines[-1]


def test_balanced_lines_are_equally_wide() -> None:
    text = "Name the stake, 1 to 1,000. The others match it or fold. If you fold, it is 100."
    first, second = balanced(text, 470, 14, "semibold")
    widths = text_width(first, 14, "semibold"), text_width(second, 14, "semibold")
    assert max(widths) - min(widths) < 60
