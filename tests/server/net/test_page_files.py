"""The browser's page: how its files are served."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import re
import threading
from collections.abc import AsyncIterator

import pytest
from tests.clocks import PATIENCE_S
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from carteado.protocol.codec import SUBPROTOCOLS
from carteado.server.app import Running, running
from carteado.server.net import page_files, site
from carteado.server.net.page_files import PageFiles
from carteado.server.ops.config import Settings

PLAIN = "<p>how to join</p>"


@pytest.fixture
def files() -> PageFiles:
    return PageFiles()


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    settings = Settings(host="127.0.0.1", port=0, store="memory:", announce=False, tables=False)
    async with running(settings) as found:
        yield found


def response(files: PageFiles, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    page = files.get(path, PLAIN, "192.168.77.5:8765", named)
    return page.status, page.headers, page.content


def test_the_page_names_its_files_by_their_hash(files: PageFiles) -> None:
    status, headers, body = response(files, "/")
    text = body.decode()
    assert status == 200
    assert headers["Content-Type"].startswith("text/html")
    assert headers["Cache-Control"] == "no-cache"
    assert PLAIN in text
    assert "{{" not in text
    named = re.findall(r'(?:src|href)="(/-/[^"]+)"', text)
    assert any(name.endswith("main.js") for name in named)
    for name in named:
        status, headers, body = response(files, name)
        assert status == 200, name
        assert "immutable" in headers["Cache-Control"]
        assert body


def test_the_page_is_one_script_one_style_and_the_words_of_a_language(files: PageFiles) -> None:
    _, headers, body = response(files, f"{files.base}main.js")
    assert headers["Content-Type"].startswith("text/javascript")
    script = body.decode()
    imports = re.findall(r"\bimport\b[^)]*\)", script)
    assert [re.sub(r"\w+(?=})", "_", one) for one in imports] == ["import(`./data/words-${_}.js`)"]
    data = ("data/words-names.js", "data/words-en.js", "data/words-de.js", "data/words-pt-BR.js")
    for name in (*data, "main.css", "plain.css", "icon.svg"):
        assert response(files, f"{files.base}{name}")[0] == 200, name
    assert response(files, f"{files.base}core/app.js")[0] == 404


def test_the_page_runs_no_inline_script_and_nothing_of_other_hosts(files: PageFiles) -> None:
    _, headers, body = response(files, "/")
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert "connect-src 'self' ws://192.168.77.5:8765 wss://192.168.77.5:8765;" in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"<script(?![^>]* src=)", body.decode())
    assert "<style" not in body.decode()


def test_a_file_that_the_browser_has_is_not_sent_again(files: PageFiles) -> None:
    name = f"{files.base}main.css"
    _, headers, _ = response(files, name)
    for known in (f'"other", {headers["ETag"]}', f"W/{headers['ETag']}"):
        status, again, body = response(files, name, If_None_Match=known)
        assert (status, body) == (304, b"")
        assert again["ETag"] == headers["ETag"]
        assert "Content-Length" not in again, "it would be that of the file"
    assert response(files, name, If_None_Match='"other"')[0] == 200


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip", True), ("br, GZIP;q=0.5", True), ("gzip;q=0", False), ("br", False), ("", False)],
)
def test_files_are_compressed_for_browsers_that_accept_it(
    files: PageFiles, accepted: str, packed: bool
) -> None:
    name = f"{files.base}main.css"
    _, plain, body = response(files, name)
    _, headers, sent = response(files, name, Accept_Encoding=accepted)
    assert (headers.get("Content-Encoding") == "gzip") is packed
    assert (gzip.decompress(sent) if packed else sent) == body
    assert plain["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("name", ["nothing.js", "../__init__.py", "make_data.py", "index.html", ""])
def test_nothing_else_is_served(files: PageFiles, name: str) -> None:
    assert response(files, f"{files.base}{name}")[0] == 404


def test_a_page_of_an_earlier_release_gets_files_that_are_not_kept(files: PageFiles) -> None:
    status, headers, _ = response(files, "/-/0123456789abcdef/main.css")
    assert status == 200
    assert headers["Cache-Control"] == "no-store"


def test_an_invitation_is_the_same_page(files: PageFiles) -> None:
    assert files.serves("/t/friday")
    assert response(files, "/t/friday")[2] == response(files, "/")[2]
    assert not files.serves("/healthz")


def test_a_server_without_the_package_serves_no_page() -> None:
    files = PageFiles("carteado.clients.nowhere")
    assert files.base == ""
    assert not files.serves("/")


async def answer(server: Running, request: str) -> tuple[int, str, bytes]:
    """Status, headers and body for a request line and headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"{request}\r\nHost: localhost\r\n\r\n".encode())
    async with asyncio.timeout(PATIENCE_S):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), head.decode(), body


