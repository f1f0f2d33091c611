"""A server as its host starts it: what it prints for guests, and a certificate read again."""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import signal
import ssl
import sys
import urllib.request
from pathlib import Path

import pytest
import segno
from tests.clocks import PATIENCE_S, until

from .processes import Server

pytestmark = pytest.mark.exhaustive

CERTIFICATES = Path(__file__).parents[1] / "server" / "net" / "certificates"


async def test_guests_are_given_an_address_and_its_qr_code(tmp_path: Path) -> None:
    words = ("--host", "127.0.0.1", "--port", "0", "--store", "memory:", "--no-tables")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "carteado.server", *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "CARTEADO_LOG_LEVEL": "error"},
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        said = (await process.stdout.readuntil(b"Stop with Ctrl-C.")).decode()
    process.send_signal(signal.SIGINT)
    await process.communicate()
    url = re.findall(r"^Carteado is serving at (http://127\.0\.0\.1:\d+)$", said, re.MULTILINE)[0]
    assert f"carteado play {url}" in said
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(out=drawn, compact=True, border=2)
    assert drawn.getvalue().strip() in said


# A new session has no terminal until its leader takes one.
IN_TERMINAL = """
import fcntl, runpy, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
if sys.argv[1:2] == ["nohup"]:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    del sys.argv[1]
runpy.run_module("carteado.server", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("prefix", [(), ("nohup",)])
async def test_a_server_stops_when_its_terminal_is_closed_except_under_nohup(
    tmp_path: Path, prefix: tuple[str, ...]
) -> None:
    terminal, its_end = os.openpty()
    words = ("--host", "127.0.0.1", "--port", "0", "--store", f"sqlite:{tmp_path / 'log.db'}")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", IN_TERMINAL, *prefix, *words),
        stdin=its_end,
        stdout=its_end,
        stderr=its_end,
        start_new_session=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    os.close(its_end)
    said = b""
    async with asyncio.timeout(PATIENCE_S):
        while b"Stop with Ctrl-C.\r\n" not in said:
            said += await asyncio.to_thread(os.read, terminal, 4096)
        os.close(terminal)
        if prefix:
            process.send_signal(signal.SIGHUP)  # it reads its files again, and cannot say so
            url = re.findall(rb"carteado play (http\S+)", said)[0].decode()
            await asyncio.to_thread(urllib.request.urlopen, f"{url}/healthz")
            process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    assert "log.db-wal" not in os.listdir(tmp_path)  # SQLite removes it when it is closed in order


async def test_sighup_shows_a_renewed_certificate_and_never_a_wrong_one(tmp_path: Path) -> None:
    def put(name: str, key: str | None = None) -> None:
        shutil.copy(CERTIFICATES / f"{name}.pem", tmp_path / "cert.pem")
        shutil.copy(CERTIFICATES / f"{key or name}.key.pem", tmp_path / "key.pem")

    def shown() -> str:
        return ssl.get_server_certificate(("127.0.0.1", server.port), timeout=20)

    first, second = ((CERTIFICATES / f"{name}.pem").read_text() for name in ("first", "second"))
    put("first")
    flags = ("--tls-cert", str(tmp_path / "cert.pem"), "--tls-key", str(tmp_path / "key.pem"))
    async with Server(tmp_path, "memory:", "--no-tables", *flags) as server:
        assert (await asyncio.to_thread(shown)).strip() in first
        put("second")
        os.kill(server.pid, signal.SIGHUP)
        await until(lambda: "read the certificate again" in server.log)
        assert (await asyncio.to_thread(shown)).strip() in second
        put("second", key="first")
        os.kill(server.pid, signal.SIGHUP)
        await until(lambda: "not reloaded" in server.log)
        assert (await asyncio.to_thread(shown)).strip() in second
        assert await server.stop() == 0
