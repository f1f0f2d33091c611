"""The server's side of a session: greetings, limits and violations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from carteado.protocol.codec import MAX_FRAME, Codec
from carteado.protocol.errors import Close
from carteado.protocol.messages import Act, AddBot, Hello, Ping, Refused, Watch
from carteado.protocol.session import Limits, ServerSession, Violation
from carteado.protocol.session_server import COSTS

pytestmark = pytest.mark.usefixtures("draw")


class TestServerSession:
    def greeted(self, codec: Codec, **limits: int) -> ServerSession:
        session = ServerSession(codec, limits=Limits(**limits))
        hello = Hello(name="Ana")
        assert session.receive(codec.encode_inbound(hello), 0) == hello
        assert session.hello == hello
        return session

    def test_the_first_message_is_hello(self, codec: Codec) -> None:
        session = ServerSession(codec)
        violation = session.receive(codec.encode_inbound(Ping(id=1)), 0)
        assert isinstance(violation, Violation)
        assert violation.status is Close.PROTOCOL
        assert violation.reply.code == "session/hello_first"
        assert session.receive(codec.encode_inbound(Hello(name="Ana")), 0) is violation

    def test_hello_comes_once(self, codec: Codec) -> None:
        session = self.greeted(codec)
        violation = session.receive(codec.encode_inbound(Hello(name="Ana")), 0)
        assert isinstance(violation, Violation)
        assert (violation.reply.code, violation.status) == ("session/hello_twice", Close.PROTOCOL)

    def test_a_wrong_command_is_refused_with_its_id(self, codec: Codec) -> None:
        session = self.greeted(codec)
        wrong: Any = Act(id=7, table="t1", decision="x", action={})
        violation = session.receive(codec.encode_inbound(wrong), 0)
        assert isinstance(violation, Violation)
        assert isinstance(violation.reply, Refused)
        assert (violation.reply.id, violation.reply.code) == (7, "frame/invalid")
        assert violation.reply.details["where"] == "act.decision"
        assert violation.status is None
        assert session.receive(codec.encode_inbound(Ping(id=8)), 0) == Ping(id=8)

    def test_malformed_frames_in_a_row_close(self, codec: Codec) -> None:
        session = self.greeted(codec, malformed=3)
        wrong: bytes | str = "[" if codec.text else b"\xc1"
        answers = [session.receive(wrong, 0) for _ in range(2)]
        assert all(isinstance(a, Violation) and a.status is None for a in answers)
        session.receive(codec.encode_inbound(Ping(id=1)), 0)
        final = [session.receive(wrong, 0) for _ in range(3)][-1]
        assert isinstance(final, Violation)
        assert (final.reply.code, final.status) == ("limit/malformed", Close.POLICY)

    @pytest.mark.parametrize(
        ("text", "binary", "code", "status"),
        [
            ("x" * (MAX_FRAME + 1), b"\x00" * (MAX_FRAME + 1), "frame/too_large", Close.TOO_LARGE),
            (b"{}", "{}", "frame/kind", Close.KIND),
            ('"\\ud800"', b"\xa1\xff", "frame/text", Close.TEXT),
        ],
    )
    def test_some_frames_close_at_once(
        self, codec: Codec, text: Any, binary: Any, code: str, status: Close
    ) -> None:
        session = self.greeted(codec)
        violation = session.receive(text if codec.text else binary, 0)
        assert isinstance(violation, Violation)
        assert (violation.reply.code, violation.status) == (code, status)

    def test_a_burst_is_accepted_and_then_a_number_per_second(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=10, burst=5)
        ping = codec.encode_inbound(Ping(id=3))
        taken = [session.receive(ping, 1_000) for _ in range(6)]
        assert [type(answer) for answer in taken] == [Ping] * 5 + [Violation]
        refused = taken[-1]
        assert isinstance(refused, Violation)
        assert isinstance(refused.reply, Refused)
        assert (refused.reply.id, refused.reply.code) == (3, "limit/rate")
        wait = refused.reply.details["retry_ms"]
        assert 0 < wait <= 101
        assert session.receive(ping, 1_000 + wait) == Ping(id=3)
        assert isinstance(session.receive(ping, 1_000 + wait), Violation)

    def test_a_flood_closes(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=1, burst=2)
        ping = codec.encode_inbound(Ping(id=3))
        answers = [session.receive(ping, 0) for _ in range(5)]
        final = answers[-1]
        assert isinstance(final, Violation)
        assert (final.reply.code, final.status) == ("limit/rate", Close.POLICY)

    def test_a_request_is_charged_for_its_cpu_time(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=1_000, burst=1_000)
        ping = codec.encode_inbound(Ping(id=3))
        ahead = session.ahead(0)
        session.charge(0.001, "watch", 0)  # as long as its price
        assert session.ahead(0) == ahead
        session.charge(0.015, "watch", 0)
        assert session.ahead(0) == ahead + 300 - COSTS["watch"]
        session.charge(0.05, "history", 0)
        refused = session.receive(ping, 0)
        assert isinstance(refused, Violation)
        assert refused.reply.code == "limit/rate"
        assert session.ahead(1_000_000) == 0

    def test_an_expensive_message_counts_for_several(self, codec: Codec) -> None:
        cost = COSTS["watch"]
        session = self.greeted(codec, per_second=10, burst=2 * cost)
        watch = codec.encode_inbound(Watch(id=3, table="t1"))
        taken = [session.receive(watch, 10_000) for _ in range(3)]
        assert [type(answer) for answer in taken] == [Watch, Watch, Violation]
        refused = taken[-1]
        assert isinstance(refused, Violation)
        assert (refused.reply.code, refused.status) == ("limit/rate", None)
        assert isinstance(refused.reply, Refused)
        assert refused.reply.details["cost"] == cost
        assert f"counts for {cost}" in refused.reply.message
        later = 10_000 + refused.reply.details["retry_ms"]
        assert session.receive(watch, later) == Watch(id=3, table="t1")

    def test_a_message_that_costs_more_than_the_burst_uses_all_of_it(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=10, burst=5)
        bot = codec.encode_inbound(AddBot(id=3, table="t1", bot="caller"))
        assert isinstance(session.receive(bot, 10_000), AddBot)
        assert isinstance(session.receive(bot, 10_400), Violation)
        assert isinstance(session.receive(bot, 10_500), AddBot)

    def test_the_page_lists_the_cost_of_each_message(self) -> None:
        page = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")
        _, _, rows = page.partition("| Message | Counts for |\n|---|---|\n")
        said = {}
        for row in rows.partition("\n\n")[0].splitlines():
            tags, cost = row.strip("|").split("|")
            said |= {tag.strip(" `"): int(cost) for tag in tags.split(",")}
        assert said == COSTS

    def test_pings_of_the_line_count_like_messages(self, codec: Codec) -> None:
        session = self.greeted(codec, per_second=1, burst=2)
        answers = [session.control(0) for _ in range(5)]
        assert answers[0] is None
        put_off, final = answers[1], answers[-1]
        assert put_off is not None
        assert final is not None
        assert (put_off.reply.code, put_off.status) == ("limit/rate", None)
        assert (final.reply.code, final.status) == ("limit/rate", Close.POLICY)
        assert session.control(10_000) == final
        assert session.receive(codec.encode_inbound(Ping(id=3)), 10_000) == final

    @pytest.mark.parametrize(
        ("data", "code", "number"),
        [
            ({"id": 5}, "frame/not_a_message", 5),
            ({"type": 5, "id": True}, "frame/not_a_message", None),
            ({"type": "dance\x1b[2J", "id": 2**53}, "frame/value", None),
            ({"type": "dance\x1b[2J", "id": 0}, "frame/unknown_type", None),
            ({"type": "ping", "id": 1, "x\x1b": 1}, "frame/invalid", 1),
            ([], "frame/not_a_message", None),
        ],
    )
    def test_errors_have_no_control_characters(
        self, codec: Codec, data: Any, code: str, number: int | None
    ) -> None:
        import json

        import msgpack

        session = self.greeted(codec)
        frame = json.dumps(data) if codec.text else msgpack.packb(data)
        violation = session.receive(frame, 0)
        assert isinstance(violation, Violation)
        assert isinstance(violation.reply, Refused)
        assert (violation.reply.code, violation.reply.id) == (code, number)
        assert violation.reply.message.isprintable()
        assert str(violation.reply.details).isprintable()