async def test_only_the_headers_of_a_page_are_sent_on_request(server: Running) -> None:
    status, whole, body = await answer(server, "GET / HTTP/1.1")
    assert await answer(server, "HEAD / HTTP/1.1") == (status, whole, b"")
    assert status == 200
    assert body


@pytest.mark.parametrize("method", ["POST", "PUT", "TRACE"])
async def test_a_page_is_not_the_answer_to_other_methods(server: Running, method: str) -> None:
    status, head, _ = await answer(server, f"{method} / HTTP/1.1")
    assert status == 405
    assert "Allow: GET, HEAD" in head


@pytest.mark.parametrize("length", ["Content-Length: 3", "Transfer-Encoding: chunked"])
async def test_a_request_with_a_body_is_refused_in_words(server: Running, length: str) -> None:
    status, head, body = await answer(server, f"POST / HTTP/1.1\r\n{length}")
    assert status == 405
    assert "Allow: GET, HEAD" in head
    assert body == b"pages can only be read: send GET or HEAD, without a body\n"


async def test_a_header_may_come_in_several_lines(server: Running) -> None:
    packed = "GET / HTTP/1.1\r\nAccept-Encoding: br\r\nAccept-Encoding: gzip"
    status, head, _ = await answer(server, packed)
    assert status == 200
    assert "Content-Encoding: gzip" in head
    tag = next(line for line in head.splitlines() if line.startswith("ETag: "))[len("ETag: ") :]
    known = f'GET / HTTP/1.1\r\nIf-None-Match: "other"\r\nIf-None-Match: {tag}'
    assert (await answer(server, known))[0] == 304
    assert (await answer(server, "GET / HTTP/1.1\r\nUpgrade: h2c\r\nUpgrade: x"))[0] == 200


async def connected(server: Running, origin: str, host: str) -> int:
    """The status of the handshake of a page; 101 where it is let in."""
    try:
        async with connect(
            f"ws://{host}",
            host="127.0.0.1",
            port=server.port,
            subprotocols=[Subprotocol(SUBPROTOCOLS[1])],
            origin=Origin(origin),
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        ("http://192.168.77.5:8765", "192.168.77.5:8765", 101),
        ("https://localhost", "localhost", 101),
        ("http://localhost:8765", "localhost:8765", 101),
        ("http://evil.example", "192.168.77.5:8765", 403),
        ("http://192.168.77.5:9999", "192.168.77.5:8765", 403),
        ("null", "192.168.77.5:8765", 403),
        ("http://evil.example", "evil.example", 421),
    ],
)
async def test_only_the_servers_own_page_connects(
    server: Running, origin: str, host: str, status: int
) -> None:
    assert await connected(server, origin, host) == status


async def test_a_visitor_who_waits_for_a_slow_machine_is_asked_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, end = page_files._made, threading.Event()
    monkeypatch.setattr(page_files, "_read_before", {})
    monkeypatch.setattr(
        page_files, "_made", lambda package: (end.wait(PATIENCE_S), made(package))[1]
    )
    monkeypatch.setattr(site, "MAKING_S", 0)
    settings = Settings(host="127.0.0.1", port=0, store="memory:", announce=False, tables=False)
    async with running(settings) as server:

        async def visit() -> tuple[bytes, bytes]:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            writer.close()
            return head, body

        head, body = await visit()
        assert head.startswith(b"HTTP/1.1 503 ")
        (script,) = re.findall(rb"<script>(.*)</script>", body)
        digest = base64.b64encode(hashlib.sha256(script).digest())
        assert b"script-src 'sha256-" + digest + b"'" in head, "the browser runs it"
        assert b"location.reload()" in script
        end.set()
        async with asyncio.timeout(PATIENCE_S):
            while b"<title>Carteado</title>" not in body:
                _, body = await visit()
