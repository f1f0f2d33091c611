"""What lists of tables say of a table beside its seats and stakes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carteado.clients.cli.lobby import table_line
from carteado.protocol.messages import SeatInfo, TableInfo
from carteado.scene.layout.lobby_scene import lobby_scene
from carteado.scene.lobby_words import table_facts, table_sentences
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of

OPEN = TableInfo(
    table="t-1",
    title="Friday",
    game="holdem",
    options={"small_blind": 5, "big_blind": 10},
    settings={"advice": "off"},
    seats=(SeatInfo(name="Ana", bot=False, stack=0, connected=True),),
    deals=2,
    over=False,
    watching=0,
)
CLOSED = replace(OPEN, locked=True, protected=True, waiting=2, watching=1)


@pytest.mark.parametrize(
    ("language", "facts"),
    [
        ("en", ["locked", "needs a code", "2 waiting", "1 watching"]),
        ("de", ["abgeschlossen", "mit Code", "2 warten", "1 Zuschauer"]),
    ],
)
def test_a_table_says_what_stands_before_a_seat_and_who_is_there(
    language: str, facts: list[str]
) -> None:
    assert table_facts(OPEN, words_of(language)) == []
    assert table_facts(CLOSED, words_of(language)) == facts


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((1440.0, 900.0), "locked · needs a code · 2 waiting · 1 watching · Ana"),
        ((1024.0, 700.0), "locked"),
    ],
)
def test_the_lobby_of_the_window_shows_it(size: tuple[float, float], shown: str) -> None:
    scene = lobby_scene(
        (CLOSED,), frozenset(), ("holdem",), "", None, Ui(), Settings(), words_of("en"), size
    )
    assert any(shown in text for text in scene.texts()), scene.texts()


def test_a_line_of_the_plain_list_says_it() -> None:
    assert table_line(CLOSED).startswith(
        't-1 "Friday": holdem, 2 dealt, advice off, locked, needs a code, 1 watching, '
        "2 waiting for a seat; "
    )


BURACO = replace(
    OPEN,
    game="buraco",
    options={},
    settings={"advice": "everyone", "decision_ms": 1500, "bank_ms": 0},
    seats=tuple(
        SeatInfo(name=name, bot=False, stack=0, connected=True)
        for name in ("Bia", None, "Caio", "Rui")
    ),
    score=(1035, 1970),
)


def test_sentences_about_a_table_name_clock_coach_partner_and_score() -> None:
    assert table_sentences(BURACO, words_of("en")) == [
        "1.5 s a turn.",
        "Advice: everyone.",
        "Seat 1 is free (partner of Rui).",
        "Score 1,035 to 1,970.",
    ]


def test_several_free_seats_are_counted_and_kept_ones_are_not_free() -> None:
    free = SeatInfo(name=None, bot=False, stack=0, connected=False)
    table = replace(
        OPEN, settings={"clock": "none"}, seats=(free, free, replace(free, reserved=True))
    )
    assert table_sentences(table, words_of("en")) == [
        "No clock.",
        "Advice: off.",
        "2 seats are free.",
    ]
    alone = replace(table, seats=(*OPEN.seats, free))
    assert table_sentences(alone, words_of("en"))[-1] == "Seat 1 is free."


def test_an_unknown_game_and_one_without_a_clock_say_less() -> None:
    assert table_sentences(replace(OPEN, game="tarot"), words_of("en"))[0].endswith("bank.")
    assert table_sentences(replace(OPEN, game="poker-face"), words_of("en")) == []
