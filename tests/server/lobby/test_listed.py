"""The file of the evening's tables: its syntax, its errors, and the tables that it opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clocks import until
from tests.server.fakes import LobbyServer

from carteado.server.lobby.first_tables import open_listed
from carteado.server.lobby.listed import TablesFileError, read_tables

EVENING = """\
[[table]]
title = "Friday night"
preset = "four-player"
bots = ["tight", "mixed"]
code = "sesame"
locked = true
options = { blinds = "25/50", stack = 5000 }
settings = { decision = "45s", delay_ms = 5000 }

[[table]]
title = "Cards of the sea"
game = "buraco"
[table.options]
target = 2000
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "evening.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_is_written_as_people_write_options(tmp_path: Path) -> None:
    poker, buraco = read_tables(written(tmp_path, EVENING))
    assert (poker.title, poker.bots, poker.code, poker.locked) == (
        "Friday night",
        ("tight", "mixed"),
        "sesame",
        True,
    )
    assert poker.table_id == "friday-night"
    assert poker.opening.options == {"small_blind": 25, "big_blind": 50, "stack": 5000}
    assert poker.opening.settings == {"decision_ms": 45_000, "delay_ms": 5000}
    assert (buraco.opening.game, buraco.opening.options) == ("buraco", {"target": 2000})


@pytest.mark.parametrize("switch", ["true", '"on"', '"yes"'])
def test_a_switch_is_written_as_in_every_other_place(tmp_path: Path, switch: str) -> None:
    text = f'[[table]]\ntitle = "A"\nlocked = {switch}\n[table.options]\nstraddle = {switch}\n'
    text += f"[table.settings]\nadvice = {switch}\n"
    (table,) = read_tables(written(tmp_path, text))
    assert table.locked is True
    assert table.opening.options == {"straddle": True}
    assert table.opening.settings == {"advice": "everyone"}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[[table]]\ntitle = "A"\nbots = ["tigth"]\n', 3, "did you mean 'tight'"),
        ('[[table]]\ntitle = "A"\n\n[[table]]\ngame = "holdem"\n', 4, "title"),
        ('[[table]]\ntitle = "A"\n[[table]]\ntitle = "a"\n', 4, "two tables are called"),
        ('[[table]]\ntitle = "A"\ngame = "holdm"\n', 3, "holdem"),
        ('[[table]]\ntitle = "A"\npreset = "head-up"\n', 3, "heads-up"),
        ('[[table]]\ntitle = "A"\n[table.options]\nblynds = "1/2"\n', 4, "blinds"),
        ('[[table]]\ntitle = "A"\n[table.options]\nblinds = "x"\n', 4, "blinds"),
        ('[[table]]\ntitle = "A"\n[table.settings]\nexpiries = 0\n', 4, "expiries"),
        ('[[table]]\ntitle = "A"\nbots = ["tight", "tight", "tight"]\n', 3, "do not fit"),
        ('[[table]]\ntitle = "A"\ngame = "poker-face"\nbots = ["tight"]\n', 4, "cannot play"),
        ('[[table]]\ntitle = "A"\ncode = "abc"\n', 3, "code"),
        ('[[table]]\ntitle = "A"\nlocked = "maybe"\n', 3, "write on or off, yes or no"),
        ('[[table]]\ntitel = "A"\n', 2, "did you mean 'title'"),
        ('[[tables]]\ntitle = "A"\n', 1, "[[table]]"),
        ('[[table]]\ntitle = "A\n', 2, ""),
        ('[[table]]\ntitle = "A"\ntitle = "B"\n', 3, ""),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence_with_file_and_line(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(TablesFileError) as raised:
        read_tables(path)
    sentence = str(raised.value)
    assert sentence.startswith(f"{path} line {line}: "), sentence
    assert says in sentence
    assert "\n" not in sentence


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(TablesFileError, match="cannot be read: No such file"):
        read_tables(tmp_path / "none.toml")


async def test_tables_are_opened_once_and_new_ones_join_them(
    server: LobbyServer, tmp_path: Path
) -> None:
    listed = read_tables(written(tmp_path, EVENING))
    tables = server.lobby.tables
    assert await open_listed(tables, listed[:1]) == ["friday-night"]
    table = await until(
        lambda: (
            found := tables["friday-night"].host.table,
            found if found.controls.locked else None,
        )[1]
    )
    assert table.controls.protected
    assert [label for label in table.labels if label] == ["tight", "mixed"]
    assert await open_listed(tables, listed) == ["cards-of-the-sea"]
    assert await open_listed(tables, listed) == []
    later = LobbyServer(server.store)
    await tables.close()
    await later.lobby.tables.recover("later")
    assert await open_listed(later.lobby.tables, listed) == []
    await later.lobby.tables.close()
