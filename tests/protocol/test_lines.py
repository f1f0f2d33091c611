"""Plain lines: round trips, the commands that people type, and errors."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.protocol.command_table import PAGE, with_table
from tests.protocol.draw import GAME
from tests.protocol.samples import INBOUND_MESSAGES, OUTBOUND_MESSAGES, PLAIN

from carteado.engine.table import TableOptions
from carteado.protocol import lines, notation
from carteado.protocol.errors import LineError
from carteado.protocol.lines import (
    Command,
    Context,
    Local,
    format_line,
    format_lines,
    parse_line,
    parse_outbound,
)
from carteado.protocol.messages import (
    Act,
    AddBot,
    Chat,
    Correct,
    Events,
    Hello,
    History,
    Join,
    Leave,
    ListTables,
    Open,
    Phrase,
    Ping,
    Position,
    Proofs,
    Remove,
    RemoveBot,
    SitIn,
    SitOut,
    TopUp,
    Watch,
)
from carteado.protocol.notation import Scanner, write_value
from carteado.protocol.session_messages import format_json, parse_json_inbound, parse_json_outbound
from carteado.protocol.verbs import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"

HERE = Context(table="t1", decision=4, actions=GAME.actions)


def said(text: str, context: Context = HERE) -> Any:
    """The message of a line; its id is 1 if the line has none."""
    command = parse_line(text, context)
    assert isinstance(command, Command)
    return command.message()


def wrong(text: str, context: Context = HERE) -> LineError:
    with pytest.raises(LineError) as caught:
        parse_line(text, context)
    return caught.value


class TestRoundTrip:
    @given(INBOUND_MESSAGES)
    @example(Phrase(id=1, table="t1", phrase="0-"))
    def test_of_the_messages_of_a_client(self, message: Any) -> None:
        line = format_line(message)
        assert line.isprintable()
        assert said(line, Context()) == message
        assert parse_json_inbound(format_json(message)) == message

    @given(OUTBOUND_MESSAGES)
    def test_of_the_messages_of_the_server(self, message: Any) -> None:
        written = format_lines(message)
        assert all(line.isprintable() for line in written)
        read: list[Any] = [parse_outbound(line) for line in written]
        if isinstance(message, Events):
            assert [event for part in read for event in part.events] == list(message.events)
            assert [part.first for part in read] == [
                message.first + at for at in range(len(message.events))
            ]
            assert (
                tuple(line for part in read for line in part.lines)
                == (message.lines[: len(message.events)])
            )
        else:
            assert read == [message]
        assert format_json(message).isprintable()
        assert parse_json_outbound(format_json(message)) == message

    @given(PLAIN)
    @example("\x1b[2J\x7f\x9b\u2028\u202e\U000e0001")
    @example(["true", "null", "12", "-0", "007", "-", "", " ", "a b", "a=b", "é", 12, -3])
    def test_of_any_value(self, value: Any) -> None:
        written = write_value(value)
        assert written.isprintable()
        scanner = Scanner(written)
        assert scanner.item() == (None, value)
        assert scanner.done

    @given(st.text())
    def test_any_text_is_a_line_or_an_error(self, text: str) -> None:
        for read in (lambda: parse_line(text, HERE), lambda: parse_outbound(text)):
            position = 0
            try:
                read()
            except LineError as error:
                position = error.position
            assert 0 <= position <= len(text)


class TestCommands:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("hello Ana", Hello(name="Ana")),
            ('hello "Ana Sá" kind=bot text=true', Hello(name="Ana Sá", kind="bot", text=True)),
            ("hello 42", Hello(name="42")),
            ("tables", ListTables(id=1)),
            ("list", ListTables(id=1)),
            ("17 tables", ListTables(id=17)),
            ("join t2", Join(id=1, table="t2")),
            ("join", Join(id=1, table="t1")),
            ("join t2 3", Join(id=1, table="t2", seat=3)),
            ("@t2 join 3", Join(id=1, table="t2", seat=3)),
            ("join t2 credit=500", Join(id=1, table="t2", credit=500)),
            ("leave", Leave(id=1, table="t1")),
            ("leave t2", Leave(id=1, table="t2")),
            ("sitout", SitOut(id=1, table="t1")),
            ("sit_out", SitOut(id=1, table="t1")),
            ("SIT-IN", SitIn(id=1, table="t1")),
            ("topup 200", TopUp(id=1, table="t1", amount=200)),
            ("@t2 topup amount=200", TopUp(id=1, table="t2", amount=200)),
            ("addbot caller", AddBot(id=1, table="t1", bot="caller")),
            ("remove 2", Remove(id=1, table="t1", seat=2)),
            ("removebot 2", RemoveBot(id=1, table="t1", seat=2)),
            ("addbot 7 2", AddBot(id=1, table="t1", bot="7", seat=2)),
            ("watch t2 rail=true", Watch(id=1, table="t2", rail=True)),
            (
                "watch t2 after={epoch:1,seq:5}",
                Watch(id=1, table="t2", after=Position(epoch=1, seq=5)),
            ),
            ("history 10 5", History(id=1, table="t1", after=10, limit=5)),
            ("proofs 3", Proofs(id=1, table="t1", deal=3)),
            ("ping  ", Ping(id=1)),
            ("ping\r\n", Ping(id=1)),
            ("chat hello  there", Chat(id=1, table="t1", text="hello  there")),
            ('chat "  hi "', Chat(id=1, table="t1", text="  hi ")),
            ('chat "hi" he said', Chat(id=1, table="t1", text='"hi" he said')),
            ('chat "hi', Chat(id=1, table="t1", text='"hi')),
            ("stand", Act(id=1, table="t1", decision=4, action={"type": "stand"})),
            ("act stand", Act(id=1, table="t1", decision=4, action={"type": "stand"})),
            ("9 @t2 !7 stand", Act(id=9, table="t2", decision=7, action={"type": "stand"})),
            (
                "raise-bid 5",
                Act(id=1, table="t1", decision=4, action={"type": "raise_bid", "to": 5}),
            ),
            (
                "RaiseBid note=9 to=5",
                Act(
                    id=1, table="t1", decision=4, action={"type": "raise_bid", "to": 5, "note": "9"}
                ),
            ),
            (
                "meld 2 As Kd 3c",
                Act(
                    id=1,
                    table="t1",
                    decision=4,
                    action={"type": "meld", "where": 2, "cards": ["As", "Kd", "3c"]},
                ),
            ),
            (
                "meld cards=[As] where=2",
                Act(
                    id=1,
                    table="t1",
                    decision=4,
                    action={"type": "meld", "where": 2, "cards": ["As"]},
                ),
            ),
            ("show", Act(id=1, table="t1", decision=4, action={"type": "show"})),
        ],
    )
    def test_are_read_as_people_mean_them(self, text: str, message: Any) -> None:
        assert said(text) == message

    @pytest.mark.parametrize("text", ["", "   ", "\t", "# raise 5", "  # x", "\n"])
    def test_empty_lines_and_comments_mean_nothing(self, text: str) -> None:
        assert parse_line(text, HERE) is None

    def test_some_words_are_for_the_program_itself(self) -> None:
        assert parse_line("help raise") == Local(word="help", rest="raise")
        assert parse_line("QUIT") == Local(word="quit")
        assert parse_line("show") == parse_line("table") == Local(word="table")
        assert parse_line("peek 2") == Local(word="peek", rest="2")

    def test_fields_are_ready_for_a_session(self) -> None:
        command = parse_line("5 raise_bid 7", HERE)
        assert command == Command(
            cls=Act,
            fields={"table": "t1", "decision": 4, "action": {"type": "raise_bid", "to": 7}},
            id=5,
        )

    def test_an_unknown_game_s_action_names_its_fields(self) -> None:
        bare = Context(table="t1", decision=2)
        act = said("act lead card=As to=[1,2]", bare)
        assert act.action == {"type": "lead", "card": "As", "to": [1, 2]}
        assert said("act -", bare).action == {}
        assert "name the field" in wrong("act lead As", bare).message
        assert "twice" in wrong("act lead card=As card=Kd", bare).message
        assert "unknown command" in wrong("lead card=As", bare).message


@pytest.mark.usefixtures("draw")
class TestOpen:
    def test_exact_options_go_as_they_are(self) -> None:
        message = said('open bridge title="Two words" options.deals=[1,2] settings.bank_ms=0')
        assert message == Open(
            id=1,
            game="bridge",
            title="Two words",
            options={"deals": [1, 2]},
            settings={"bank_ms": 0},
        )

    def test_options_are_read_as_people_write_them(self) -> None:
        message = said("open draw preset=four limit=1k decision=5s note=x bank-ms=7")
        assert message == Open(
            id=1,
            game="draw",
            preset="four",
            options={"limit": 1000, "note": "x"},
            settings={"decision_ms": 5000, "bank_ms": 7},
        )

    def test_the_word_behind_the_game_is_its_preset(self) -> None:
        assert said("open draw four limit=1k") == said("open draw preset=four limit=1k")
        assert said("open draw four") == Open(id=1, game="draw", preset="four")

    def test_an_exact_option_goes_before_a_loose_one(self) -> None:
        assert said("open draw limit=5 options.limit=6").options == {"limit": 6}

    def test_values_equal_to_the_preset_are_left_out(self) -> None:
        assert TableOptions().decision_ms == 30_000
        assert said("open draw seats=2 decision=30s") == Open(id=1, game="draw")

    @pytest.mark.parametrize(
        ("text", "position", "suggestion"),
        [
            ("open draw limt=5", 10, "limit"),
            ("open draw decison=5s", 10, "decision"),
            ("open draw preset=for limit=5", 10, "four"),
            ("open draw for limit=5", 10, "four"),
            ("open draw four preset=four", 15, None),
            ("open draw four five", 15, None),
            ("open draw limit=five", 10, None),
            ("open draw seats=9", 10, None),
            ("open bridge limit=5", 12, None),
            ("open draw limit=5 limit=6", 18, None),
            ("open draw options.x=5 options.x=6", 22, None),
            ("open draw title=a title=b", 18, None),
            ("open draw limit=[1]", 10, None),
        ],
    )
    def test_errors_give_their_position_and_a_suggestion(
        self, text: str, position: int, suggestion: str | None
    ) -> None:
        error = wrong(text)
        assert (error.position, error.suggestion) == (position, suggestion)


class TestChips:
    """What the owner gives or takes, with a reason of as many words as it needs."""

    PLAYERS = Context(table="t-1", names=("Ana", "Ana Maria", "Rui 7"))

    @pytest.mark.parametrize(
        ("text", "seat", "amount", "reason"),
        [
            ("chips Ana 200 second buy-in", 0, 200, "second buy-in"),
            ("chips ana maria -1,000 paid back in cash", 1, -1000, "paid back in cash"),
            ('chips "Rui 7" +50 it is 20 too few', 2, 50, "it is 20 too few"),
            ("chips 2 50 Ana's mistake", 2, 50, "Ana's mistake"),
            ('chips 2 50 "Rui paid table=5"', 2, 50, "Rui paid table=5"),
            ('chips 2 50 "quoted as before"', 2, 50, "quoted as before"),
            ('chips seat=2 amount=50 reason="named as before"', 2, 50, "named as before"),
            ('chips 2 50 "and of a table" table=t-1', 2, 50, "and of a table"),
        ],
    )
    def test_the_reason_is_all_that_follows_the_amount(
        self, text: str, seat: int, amount: int, reason: str
    ) -> None:
        wanted = Correct(id=1, table="t-1", seat=seat, amount=amount, reason=reason)
        assert said(text, self.PLAYERS) == wanted
        assert said(format_line(wanted)) == wanted

    @pytest.mark.parametrize(
        ("text", "quoted"),
        [
            ("kick ana maria", 'remove "Ana Maria"'),
            ("handover Ana Maria", "handover 1"),
            ("@t-1 ban Rui 7", "ban 2"),
            ("rename Friday night", 'rename "Friday night"'),
            ("rename Friday", "rename title=Friday"),
            ("mute Ana Maria", 'mute "Ana Maria"'),
        ],
    )
    def test_a_title_or_name_of_several_words_needs_no_quotes(self, text: str, quoted: str) -> None:
        assert said(text, self.PLAYERS) == said(quoted, self.PLAYERS)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("chips", "chips PLAYER AMOUNT REASON"),
            ("chips Ana 20", "and why? write chips PLAYER AMOUNT REASON"),
            ("chips Ana much too few", "how many chips"),
            ("chips Eva 20 rebuy", "nobody here is called 'Eva'; here are: Ana"),
        ],
    )
    def test_missing_parts_are_named(self, text: str, says: str) -> None:
        assert says in wrong(text, self.PLAYERS).message


class TestWrongLines:
    @pytest.mark.parametrize(
        ("text", "position", "suggestion"),
        [
            ("rais_bid 5", 0, "raise_bid"),
            ("tabels", 0, "tables"),
            ("3 tabels", 2, "tables"),
            ("zzz", 0, None),
            ("act rais_bid 5", 4, "raise_bid"),
            ("act", 3, None),
            ("act to=5", 4, None),
            ("act [1]", 4, None),
            ("raise_bid", 0, None),
            ("raise_bid 5 x y", 14, None),
            ("raise_bid 5 to=6", 12, None),
            ("raise_bid five", 0, None),
            ("raise_bid tto=5", 10, "to"),
            ("join t1 x", 8, None),
            ("join t1 3 4", 10, None),
            ("join T1", 5, None),
            ("join t1 seat=1 seat=2", 15, None),
            ("join t1 seet=1", 8, "seat"),
            ("join t1 id=4", 8, None),
            ("topup", 0, None),
            ("topup 0", 6, None),
            ("topup 99999999999999999999", 6, None),
            ("topup 9007199254740992", 6, None),
            ("chat", 4, None),
            ("chat a\x07b", 5, None),
            ("7 hello Ana", 0, None),
            ("@t1 tables", 0, None),
            ("!3 tables", 0, None),
            ("12", 2, None),
            ("a=b", 0, None),
            ("12=b", 0, None),
            ('"join" t1', 0, None),
            ("[1", 2, None),
            ("join t1 after={a:1,a:2}", 19, None),
            ("join t1 after={a 1}", 16, None),
            ("join t1 after=[1 2]", 16, None),
            ("join t1 after={[1]:2}", 15, None),
            ('join t1 after="x', 14, None),
            ('join t1 after="\\x"', 14, None),
            ('join t1 after="\\ud800"', 14, None),
            ("join t1 after=", 14, None),
            ("join t1 =5", 8, None),
            ("join t1 a,b", 9, None),
            ("join t1\u00a03", 7, None),
            ("join t1 [1]=2", 8, None),
            ("join \u200bt1", 5, None),
            ("act lead x=" + "[" * 17 + "]" * 17, 27, None),
            ("x" * 20_000, 16_384, None),
        ],
    )
    def test_name_the_position_and_a_suggestion(
        self, text: str, position: int, suggestion: str | None
    ) -> None:
        context = Context(table="t1") if text.startswith("act lead") else HERE
        error = wrong(text, context)
        assert (error.position, error.suggestion) == (position, suggestion)
        assert error.message.isprintable()

    @pytest.mark.parametrize("text", ["leave", "topup 5", "chat hi", "stand"])
    def test_a_table_has_to_be_meant(self, text: str) -> None:
        error = wrong(text, Context(actions=GAME.actions))
        assert error.message.startswith("which table?")

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "dance t1",
            "ok=1",
            "[1]",
            "ok",
            "ok x",
            "ok 1 2",
            "ok 1 seq=1 seq=2",
            "live t1 5 0",
            "live t1 5/x 0",
            "event t1 5/1",
            "event t1 5/1 raised 5",
            "event t1 5/1 raised [5]",
            "event t1 5/1 raised -- a b",
            "event t1 5/1 raised --",
            "prompt t1 1 0 time=1 bank=1 now=1 default={} legal legal",
            "refused 1 code message word",
            "closing code",
        ],
    )
    def test_of_a_server_are_refused(self, text: str) -> None:
        with pytest.raises(LineError):
            parse_outbound(text)

    @pytest.mark.parametrize(
        "text", ["", "{", "{},{}", '{"type":"dance"}', '{"type":"ping","id":"1"}', "[]"]
    )
    def test_of_json_are_refused(self, text: str) -> None:
        with pytest.raises(LineError):
            parse_json_inbound(text)
        with pytest.raises(LineError):
            parse_json_outbound(text)


def test_values_that_are_not_plain_are_a_mistake() -> None:
    with pytest.raises(TypeError):
        write_value(1.5)


def test_the_page_shows_the_grammar_of_the_code() -> None:
    page = (DOCS / "protocol-lines.md").read_text(encoding="utf-8")
    shown = re.findall(r"```ebnf\n(.*?)```", page, re.DOTALL)
    written = [*_blocks(notation.__doc__ or ""), *_blocks(lines.__doc__ or "")]
    assert [block.strip() for block in shown] == [block.strip() for block in written]


def test_the_page_has_the_table_of_commands_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page)


def _blocks(doc: str) -> list[str]:
    """The indented blocks of a docstring."""
    found = re.findall(r"::\n\n((?: {4}.*\n|\n)+)", doc)
    return ["\n".join(line[4:] for line in block.splitlines()) for block in found]


def test_commands_with_a_secret_stay_out_of_the_history() -> None:
    secret = {"password", "new", "token", "code"}
    verbs = [verb for verb in COMMANDS if secret & set(verb.fields.split())]
    assert len(verbs) >= 5
    assert [verb.word for verb in verbs if not verb.private] == []
