"""The window's frames at a full table during animation, and from click to sent command.

    python bench/window.py [--frames 400] [--size 1024x640]

Measured on the dummy video driver, on one core: an empty pygame loop of the same size, then a
ten-seat table while cards and chips fly. The second figure is the time from a press on "Call" until
the command is handed to the client library.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame
from tests.clients.pygame.driver import HeldLink
from tests.scene.tables import SceneTable

from carteado.clients.pygame.window import Window
from carteado.protocol.messages import Act
from carteado.scene.control.app import App
from carteado.scene.ui import Settings


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


def animated(window: Window, scene_table: SceneTable, frames: int) -> list[float]:
    """Frames of a ten-seat table while hands are played at once and everything moves."""
    app = window.app
    showing = app.at_table.follow("t-1")
    times: list[float] = []
    while len(times) < frames:
        if scene_table.turn is None:
            scene_table.deal()
        else:
            scene_table.default()
        showing.reader = scene_table.reader(0)
        showing._show(showing.reader)
        for _ in range(8):
            start = time.perf_counter()
            app.tick(start * 1000)
            window.draw()
            times.append((time.perf_counter() - start) * 1000)
    return times


def clicks(window: Window, scene_table: SceneTable, link: HeldLink, count: int = 30) -> list[float]:
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
            times.append((time.perf_counter() - start) * 1000)
        scene_table.default()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=400)
    parser.add_argument("--size", default="1024x640")
    given = parser.parse_args()
    width, height = (int(part) for part in given.size.split("x"))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    pygame.display.init()
    empty = empty_loop((width, height), given.frames)
    link = HeldLink()
    app = App(Settings(name="Marta"), lambda url, name: link)  # type: ignore[arg-type, return-value]
    window = Window(app, (width, height))
    app.link = link  # type: ignore[assignment]
    app.at_table.open("t-1")
    scene_table = SceneTable(seats=10, readers=(0,), stack=100_000, format="cash")
    frames = animated(window, scene_table, given.frames)
    pressed = clicks(window, scene_table, link)
    print(f"window {width}x{height}, ten seats, one core, {len(frames)} frames")
    print(f"  empty loop      p50 {statistics.median(empty):6.2f} ms  p95 {p95(empty):6.2f} ms")
    print(f"  table in motion p50 {statistics.median(frames):6.2f} ms  p95 {p95(frames):6.2f} ms")
    print(f"  click to sent   p50 {statistics.median(pressed):6.2f} ms  p95 {p95(pressed):6.2f} ms")


if __name__ == "__main__":
    main()
