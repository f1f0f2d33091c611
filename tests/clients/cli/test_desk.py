"""The plain client: a table for people who type."""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.clients.commands import Typist, run, typist
from tests.clients.fake_server import Conversation
from tests.clients.logs import in_a_deal
from tests.clients.small_host import SmallHost
from tests.clocks import PATIENCE_S

from carteado.clients.cli.card_lines import TableLine
from carteado.clients.cli.desk import Desk
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.views import Person
from carteado.engine.cards import Card
from carteado.engine.table import DeckCommitted
from carteado.protocol.following import Followed
from carteado.protocol.messages import Chat, Events, Leave, Ok, Prompt, Rematch, Remove, RemoveBot

CASH = {"format": "cash"}
CARDS = re.compile(r"\b[2-9TJQKA][cdhs] [2-9TJQKA][cdhs]\b")


async def desk(host: SmallHost, *arguments: str) -> Typist:
    return await typist("play", host.url, "--no-plain", *arguments)


async def seated(host: SmallHost, *arguments: str) -> Typist:
    user = await desk(host, "--name", "Ana", *arguments)
    await user.until("1  t-1")
    user.type("1")
    await user.until("your turn" if "--local-seats" in arguments else "Your turn")
    return user


async def test_a_person_reads_that_the_session_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "carteado").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    async with SmallHost(options=CASH) as host:
        user = await desk(host, "--name", "Ana")
        said = await user.until("cannot keep your session")
        assert "(Not a directory): when this program ends, you lose your seat." in said
        await user.end()


async def test_a_program_gets_the_reason_on_the_standard_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "carteado").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    async with SmallHost(options=CASH) as host:
        result = await run("play", host.url, "--name", "Ana", typed="tables\n")
    assert "cannot keep your session (Not a directory)" in result.err
    assert "cannot keep" not in result.out


async def test_a_table_is_shown_as_it_was_when_a_busy_machine_reads_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    send, waiting = Conversation.send, list[Any]()

    async def at_once(conversation: Conversation, *messages: Any) -> None:
        """Send the answer to the join, the snapshot, the deal and the prompt in one frame."""
        waiting.extend(messages)
        joins = isinstance(waiting[0], Ok) and waiting[0].table is not None
        if not joins or isinstance(waiting[-1], Prompt):
            found = waiting[:]
            waiting.clear()
            await send(conversation, *found)

    monkeypatch.setattr(Conversation, "send", at_once)
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        order = ("No hand has been dealt yet", "Ana sits down", "Hand 1: button", "> seat 1: Ana")
        found = [[part in line for line in user.read].index(True) for part in order]
        assert found == sorted(found)
        await user.end()


