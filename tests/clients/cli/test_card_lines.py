"""Which words of a line are cards, and how they are painted and spoken."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from tests.clients.logs import in_a_deal

from carteado.clients.cli.card_lines import TableLine, event_table_line, game_line, in_words
from carteado.clients.cli.desk import Desk
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.views import Person
from carteado.engine.controls import ChipsCorrected, TableRenamed
from carteado.engine.games.poker_face import GAME
from carteado.engine.games.poker_face.options import Options
from carteado.engine.games.poker_face.state import State
from carteado.protocol.session_events import Announcement, ChatHeard, ReactionSeen
from carteado.scene.words import words_of

ENGLISH = words_of("en")


class Terminal(io.TextIOWrapper):
    def __init__(self) -> None:
        self.printed = io.BytesIO()
        super().__init__(self.printed, encoding="utf-8")

    @property
    def text(self) -> str:
        return self.printed.getvalue().decode()


def shown_on(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    # Not a fixture: pytest replaces the output once more when the test begins.
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    return terminal


def desk(screen: Screen) -> Desk:
    client: Any = SimpleNamespace(tables={})
    return Desk(people=[Person(name="Ana", client=client)], screen=screen, table="t-1")


@pytest.mark.parametrize("spoken", [None, ENGLISH])
def test_texts_of_players_have_no_cards(monkeypatch: pytest.MonkeyPatch, spoken: Any) -> None:
    terminal = shown_on(monkeypatch)
    at = desk(Screen(terminal=True, colour=True, spoken=spoken))
    said = {"table": "t-1", "seat": 0, "name": "Kh", "channel": "seats"}
    at._public(ChatHeard(text="Ah, nice: Td ??", phrase=None, **said))
    at._public(ReactionSeen(reaction="clap", **said))
    at._public(Announcement(text="Ad break", now_ms=0))
    for line in at.history:
        at.screen.table_line(line, "  ")
    assert "\x1b[1;" not in terminal.text
    assert terminal.text.count("<seat 0, Kh> Ah, nice: Td ??") == 2
    assert "Ad break" in terminal.text


def test_a_name_that_looks_like_a_card_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = shown_on(monkeypatch)
    line = TableLine("Ah shows Kd 2c. Ah Ks Qs wins 1,500 from the pot.", ("Ah Ks", "Ah"))
    Screen(terminal=True, colour=False).table_line(line)
    assert terminal.text == "Ah shows K♦ 2♣. Ah Ks Q♠ wins 1,500 from the pot.\n"
    words = in_words(line, ENGLISH)
    assert words.startswith("Ah shows king of diamonds, two of clubs. Ah Ks queen of spades wins")


def test_texts_of_an_owner_have_no_cards() -> None:
    table = in_a_deal("holdem:four-player", 1, 40).table
    renamed = TableRenamed(title="Ah, nice")
    given = ChipsCorrected(seat=0, amount=5, stack=1505, reason="Ah, nice")
    for event in (renamed, given):
        assert "Ah, nice" in in_words(event_table_line(event, table), ENGLISH)


def test_a_card_at_the_end_of_a_terminal_line_is_still_a_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = shown_on(monkeypatch)
    monkeypatch.setenv("COLUMNS", "20")
    Screen(terminal=True, colour=False).table_line(
        TableLine("Bo Ah folds. Flop: Ah Kd", ("Bo Ah",))
    )
    assert terminal.text == "Bo Ah folds. Flop:\n  A♥ K♦\n"


def test_private_characters_of_a_player_are_not_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = shown_on(monkeypatch)
    # The screen marks cards with such characters.
    Screen(terminal=True, colour=True).line("\ue041\ue068")
    assert terminal.text == "\\ue041\\ue068\n"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("> seat 1: Ana, 1,500 chips, ?? ??", "> seat 1: Ana, 1,500 chips, 2 cards face down"),
        ("Bia draws ??.", "Bia draws face down."),
        (
            "  hearts: 5Ha 5Hb TC JKR",
            "  hearts: five of hearts a, five of hearts b, ten of clubs, joker",
        ),
        ("raise to 80 or bet 2 chips", "raise to 80 or bet 2 chips"),
    ],
)
def test_cards_in_words(text: str, spoken: str) -> None:
    assert in_words(TableLine(text, ()), ENGLISH) == spoken


def test_poker_face_has_its_own_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = shown_on(monkeypatch)
    line = TableLine("Round 1 is invalid. Seen twice: 11O 3C 1E.", (), "poker-face")
    assert in_words(line, ENGLISH).endswith(
        "Seen twice: jack of diamonds, three of hearts, ace of spades."
    )
    # Its C are hearts, which would be painted as clubs.
    Screen(terminal=True, colour=True).table_line(line)
    assert terminal.text == f"{line.text}\n"


def test_cards_that_a_bookkeeper_types_keep_their_letters() -> None:
    for text in GAME.show(State(options=Options(), names=("Rita",))):
        assert in_words(TableLine(text, (), "poker-face"), ENGLISH) == text


def test_a_table_is_spoken_as_a_whole() -> None:
    table = in_a_deal("holdem:four-player", 1, 40).table
    lines = [in_words(game_line(text, table), ENGLISH) for text in table.game.show(table.state)]
    assert any("2 cards face down" in line or " of " in line for line in lines)
    assert not any("??" in line for line in lines)
