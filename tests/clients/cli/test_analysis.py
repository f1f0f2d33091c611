"""`carteado replay` and `carteado verify` with a log file, and with a store that is in use."""

from __future__ import annotations

import asyncio
import dataclasses
import io
import json
import os
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.clients.logs import between_deals, in_a_deal, recorded, segment

from carteado.clients.cli.main import run
from carteado.clients.cli.sources import LogProblem, load_log
from carteado.engine.events import event_to_plain
from carteado.engine.table import DeckCut, observer_of, redact_table, snapshot
from carteado.engine.visibility import RAIL
from carteado.scene.control.films import FilmError, read_film
from carteado.scene.words import words_of
from carteado.server.store import open_store

NAME = "holdem:four-player"
HEADS_UP = "holdem:heads-up"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "table.log"
    path.write_bytes(segment(between_deals(NAME, 31, 120)))
    return path


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """The log of a table at which a hand is being played."""
    path = tmp_path / "running.log"
    path.write_bytes(segment(in_a_deal(NAME, 32, 90)))
    return path


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# Replay


def test_a_replay_prints_every_event_in_words(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(log)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "     1  Table random-31 opens: holdem/1."
    assert "Hand 1: button" in out
    assert "the deck is committed, root" in out
    assert "?? ??" in out


def test_the_rail_sees_no_hand_that_was_not_shown(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals(NAME, 31, 120)
    assert run(["replay", str(log), "--as", "rail", "--json"]) == 0
    printed = rows(capsys.readouterr().out)
    assert [row["seq"] for row in printed] == list(range(1, len(table.events) + 1))
    started = [row["event"] for row in printed if row["event"]["type"] == "hand_started"]
    assert {card for event in started for hand in event["hands"] for card in hand} == {"??"}
    keys = [row["event"]["key"] for row in printed if row["event"]["type"] == "seat_keyed"]
    assert keys
    assert not any(keys)


def test_the_rail_of_open_hands_sees_them_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As whoever watched did; of the deck only what was dealt."""
    path = tmp_path / "open.log"
    path.write_bytes(segment(between_deals("holdem:person-person", 37, 60)))
    assert run(["replay", str(path), "--as", "rail", "--json"]) == 0
    events = [row["event"] for row in rows(capsys.readouterr().out)]
    started = [event for event in events if event["type"] == "hand_started"]
    assert started
    assert not any("??" in hand for event in started for hand in event["hands"])
    assert all(set(event["deck"]) == {"??"} for event in started)


def test_a_seat_sees_its_own_cards_and_all_sees_all(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def hands(observer: str) -> list[list[list[str]]]:
        assert run(["replay", str(log), "--as", observer, "--json"]) == 0
        events = [row["event"] for row in rows(capsys.readouterr().out)]
        return [event["hands"] for event in events if event["type"] == "hand_started"]

    everything, own = hands("all"), hands("2")
    assert not any("??" in hand for deal in everything for hand in deal)
    for whole, seen in zip(everything, own, strict=True):
        assert seen[2] == whole[2]
        assert all(set(hand) <= {"??"} for seat, hand in enumerate(seen) if seat != 2)


@pytest.mark.parametrize("observer", ["all", "0", "1", "2", "3"])
def test_a_hand_that_is_being_played_stays_closed(
    running: Path, observer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(running), "--as", observer, "--json"]) == 0
    out, err = capsys.readouterr()
    *_, last = [r["event"] for r in rows(out) if r["event"]["type"] == "hand_started"]
    assert {card for hand in last["hands"] for card in hand} == {"??"}
    assert set(last["deck"]) == {"??"}
    *_, seed = [r["event"]["seed"] for r in rows(out) if r["event"]["type"] == "deck_committed"]
    assert seed == ""
    assert err == "the hand that is being played stays closed\n"


def test_a_deck_that_waits_for_its_cut_stays_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals(NAME, 33, 60)
    steps = recorded(table)
    cut = max(n for n, (_, events) in enumerate(steps) if isinstance(events[0], DeckCut))
    path = tmp_path / "waiting.log"
    path.write_bytes(segment(table, steps[:cut]))
    assert run(["replay", str(path), "--as", "all", "--json"]) == 0
    *_, last = rows(capsys.readouterr().out)
    assert last["event"]["seed"] == ""


def test_at_shows_the_table_after_that_event(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = between_deals(NAME, 31, 120)
    seen = 0
    at = 0
    for step in table.steps:
        seen += len(step.events)
        if table.game.turn(step.after.state) is not None:
            at, then = seen, step.after
    assert run(["replay", str(log), "--at", str(at), "--as", "1", "--json"]) == 0
    (row,) = rows(capsys.readouterr().out)
    view = redact_table(then, observer_of(then, 1))
    assert row == {"seq": at, "view": json.loads(json.dumps(snapshot(view)))}
    assert run(["replay", str(log), "--at", str(at)]) == 0
    out = capsys.readouterr().out
    shown = redact_table(then, RAIL)
    assert [line.strip() for line in out.splitlines()] == [
        line.strip() for line in then.game.show(shown.state)
    ]


def test_step_by_step_shows_the_table_after_every_event(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(log), "--step"]) == 0
    plain = capsys.readouterr().out
    assert plain.count("seat 0:") == len(between_deals(NAME, 31, 120).events)
    assert run(["replay", str(log), "--step", "--json"]) == 0
    assert all("view" in row for row in rows(capsys.readouterr().out))


def test_step_by_step_continues_when_the_input_ends(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.StringIO("\n")
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", typed)
    assert run(["replay", str(log), "--step"]) == 0
    assert capsys.readouterr().out.count("seat 0:") == len(between_deals(NAME, 31, 120).events)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--as", "4"], 2, "there is no seat 4: there are seats 0 to 3"),
        (["--as", "9" * 5000], 2, "99: there are seats 0 to 3"),
        (["--as", "me"], 2, "'me' is not a view: type a seat from 0 to 3, rail or all"),
        (["--at", "0"], 2, "the log has events 1 to"),
        (["--at", "99999"], 2, "the log has events 1 to"),
        (["--as", "all", "--url", "127.0.0.1"], 2, "needs the log itself"),
    ],
)
def test_an_unshowable_position_gets_a_sentence(
    log: Path, words: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(log), *words]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


def test_no_control_character_of_a_crafted_log_reaches_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals(HEADS_UP, 34, 30)
    steps = recorded(table)
    opened = dataclasses.replace(steps[0][1][0], title="\x1b[2J", rules="holdem/1\n\x07")
    path = tmp_path / "crafted.log"
    path.write_bytes(segment(table, [([], [opened]), *steps[1:]]))
    assert run(["replay", str(path), "--step"]) == 0
    out = capsys.readouterr().out
    assert out.replace("\n", "").isprintable()
    assert run(["verify", str(path)]) == 7
    assert capsys.readouterr().out.replace("\n", "").isprintable()


# Bad logs


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_the_place_of_the_damage_in_a_log_is_named(
    log: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = log.read_bytes()
    middle = len(whole) // 2
    for bad, says in [
        (whole[:middle], "cut off"),
        (whole[:middle] + b"\xff" + whole[middle + 1 :], "byte"),
        (b"", "not a log: the file is empty"),
        (b"hello", "not a log of this program; carteado log export writes one"),
        (b"carteado-log 9\n", "format that this release does not know"),
    ]:
        log.write_bytes(bad)
        assert run([command, str(log)]) == 6
        out, err = capsys.readouterr()
        assert out == ""
        assert says in err
        # Nothing of a text that is not a log can be saved, so there is no such next step.
        assert (f"`carteado log salvage {log} FILE`" in err) == (len(bad) > 100)
        assert err.count("\n") == 1
        assert log.read_bytes() == bad


def test_a_log_without_its_beginning_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "part.log"
    path.write_bytes(segment(between_deals(HEADS_UP, 1, 20), after=12))
    assert run(["replay", str(path)]) == 6
    assert "begins behind event 12" in capsys.readouterr().err


def test_a_log_with_a_wrong_first_event_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals(HEADS_UP, 1, 20)
    path = tmp_path / "headless.log"
    path.write_bytes(segment(table, recorded(table)[1:]))
    assert run(["replay", str(path)]) == 6
    assert "not with a table" in capsys.readouterr().err


def test_a_log_that_opens_another_table_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals(HEADS_UP, 1, 20)
    (done, [opened, *rest]), *others = recorded(table)
    path = tmp_path / "renamed.log"
    renamed = dataclasses.replace(opened, table="neighbour")
    path.write_bytes(segment(table, [(done, [renamed, *rest]), *others]))
    assert run(["replay", str(path)]) == 6
    assert "opens another table, 'neighbour'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["replay"], ["replay", "--as", "0"], ["verify"], ["phh", "export"]]
)
@pytest.mark.parametrize(
    "change",
    [
        ("called", {"seat": 77}),
        ("pot_awarded", {"seats": ()}),
        ("forced_bets_posted", {"bets": ()}),
    ],
    ids=["a seat too many", "nobody wins", "no bets"],
)
def test_events_that_fit_no_table_are_reported_in_one_line(
    command: list[str],
    change: tuple[str, dict[str, Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Who makes a log up can give each event its type, and figures that break the fold."""
    kind, fields = change
    table = between_deals(HEADS_UP, 1, 60)
    steps = recorded(table)
    for _, events in steps:
        events[:] = [
            dataclasses.replace(event, **fields) if event.type == kind else event
            for event in events
        ]
    path = tmp_path / "made-up.log"
    path.write_bytes(segment(table, steps))
    assert run([*command, str(path)]) == 6
    _, err = capsys.readouterr()
    pattern = rf"event \d+ \({kind}\) does not fit the table before it \(\w+\)\n"
    assert re.fullmatch(re.escape(f"carteado: {path}: ") + pattern, err)
    assert err.count("\n") == 1


def test_a_missing_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(tmp_path / "nothing.log")]) == 6
    assert "there is no file" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["replay"], ["verify"], ["phh", "export"], ["log", "verify"]])