async def test_from_the_lobby_to_the_end_of_a_hand() -> None:
    async with SmallHost(options=CASH) as host:
        user = await desk(host, "--name", "Ana")
        assert "you are Ana" in await user.until("ws://")
        assert "House (bot) 1,500, free" in await user.until("t-1")
        user.type("1")
        assert await user.until("Kitchen") == "Kitchen: holdem"
        agreed = [await user.until("seats="), await user.until("reveal=")]
        agreed.append(await user.until("advice="))
        assert agreed == [
            "  seats=2 format=cash stack=1500 small_blind=10 big_blind=20 ante_kind=each",
            "  reveal=never open_hands=never showdown=auto buy_in_max=4000",
            "  schedule_by=hands missed_blinds=big advice=off",
        ]
        assert CARDS.search(await user.until("Your cards"))
        offer = await user.until("Your turn")
        assert "30 s" in offer
        assert "[f]old, " in offer
        assert "[r]aise to 40 to 1,500, [a]ll-in 1,500" in offer
        assert any("(button)" in line for line in user.read)
        assert any("blinds 10/20" in line for line in user.read)
        user.type("r 60")
        await user.until("Ana raises to 60.")
        await user.until("House folds.")
        assert "Ana wins" in await user.until("wins")
        user.type("leave")
        await user.until("chips in play; type leave yes")
        user.type("leave yes")
        await user.until("Tables:")
        user.type("quit")
        result = await user.end()
        assert (result.status, result.err) == (0, "")
        assert host.acts[0].action == {"type": "raise", "to": 60}
        assert any(isinstance(message, Leave) for message in host.heard)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("riase 60", "Did you mean raise? Type one of: [f]old, "),
        ("raise", "how much? Write raise and 40 to 1,500. Or: min"),
        ("raise 5", "Raise to 40 to 1,500 chips in all, for example: raise 40. You asked for 5."),
        ("raise 9999", "You asked for 9,999."),
        ("raise sixty", "how much? Write raise and 40 to 1,500. Or: min"),
        ("fold 5", "write fold alone, without an amount"),
        ("show", "You have no hidden cards to show or muck."),
        ("bot shark", "no bot 'shark'; there are: random, caller"),
        ("join " + "9" * 5000, "there is no table '999"),
        ("peek " + "9" * 5000, "nobody at this terminal is called '999"),
        ("join elsewhere", "there is no table 'elsewhere'; there are: Kitchen (t-1)"),
        ("topup", "how many chips? write topup AMOUNT"),
        ("removebot", "who? write removebot PLAYER"),
        ("removebot Hause", "nobody here is called 'Hause'; did you mean 'House'?"),
        ("kick", "who? write kick PLAYER"),
        ("kick Hause", "nobody here is called 'Hause'; did you mean 'House'?"),
        ("topup x", "'x' is not a whole number"),
        ("peek Zoe", "nobody at this terminal is called 'Zoe'"),
        ("open holdem stakc=5", "did you mean 'stack'?"),
        ("open", "type leave first"),
    ],
)
async def test_an_impossible_line_is_answered_with_a_possible_one(typed: str, answer: str) -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        user.type(typed)
        line = await user.until("! ")
        assert answer in line
        user.type("fold")
        await user.until("Ana folds.")
        await user.end()
        assert host.acts[-1].action == {"type": "fold"}


async def test_a_player_who_sits_out_learns_how_to_return_and_gets_no_prompt() -> None:
    async with SmallHost() as host:
        user = await seated(host)
        user.type("sitout")
        await user.until("You are sitting out. Type sitin to play again.")
        asked = len(user.read)
        user.type("fold")
        await user.until("Hand 2:")
        again = await desk(host, "--name", "Ana")
        await again.until("You are back in seat 1")
        await again.until("sitin to play again")
        await again.end()
        user.type("sitin")
        await user.until("Ana is back.")
        assert not any("Your turn" in line for line in user.read[asked:])
        await user.until("Your turn")
        await user.end()


@pytest.mark.parametrize("people", [(), ("--local-seats", "2")])
async def test_the_player_whose_time_is_up_is_named_before_the_clocks_action(
    people: tuple[str, ...],
) -> None:
    async with SmallHost(options=CASH, house=not people) as host:
        user = await seated(host, *people)
        host.deaf = True
        user.type("raise 60")
        assert re.fullmatch(r"The time of Ana( 2)? is up\.", await user.until("is up"))
        await user.until("folds.")
        await user.end()


@pytest.mark.parametrize(("typed", "kind"), [("kick house", Remove), ("removebot 0", RemoveBot)])
async def test_a_player_is_removed_by_name_and_a_bot_by_its_seat(typed: str, kind: type) -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        user.type(typed)
        await user.until("House is leaving.")
        await user.end()
        assert [m.seat for m in host.heard if isinstance(m, kind)] == [0]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("f", {"type": "fold"}),
        ("FOLD", {"type": "fold"}),
        ("a", {"type": "all_in"}),
        ("all-in", {"type": "all_in"}),
        ("allin", {"type": "all_in"}),
        ("raise max", {"type": "raise", "to": 1500}),
        ("r min", {"type": "raise", "to": 40}),
        ("raise to 1,000", {"type": "raise", "to": 1000}),
    ],
)
async def test_words_and_letters_mean_the_same_actions(
    typed: str, action: dict[str, object]
) -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        user.type(typed)
        await host.until(lambda: bool(host.acts))
        assert host.acts[0].action == action
        await user.end()


