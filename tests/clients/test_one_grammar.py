"""One grammar: every command says the same in a pipe, at the prompt and on the full screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.clients.front_ends import Said, at_the_prompt, at_turn, by_pipe, on_the_full_screen

from carteado.engine.registry import games
from carteado.protocol import messages as wire
from carteado.protocol.grammar import completions
from carteado.protocol.speech import Context
from carteado.protocol.verbs import BY_WORD, COMMANDS
from carteado.protocol.wording import bare

DEFAULT_GAME = next(iter(games()))


def of(cls: type[Any], **fields: Any) -> Any:
    return cls(id=1, table="t-1", **fields)


def act(**action: Any) -> Any:
    return of(wire.Act, decision=DECISION, action=action)


READER = at_turn()
DECISION = READER.prompt.decision if READER.prompt is not None else 0
OTHER = next(
    name
    for seat, name in enumerate(READER.table.state.names if READER.table else ())
    if name is not None and seat != READER.seat
)
THERE = 1 - (READER.seat or 0)

FOUR: dict[str, Any] = {"game": "holdem", "preset": "four-player"}


def given(amount: int, reason: str) -> Any:
    return of(wire.Correct, seat=THERE, amount=amount, reason=reason)


def configured(settings: dict[str, Any], **options: Any) -> Any:
    return of(wire.Configure, options=options, settings=settings)


AT_A_TABLE: list[tuple[str, Any]] = [
    # Actions
    ("fold", act(type="fold")),
    ("f", act(type="fold")),
    ("FOLD", act(type="fold")),
    ("act fold", act(type="fold")),
    ("call", act(type="call")),
    ("c 10", act(type="call")),
    ("raise 60", act(type="raise", to=60)),
    ("r to 60", act(type="raise", to=60)),
    ("raise to=60", act(type="raise", to=60)),
    ("raise 1,000", act(type="raise", to=1000)),
    ("raise min", act(type="raise", to=40)),
    ("raise 3bb", act(type="raise", to=60)),
    ("raise 99999", act(type="raise", to=99999)),
    ("all-in", act(type="all_in")),
    ("allin", act(type="all_in")),
    ("/fold", act(type="fold")),
    ("7 fold", act(type="fold")),
    ("@t-1 fold", act(type="fold")),
    (f"!{DECISION} fold", act(type="fold")),
    ("!99 fold", of(wire.Act, decision=99, action={"type": "fold"})),
    ("show", act(type="show")),
    # The lobby, from a table
    ("tables", wire.ListTables(id=1)),
    ("list", wire.ListTables(id=1)),
    ("wait friday night", wire.Wait(id=1, table="t-2")),
    ("wait t-2 code=sesame", wire.Wait(id=1, table="t-2", code="sesame")),
    ('wait "Friday night" code=sesame', wire.Wait(id=1, table="t-2", code="sesame")),
    ("unwait kitch", wire.StopWaiting(id=1, table="t-9")),
    ("watch", of(wire.Watch)),
    ("watch t-1 rail=true", of(wire.Watch, rail=True)),
    ("watch t-1 rail=yes", of(wire.Watch, rail=True)),
    ("stats own=on", wire.Statistics(id=1, own=True)),
    ("knock", of(wire.Knock)),
    # The own seat
    ("sitout", of(wire.SitOut)),
    ("sit_out friday table", of(wire.SitOut)),
    ("sit-in", of(wire.SitIn)),
    ("rematch", of(wire.Rematch)),
    ("topup 1,000", of(wire.TopUp, amount=1000)),
    ("topup amount=1000", of(wire.TopUp, amount=1000)),
    ("leave yes", of(wire.Leave)),
    ("leave friday table yes", of(wire.Leave)),
    ("unwatch", of(wire.Unwatch)),
    # Bots and players
    ("bot caller", of(wire.AddBot, bot="caller")),
    ("addbot caller 1", of(wire.AddBot, bot="caller", seat=1)),
    (f"removebot {OTHER}", of(wire.RemoveBot, seat=THERE)),
    (f"kick {OTHER.lower()}", of(wire.Remove, seat=THERE)),
    (f"remove {THERE}", of(wire.Remove, seat=THERE)),
    (f'ban "{OTHER}"', of(wire.Ban, seat=THERE)),
    (f"handover {OTHER}", of(wire.HandOver, seat=THERE)),
    ("unban Big Bob", of(wire.Unban, name="Big Bob")),
    (
        f"chips {OTHER} -1,000 second buy-in",
        of(wire.Correct, **{"seat": THERE, "amount": -1000, "reason": "second buy-in"}),
    ),
    (
        f'chips {THERE} 20 "with quotes"',
        of(wire.Correct, **{"seat": THERE, "amount": 20, "reason": "with quotes"}),
    ),
    # The owner
    ("rename Friday for good", of(wire.Rename, title="Friday for good")),
    ('rename "Friday for good"', of(wire.Rename, title="Friday for good")),
    ("lock", of(wire.Lock)),
    ("unlock t-1", of(wire.Unlock)),
    ("admit eve", of(wire.Admit, knock=2)),
    ("admit 1", of(wire.Admit, knock=1)),
    ("turnaway Dan", of(wire.TurnAway, knock=1)),
    ("code sesame", of(wire.SetCode, code="sesame")),
    ("code", of(wire.SetCode)),
    ("pause", of(wire.Pause)),
    ("resume", of(wire.Resume)),
    (
        "set blinds=20/40 decision=45s",
        configured({"decision_ms": 45_000}, small_blind=20, big_blind=40),
    ),
    ("set options.big_blind=40", of(wire.Configure, options={"big_blind": 40})),
    ("close", of(wire.CloseTable)),
    ("mute Big Bob", of(wire.Mute, name="Big Bob")),
    ("unmute Bob", of(wire.Unmute, name="Bob")),
    # Talk
    ("say it's  Bob's \"turn\"", of(wire.Chat, text="it's  Bob's \"turn\"")),
    ("chat hello", of(wire.Chat, text="hello")),
    ("phrase Good luck", of(wire.Phrase, phrase="good_luck")),
    ("phrase well-played", of(wire.Phrase, phrase="well_played")),
    ("react clap", of(wire.React, reaction="clap")),
    ("block Bob", of(wire.Block, name="Bob")),
    ("unblock Bob", of(wire.Unblock, name="Bob")),
    # Records
    ("history", of(wire.History)),
    ("log", of(wire.History)),
    ("history 10 5", of(wire.History, after=10, limit=5)),
    ("ledger", of(wire.Ledger)),
    ("ledger friday night", wire.Ledger(id=1, table="t-2")),
    ("ledger evening", wire.Evening(id=1)),
    ("evening 5", wire.Evening(id=1, since_ms=5)),
    ("stats", wire.Statistics(id=1)),
    ("stats Big Bob game=holdem", wire.Statistics(id=1, player="Big Bob", game="holdem")),
    ("stats own=true", wire.Statistics(id=1, own=True)),
    ("advice", of(wire.Advice)),
    ("coach", of(wire.Advice)),
    # Accounts and programs
    ('createaccount "a long secret"', wire.CreateAccount(id=1, password="a long secret")),
    ('login "Ana" "a long secret"', wire.Login(id=1, name="Ana", password="a long secret")),
    ("account", wire.Account(id=1)),
    (
        'setpassword "old secret" "new secret"',
        wire.SetPassword(id=1, password="old secret", new="new secret"),
    ),
    ("createtoken my bot", wire.CreateToken(id=1, label="my bot")),
    ("revoke abc", wire.Revoke(id=1, credential="abc")),
    (f"adopt {'x' * 43}", wire.Adopt(id=1, token="x" * 43)),
    ('forgetme "a long secret"', wire.ForgetMe(id=1, password="a long secret")),
    ("ways {type:fold}", of(wire.Ways, action={"type": "fold"})),
    ("proofs 1", of(wire.Proofs, deal=1)),
    ("admin tables", wire.Admin(id=1, action="tables")),
    ("ping", wire.Ping(id=1)),
]
"""Lines at a table, each with the message that it is."""

IN_THE_LOBBY: list[tuple[str, Any]] = [
    ("join t-2", wire.Join(id=1, table="t-2")),
    ("join t-2 1", wire.Join(id=1, table="t-2", seat=1)),
    ("join friday night", wire.Join(id=1, table="t-2")),
    ("join friday night 1", wire.Join(id=1, table="t-2", seat=1)),
    ("join friday night 3", wire.Join(id=1, table="t-3")),
    ("join t-1 credit=500 code=sesame", wire.Join(id=1, table="t-1", credit=500, code="sesame")),
    ('join "Friday night" 1', wire.Join(id=1, table="t-2", seat=1)),
    ("join kitch", wire.Join(id=1, table="t-9")),
    ("join 2", wire.Join(id=1, table="t-2")),
    ("2", wire.Join(id=1, table="t-2")),
    ("watch Friday Night", wire.Watch(id=1, table="t-2")),
    ("knock kitchen", wire.Knock(id=1, table="t-9")),
    ("open holdem", wire.Open(id=1, game="holdem")),
    (
        'open holdem four-player stack=2,000 title="Friday night"',
        wire.Open(id=1, options={"stack": 2000}, title="Friday night", **FOUR),
    ),
    (
        "open stack=2000 title=Den",
        wire.Open(id=1, game=DEFAULT_GAME, options={"stack": 2000}, title="Den"),
    ),
    ("open holdem join=no", wire.Open(id=1, game="holdem")),
    ("open holdem options.stack=2000", wire.Open(id=1, game="holdem", options={"stack": 2000})),
]  # fmt: skip
"""Lines without a table, likewise."""

PEOPLE = ("prompt", "full screen")

MOVES = (wire.Join, wire.ListTables, wire.Unwatch, wire.Watch)
"""What a person's screen sends besides: it sits down, goes to the lobby, watches a locked table."""

