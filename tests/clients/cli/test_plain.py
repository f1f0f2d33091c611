"""The table in pipes: the line dialect and JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.clients.commands import run, typist
from tests.clients.front_ends import HeldClient, Lines
from tests.clients.small_host import SmallHost

from carteado.clients.cli.dialect import Dialect
from carteado.protocol.messages import Hello, Join, Open

CASH = {"format": "cash"}


async def test_a_hand_is_played_by_lines() -> None:
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--name", "Ana")
        welcome = await user.until("welcome ")
        assert welcome.startswith("welcome Ana token=")
        user.type("# a comment", "", "7 join t-1")
        assert await user.until("ok ") == "ok 7 table=t-1 result=1"
        await user.until("snapshot t-1 ")
        await user.until("event t-1 ")
        prompt = await user.until("prompt ")
        assert " legal fold=true " in prompt
        user.type("fodl")
        refused = await user.until("refused ")
        assert "did you mean fold?" in refused
        assert "Type one of: [f]old, " in refused
        user.type("8 fold")
        assert (await user.until("ok 8")).startswith("ok 8 table=t-1")
        assert (await user.until("gone ")).startswith("gone t-1 ")
        await user.until("hand_ended")
        user.type("leave", "quit")
        result = await user.end()
        assert (result.status, result.err) == (0, "")
        assert host.acts[0].action == {"type": "fold"}


async def test_the_token_is_never_printed() -> None:
    async with SmallHost(options=CASH) as host:
        for mode in ("--plain", "--json"):
            result = await run("play", host.url, "--name", "Ana", mode, typed="ping\n")
            assert "token" in result.out
            assert b"Ana".hex() not in result.out + result.err
        hellos = [message for message in host.heard if isinstance(message, Hello)]
        assert b"Ana".hex() in (hellos[1].token or "")


async def test_lines_that_say_nothing_are_answered_and_change_nothing() -> None:
    async with SmallHost(options=CASH) as host:
        typed = "jion t-1\nhello Bob\njoin\nraise\nhelp\nping\n"
        result = await run("play", host.url, "--name", "Ana", typed=typed)
    lines = [line for line in result.out.splitlines() if line.startswith("refused ")]
    assert len(lines) == 4
    assert all(line.startswith("refused - line/invalid ") for line in lines)
    assert "did you mean join?" in lines[0]
    assert "greets and cuts by itself" in lines[1]
    assert "join TABLE [SEAT]" in lines[2]
    assert "fold, check," in result.err
    assert result.out.splitlines()[-1].startswith("pong ")
    assert not any(isinstance(message, Join) for message in host.heard)


async def test_piped_lines_are_answered_before_the_end() -> None:
    async with SmallHost(options=CASH) as host:
        result = await run("play", host.url, "--name", "Ana", typed="tables\nping\n")
    assert result.status == 0
    kinds = [line.split()[0] for line in result.out.splitlines()]
    assert kinds == ["welcome", "ok", "pong"]


async def test_a_table_to_begin_with() -> None:
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--name", "Ana", "--table", "t")
        await user.until("prompt t-1 ")
        result = await user.end()
        assert result.status == 0
        missing = await run("play", host.url, "--name", "Bob", "--table", "x")
        near = await run("play", host.url, "--name", "Bob", "--table", "t-2")
    assert missing.status == 2
    assert "there is no table 'x'; there are: Kitchen (t-1)" in missing.err
    assert "there is no table 't-2'; did you mean 't-1'? there are: Kitchen (t-1)" in near.err


async def test_a_restarted_client_has_its_seat_again(state_home: Path) -> None:
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--name", "Ana", "--table", "t-1")
        await user.until("prompt t-1 ")
        assert (await user.end()).status == 0
        again = await typist("play", host.url, "--name", "Ana")
        assert "seats=[{table:t-1,seat:1}]" in await again.until("welcome Ana")
        await again.until("prompt t-1 ")
        await again.end()
        assert sum(isinstance(message, Join) for message in host.heard) == 1
    (file,) = (state_home / "carteado" / "sessions").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


async def test_a_refused_join_leaves_the_table_as_it_was() -> None:
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--name", "Ana", "--table", "t-1")
        await user.until("prompt ")
        user.type("77 join t-9")
        await user.until("refused 77 ")
        user.type("78 leave")
        await user.until("ok 78 table=t-1")
        assert (await user.end()).status == 0


async def test_json_is_spoken_both_ways() -> None:
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--name", "Ana", "--json")
        assert json.loads(await user.until('"welcome"'))["token"] == "?"
        user.type('{"type": "join", "id": 7, "table": "t-1"}')
        assert json.loads(await user.until('"ok"'))["id"] == 7
        prompt = json.loads(await user.until('"prompt"'))
        act = {"type": "act", "table": "t-1", "decision": prompt["decision"]}
        user.type(json.dumps({**act, "action": {"type": "raise", "to": 60}}))
        await user.until('"ok"')
        assert json.loads(await user.until('"gone"')) == {
            "type": "gone",
            "table": "t-1",
            "decision": prompt["decision"],
        }
        user.type('{"type": "quit"}')
        assert (await user.end()).status == 0
        assert host.acts[0].action == {"type": "raise", "to": 60}


async def test_json_answers_what_lines_answer() -> None:
    said = {"help": "third blind", "rules": "Hold'em", "table": "Board", "peek": "Ana"}
    said |= {"score": "has no score sheet", "last": "no hand to show again"}
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--name", "Ana", "--json", "--table", "t-1")
        await user.until('"prompt"')
        for number, (word, part) in enumerate(said.items(), 11):
            text = {"text": "straddle"} if word == "help" else {}
            user.type(json.dumps({"type": word, "id": number, **text}))
            answer = json.loads(await user.until(f'"id":{number},'))
            refused = word in ("score", "last")  # Hold'em has no sheet, and this is its first hand
            assert answer["type"] == ("refused" if refused else "answer")
            assert part in (answer["message"] if refused else "\n".join(answer["lines"]))
        user.type('{"type":"quit"}')
        assert (await user.end()).status == 0


async def test_a_line_waits_for_the_table_of_the_line_before() -> None:
    async with SmallHost(options=CASH) as host:
        result = await run("play", host.url, "--name", "Ana", typed="7 join t-1\nrules\n")
    assert "Kitchen: No-limit Texas Hold'em" in result.err
    assert "refused" not in result.out


async def test_json_opens_a_table_without_a_seat_only_if_told_so() -> None:
    client, out = HeldClient(None), []
    talk: Any = client
    dialect = Dialect(talk, as_json=True, out=out.append)
    opening = '{"type": "open", "id": 7, "game": "holdem", "join": %s}'
    await dialect.run(Lines(opening % "false"))
    assert [type(one) for one in client.sent] == [Open]
    await dialect.run(Lines(opening % "true"))
    assert [type(one) for one in client.sent[1:]] == [Open, Join]
    assert [json.loads(line)["id"] for line in out] == [7, 7, 7]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"type": "open", "game": "holdem", "join": 1}', "join must be true or false"),
        ('{"type": "score"}', "you are not at a table"),
        ('{"type": "help", "text": 5}', "text is a text"),
        ('{"type": "help", "topic": "straddle"}', "help has no field topic"),
        ("nonsense", "is not JSON"),
        ("[1]", "no message has the type"),
        ('{"type": "jump"}', "no message has the type 'jump'; there are: list, join"),
        (
            '{"type": "tables"}',
            "no message has the type 'tables'; in JSON tables is 'list'",
        ),
        ('{"type": "hello", "name": "x"}', "greets and cuts by itself"),
        ('{"type": "join"}', "join lacks table"),
        ('{"type": "act", "table": "t-1"}', "act lacks action, decision"),
        ('{"type": "join", "table": "t-1", "colour": 1}', "no field colour"),
        ('{"type": "ping", "id": "x"}', "an id is a whole number"),
        ("[" * 5000, "is not JSON"),
        ('{"type": "chat", "table": "t-1", "text": "\\ud800"}', "half a surrogate pair"),
        ('{"type": "join", "table": "t-1", "seat": 1.5}', "1.5 is not a whole number"),
        ('{"type": "join", "table": "t-1", "seat": NaN}', "NaN is not a whole number"),
        ('{"type": "watch", "table": ["t-1"]}', "watch.table must be a text"),
        ('{"type": "chat", "table": "t-1", "text": "%s"}' % ("x" * 70_000), "at most 15,872 bytes"),
    ],
)
async def test_json_that_says_nothing(line: str, words: str) -> None:
    async with SmallHost(options=CASH) as host:
        result = await run("play", host.url, "--name", "Ana", "--json", typed=f"\n{line}\n")
    refused: dict[str, Any] = json.loads(result.out.splitlines()[-1])
    assert (refused["type"], refused["id"], refused["code"]) == ("refused", None, "line/invalid")
    assert words in refused["message"]
    assert result.status == 0


async def test_the_answer_to_a_command_of_json_bears_its_id_whatever_it_is() -> None:
    async with SmallHost(options=CASH) as host:
        typed = '{"type":"ping","id":0}\n{"type":"ping","id":-1}\n'
        result = await run("play", host.url, "--name", "Ana", "--json", typed=typed)
    assert [json.loads(line).get("id") for line in result.out.splitlines()[1:]] == [0, -1]


async def test_a_line_that_the_server_would_hang_up_on_is_refused() -> None:
    async with SmallHost(options=CASH) as host:
        # Half as many characters as bytes.
        typed = f"join t-1\nsay {'é' * 8_000}\nping\n"
        result = await run("play", host.url, "--name", "Ana", typed=typed)
    assert 'refused - line/invalid "a line has at most 15,872 bytes' in result.out
    assert result.out.splitlines()[-1].startswith("pong ")
    assert result.status == 0


async def test_watching_by_lines_takes_no_seat() -> None:
    async with SmallHost(seats=3, options=CASH) as host:
        user = await typist("watch", host.url, "t", "--plain")
        await user.until("ok 2")
        snapshot = await user.until("snapshot t-1 ")
        assert " - asked " in snapshot
        user.process.kill()
        await user.end()
        assert not any(isinstance(message, Join) for message in host.heard)
