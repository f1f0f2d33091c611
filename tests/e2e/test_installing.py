"""Guests install the client from the host's server, over the network of a home.

Their machines have no way to a package index: what the wheel needs lies in a folder that was
fetched before, and everything else comes from the host.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S
from tests.networks import HomeNetwork, Machine

from carteado.server.net.wheel import wheel_name

pytestmark = pytest.mark.exhaustive

URL = "http://192.168.77.5:8765"


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages that the client needs, and with uv."""
    folder = tmp_path_factory.mktemp("wheels")
    needed = [
        re.split(r"\s*;", one)[0]
        for one in requires("carteado") or ()
        if "extra ==" not in one or 'extra == "find"' in one.replace("'", '"')
    ]
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder)]
    done = subprocess.run(
        [*words, "--only-binary", ":all:", *needed, "uv"],
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    return folder


def lines_of_the_page(guest: Machine) -> dict[str, str]:
    """The lines that `/install` shows, by the name of the tool."""
    program = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())"
    page = guest.run(sys.executable, "-c", program, f"{URL}/install")
    lines = [line for line in page.splitlines() if f"{URL}/install/{wheel_name()}" in line]
    assert len(lines) == 2, page
    assert f"carteado play {URL}" in page.splitlines()
    return {line.split()[0]: line for line in lines}


def paste(guest: Machine, tool: str, line: str, wheels: Path) -> Path:
    """Prepare an environment with nothing but the tool, and paste the line; the program."""
    guest.run(sys.executable, "-m", "venv", "clean")
    folder = guest.folder / "clean" / "bin"
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    if tool == "pip":
        guest.run("sh", "-c", line, PATH=path, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(wheels))
        return folder / "carteado"
    guest.run(folder / "pip", "install", "--no-index", "--find-links", wheels, "uv")
    settings = guest.folder / ".config" / "uv" / "uv.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'no-index = true\nfind-links = ["{wheels}"]\n')
    guest.run("sh", "-c", line, PATH=path, UV_PYTHON=sys.executable, UV_PYTHON_DOWNLOADS="never")
    return guest.folder / ".local" / "bin" / "carteado"


@pytest.mark.parametrize("tool", ["pip", "uv"])
async def test_a_pasted_line_of_the_page_installs_a_client_that_plays(
    home_network: HomeNetwork, wheels: Path, tool: str
) -> None:
    host, guest = home_network.machine("host"), home_network.machine("guest")
    host.plug("eth0", "192.168.77.5/24", guest, "eth0", "192.168.77.9/24")
    async with host.serving("--no-qr", "--no-tables"):
        lines = await asyncio.to_thread(lines_of_the_page, guest)
        program = await asyncio.to_thread(paste, guest, tool, lines[tool], wheels)
        assert guest.run(program, "--version").strip() == wheel_name().split("-")[1]
        # What the server runs is what the guest gets, and not the sources beside it.
        where = guest.run(program.resolve().with_name("python"), "-c", WHERE)
        assert where.startswith(str(guest.folder)), where
        opened = guest.run(program, "open", "holdem", "--set", "seats=2", "--url", URL)
        played = guest.run(
            program, "bot", "caller", "--count", "2", "--hands", "1", "--table", opened.strip(),
            "--url", URL,
        )  # fmt: skip
        assert played.count("1 hand,") == 2, played
        listed = f"ws{URL.removeprefix('http')}: 1 tables"
        while listed not in await asyncio.to_thread(find, guest, program):
            pass  # on a busy machine one look may be over before the server has answered


WHERE = "import carteado.client.client as client; print(client.__file__)"


def find(guest: Machine, program: Path) -> str:
    """What the installed client finds; without a server its exit status is 1."""
    words = guest.on("sh", "-c", f"'{program}' find || true")
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=PATIENCE_S, env=guest.environment
    )
    return done.stdout
