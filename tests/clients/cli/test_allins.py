"""Odds at all-ins where people read them: replays, the desk, and the dialect."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.clients.commands import Typist, start, typist
from tests.clients.logs import between_deals, segment
from tests.clients.small_host import SmallHost

from carteado.clients.cli import allins
from carteado.clients.cli.allins import odds_lines
from carteado.clients.cli.main import run
from carteado.engine.poker.runouts import runouts
from carteado.engine.table import open_table
from carteado.odds import runout_odds
from carteado.protocol import messages as wire

NAME = "holdem:four-player"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "table.log"
    path.write_bytes(segment(between_deals(NAME, 31, 120)))
    return path


@pytest.fixture
def no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allins, "can_count", lambda: False)


def expected() -> dict[int, Any]:
    """The run-outs of the log by the number of the event behind which each stands."""
    table = between_deals(NAME, 31, 120)
    first, *rest = table.events
    game, state = table.game, open_table(first).state
    own = [(seq, event) for seq, event in enumerate(rest, 2)]
    return {own[at][0]: found for at, found in runouts(game, state, [e for _, e in own])}


def replayed(log: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    assert run(["replay", str(log), "--json", *more]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_replay_has_the_odds_behind_the_event_they_belong_to(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = expected()
    assert wanted, "the log has no all-in"
    rows = replayed(log, capsys)
    assert {row["seq"] for row in rows if "odds" in row} == set(wanted)
    for row in rows:
        if "odds" not in row:
            continue
        runout = wanted[row["seq"]]
        assert row["odds"]["board"] == list(runout.board)
        for pot, counted in zip(row["odds"]["pots"], runout_odds(runout), strict=True):
            shares = {s["seat"]: Fraction(s["share"], s["whole"]) for s in pot["seats"]}
            assert shares == {seat: odds.equity for seat, odds in counted.items()}
            assert sum(shares.values()) == 1


def test_every_pair_of_eyes_has_the_same_odds(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = [replayed(log, capsys, "--as", observer) for observer in ("rail", "1", "all")]
    odds = [{row["seq"]: row["odds"] for row in rows if "odds" in row} for rows in seen]
    assert odds[0] == odds[1] == odds[2]


def test_one_place_of_a_log_has_its_odds(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seq = min(expected())
    (row,) = replayed(log, capsys, "--at", str(seq))
    (other,) = replayed(log, capsys, "--at", str(seq - 1))
    assert row["odds"]["pots"]
    assert "odds" not in other
    assert run(["replay", str(log), "--at", str(seq)]) == 0
    assert "Odds before the flop: " in capsys.readouterr().out


def test_odds_in_words_stand_behind_their_street(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(log)]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = next(n for n, line in enumerate(lines) if "Odds before the flop" in line)
    assert "%" in lines[at]
    assert "All in, hands open: " in lines[at - 1]
    assert "Odds on " in lines[at + 2]


def test_the_odds_of_one_seat_are_those_of_the_command(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`carteado odds holdem --table` meets the same open hands."""
    seq, runout = next((n, one) for n, one in expected().items() if len(one.pots) == 1)
    seat = runout.hands[0][0]
    command = ["odds", "holdem", "--table", str(log), "--at", str(seq), "--seat", str(seat)]
    assert run([*command, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    (row,) = replayed(log, capsys, "--at", str(seq))
    (mine,) = [one for one in row["odds"]["pots"][0]["seats"] if one["seat"] == seat]
    assert shown["equity_exact"] == [mine["share"], mine["whole"]]
    assert (shown["win"], shown["tie"]) == (mine["win"], mine["tie"])


def test_without_numpy_a_replay_names_the_missing_package_once(
    log: Path, capsys: pytest.CaptureFixture[str], no_numpy: None
) -> None:
    assert run(["replay", str(log)]) == 0
    out, err = capsys.readouterr()
    assert "Odds" not in out
    assert err == "odds at all-ins need NumPy: pip install 'carteado[odds]'\n"


async def test_the_desk_says_odds_before_the_board_that_follows() -> None:
    async with SmallHost(house=False, options={"format": "cash", "stack": 200}) as host:
        user = await typist("play", host.url, "--no-plain", "--local-seats", "2", "--name", "Ana")
        await user.until("1  t-1")
        user.type("1")
        await user.until("your turn")
        user.type("a")
        await user.until("your turn")
        user.type("call")
        line = await user.until("Odds before the flop: ")
        assert "Ana " in line
        assert line.count("%") == 2
        await user.until("Odds on ")
        await user.until("wins")
        text = "\n".join(user.read)
        assert text.index("Odds before the flop") < text.index("Odds on ") < text.index("wins")
        await host.tell(odds(seq=4))
        user.type("say hello")
        await user.until("hello")
        assert not any("33.33%" in line for line in user.read), "the server's were counted here"
        await user.end()


async def test_a_desk_without_numpy_prints_the_odds_of_the_server(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numpy'] = None\n")
    async with SmallHost(options={"format": "cash"}) as host:
        arguments = ("play", host.url, "--no-plain", "--name", "Ana", "--table", "t-1")
        user = Typist(await start(*arguments, environment={"PYTHONPATH": str(tmp_path)}))
        await user.until("Your turn")
        await host.tell(odds(seq=4))
        assert await user.until("Odds") == "Odds on As Kd 2c: House 33.33%, Ana 66.67%."
        await user.end()


@pytest.mark.parametrize("form", ["--plain", "--json"])
async def test_the_dialect_passes_odds_on(form: str) -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        user = await typist("play", host.url, form, "--name", "Ana", "--table", "t-1")
        await user.until("prompt")
        await host.tell(odds(seq=4))
        line = await user.until("odds")
        if form == "--json":
            assert json.loads(line)["pots"][0]["seats"][1]["share"] == 2
        else:
            assert line.startswith("odds t-1 4/1 board=[As,Kd,2c] pots=[{amount:60,total:3,")
        await user.end()


def odds(*, seq: int) -> wire.Odds:
    seats = (
        wire.SeatOdds(seat=0, win=1, tie=0, share=1, whole=3),
        wire.SeatOdds(seat=1, win=2, tie=0, share=2, whole=3),
    )
    pots = (wire.PotOdds(amount=60, total=3, seats=seats),)
    return wire.Odds(table="t-1", epoch=1, seq=seq, board=("As", "Kd", "2c"), pots=pots)


def test_odds_of_several_pots_are_a_line_each() -> None:
    one = odds(seq=4)
    two = wire.Odds(table="t", epoch=1, seq=4, board=(), pots=(one.pots[0], one.pots[0]))
    assert list(odds_lines(one, ("Ana", None))) == ["Odds on As Kd 2c: Ana 33.33%, seat 1 66.67%."]
    assert list(odds_lines(two, ("Ana", "Bob"))) == [
        "Odds before the flop, main pot of 60: Ana 33.33%, Bob 66.67%.",
        "Odds before the flop, side pot of 60: Ana 33.33%, Bob 66.67%.",
    ]