async def test_in_the_lobby_nonsense_is_answered() -> None:
    async with SmallHost(options=CASH) as host:
        typed = "jion 1\nfold\nsay hi\n?\nquit\n"
        result = await run("play", host.url, "--no-plain", "--name", "Ana", typed=typed)
    assert "! unknown command 'jion 1'; did you mean 'join'?" in result.out
    assert "! unknown command 'fold'" in result.out
    assert "! which table? you are not at a table" in result.out
    assert "on your turn; act may be left out" in result.out
    assert result.status == 0


async def test_commands_that_look_or_talk_are_answered() -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        for typed, answer in (
            ("say it's  Bob's \"turn\"", "<seat 1, Ana> it's  Bob's \"turn\""),
            ("history", "  Hand 1: button"),
            ("table", "  Board -"),
            ("rules", "Kitchen: holdem"),
            ("", "    It is a cash table"),
            ("help straddle", "straddle: A third blind"),
            ("help stradle", "! there is no help on 'stradle'"),
        ):
            user.type(typed)
            assert (await user.until(answer)).startswith(answer)
        await user.end()
        assert [m.text for m in host.heard if isinstance(m, Chat)] == ["it's  Bob's \"turn\""]


def test_rules_name_an_option_that_is_off_although_usually_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = in_a_deal("buraco:italiano", 3, 1).table
    client: Any = SimpleNamespace(tables={"t": Followed(id="t", table=table)})
    people = [Person(name="Ana", client=client)]
    Desk(people=people, screen=Screen(terminal=False, colour=False), table="t").show_rules()
    said = capsys.readouterr().out.split()
    assert {"first_turn_redraw=no", "final_discard_wild=no", "stock_reserve=2"} < {*said}
    assert not any(word.startswith("single_card_return") for word in said)


async def test_a_finished_game_offers_a_rematch() -> None:
    async with SmallHost(options={"stack": 20}) as host:
        user = await desk(host, "--name", "Ana", "--table", "t-1")
        while "over" not in await user.until("Your turn", "The game is over. Type rematch"):
            user.type("a")
        user.type("rematch")
        await user.until("A new game begins.")
        await user.end()
        assert any(isinstance(message, Rematch) for message in host.heard)


async def test_a_player_who_comes_back_has_their_seat() -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        user.type("quit")
        assert (await user.end()).status == 0
        again = await desk(host, "--name", "Ana")
        await again.until("You are back in seat 1 of t-1.")
        await again.until("Your turn")
        await again.end()


@pytest.mark.parametrize("table", [(), ("--table", "t-1")])
async def test_a_returning_player_sees_the_table_once(table: tuple[str, ...]) -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        user.type("quit")
        assert (await user.end()).status == 0
        again = await desk(host, "--name", "Ana", *table)
        await again.until("You are back in seat 1 of t-1.")
        await again.until("Your turn")
        again.type("watch t-1")
        await again.until("The table as it stands:")
        await again.until("Your turn")
        again.type("say that is all")
        await again.until("that is all")
        await again.end()
        shown = [line for line in again.read if "Hand 1, preflop" in line or "Your turn" in line]
        assert [line.split()[0] for line in shown] == ["Hand", "Your", "Hand", "Your"]


async def test_the_table_is_shown_again_behind_a_lost_connection() -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        next(iter(host._clients)).break_off()
        await user.until("* Reconnected")
        await user.until("Hand 1, preflop")
        await user.until("Your turn")
        await user.end()


