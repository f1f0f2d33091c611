"""Frames and fields that no honest client sends.

Each test is named in ``docs/threat-model.md``.
"""

from __future__ import annotations

import pytest
from tests.server.net.live_server import check_service, live_server
from websockets.frames import Frame, Opcode


async def test_a_frame_above_the_limit_closes_with_1009() -> None:
    async with live_server() as server:
        peer = await server.player()
        await peer.send("chat", id=1, table="t", text="x" * 20_000)
        assert await peer.closed() == (1009, "frame/too_large")
        await check_service(server)


async def test_a_message_of_many_small_frames_above_the_limit_closes_with_1009() -> None:
    async with live_server() as server:
        peer = await server.player()
        await peer.socket.send(["x" * 1_000] * 20)
        assert await peer.closed() == (1009, "frame/too_large")
        await check_service(server)


async def test_compression_is_not_offered_and_not_understood() -> None:
    """A compressed frame breaks the protocol, so there is no decompression bomb."""
    async with live_server() as server:
        peer = await server.peer(compression="deflate")
        assert peer.socket.protocol.extensions == []
        await peer.hello("Ana")
        bomb = bytearray(Frame(Opcode.TEXT, b"\x00" * 100).serialize(mask=True))
        bomb[0] |= 0x40  # the bit for compression
        peer.socket.transport.write(bomb)
        status, _ = await peer.closed()
        assert status == 1002
        await check_service(server)


async def test_a_nesting_bomb_is_refused_and_the_connection_goes_on() -> None:
    async with live_server() as server:
        peer = await server.player()
        await peer.socket.send("[" * 8_000 + "]" * 8_000)
        reply = await peer.until(lambda message: message["type"] == "refused")
        assert reply["code"] == "frame/deep"
        assert (await peer.ask("list"))["type"] == "ok"


@pytest.mark.parametrize(
    "frame",
    ["{", "[]", '{"type":"act"}', '{"type":"no_such"}', '{"type":"ping","id":1.0}', '{"id":1}'],
)
async def test_wrong_frames_are_refused_and_many_of_them_close(frame: str) -> None:
    async with live_server() as server:
        peer = await server.player()
        await peer.socket.send(frame)
        reply = await peer.until(lambda message: message["type"] == "refused")
        assert reply["code"].startswith("frame/")
        for _ in range(20):
            await peer.socket.send(frame)
        assert await peer.closed() == (1008, "limit/malformed")
        await check_service(server)


async def test_another_kind_of_frame_closes_the_connection() -> None:
    async with live_server() as server:
        peer = await server.player()
        await peer.socket.send(b"\x80")
        assert await peer.closed() == (1003, "frame/kind")


@pytest.mark.parametrize("greeted", [False, True])
async def test_a_text_that_is_not_utf_8_closes(greeted: bool) -> None:
    async with live_server() as server:
        peer = await (server.player() if greeted else server.peer())
        await peer.socket.send(b'{"type":"\xff"}', text=True)
        assert await peer.closed() == (1007, "frame/text")
        assert peer.messages[-1]["message"] == "the frame is not valid UTF-8"


@pytest.mark.parametrize(
    "text",
    ["\x1b[2J", "a\nb", "a\x00b", "\u202egnirts", "a\u2028b", "\u200b", "\x9b31m", "a\rb", "\x7f"],
)
async def test_control_characters_reach_nobody(text: str) -> None:
    """Names, titles and chat contain no escape sequences, line breaks or reversed text."""
    async with live_server() as server:
        ana = await server.player()
        table = await server.table(ana)
        for kind, fields in (
            ("chat", {"table": table, "text": text}),
            ("open", {"game": "holdem", "title": text}),
        ):
            reply = await ana.ask(kind, **fields)
            assert reply["code"] == "frame/invalid"
            assert reply["message"].isprintable()
        stranger = await server.peer()
        await stranger.send("hello", name=text)
        reply = await stranger.until(lambda message: message["type"] == "refused")
        assert reply["code"] == "frame/invalid"
        assert reply["message"].isprintable()


@pytest.mark.parametrize(
    "table",
    [
        "x'; DROP TABLE commits; --",
        "a b",
        "../../etc/passwd",
        "t1\r\nFLUSHALL\r\n",
        "{t}",
        "*",
        "t" * 100,
        "",
    ],
)
async def test_an_id_that_contains_a_command_is_refused(table: str) -> None:
    """The server accepts only short plain ids, before a store, a path or a log line sees them."""
    async with live_server() as server:
        peer = await server.player()
        for kind in ("watch", "join", "history", "proofs"):
            extra = {"deal": 1} if kind == "proofs" else {}
            reply = await peer.ask(kind, table=table, **extra)
            assert reply["code"] == "frame/invalid"
        reply = await peer.ask("open", game=table)
        assert reply["code"] in ("frame/invalid", "options/unknown_game")
        assert not server.running.lobby.tables
