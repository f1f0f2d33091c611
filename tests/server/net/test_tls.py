"""TLS in the server itself: clients, the host's own bots, and a renewed certificate."""

from __future__ import annotations

import shutil
import ssl
from pathlib import Path
from typing import Any

import pytest
from tests.clocks import PATIENCE_S, until

from carteado.client import Client
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
    import socket

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
    import asyncio

    async with running(settings(tmp_path)) as server:
        look = asyncio.to_thread
        assert await look(certificate_of, server.port, "first", "second") == "first"
        pair(tmp_path, "second")
        assert await server.reload() == ["read the certificate again"]
        assert await look(certificate_of, server.port, "first", "second") == "second"
        shutil.copy(FILES / "first.key.pem", tmp_path / "key.pem")
        with pytest.raises(TlsError, match="no certificate with its key"):
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
    with pytest.raises(ConfigError, match="set together"):
        load_settings({"tls_cert": missing})
