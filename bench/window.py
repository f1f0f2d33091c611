"""Frame times of the window at a full table during animation, and from a click to the sent command.

    python bench/window.py [--frames 400] [--size 1024x640] [--hands 1000]

Measured on the dummy video driver, on one core: an empty pygame loop of the same size, then a
ten-seat table while cards and chips fly; beside the time of the wall stands that of the processor,
which does not count what other programs do meanwhile. The last figure is the time from a press on
"Call" until the command is handed to the client library. With `--hands`, so many hands of ten seats
come as session events, a frame is drawn every few events, and the memory of the process is
compared with that after the first hundred.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame
from tests.clients.pygame.driver import HeldLink
from tests.scene.tables import SceneTable

from carteado.clients.pygame.window import Window
from carteado.engine.table import observer_of
from carteado.engine.visibility import redact
from carteado.protocol.messages import Act
from carteado.protocol.session_events import Happened
from carteado.scene.control.app import App
from carteado.scene.ui import Settings


class StampedLink(HeldLink):
    """A session that notes when a command was handed over.

    Attributes:
        given: when that was, seconds.
    """

    given = 0.0

    def command(self, cls: type[Any], /, **fields: Any) -> None:
        """Note the time, and keep the command."""
        self.given = time.perf_counter()
        super().command(cls, **fields)


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def empty_loop(size: tuple[int, int], frames: int) -> list[float]:
    """Frames of a loop that only fills and flips."""
    surface = pygame.display.set_mode(size)
    times = []
    for _ in range(frames):
        start = time.perf_counter()
        surface.fill((18, 23, 26))
        pygame.display.flip()
        pygame.event.get()
        times.append((time.perf_counter() - start) * 1000)
    return times


def animated(
    window: Window, scene_table: SceneTable, frames: int
) -> tuple[list[float], list[float]]:
    """Frames of a ten-seat table while hands are played at once: time of wall and processor."""
    app = window.app
    showing = app.at_table.follow("t-1")
    times: list[float] = []
    busy: list[float] = []
    while len(times) < frames:
        if scene_table.turn is None:
            scene_table.deal()
        else:
            scene_table.default()
        showing.reader = scene_table.reader(0)
        showing._show(showing.reader)
        # A few frames of each animation, from its start.
        for _ in range(8):
            start, used = time.perf_counter(), time.process_time()
            app.tick(start * 1000)
            window.draw()
            times.append((time.perf_counter() - start) * 1000)
            busy.append((time.process_time() - used) * 1000)
    return times, busy


def clicks(
    window: Window, scene_table: SceneTable, link: StampedLink, count: int = 30
) -> list[float]:
    """From a press until the command is handed over."""
    app = window.app
    showing = app.at_table.follow("t-1")
    times: list[float] = []
    while len(times) < count:
        if scene_table.turn is None:
            scene_table.deal()
            continue
        if scene_table.turn != 0:
            scene_table.default()
            continue
        showing.reader = scene_table.reader(0)
        # Animations are skipped: a click is only possible once the buttons are there.
        showing.skip(0.0)
        app.tick(time.monotonic() * 1000)
        window.draw()
        target = next(
            one for one in app.scene(window.logical).targets if one.key in ("act:call", "act:check")
        )
        link.asked.clear()
        app.at_table.acted = None
        place = (round(target.rect.cx * window.scale), round(target.rect.cy * window.scale))
        press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=place)
        start = time.perf_counter()
        pygame.event.post(press)
        window.step()
        if any(isinstance(one, Act) for _, one in link.asked):
            times.append((link.given - start) * 1000)
        scene_table.default()
    return times


class Fed(SceneTable):
    """A table whose events reach an app as those of a server do."""

    def __init__(self, link: HeldLink, **options: Any) -> None:
        self.link = link
        super().__init__(readers=(0,), **options)

    def _publish(self, event: Any) -> None:
        before, observer = self.reader(0).table, observer_of(self.table, 0)
        super()._publish(event)
        # Tests keep the events of a reader; here that list would grow without limit.
        self.heard[0].clear()
        self.link.incoming.append(
            Happened(
                table="t-1",
                epoch=1,
                seq=self.seq,
                event=redact(event, observer),
                before=before,
                after=self.reader(0).table,
            )
        )


def resident() -> float:
    """Memory of the process that is resident, MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def memory(size: tuple[int, int], hands: int) -> list[float]:
    """Memory after each hundred hands at a ten-seat table."""
    link = HeldLink()
    app = App(Settings(name="Marta"), lambda url, name: link)
    window = Window(app, size)
    app.link = link
    table = Fed(link, seats=10, stack=100_000, format="cash")
    app.at_table.open("t-1")
    showing = app.at_table.follow("t-1")
    showing.reader = table.reader(0)
    showing.skip(0.0)
    link.incoming.clear()
    found, played, now_ms = [], 0, 0.0
    while played < hands:
        if table.turn is None:
            table.deal()
            played += table.turn is not None
            if played and played % 100 == 0 and table.turn is not None:
                found.append(resident())
        else:
            legal = table.table.game.legal(table.state, table.turn)
            table.act("call") if legal.call else table.default()
        now_ms += 50.0
        app.tick(now_ms)
        if len(link.incoming) == 0 and int(now_ms) % 200 == 0:
            window.draw()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=400)
    parser.add_argument("--size", default="1024x640")
    parser.add_argument("--hands", type=int, default=0)
    given = parser.parse_args()
    width, height = (int(part) for part in given.size.split("x"))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    pygame.display.init()
    empty = empty_loop((width, height), given.frames)
    link = StampedLink()
    app = App(Settings(name="Marta"), lambda url, name: link)
    window = Window(app, (width, height))
    app.link = link
    app.at_table.open("t-1")
    scene_table = SceneTable(seats=10, readers=(0,), stack=100_000, format="cash")
    frames, busy = animated(window, scene_table, given.frames)
    pressed = clicks(window, scene_table, link)
    print(f"window {width}x{height}, ten seats, one core, {len(frames)} frames")
    print(f"  empty loop      p50 {statistics.median(empty):6.2f} ms  p95 {p95(empty):6.2f} ms")
    print(f"  table in motion p50 {statistics.median(frames):6.2f} ms  p95 {p95(frames):6.2f} ms")
    print(f"    processor     p50 {statistics.median(busy):6.2f} ms  p95 {p95(busy):6.2f} ms")
    print(f"  click to sent   p50 {statistics.median(pressed):6.2f} ms  p95 {p95(pressed):6.2f} ms")
    if given.hands:
        used = memory((width, height), given.hands)
        listed = ", ".join(f"{one:.0f}" for one in used)
        print(f"  memory after each hundred of {given.hands} hands, MiB: {listed}")


if __name__ == "__main__":
    main()