async def test_two_people_share_a_terminal_and_no_hand_is_shown_unasked() -> None:
    async with SmallHost(house=False, options=CASH) as host:
        user = await seated(host, "--name", "Bob", "--local-seats", "2")
        assert sorted(filter(None, host.table.state.names)) == ["Ana", "Bob"]
        await user.until("type peek to see your hand")
        assert not any(CARDS.search(line) for line in user.read if "Drawn" not in line)
        first = next(line for line in user.read if "your turn" in line).split(",")[0]
        user.type("peek")
        shown = await user.until(first)
        while not CARDS.search(shown):
            shown = await user.until(first)
        user.type("")
        await user.until("Hand 1, preflop")
        assert "[f]old, [c]all" in await user.until(f"{first}, your turn: ")
        user.type("c")
        second = (await user.until("your turn")).split(",")[0]
        assert {first, second} == {"Ana", "Bob"}
        user.type("f")
        await user.until(f"{first} wins")
        await user.end()
        assert [act.action["type"] for act in host.acts] == ["call", "fold"]


async def test_two_people_sit_down_together_or_not_at_all() -> None:
    async with SmallHost(options=CASH) as host:
        user = await desk(host, "--name", "Bob", "--local-seats", "2")
        await user.until("1  t-1")
        user.type("1")
        line = await user.until("!", "Your turn")
        assert line == "! 1 seat is free at Kitchen, but 2 of you need one"
        await user.end()
        assert host.table.state.names == ("House", None)


@pytest.mark.parametrize("seat", [0, 1])
async def test_of_two_people_at_a_terminal_the_absent_one_comes_back(seat: int) -> None:
    async with SmallHost(house=False, options=CASH) as host:
        user = await seated(host, "--name", "Bob", "--local-seats", "2")
        await host.pause(seat)
        await user.until("sits out")
        user.type("sitin")
        assert await user.until("is back", "!") == f"{host.table.state.names[seat]} is back."
        user.type("sitin")
        assert await user.until("!") == f"! {host.table.state.names[0]} is not sitting out."
        await user.end()


async def test_a_watcher_sees_a_hand_from_the_first_deal_on() -> None:
    async with SmallHost(house=False, options=CASH) as host:
        watcher = await typist("watch", host.url, "t-1", "--no-plain")
        await watcher.until("No hand has been dealt yet.")
        players = await seated(host, "--name", "Bob", "--local-seats", "2")
        await watcher.until("Hand 1: button")
        players.type("f")
        await watcher.until("wins")
        assert not any(CARDS.search(line) for line in watcher.read if "Drawn" not in line)
        await players.end()
        watcher.process.kill()
        await watcher.end()


async def test_open_hands_are_announced_and_visible_to_spectators() -> None:
    async with SmallHost(house=False, options={**CASH, "open_hands": "rail"}) as host:
        shown = await run("tables", host.url)
        assert "0 watching with open hands;" in shown.out
        watcher = await typist("watch", host.url, "t-1", "--no-plain")
        await watcher.until("No hand has been dealt yet.")
        players = await desk(host, "--name", "Bob", "--local-seats", "2")
        await players.until("1  t-1")
        players.type("1")
        await players.until("Spectators of this table see all hands.")
        line = await watcher.until("Hands: Bob")
        assert len(CARDS.findall(line)) == 2
        await players.until("your turn")
        assert not any(CARDS.search(line) for line in players.read if "Drawn" not in line)
        await players.end()
        watcher.process.kill()
        await watcher.end()


async def test_a_server_that_goes_away_and_comes_back() -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        next(iter(host._clients)).break_off()
        await user.until("* Connection lost (the connection broke)")
        await user.until("* Reconnected")
        await user.until("Your turn")
        user.type("fold")
        await user.until("Ana folds.")
        await user.end()


def recommitted() -> list[DeckCommitted]:
    """Two decks for one deal."""
    return [
        DeckCommitted(deal=7, pack=(Card("As"),), root=root * 32, seed="", cutters=())
        for root in ("ab", "cd")
    ]


