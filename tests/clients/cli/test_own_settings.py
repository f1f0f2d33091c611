"""``carteado settings``, and the settings that printed lines follow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.clients.commands import run, typist
from tests.clients.small_host import SmallHost

from carteado.client import InputError
from carteado.clients.cli.own_settings import own_settings, settings


def test_a_setting_is_changed_and_kept(
    state_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings("cards=words", "language=de", "big_blinds=yes", "text=1.5", as_json=True)
    shown = json.loads(capsys.readouterr().out)
    kept = json.loads((state_home / "carteado" / "window.json").read_text())
    assert kept.items() >= shown.items()
    assert (shown["cards"], shown["language"], shown["text"]) == ("words", "de", 1.5)
    settings()
    assert "cards=words" in capsys.readouterr().out
    assert own_settings().big_blinds


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("crads=words", "there is no setting 'crads'; did you mean 'cards'?"),
        ("recent=x", "there is no setting 'recent'"),
        ("cards=word", "cards is letters or words, not 'word'"),
        ("volume=101", "volume is a whole number from 0 to 100, not '101'"),
        ("text=nan", "text is a number from 1 to 2, not 'nan'"),
        ("reduced=maybe", "reduced is yes or no, not 'maybe'"),
        ("name=\x1b[2J", "name is a name of up to 24 characters"),
        ("cards", "is not key=value"),
    ],
)
def test_a_wrong_value_changes_nothing(state_home: Path, given: str, why: str) -> None:
    with pytest.raises(InputError) as error:
        settings("theme=light", given)
    assert why in str(error.value)
    assert own_settings().theme == "dark"


def test_settings_that_cannot_be_kept_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "carteado").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with pytest.raises(InputError, match="cannot be written, so nothing has changed"):
        settings("theme=light")


async def test_lines_speak_the_cards_as_the_player_wants() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        arguments = ("play", host.url, "--name", "Ana", "--table", "t-1")
        user = await typist(*arguments, "--cards", "words")
        await user.until_all("Your cards: king of hearts, three of spades.", "2 cards face down")
        await user.end()
        settings("cards=words", "language=pt_BR")
        user = await typist(*arguments, "--lines")
        await user.until("rei de copas, três de espadas")
        await user.end()
        # Programs read letters, whatever the settings are.
        user = await typist(*arguments)
        await user.until("hands=[[??,??],[Kh,3s]]", "Kh,3s")
        await user.end()
        both = await run(*arguments, "--cards", "words", "--json")
    assert (both.status, both.err) == (2, "carteado: --cards and --json exclude each other\n")