SHOWN = (wire.Advice, wire.History, wire.Ledger, wire.Statistics)
"""What a person's screen may show without a request, or by a page that asks."""


async def everywhere(line: str, reader: Any, *, online: bool = True) -> dict[str, Said]:
    return {
        "pipe": await by_pipe(line, reader, online=online),
        "prompt": await at_the_prompt(line, reader, online=online),
        "full screen": await on_the_full_screen(line, reader, online=online),
    }


@pytest.mark.parametrize(
    ("line", "message", "reader"),
    [
        *((line, message, READER) for line, message in AT_A_TABLE),
        *((line, message, None) for line, message in IN_THE_LOBBY),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_line_is_the_same_message_everywhere(line: str, message: Any, reader: Any) -> None:
    found = await everywhere(line, reader)
    assert found["pipe"].refused == ""
    assert found["pipe"].sent[:1] == (message,)
    # A table's opener sits down there.
    assert len(found["pipe"].sent) == 1 or isinstance(message, wire.Open)
    for place in PEOPLE:
        said = found[place]
        assert said.refused == "", place
        if not said.sent and (isinstance(message, SHOWN) or line in ("tables", "list")):
            continue
        same = [one for one in said.sent if type(one) is type(message)]
        assert same[:1] == [message], place
        assert all(isinstance(one, (type(message), *MOVES)) for one in said.sent), place


@pytest.mark.parametrize(
    ("line", "entering"),
    [
        ("open holdem", (wire.Join(id=1, table="t-9"),)),
        ("open holdem join=yes", (wire.Join(id=1, table="t-9"),)),
        ("open holdem tight-mixed", (wire.Watch(id=1, table="t-9"),)),  # its seats are for bots
        ("open holdem join=no", ()),
    ],
)
async def test_the_opener_of_a_table_sits_down_unless_told_not_to(
    line: str, entering: tuple[Any, ...]
) -> None:
    assert (await by_pipe(line, None)).sent[1:] == entering
    assert (await at_the_prompt(line, None)).sent[1:] == entering


def test_every_word_of_the_table_is_tried() -> None:
    tried = {
        bare(word.removeprefix("/"))
        for line, _ in (*AT_A_TABLE, *IN_THE_LOBBY)
        for word in line.split()[:2]
    }
    # Those below.
    tried |= {"hello", "nonce", "bind", "help", "rules", "table", "peek", "quit", "score", "last"}
    assert {bare(word) for one in COMMANDS for word in one.words} <= tried


@pytest.mark.parametrize(
    "line", ["", "  ", "# a comment", "help", "?", "/help raise", "help straddle", "rules",
             "rules buraco", "rules holdem four-player", "table", "TABLE", "peek", "quit"],
)  # fmt: skip
async def test_commands_that_the_program_answers_send_nothing(line: str) -> None:
    for place, said in (await everywhere(line, READER)).items():
        assert said == Said(), place


BAD: list[tuple[str, str]] = [
    ("jion t-1", "unknown command 'jion t-1'"),
    ("raise", "how much? Write raise and 40 to"),
    ("raise lots", "how much?"),
    ("fold 5", "write fold alone"),
    ("kick", "who? write kick PLAYER"),
    ("kick Hause", "nobody here is called 'Hause'"),
    ("topup", "how many chips?"),
    ("topup x", "'x' is not a whole number"),
    ("topup 5 6", "too much: write topup AMOUNT"),
    ("bot", "which bot?"),
    ("bot shark", "no bot 'shark'; there are: caller, equity"),
    ("admit", "waiting: 1 Dan, 2 Eve"),
    ("admit Fay", "waiting: 1 Dan, 2 Eve"),
    ("chips Ana 20", "why? write chips PLAYER AMOUNT REASON"),
    ("set", "what should change?"),
    ("set blinds=10/20", "like that already"),
    ("set blynds=10/20", "no option 'blynds'"),
    ("stats own=maybe", "'maybe' is neither yes nor no; write on or off, yes or no, true or false"),
    ("set blinds=x/y", "blinds"),
    ("phrase helo", "no phrase 'helo'; there are: hello, "),
    ("react", "which reaction?; there are: clap"),
    ("wait monday evening", "no table 'monday evening'; there are: Friday table (t-1)"),
    ("wait friday nigh", "in the titles of several tables: Friday night (t-2)"),
    ("watch t-2 colour=red", "no field 'colour'"),
    ("mute", "who? write mute NAME"),
    ("rename", "which title?"),
    ("say", "what? write say TEXT"),
    ("open holdem stakc=5", "no option 'stakc'"),
    ("open holdem join=maybe", "join: 'maybe' is neither yes nor no"),
    ("open holdm stack=5", "holdm"),
    ("open holdem four-plaier stack=5", "holdem has no preset 'four-plaier'"),
    ("open buraco parties stack=5", "has no preset 'parties'; there are: mineiro, aberto"),
    ("open holdem a b", "too much"),
    ("hello Bob", "the client greets and cuts by itself"),
    (f"bind {'0' * 64}", "the client greets and cuts by itself"),
    ("nonce 1 " + "0" * 32, "the client greets and cuts by itself"),
    ("rules chess", "chess"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "problem"), BAD)
async def test_bad_input_is_refused_with_the_same_sentence(line: str, problem: str) -> None:
    found = await everywhere(line, READER)
    for place, said in found.items():
        assert said.sent == (), place
        assert problem in said.refused.replace('\\"', '"'), place
    assert found["prompt"] == found["full screen"]
    # What the game itself says of an option or of an unknown game is English.
    if line not in ("set blinds=x/y", "rules chess"):
        german = await on_the_full_screen(line, READER, "de")
        assert german.refused
        assert german.refused != found["full screen"].refused


async def test_no_action_without_a_known_decision_waits_for_the_connection() -> None:
    # A lost connection takes the decision away; it is asked again after the next greeting.
    found = await everywhere("call", replace(READER, prompt=None), online=False)
    for place, said in found.items():
        assert said.sent == (), place
        assert "the connection is lost, so nothing was sent" in said.refused, place
    for place, said in (await everywhere("say hi", READER, online=False)).items():
        assert len(said.sent) == 1, place


async def test_a_topic_without_help_is_refused_with_a_similar_one() -> None:
    # The full screen has its help in the player's language.
    for place, said in (await everywhere("help stradle", READER)).items():
        assert said.sent == (), place
        assert "straddle" in said.refused, place


async def test_only_a_person_is_asked_before_chips_are_left_behind() -> None:
    found = await everywhere("leave", READER)
    assert found["pipe"].sent == (of(wire.Leave),)
    for place in PEOPLE:
        assert found[place].sent == ()
        assert "chips in play; type leave yes" in found[place].refused


async def test_without_a_table_a_command_says_that_one_is_needed() -> None:
    for line in ("topup 5", "say hi", "lock", "leave"):
        for place, said in (await everywhere(line, None)).items():
            assert said.sent == (), place
            assert "you are not at a table" in said.refused, place


def test_completion_knows_the_table_of_commands() -> None:
    every = completions("", Context())
    assert set(every) == {word for one in COMMANDS for word in one.words}
    assert set(every) <= set(BY_WORD)
    here = Context(names=("Ana", "Rui Sá"), bots=("caller",), knocks={1: "Dan"})
    titles = ("Friday night", "Kitchen")
    assert completions("join f", here, titles) == ["Friday night", "Kitchen"]
    assert completions("join friday n", here, titles) == ["night"]
    assert completions("kick ", here) == ["Ana", "Rui Sá"]
    assert completions("kick rui s", here) == ["Sá"]
    assert completions("bot c", here) == ["caller"]
    assert completions("admit ", here) == ["Dan"]
    assert DEFAULT_GAME in completions("open ", here)
    assert "four-player" in completions("open holdem f", here)
    assert "blinds=" in completions("open holdem four-player b", here)
