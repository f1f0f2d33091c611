"""The README is true: its commands run, its examples work, its links lead somewhere.

A ```console block holds commands behind ``$`` and what they print; ``...`` stands for anything. The
commands run one after the other against a server on a port of its own. ```python and ```yaml blocks
are the files that the commands name.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S, own_time

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.M | re.S)
STOP_S = 2
"""A server that is asked to stop takes no longer."""


def files() -> Iterator[tuple[str, str]]:
    """The files of the examples, by name."""
    for kind, body in BLOCKS:
        if kind == "python":
            yield re.findall(r"^def (\w+)", body, re.M)[0] + ".py", body
        if kind == "yaml":
            yield "short.yaml", body


def commands() -> Iterator[tuple[str, str]]:
    """Each command, and what it prints."""
    for kind, body in BLOCKS:
        if kind == "console":
            for entry in re.split(r"^\$ ", body, flags=re.M)[1:]:
                command, _, output = entry.partition("\n")
                yield command, output


class House:
    """A folder to work in, with a data folder of its own and a server on a free port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        data = {f"XDG_{name}_HOME": str(folder) for name in ("DATA", "STATE", "CONFIG")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = {
            **os.environ,
            **data,
            "HOME": str(folder),
            "PATH": path,
            "COLUMNS": "200",
        }
        # What `make serve` runs, on a port that the system chooses.
        serve = subprocess.run(
            ["make", "-n", "serve", "ARGS=--port 0 --host 127.0.0.1"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()[-1]
        assert "carteado serve" in serve
        words = shlex.split(serve.partition("carteado ")[2])
        self.server = subprocess.Popen(
            [sys.executable, "-m", "carteado.clients.cli.main", *words],
            cwd=folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.port = self._port()

    def _port(self) -> str:
        assert self.server.stdout is not None
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            ready, _, _ = select.select([self.server.stdout], [], [], until - time.monotonic())
            line = self.server.stdout.readline() if ready else ""
            if found := re.search(r"serving at http://127\.0\.0\.1:(\d+)", line):
                return found[1]
        raise AssertionError("the server says no URL")

    def run(self, command: str) -> str:
        done = subprocess.run(
            command.replace(":8765", f":{self.port}"),
            shell=True,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def stop(self) -> float:
        """Seconds that an orderly stop takes."""
        with own_time() as clock:
            began = clock()
            self.server.terminate()
            self.server.communicate(timeout=PATIENCE_S)
            return clock() - began


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    if made.server.poll() is None:
        made.server.kill()
        made.server.communicate()


@pytest.mark.exhaustive
def test_the_commands_do_what_the_readme_says(house: House) -> None:
    for name, body in files():
        (house.folder / name).write_text(body)
    for command, output in commands():
        printed = house.run(command)
        for line in filter(None, output.splitlines()):
            pattern = ".*".join(re.escape(part) for part in line.split("..."))
            assert re.search(f"^{pattern}$", printed, re.M), f"{command} printed:\n{printed}"
    assert house.stop() < STOP_S
    assert house.server.returncode in (0, 130)


def test_the_readme_opens_with_two_commands_that_exist() -> None:
    kind, body = BLOCKS[0]
    opening = [line.split("#")[0].strip() for line in body.splitlines()]
    assert (kind, opening) == ("sh", ["make serve", "make test"])
    makefile = (ROOT / "Makefile").read_text()
    for target in [*re.findall(r"`make ([a-z-]+)`", TEXT), "serve", "test"]:
        assert re.search(rf"^{target}:", makefile, re.M), f"there is no target {target}"


def test_the_readme_says_that_the_operator_sees_the_cards() -> None:
    assert "operator of a server can see the cards" in " ".join(TEXT.split())
