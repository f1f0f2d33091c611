"""What the terminal answers to typed lines is in the player's language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.clients.tui.buraco_tables import at_play
from tests.clients.tui.driver import SMALL, Driver
from tests.clients.tui.tables import my_turn
from tests.clients.tui.test_figures_page import answer
from tests.scene.test_table_page import statistics

from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.scene.ui import Settings

GERMAN = Settings(name="Ana", reduced=True, language="de")


def said(driver: Driver, line: str) -> str:
    """The sentence about a line."""
    driver.session.ui = replace(driver.session.ui, notice=None, sheet="")
    driver.session.typed.answer = "", ()
    driver.say(line)
    notice = driver.session.ui.notice
    shown = driver.session.typed.answer[1] if driver.session.ui.sheet == "answer" else ()
    return " ".join([*([notice.text] if notice is not None else []), *shown])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rules nogame", "es gibt kein Spiel 'nogame'; es gibt: holdem"),
        ("rules holdem nopreset", "holdem hat keine Vorlage 'nopreset'; es gibt: heads-up"),
        ("rules holdem four-player more", "schreib rules für diesen Tisch"),
        ("foo", "[r]aise auf 240 bis 1.440, [a]ll-in 1.440"),
        ("topup -3", "mindestens 1"),
        ("raise to=x", "'x' ist keine ganze Zahl"),
        ('open "', "die Anführungszeichen sind nicht geschlossen"),
        ("open holdem foo=1", "keine Option 'foo'; es gibt: blinds"),
        ("set foo=1", "keine Option 'foo'; es gibt: blinds"),
        ("configure", "was soll sich ändern? Schreib set OPTION=VALUE"),
        ("score", "No-limit Texas Hold'em hat kein Punkteblatt"),
        ("last 3", "Schreib last allein"),
        ("help zzz", "Zu zzz gibt es keine Hilfe"),
    ],
)
def test_an_error_about_a_typed_line_is_in_german(line: str, sentence: str) -> None:
    assert sentence in said(my_turn(SMALL, GERMAN), line)


def test_an_invalid_number_of_a_run_is_refused_in_german() -> None:
    driver, _ = at_play()
    driver.session.change(GERMAN)
    assert "'z' ist keine ganze Zahl" in said(driver, "extend z 4c")


def typed(line: str, kind: type[Any], result: Any) -> str:
    """The answer of a server to a typed question, as the dialog shows it."""
    driver = my_turn(SMALL, GERMAN)
    driver.session.welcome = driver.welcome_with("ledger", "evening", "statistics")
    driver.say(line)
    answer(driver, kind, result)
    return "\n".join(driver.session.typed.answer[1])


def test_a_ledger_that_was_asked_for_by_name_is_in_german() -> None:
    figures = {"buy_ins": 1500, "top_ups": 0, "corrections": 0, "cash_outs": 0, "in_play": 500}
    players = [
        {"name": "Ana", **figures, "result": -1000},
        {"name": "Bia", **figures, "result": 1000},
    ]
    book = {
        "players": players,
        "payments": [{"payer": "Ana", "payee": "Bia", "amount": 1000}],
    }
    text = typed("ledger evening", wire.Evening, book)
    assert text.startswith("Dieser Abend\n")
    assert "nachgekauft" in text
    assert "+1.000" in text
    assert "Ana zahlt Bia 1.000" in text


def test_statistics_that_were_asked_for_by_name_are_in_german() -> None:
    players = statistics(3)
    one = {"players": [to_plain(players[0])], "total": 1}
    text = typed(f"stats {players[0].name}", wire.Statistics, one)
    assert "Hände" in text
    assert "von 48" in text
