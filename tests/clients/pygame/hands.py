"""A player's hands at a real window: the keyboard, the mouse and the window's title."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.clocks import PATIENCE_S


class RealWindow:
    """``carteado gui`` as a process on a display."""

    def __init__(self, display: str, folder: Path, *words: str, size: str = "1024x640") -> None:
        self.words = (*words, "--size", size)
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_AUDIODRIVER": "dummy",
            "XDG_STATE_HOME": str(folder / "state"),
        }
        self.log = folder / "window.log"
        self.id = ""
        self.process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> RealWindow:
        with self.log.open("wb") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "carteado.clients.cli.main",
                "gui",
                *self.words,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        await self.until(self._found)
        return self

    async def __aexit__(self, *problem: object) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()

    async def title(self) -> str:
        title = await self._tool("getwindowname", self.id)
        # The search goes by the name too, so it may have found the last test's closing window.
        if not title and await self._found():
            title = await self._tool("getwindowname", self.id)
        return title

    async def geometry(self) -> str:
        return await self._tool("getwindowgeometry", self.id)

    async def key(self, name: str) -> None:
        await self._tool("key", "--window", self.id, name)

    async def click(self, x: float, y: float) -> None:
        place = (str(round(x)), str(round(y)))
        await self._tool("mousemove", "--window", self.id, *place, "click", "1")

    async def until(self, condition: object) -> None:
        """Wait until something holds of the window."""
        assert callable(condition)
        try:
            async with asyncio.timeout(2 * PATIENCE_S):
                while not await condition():
                    assert self.process is not None
                    assert self.process.returncode is None, self.log.read_text()
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{await self.title()!r}\n{self.log.read_text()}") from None

    async def until_title(self, *parts: str) -> str:
        """Wait until the title has one of some words; which title it is."""
        seen = ""

        async def shown() -> bool:
            nonlocal seen
            seen = await self.title()
            return any(part in seen for part in parts)

        await self.until(shown)
        return seen

    async def _found(self) -> bool:
        assert self.process is not None
        found = await self._tool("search", "--pid", str(self.process.pid), "--name", "Carteado")
        self.id = found.split("\n")[0].strip()
        return bool(self.id)

    async def _tool(self, *words: str) -> str:
        tool = await asyncio.create_subprocess_exec(
            "xdotool",
            *words,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        out, _ = await tool.communicate()
        return out.decode().strip()
