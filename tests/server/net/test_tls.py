"""TLS in the server itself: clients, the host's own bots, and a renewed certificate."""

from __future__ import annotations

import asyncio
import shutil
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest
from tests.clocks import PATIENCE_S, until

from carteado.client import CannotReach, Client
from carteado.protocol import messages as wire
from carteado.server.app import running
from carteado.server.net.tls import Certificate, TlsError
from carteado.server.ops.config import ConfigError, Settings, load_settings

FILES = Path(__file__).parent / "certificates"


def pair(folder: Path, name: str) -> dict[str, str]:
    """Copies a certificate and its key to where the server looks for them."""
    shutil.copy(FILES / f"{name}.pem", folder / "cert.pem")
    shutil.copy(FILES / f"{name}.key.pem", folder / "key.pem")
    return {"tls_cert": str(folder / "cert.pem"), "tls_key": str(folder / "key.pem")}


def settings(folder: Path, name: str = "first", **more: Any) -> Settings:
    return Settings(
        host="127.0.0.1", port=0, store="memory:", tables=False, **pair(folder, name), **more
    )


def certificate_of(port: int, *trusted: str) -> str:
    """The organization in the certificate that the server shows."""
    context = ssl.create_default_context()
    for name in trusted:
        context.load_verify_locations(FILES / f"{name}.pem")
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line,
        context.wrap_socket(line, server_hostname="localhost") as secure,
    ):
        subject: Any = secure.getpeercert()
        found: str = dict(part[0] for part in subject["subject"])["organizationName"]
        return found


async def test_clients_play_over_tls_and_the_hosts_bots_come_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(FILES / "first.pem"))
    async with (
        running(settings(tmp_path)) as server,
        Client(f"wss://127.0.0.1:{server.port}", name="Ana") as ana,
    ):
        table = (await ana.request(wire.Open, game="holdem")).table
        assert table is not None
        await ana.request(wire.AddBot, table=table, bot="caller")
        host = server.lobby.tables[table].host
        await until(lambda: host.table.state.names[0] is not None)


async def test_a_renewed_certificate_is_shown_after_a_reload_and_a_wrong_one_never(
    tmp_path: Path,
) -> None:
    async with running(settings(tmp_path)) as server:
        look = asyncio.to_thread
        assert await look(certificate_of, server.port, "first", "second") == "first"
        pair(tmp_path, "second")
        assert await server.reload() == ["read the certificate again"]
        assert await look(certificate_of, server.port, "first", "second") == "second"
        shutil.copy(FILES / "first.key.pem", tmp_path / "key.pem")
        with pytest.raises(TlsError, match="not a certificate and its key"):
            await server.reload()
        assert await look(certificate_of, server.port, "first", "second") == "second"


def test_errors_in_the_files_name_the_files(tmp_path: Path) -> None:
    pair(tmp_path, "first")
    missing = str(tmp_path / "none.pem")
    with pytest.raises(TlsError, match=r"none\.pem cannot be read: No such file"):
        Certificate(missing, str(tmp_path / "key.pem"))
    (tmp_path / "cert.pem").write_text("nonsense")
    with pytest.raises(TlsError, match=r"cert\.pem"):
        Certificate(str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    with pytest.raises(ConfigError, match="set both tls_cert and tls_key"):
        load_settings({"tls_cert": missing})


async def test_an_address_with_tls_of_a_server_without_it_is_corrected() -> None:
    plain = Settings(host="127.0.0.1", port=0, store="memory:", tables=False)
    async with running(plain) as server:
        place = f"127.0.0.1:{server.port}"
        sentence = f"The server at {place} does not use TLS. Type ws://{place}"
        with pytest.raises(CannotReach, match=f"^{sentence}$"):
            await Client(f"wss://{place}", name="Ana").start()


async def test_an_address_without_tls_of_a_server_with_it_is_corrected(tmp_path: Path) -> None:
    async with running(settings(tmp_path)) as server:
        place = f"127.0.0.1:{server.port}"
        sentence = f"The server at {place} uses TLS. Type wss://{place}"
        with pytest.raises(CannotReach, match=f"^{sentence}$"):
            await Client(f"ws://{place}", name="Ana").start()


async def test_a_proxy_that_requires_tls_is_not_mistaken_for_another_protocol_version() -> None:
    """Web servers answer 400 to a request without TLS, as Carteado does to another version."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(FILES / "first.pem", FILES / "first.key.pem")

    def serve(proxy: socket.socket) -> None:
        for _ in range(2):
            line, _ = proxy.accept()
            with line:
                if line.recv(1, socket.MSG_PEEK) == b"G":
                    line.recv(1 << 16)
                    line.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                else:
                    context.wrap_socket(line, server_side=True).close()

    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.settimeout(PATIENCE_S)
        serving = asyncio.create_task(asyncio.to_thread(serve, proxy))
        with pytest.raises(CannotReach, match=r"uses TLS\. Type wss://"):
            await Client(f"ws://127.0.0.1:{proxy.getsockname()[1]}", name="Ana").start()
        await serving


async def test_an_untrusted_certificate_is_named_as_the_reason(
    tmp_path: Path,
) -> None:
    async with running(settings(tmp_path)) as server:
        with pytest.raises(CannotReach, match="cannot be verified: self-signed cert") as caught:
            await Client(f"wss://127.0.0.1:{server.port}", name="Ana").start()
        assert "SSL_CERT_FILE" in caught.value.advice
