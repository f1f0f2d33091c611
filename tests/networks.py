"""Machines with addresses of their own: network namespaces, joined by cables.

Everything that a test starts on such a machine is a real process with real sockets; it sees the
machine's interfaces and no others. A machine is there as long as the process that holds it, so
nothing is left behind. Root is not needed where the system lets users make namespaces.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from tests.clients.commands import Result
from tests.clocks import PATIENCE_S

ROOT = Path(__file__).parents[1]
HINT = "{} is missing: sudo apt-get install iproute2 util-linux"


class MachineError(Exception):
    """A machine cannot be made, or a command on it failed; the message says what was answered."""


class Machine:
    """A machine without any network but its loopback.

    Args:
        folder: its home folder.
        first: a machine that was made before, of the same test.
    """

    def __init__(self, folder: Path, first: Machine | None = None) -> None:
        folder.mkdir()
        self.folder = folder
        if os.geteuid() == 0:
            self._user: list[str] = []
            make = ["unshare", "--net"]
        elif first is None:
            self._user = ["--user", "--preserve-credentials"]
            make = ["unshare", "--map-root-user", "--net"]
        else:  # cables lie between machines of one owner
            self._user = first._user
            make = ["nsenter", "--target", str(first.pid), *self._user, "unshare", "--net"]
        self._holder = subprocess.Popen(
            [*make, "sh", "-c", "echo made; exec cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._holder.stdout is not None
        assert self._holder.stderr is not None
        if self._holder.stdout.readline() != "made\n":
            said = self._holder.stderr.read().strip()
            self.close()
            raise MachineError(said)
        self.ip("link", "set", "lo", "up")

    @property
    def pid(self) -> int:
        """The process that holds the machine."""
        return self._holder.pid

    def close(self) -> None:
        """Let go of the machine: it is gone when its last process has ended."""
        self._holder.communicate()

    def on(self, *words: str | Path) -> list[str]:
        """The words that run a command on this machine."""
        enter = ["nsenter", "--target", str(self.pid), "--net", *self._user]
        return [*enter, *map(str, words)]

    def ip(self, *words: str) -> None:
        """Change the machine's network with the command `ip`."""
        self.run("ip", *words)

    def run(self, *words: str | Path, **variables: str) -> str:
        """Run a command that must succeed, with more variables in its environment; what it says."""
        done = subprocess.run(
            self.on(*words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE_S,
            cwd=self.folder,
            env={**self.environment, **variables},
        )
        if done.returncode:
            raise MachineError(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}".strip())
        return done.stdout

    def plug(self, name: str, address: str, other: Machine, there: str, at: str) -> None:
        """Lay a cable to another machine.

        Args:
            name: of the interface here.
            address: of this machine, with the length of the network's prefix.
            other: the machine at the other end.
            there: name of the interface of that machine.
            at: its address.
        """
        pid = str(other.pid)
        self.ip("link", "add", name, "type", "veth", "peer", "name", there, "netns", pid)
        for machine, interface, own in ((self, name, address), (other, there, at)):
            machine.ip("addr", "add", own, "dev", interface)
            machine.ip("link", "set", interface, "up")

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a user of this machine, who has no settings and no data yet."""
        strange = ("XDG_", "PIP_", "UV_", "PYTHON", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(strange)}
        own = {"HOME": str(self.folder), "PYTHONUNBUFFERED": "1", "COLUMNS": "100"}
        return {**kept, **own}

    async def start(self, *words: str | Path) -> asyncio.subprocess.Process:
        """Start a command on this machine."""
        return await asyncio.create_subprocess_exec(
            *self.on(*words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self.environment,
            cwd=self.folder,
        )

    async def carteado(self, *words: str, typed: str = "") -> Result:
        """Run a command line of ours to its end, as a user of this machine."""
        process = await self.start(*COMMAND, *words)
        out, err = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE_S)
        assert process.returncode is not None
        return Result(status=process.returncode, out=out.decode(), err=err.decode())

    @asynccontextmanager
    async def serving(self, *words: str) -> AsyncIterator[str]:
        """A server of ours on this machine; what it says to its host when it has started."""
        flags = ("--store", "memory:", "--log-level", "error", *words)
        process = await self.start(*COMMAND, "serve", *flags)
        assert process.stdout is not None
        assert process.stderr is not None
        complaints = asyncio.create_task(process.stderr.read())
        try:
            async with asyncio.timeout(PATIENCE_S):
                said = await process.stdout.readuntil(b"Stop with Ctrl-C.\n")
            yield said.decode()
        except asyncio.IncompleteReadError:
            raise AssertionError((await complaints).decode()) from None
        finally:
            if process.returncode is None:
                process.terminate()
            async with asyncio.timeout(PATIENCE_S):
                await process.wait()
                await complaints


COMMAND = (sys.executable, "-m", "carteado.clients.cli.main")
"""The command `carteado`."""


class HomeNetwork:
    """The machines of one test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._machines: list[Machine] = []

    def machine(self, name: str) -> Machine:
        """A new machine on this network."""
        first = self._machines[0] if self._machines else None
        self._machines.append(Machine(self._folder / name, first))
        return self._machines[-1]

    def close(self) -> None:
        """Let go of every machine."""
        for machine in self._machines:
            machine.close()


@contextmanager
def home_network(folder: Path) -> Iterator[HomeNetwork]:
    """A home network for as long as the context lasts."""
    made = HomeNetwork(folder)
    try:
        yield made
    finally:
        made.close()


def missing() -> str | None:
    """The program that machines are made with and that is not installed, None if all are."""
    found = [name for name in ("unshare", "nsenter", "ip") if shutil.which(name) is None]
    return found[0] if found else None


def refusal(folder: Path) -> str | None:
    """What this system answers to somebody who wants two machines and a cable, None if it obeys."""
    if sys.platform != "linux":
        return f"{sys.platform} has no network namespaces"
    try:
        with home_network(folder) as made:
            one, other = made.machine("one"), made.machine("other")
            one.plug("eth0", "192.168.77.5/24", other, "eth0", "192.168.77.9/24")
    except MachineError as error:
        return str(error)
    return None