@pytest.mark.parametrize("name", ["nothing.log", "some/where"])
def test_a_missing_file_and_a_folder_are_told_apart(
    tmp_path: Path, command: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert run([*command, str(path)]) == 6
    captured = capsys.readouterr()
    assert f"there is no file {path}\n" in captured.out + captured.err
    path.mkdir(parents=True)
    assert run([*command, str(path)]) == 6
    captured = capsys.readouterr()
    sentence = f"{path} is a folder; name a file that `carteado log export` wrote\n"
    assert sentence in captured.out + captured.err


def test_a_word_may_name_a_file_or_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARTEADO_STORE", f"sqlite:{tmp_path / 'nothing.db'}")
    assert run(["replay", "friday"]) == 6
    assert "there is no file friday; as a table: there is no data file" in capsys.readouterr().err


def test_a_log_is_read_from_a_pipe(log: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(log.read_bytes(),))
    writer.start()
    assert run(["verify", str(pipe)]) == 0
    writer.join()


# Verify


def test_an_honest_log_verifies(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(log)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok    ") for line in lines)
    assert [line.split()[1] for line in lines[:3]] == ["bytes:", "fold:", "rules:"]
    assert "deck 1: 52 cards" in lines[3]  # the draw for the button
    assert "deal 1: 52 cards" in lines[4]
    assert lines[-1] == "ok    result: everything was checked, and nothing is wrong"
    assert run(["verify", str(log), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["result"] == "ok"
    assert [check["name"] for check in found["checks"]] == ["bytes", "fold", "rules"]
    assert all(deal["ok"] and len(deal["cards"]) == 52 for deal in found["deals"])


def test_one_deal_alone_can_be_checked(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(log), "--deal", "2"]) == 0
    assert capsys.readouterr().out.startswith("ok    deal 2: 52 cards; ")
    assert run(["verify", str(log), "--deal", "999"]) == 2
    assert "--deal 999: this table has no such deal" in capsys.readouterr().err


def test_verify_names_the_one_or_several_seats_that_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.log"
    path.write_bytes(segment(between_deals(HEADS_UP, 35, 60)))
    assert run(["verify", str(path), "--json"]) == 0
    cut_by = [deal["nonces"] for deal in json.loads(capsys.readouterr().out)["deals"]]
    assert [1] in cut_by
    assert run(["verify", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()[-len(cut_by) - 1 : -1]
    players = ["Player 0 (seat 0)", "Player 1 (seat 1)"]
    words = ["cut by " + ", ".join(players[seat] for seat in seats) for seats in cut_by]
    assert [line.split("; ")[1] for line in lines] == words


def test_the_deal_that_is_being_played_is_not_opened(
    running: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(running)]) == 7
    *_, last, result = capsys.readouterr().out.splitlines()
    assert last.startswith("--    deal ")
    assert last.endswith("it is not over, and its cards stay closed until then")
    assert result.startswith("--    result: not checked; ")
    assert run(["verify", str(running), "--json"]) == 7
    found = json.loads(capsys.readouterr().out)
    assert found["result"] == found["deals"][-1]["result"] == "not_checked"
    assert run(["verify", str(running), "--deal", "1"]) == 0


@pytest.fixture
def arranged(tmp_path: Path) -> tuple[Path, str]:
    """A log whose chain is whole and in which one card of the last deal was exchanged."""
    table = between_deals(HEADS_UP, 35, 60)
    steps = recorded(table)
    found = [
        (n, m)
        for n, (_, events) in enumerate(steps)
        for m, event in enumerate(events)
        if event.type == "hand_started"
    ]
    n, m = found[-1]
    event = steps[n][1][m]
    other = event.deck[40]
    seat = event.order[0]
    hands = list(event.hands)
    hands[seat] = (other, hands[seat][1])
    steps[n][1][m] = dataclasses.replace(event, hands=tuple(hands))
    path = tmp_path / "arranged.log"
    path.write_bytes(segment(table, steps))
    return path, other


def test_an_arranged_deal_is_named_with_its_card(
    arranged: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, card = arranged
    assert run(["verify", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["result"] == "cheated"
    assert run(["verify", str(path)]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAIL")]
    assert "the rules give another hand_started than the log holds" in lines[0]
    assert lines[-2].startswith("FAIL  deal ")
    assert f"{card} was dealt at place 1, the deck has" in lines[-2]
    assert lines[-1].startswith("FAIL  result: cheated; ")


def test_a_log_of_other_rules_is_not_decided_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals(HEADS_UP, 36, 30)
    steps = recorded(table)
    opened = dataclasses.replace(steps[0][1][0], rules="holdem/0")
    path = tmp_path / "old.log"
    path.write_bytes(segment(table, [([], [opened]), *steps[1:]]))
    assert run(["verify", str(path)]) == 7
    printed = "--    rules: played by holdem/0, this release knows holdem/1"
    assert printed in capsys.readouterr().out


# From a store


def test_a_table_is_read_from_a_store_that_a_server_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals(HEADS_UP, 37, 60)
    url = f"sqlite:{tmp_path / 'data.db'}"

    async def while_open() -> None:
        async with await open_store(url) as store:
            await store.import_(segment(table))
            for command in ("replay", "verify"):
                assert await asyncio.to_thread(run, [command, "random-37", "--store", url]) == 0

    asyncio.run(while_open())
    out = capsys.readouterr().out
    assert out.startswith("     1  Table random-37 opens")
    assert "ok    rules" in out
    assert run(["replay", "random-37", "--store", url, "--json"]) == 0
    printed = rows(capsys.readouterr().out)
    assert printed[-1]["event"] == json.loads(json.dumps(event_to_plain(table.events[-1])))


def test_a_table_that_the_store_does_not_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:{tmp_path / 'data.db'}"
    assert run(["replay", "nobody", "--store", url]) == 6
    assert "there is no data file" in capsys.readouterr().err
    assert not (tmp_path / "data.db").exists()

    async def make() -> None:
        await (await open_store(url)).close()

    asyncio.run(make())
    assert run(["verify", "nobody", "--store", url]) == 6
    assert capsys.readouterr().err == "carteado: no log of table nobody; there are: none\n"


def a_film(path: Path) -> None:
    read_film(path, "rail", words_of("en"))


def a_log(path: Path) -> None:
    load_log(str(path), None)


@pytest.mark.parametrize("read", [a_film, a_log])
def test_a_file_that_is_not_a_log_is_refused_whatever_its_size(
    tmp_path: Path, read: Callable[[Path], None]
) -> None:
    file = tmp_path / "endless.log"
    file.touch()
    # Sparse: larger than any memory, and it takes no room.
    os.truncate(file, 1 << 40)
    with pytest.raises((LogProblem, FilmError), match="not a log of this program"):
        read(file)