@pytest.mark.parametrize("people", [(), ("--local-seats", "2")])
async def test_a_deck_that_another_takes_the_place_of_is_warned_of_at_once(
    people: tuple[str, ...],
) -> None:
    async with SmallHost(house=not people, options=CASH) as host:
        user = await seated(host, *people)
        await host._publish(recommitted())
        printed = await user.until("WARNING")
        why = "another deck was committed before it was dealt"
        assert printed == f"* WARNING: table t-1, deal 7: {why}"
        user.type("say hello")
        await user.until("hello")
        assert sum("WARNING" in line for line in user.read) == 1
        await user.end()


async def test_the_line_dialect_warns_beside_its_lines() -> None:
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--plain", "--name", "Ana", "--table", "t-1")
        await user.until("prompt ")
        await host._publish(recommitted())
        user.type("9 ping")
        await user.until("pong 9")
        user.type("quit")
        result = await user.end()
        assert "WARNING: table t-1, deal 7: another deck was committed" in result.err


def test_chat_cannot_control_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(terminal=False, colour=False).line("<evil> \x1b[2J\x07")
    out = capsys.readouterr().out
    assert out == "<evil> \\u001b[2J\\u0007\n"


def test_cards_have_suits_and_colours_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="utf-8"))
    Screen(terminal=True, colour=False).table_line(TableLine("Board As Td", ()))
    Screen(terminal=True, colour=True).table_line(TableLine("Ah", ()))
    Screen(terminal=True, colour=False).clear()
    Screen(terminal=False, colour=False).clear()
    out = printed.getvalue().decode()
    assert out.startswith("Board A♠ T♦\n\x1b[1;31mA♥\x1b[0m\n\x1b[H\x1b[2J\x1b[3J\n\n")


def test_cards_that_people_type_keep_their_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="utf-8"))
    Screen(terminal=True, colour=True).table_line(TableLine("hearts: 5Ha TC, 2S=4H", ()))
    Screen(terminal=True, colour=False).table_line(TableLine("hearts: 5Ha TC", ()))
    red, green, plain = "\x1b[1;31m", "\x1b[1;32m", "\x1b[0m"
    assert printed.getvalue().decode() == (
        f"hearts: {red}5Ha{plain} {green}TC{plain}, \x1b[1;0m2S{plain}={red}4H{plain}\n"
        "hearts: 5Ha TC\n"
    )


def test_a_long_line_is_broken_between_words_and_its_rest_moved_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    pile = "  Pile: 5H 8H 4H 6H JKR KD   stock 2"
    Screen(terminal=True, colour=False).line(pile)
    Screen(terminal=False, colour=False).line(pile)
    assert capsys.readouterr().out == f"  Pile: 5H 8H 4H 6H JKR\n    KD   stock 2\n{pile}\n"


async def test_a_real_terminal_gets_the_desk_with_lines() -> None:
    import asyncio
    import pty

    async with SmallHost(options=CASH) as host:
        ours, theirs = pty.openpty()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "carteado.clients.cli.main",
            "play",
            host.url,
            "--name",
            "Ana",
            "--lines",
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "PYTHONUTF8": "1"},
        )
        os.close(theirs)
        seen = b""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE_S):
            while b"1  t-1" not in seen:
                seen += await loop.run_in_executor(None, os.read, ours, 4096)
            os.write(ours, b"1\n")
            while b"Your turn" not in seen:
                seen += await loop.run_in_executor(None, os.read, ours, 4096)
            os.write(ours, b"quit\n")
            assert await process.wait() == 0
        os.close(ours)
        assert re.search(r"[♣♦♥♠]", seen.decode())


async def test_a_server_that_sends_no_card_gets_a_sentence_and_play_goes_on() -> None:
    async with SmallHost(options=CASH) as host:
        user = await seated(host)
        flop = {"type": "board_dealt", "street": "flop", "cards": ["Zx", "2c", "3c"], "to_act": 0}
        first = len(host._log) + 1
        await host.tell(Events(table="t-1", epoch=1, first=first, events=(flop,)))
        said = await user.until("not a card")
        assert said == "* The server sent something that is not a card: 'Zx'."
        await user.until("Your turn")
