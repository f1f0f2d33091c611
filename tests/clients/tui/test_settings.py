"""Settings that are changed in the full screen, and a folder that cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.tui.driver import SMALL
from tests.clients.tui.tables import my_turn, start

from carteado.scene.control.settings_file import save_settings
from carteado.scene.ui import Settings


def refuse(settings: Settings) -> None:
    raise PermissionError(13, "Permission denied", "window.json")


@pytest.mark.parametrize("make", [start, my_turn])
def test_settings_that_cannot_be_saved_hold_and_say_so_also_in_their_dialog(
    make: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = make(SMALL)
    monkeypatch.setattr(driver.session, "_save", refuse)
    driver.key("Escape", "O") if driver.session.screen == "table" else driver.key("O")
    assert "Colours" in driver.text
    driver.key("Down", "Down", "Enter")
    assert driver.session.settings.theme == "light"
    assert "window.json: Permission denied" in " ".join(driver.text.split())


def test_an_address_that_cannot_be_remembered_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start(SMALL)
    monkeypatch.setattr(driver.session, "_save", refuse)
    driver.connect()
    assert driver.session.settings.recent
    assert "Permission denied" not in driver.text


def test_settings_are_refused_by_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder")
    with pytest.raises(OSError, match=r"window\.json"):
        save_settings(Settings(), tmp_path / "state" / "window.json")
