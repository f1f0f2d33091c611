from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.protocol.draw import GAME

from carteado.engine.refusals import COMMON
from carteado.protocol import errors
from carteado.protocol.errors import (
    CLOSINGS,
    CODES,
    Close,
    FrameError,
    Invalid,
    LineError,
    ProtocolError,
    catalogue,
    close_of,
    may_return,
)

ROOT = Path(__file__).parents[2]


def test_codes_are_namespaced_and_every_closing_reason_is_one() -> None:
    assert all(re.fullmatch(r"[a-z]+/[a-z_]+", code) for code in CODES)
    assert all(meaning.endswith(".") for meaning in CODES.values())
    assert set(CLOSINGS) <= set(CODES)


def test_games_add_theirs_and_do_not_change_the_protocols(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "games", lambda: {"draw": GAME})
    found = catalogue()
    assert list(found) == sorted(found)
    assert found["draw/too_high"] == "Too high."
    assert found["seat/taken"] == CODES["seat/taken"]
    monkeypatch.delattr(type(GAME), "codes")
    # Without codes of its own a game has the common ones.
    assert catalogue() == dict(sorted({**COMMON, **CODES}.items()))


def test_every_code_that_server_and_protocol_write_is_in_the_catalogue() -> None:
    spaces = "|".join(sorted({code.partition("/")[0] for code in CODES}))
    written = re.compile(rf'"((?:{spaces})/[a-z_]+)"')
    sources = [*(ROOT / "server").rglob("*.py"), *(ROOT / "protocol").rglob("*.py")]
    used = {code for path in sources for code in written.findall(path.read_text("utf-8"))}
    assert used - set(catalogue()) == set()


def test_a_status_says_whether_to_return() -> None:
    assert close_of("server/stopping").status is Close.RESTART
    assert close_of("chat/too_fast").status is Close.POLICY
    assert [status for status in map(int, Close) if may_return(status)] == [
        1011,
        1012,
        1013,
        4008,
    ]
    assert may_return(1006)


def test_errors_are_of_one_tree() -> None:
    for error in (FrameError("frame/kind", "x"), Invalid("", "x"), LineError("x", 0)):
        assert isinstance(error, ProtocolError)
    assert str(LineError("no command 'rais'", 3, "raise")) == (
        "no command 'rais', did you mean raise? (at 4)"
    )
