"""SVG pictures of the real app, kept as snapshots by a small extension of syrupy."""

from __future__ import annotations

import re
from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from tests.clients.tui.driver import Driver

from carteado.clients.tui.app import Terminal

_FONTS = re.compile(r"\s*@font-face \{.*?\}\n", re.DOTALL)


class SvgExtension(SingleFileSnapshotExtension):
    """One SVG file for each picture."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **options: Any) -> str:
        """The picture as it is."""
        return str(data)


async def picture_of(driver: Driver, *keys: str, colours: bool = True) -> str:
    """The screen of the real app at the driver's session, after some keys; no font is fetched."""
    terminal = Terminal(driver.session, colours=colours, clock=lambda: driver.now_ms)
    async with terminal.run_test(size=driver.size) as pilot:
        terminal.show()
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        svg = terminal.export_screenshot(title="Carteado")
    return _FONTS.sub("\n", svg)
