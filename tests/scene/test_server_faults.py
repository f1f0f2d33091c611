"""What window and terminal say of a deck that is handled wrongly, and of a table that waits."""

from __future__ import annotations

import dataclasses

import pytest
from tests.scene.tables import SceneTable

from carteado.engine.decks import FLAWS
from carteado.engine.table_events import TableClosed
from carteado.protocol.session_events import (
    ChatHeard,
    DealFlawed,
    ReactionSeen,
    TableWaits,
    Unreadable,
)
from carteado.scene.server_faults import closed_text, flaw_text, unreadable_text, waits_text
from carteado.scene.words import LANGUAGES, words_of


def flawed(kind: str) -> DealFlawed:
    return DealFlawed(table="t-1", deal=3, kind=kind, message="its deck was cut twice")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", FLAWS)
def test_every_flaw_has_a_sentence_that_names_the_deal(kind: str, language: str) -> None:
    text = flaw_text(flawed(kind), words_of(language))
    assert "3" in text
    assert ("carteado verify" in text) == (kind != "dropped")


def test_a_wait_says_why_and_for_how_long_and_that_play_goes_on() -> None:
    words = words_of("en")
    waits = TableWaits(table="t-1", reason="store_full", since_ms=1_000, now_ms=13_500)
    assert waits_text(waits, words) == (
        "The server's disk is full. The table waits until the host makes room; nothing is lost. "
        "(12 s)"
    )
    over = TableWaits(table="t-1", reason=None, since_ms=1_000, now_ms=21_000)
    assert waits_text(over, words) == "Play goes on after 20 s."
    later = TableWaits(table="t-1", reason="of a later release", since_ms=0, now_ms=0)
    assert "disk is slow" in waits_text(later, words)


def test_a_text_that_is_not_a_card_is_named() -> None:
    wrong = Unreadable(problem="event 7: 'Zx' is not a card", table="t-1", card="Zx")
    sentence = "The server sent something that is not a card: 'Zx'."
    assert unreadable_text(wrong, words_of("en")) == sentence
    german = unreadable_text(wrong, words_of("de"))
    assert "'Zx'" in german
    assert german != sentence
    other = Unreadable(problem="a message is a map with a type", table="t-1")
    assert "a message is a map with a type" in unreadable_text(other, words_of("en"))


def test_a_table_is_closed_when_its_server_cannot_describe_it() -> None:
    reader = SceneTable(seats=2, readers=(0,)).reader(0)
    wrong = Unreadable(problem="'Zx' is not a card", table="t-1", card="Zx")
    assert not reader.take(wrong, 0.0).closed
    closed = reader.take(dataclasses.replace(wrong, final=True), 0.0)
    assert closed.closed == "The server sent something that is not a card: 'Zx'."
    assert not closed.live
    assert closed.prompt is None


def test_both_stay_in_the_log() -> None:
    reader = SceneTable(seats=2, readers=(0,)).reader(0)
    reader = reader.take(flawed("dropped"), 0.0)
    reader = reader.take(TableWaits(table="t-1", reason=None, since_ms=0, now_ms=2_000), 0.0)
    last = [line.text for line in reader.story.log.lines[-2:]]
    assert last[0].startswith("Deal 3: The cut left out your nonce")
    assert last[1] == "Play goes on after 2 s."


def test_a_spectator_speaks_from_the_rail_whatever_the_channel() -> None:
    """Servers before the rail had a channel of its own send everything to the seats."""
    reader = SceneTable(seats=2, readers=(0,)).reader(0)
    reader = reader.take(ChatHeard(table="t-1", seat=None, name="Zoe", text="hi"), 0.0)
    reader = reader.take(ReactionSeen(table="t-1", seat=None, name="Zoe", reaction="clap"), 0.0)
    assert [said.rail for said in reader.story.log.chat] == [True, True]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The owner closed the table."),
        ("de", "Der Besitzer hat den Tisch geschlossen."),
        ("pt_BR", "O dono fechou a mesa."),
    ],
)
def test_a_closed_table_says_why_in_the_players_language(language: str, sentence: str) -> None:
    table = SceneTable(seats=2, readers=(0,), language=language)
    table.note(TableClosed(reason="its owner closed it"))
    assert table.reader(0).closed == sentence
    assert closed_text("the roof fell in", words_of(language)) == "the roof fell in"
