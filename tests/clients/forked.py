"""Command lines in forks of one process that has the clients' modules loaded.

Starting Python and importing the client costs half a second, a fork a few milliseconds. `stub`
is the program that a test starts: it hands its standard streams and its words to the fork server
through a socket, and ends as the fork ends. A fork whose stub has ended is ended too.

Run as a program it is the fork server: ``python -m tests.clients.forked SOCKET``.
"""

from __future__ import annotations

import array
import atexit
import functools
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.clocks import PATIENCE_S

STUB = """
import array, json, os, signal, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
order = json.dumps([os.getcwd(), dict(os.environ), sys.argv[2:]]).encode()
streams = array.array("i", [0, 1, 2])
rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)]
link.sendmsg([len(order).to_bytes(4, "big")], rights)
link.sendall(order)
os.closerange(0, 3)
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, _: link.send(bytes([number])))
status = int.from_bytes(link.recv(4) or b"\\0\\0\\0\\1", "big", signed=True)
if status < 0:
    signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
os._exit(status)
"""


@functools.cache
def _server() -> str:
    """The socket of this process's fork server, which is started when it is first needed."""
    folder = tempfile.TemporaryDirectory(prefix="forks-")
    path = os.path.join(folder.name, "socket")
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.clients.forked", path],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def end() -> None:
        program.kill()
        program.wait()
        folder.cleanup()

    atexit.register(end)
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    return path


def stub(module: str, *arguments: str) -> list[str]:
    """The program and words that run a module in a fork."""
    return [sys.executable, "-I", "-S", "-c", STUB, _server(), module, *arguments]


def can_fork(environment: Mapping[str, str]) -> bool:
    """Whether a fork behaves as a new Python would, with these variables in its environment."""
    same = _read_at_start({**os.environ, **environment}) == _HERE
    return hasattr(os, "fork") and same


def _read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that Python reads when it starts, which a fork would not read again."""
    names = ("PYTHON", "LC_", "LANG")
    return {name: value for name, value in environment.items() if name.startswith(names)}


_HERE = _read_at_start(os.environ)


def _serve(path: str) -> None:
    import carteado.arena.commands
    import carteado.arena.matches.play
    import carteado.arena.matches.setup
    import carteado.bots.buraco.players
    import carteado.bots.commands
    import carteado.bots.program
    import carteado.client.client
    import carteado.client.hosting
    import carteado.client.lobby
    import carteado.clients.cli.buraco_odds
    import carteado.clients.cli.desk
    import carteado.clients.cli.dialect
    import carteado.clients.cli.judge
    import carteado.clients.cli.main
    import carteado.clients.cli.odds
    import carteado.clients.cli.typed
    import carteado.odds.heads_up
    from carteado.engine.registry import games

    for game in games():
        assert game
    carteado.client.client.WELCOME_S = PATIENCE_S  # a busy machine greets late
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a keeper
    os.write(1, b"ready\n")
    while True:
        link, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            _keep(link)
        link.close()


def _keep(link: socket.socket) -> None:
    """Run one order in a fork of this process, pass signals on and send back how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    head, rights, _, _ = link.recvmsg(4, socket.CMSG_SPACE(3 * array.array("i").itemsize))
    streams = array.array("i")
    streams.frombytes(rights[0][2])
    rest = bytearray()
    while len(rest) < int.from_bytes(head, "big"):
        rest += link.recv(1 << 16)
    folder, environment, words = json.loads(rest)
    wake, woken = os.pipe()
    child = os.fork()
    if child == 0:
        os.closerange(wake, woken + 1)
        link.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        _run(folder, environment, words)
    for stream in streams:
        os.close(stream)
    os.closerange(0, 3)
    if os.fork() == 0:  # waits for signals, and for the end of the stub
        while number := link.recv(1):
            os.kill(child, number[0])
        os.kill(child, signal.SIGKILL)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    link.sendall(code.to_bytes(4, "big", signed=True))
    link.shutdown(socket.SHUT_RDWR)
    os._exit(0)


def _run(folder: str, environment: dict[str, str], words: list[str]) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = folder
    sys.argv = words
    sys.modules.pop(words[0], None)  # it runs as the main module
    status = 1
    try:
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as error:
        if error.code is not None and not isinstance(error.code, int):
            print(error.code, file=sys.stderr)
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                status = status or 120
        os._exit(status)


if __name__ == "__main__":
    _serve(sys.argv[1])
