"""The log of a table, whose lines are in the language of now."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.scene.tables import SceneTable

from carteado.protocol.session_events import ChatHeard, DealFlawed
from carteado.scene.reader import Reader
from carteado.scene.words import words_of

ENGLISH, GERMAN = words_of("en"), words_of("de")


def log_of(reader: Reader) -> list[tuple[str, str, str]]:
    return [(line.text, line.note, line.kind) for line in reader.story.log.lines]


def played(game: str, language: str = "en") -> SceneTable:
    """A table on which the same things happen in each language."""
    seats = {} if game == "buraco" else {"seats": 3}
    table = SceneTable(game, readers=(0,), language=language, **seats)
    for _ in range(20):
        if table.turn is not None:
            table.random_act()
        elif table.table.game.pack(table.state) is not None:
            table.deal()
    return table


@pytest.mark.parametrize("game", ["holdem", "quick-holdem", "buraco"])
def test_the_log_of_a_changed_language_is_as_if_it_had_always_been_spoken(game: str) -> None:
    english, german = played(game), played(game, "de").reader(0)
    changed = english.reader(0).in_language(GERMAN)
    assert log_of(changed) == log_of(german) != log_of(english.reader(0))
    assert changed.picture() == german.picture()
    assert log_of(changed.in_language(ENGLISH)) == log_of(english.reader(0))


def test_a_warning_changes_its_language_and_chat_does_not() -> None:
    reader = played("holdem").reader(0)
    heard = ChatHeard(table=reader.id, seat=1, name="Bia", text="last one before pizza")
    reader = reader.take(heard, 0.0)
    flawed = DealFlawed(table=reader.id, deal=2, kind="redealt", message="another deck")
    changed = reader.take(flawed, 0.0).in_language(GERMAN)
    assert "Der Server hat sich" in changed.story.log.lines[-1].text
    assert changed.story.log.chat[-1].text == "last one before pizza"


def test_earlier_amounts_are_counted_in_the_big_blinds_of_their_time() -> None:
    reader = played("holdem").reader(0)
    blinds = words_of("en", big_blinds=True)
    early = log_of(reader.in_language(blinds))
    risen = replace(reader, words=reader.words.at_blind(10 * reader.words.blind))
    assert log_of(risen.in_language(blinds)) == early != log_of(reader)


def test_players_of_the_same_name_are_told_apart_in_the_language_of_the_reader() -> None:
    names = ("caller", "caller", "Ana", None)
    assert [words_of("en").player(names, seat) for seat in (1, 2)] == ["caller (seat 1)", "Ana"]
    assert words_of("de").player(names, 0) == "caller (Platz 0)"
    assert words_of("pt_BR").player(names, 3) == "lugar 3"


def test_a_win_names_its_pot_where_there_are_several() -> None:
    def won(*stacks: int) -> list[str]:
        table = SceneTable("holdem", readers=(0,), seats=3, stacks=stacks)
        table.deal()  # the draw for the button
        table.deal()
        while table.turn is not None:
            legal = table.table.game.legal(table.state, table.turn)
            table.act("all_in" if legal.all_in is not None else "call")
        return [text for text, _, kind in log_of(table.reader(0)) if kind == "result"]

    assert not any(": " in text for text in won(300, 300, 300))
    pots = [text.partition(": ")[0] for text in won(100, 300, 300) if ": " in text]
    assert list(dict.fromkeys(pots)) == ["Main pot", "Side pot"]
