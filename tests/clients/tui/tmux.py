"""A real terminal for tests: tmux is the screen and the keyboard."""

from __future__ import annotations

import asyncio
import os
import sys
import termios
from pathlib import Path

from tests.clocks import PATIENCE_S

__all__ = ["CARTEADO", "Tmux"]

SIZES = ("COLUMNS", "LINES")
CARTEADO = (sys.executable, "-m", "carteado.clients.cli.main")


def shell(*command: str) -> str:
    """A command line that keeps the pane, with the exit status, once the command has ended."""
    return " ".join((*command, "; echo ended $?; read line"))


class Tmux:
    """One pane of 80 x 24 on a tmux server of its own."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux")
        # A size in the environment would count for more than that of the terminal.
        kept = {name: value for name, value in os.environ.items() if name not in SIZES}
        self.environment = {
            **kept,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "XDG_STATE_HOME": str(folder / "state"),
        }

    async def run(self, *words: str) -> str:
        process = await asyncio.create_subprocess_exec(
            "tmux",
            "-S",
            self.socket,
            *words,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        assert process.returncode == 0, f"tmux {words[0]}: {err.decode()}"
        return out.decode()

    async def start(self, *command: str) -> None:
        size = ("-x", "80", "-y", "24")
        await self.run("-f", "/dev/null", "new-session", "-d", *size, "-s", "play", shell(*command))

    async def start_again(self, *command: str) -> None:
        """Start a command in an empty pane of the same server.

        A tmux server without sessions is about to end, and a new session could be lost with it.
        """
        await self.run("respawn-pane", "-k", "-t", "play", shell(*command))

    async def keys(self, *names: str) -> None:
        await self.run("send-keys", "-t", "play", *names)

    async def click(self, column: int, row: int) -> None:
        """Press and let go of the left button, as a terminal reports it."""
        for end in "Mm":
            report = f"\x1b[<0;{column + 1};{row + 1}{end}"
            await self.run("send-keys", "-t", "play", "-l", report)

    async def screen(self) -> str:
        return await self.run("capture-pane", "-p", "-t", "play")

    async def is_given_back(self) -> bool:
        """Whether the terminal is as a shell has it: its own screen, cursor, mouse and line input.

        A shell of its own would repair the input, but one that runs a script does not.
        """
        flags = "#{alternate_on}#{mouse_any_flag}#{cursor_flag} #{pane_tty}"
        state, tty = (await self.run("display-message", "-p", "-t", "play", flags)).split()
        file = os.open(tty, os.O_RDWR | os.O_NOCTTY)
        try:
            modes = termios.tcgetattr(file)
        finally:
            os.close(file)
        cooked = all(modes[3] & flag for flag in (termios.ECHO, termios.ICANON, termios.ISIG))
        return state == "001" and cooked and bool(modes[0] & termios.ICRNL)

    async def loses(self, part: str) -> None:
        """Wait until the screen no longer shows some words."""
        screen = part
        async with asyncio.timeout(2 * PATIENCE_S):
            while part in screen:
                await asyncio.sleep(0.1)
                screen = await self.screen()

    async def sees(self, *parts: str) -> str:
        """Wait until the screen shows one of some words."""
        screen = ""
        try:
            async with asyncio.timeout(2 * PATIENCE_S):
                while not any(part in screen for part in parts):
                    await asyncio.sleep(0.1)
                    screen = await self.screen()
        except TimeoutError:
            raise AssertionError(f"none of {parts}:\n{screen}") from None
        return screen
