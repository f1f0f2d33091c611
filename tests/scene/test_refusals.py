"""Refusals in the player's language: each code that a player can meet has its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.engine.games.buraco.positions import refused as buraco_refuses
from tests.engine.games.buraco.test_refusals import EVERY

from carteado.engine.games.buraco.standing import why_not_out
from carteado.protocol.errors import catalogue
from carteado.scene.cards import with_signs
from carteado.scene.refusal_words import CASES, IN_ENGLISH, REASONS, TEXTS
from carteado.scene.refusals import ENDS, ending_text, refusal_text
from carteado.scene.words import words_of

ENDED = {"session/ended", "table/bad_deck"}
"""Codes that no player meets: an end that the client wished, and a server that deals wrongly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    code: str
    message: str
    details: Mapping[str, Any] = field(default_factory=dict)


def test_every_code_that_a_player_can_meet_has_a_sentence() -> None:
    assert catalogue().keys() - ENDED - TEXTS.keys() - ENDS.keys() == set()
    assert TEXTS.keys() - catalogue().keys() == set(), "no code of an earlier release"


@pytest.mark.parametrize("language", ["de", "pt_BR"])
def test_every_sentence_is_translated(language: str) -> None:
    words = words_of(language)
    assert [
        text for text in {*TEXTS.values(), *CASES.values(), *REASONS} if words(text) == text
    ] == []


def test_a_reason_is_translated_with_its_sentence() -> None:
    refused = Refused(
        code="buraco/not_a_run",
        message="4S 9D is not a meld: a meld needs at least three cards.",
        details={"cards": "4S 9D", "why": "a meld needs at least three cards"},
    )
    assert refusal_text(refused, words_of("de")) == (
        "4♠ 9♦ ist keine Auslage: eine Auslage braucht mindestens drei Karten."
    )


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "You cannot add 10♣ to ★ 5♥ 6♥: from your hand, 4♥ fits."),
        ("de", "10♣ passt nicht an ★ 5♥ 6♥. Aus deiner Hand passt 4♥."),
        ("pt_BR", "10♣ não encaixa em ★ 5♥ 6♥. Da sua mão encaixa 4♥."),
    ],
)
def test_cards_have_the_signs_of_their_suits(language: str, expected: str) -> None:
    refused = Refused(
        code="buraco/does_not_fit",
        message="You cannot add TC to JKR 5H 6H: from your hand, 4H fits.",
        details={
            **{"cards": "TC", "run": "JKR 5H 6H", "fits": "from your hand, 4H fits"},
            **{"case": "mine", "mine": "4H"},
        },
    )
    assert refusal_text(refused, words_of(language)) == expected


def test_a_refusal_writes_cards_as_they_are_typed() -> None:
    message = "9X: write cards such as 9S, TD, JKR."
    details = {"cards": "9X", "why": "write cards such as 9S, TD, JKR"}
    refused = Refused(code="buraco/bad_cards", message=message, details=details)
    assert refusal_text(refused, words_of("en")) == message


def test_a_text_without_cards_stays_as_the_server_said_it() -> None:
    refused = Refused(code="round/name_twice", message="AS appears twice.", details={"name": "AS"})
    assert refusal_text(refused, words_of("en")) == refused.message


def test_the_reasons_why_nobody_may_go_out_are_translated() -> None:
    reasons = {why_not_out(True, False, None), why_not_out(False, False, True)}
    assert reasons <= REASONS


def test_figures_are_written_as_the_language_does() -> None:
    details = {"min": 40, "max": 1000, "to": 5}
    refused = Refused(code="action/below_minimum", message="Raise to 40.", details=details)
    assert refusal_text(refused, words_of("de")) == "Raise auf einen Betrag von 40 bis 1.000."
    assert refusal_text(refused, words_of("pt_BR")) == "Dê raise para um valor de 40 a 1.000."


def test_the_servers_sentence_is_shown_if_details_are_missing_or_the_code_is_new() -> None:
    for code in ("action/below_minimum", "game/new"):
        refused = Refused(code=code, message="Raise to 40.")
        assert refusal_text(refused, words_of("de")) == "Raise to 40."


def test_in_english_some_codes_have_a_sentence_for_guests() -> None:
    refused = Refused(code="table/unknown", message="there is no table kite")
    assert "table/unknown" in IN_ENGLISH
    assert refusal_text(refused, words_of("en")) == "That table is gone. Choose another one."


@pytest.mark.parametrize("language", ["de", "pt_BR"])
@pytest.mark.parametrize(
    "code", ["session/kicked", "server/draining", "limit/slow", "table/failed"]
)
def test_the_end_of_a_session_or_table_is_announced_in_the_players_language(
    code: str, language: str
) -> None:
    ended = Refused(code=code, message="the server stops")
    text = ending_text(ended, words_of(language))
    assert text
    assert text != ending_text(ended, words_of("en"))
    assert ending_text(Refused(code="session/new", message="bye"), words_of(language)) == ""


def test_in_english_the_servers_sentence_about_an_end_stands() -> None:
    assert ending_text(Refused(code="server/draining", message="until 9"), words_of("en")) == ""


@pytest.mark.parametrize("language", ["de", "pt_BR"])
def test_refused_plays_of_buraco_say_as_much_in_every_language(language: str) -> None:
    met = set()
    for _, state, action, _ in EVERY:
        refused = buraco_refuses(state, action)
        result = refusal_text(refused, words_of(language))
        assert result != refused.message
        met.add((refused.code, refused.details.get("case")))
        for name in ("mine", "place", "could", "kept", "limit", "points", "minimum"):
            value = str(refused.details.get(name, ""))
            assert with_signs(value) in result, (refused.message, result)
        why = refused.details.get("why")
        if refused.code in ("buraco/unfinishable_turn", "buraco/turn_incomplete"):
            assert why in REASONS
            assert words_of(language)(why) in result
    assert met >= CASES.keys()


OUT_OF_RANGE = {
    "key": "stack",
    "problem": "{value} is not from {low} to {high}",
    "value": 0,
    "low": 1,
    "high": 9000,
}


@pytest.mark.parametrize(
    ("language", "more", "expected"),
    [
        ("en", {}, "stack: 0 is not from 1 to 9000"),
        ("de", {}, "Stack: 0 liegt nicht im Bereich von 1 bis 9.000"),
        ("pt_BR", {}, "Fichas: 0 não está no intervalo de 1 a 9.000"),
        ("de", {"key": "decision_ms"}, "Bedenkzeit (ms): 0 liegt nicht im Bereich von 1 bis 9.000"),
        ("de", {"key": "blinds"}, "blinds: 0 liegt nicht im Bereich von 1 bis 9.000"),
        ("de", {"problem": "is not a colour"}, "Eine Option passt nicht: stack: 0 is not from"),
        ("de", {"problem": "{value.__class__}"}, "Eine Option passt nicht: stack: 0 is not from"),
        ("de", {"problem": 5}, "Eine Option passt nicht: stack: 0 is not from"),
        ("de", {"problem": "{stake} is above max_stake {most}"}, "Eine Option passt nicht: stack"),
    ],
)
def test_a_refused_option_is_worded_from_its_details(
    language: str, more: dict[str, Any], expected: str
) -> None:
    refused = Refused(
        code="options/invalid",
        message="stack: 0 is not from 1 to 9000",
        details={**OUT_OF_RANGE, **more},
    )
    assert refusal_text(refused, words_of(language)).startswith(expected)
