"""The sounds: synthesised, short, and silent where there is no device."""

from __future__ import annotations

import array
import contextlib
import math
import os
from collections.abc import Iterator

import pygame

__all__ = ["NAMES", "Sounds"]

# Enough for tones up to 2 kHz, at half the usual memory.
RATE = 22_050

_TONES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "turn": ((587, 0.12, 0.6), (880, 0.2, 0.6)),
    "win": ((523, 0.08, 0.5), (659, 0.08, 0.5), (784, 0.12, 0.5)),
    "all_in": ((440, 0.07, 0.5), (660, 0.07, 0.5), (990, 0.14, 0.5)),
    "raise": ((660, 0.05, 0.4), (880, 0.05, 0.4), (1046, 0.08, 0.4)),
    "bet": ((660, 0.06, 0.4), (880, 0.08, 0.4)),
    "call": ((660, 0.07, 0.4),),
    "check": ((320, 0.05, 0.5), (300, 0.05, 0.4)),
    "fold": ((260, 0.09, 0.35),),
    "blinds": ((784, 0.08, 0.4), (784, 0.08, 0.4)),
    "deal": ((1800, 0.03, 0.25), (1200, 0.03, 0.2)),
    "paused": ((400, 0.1, 0.3), (400, 0.1, 0.3)),
    "joined": ((520, 0.07, 0.3), (700, 0.07, 0.3)),
    "left": ((700, 0.07, 0.3), (520, 0.07, 0.3)),
    "chat": ((1200, 0.05, 0.25),),
}
"""Frequency, seconds and loudness of the tones of each sound; those that matter most are first."""

NAMES = tuple(_TONES)


class Sounds:
    """Plays sounds by name.

    Attributes:
        device: whether there is one; without it everything is silent.
    """

    def __init__(self) -> None:
        self.device = False
        self._made: dict[str, pygame.mixer.Sound] = {}
        with _quiet(), contextlib.suppress(pygame.error, NotImplementedError):
            # 16 bits, signed, mono; a buffer of 256 samples delays a sound by 12 ms only.
            pygame.mixer.init(RATE, -16, 1, 256)
            self.device = True

    def play(self, names: list[str], volume: int) -> None:
        """Play sounds; of several at once the two that matter most."""
        if not self.device:
            return
        # A burst of events would otherwise be noise.
        order = sorted(set(names), key=NAMES.index)
        for name in order[:2]:
            sound = self._made.get(name)
            if sound is None:
                sound = self._made[name] = pygame.mixer.Sound(buffer=_wave(_TONES[name]))
            sound.set_volume(volume / 100)
            sound.play()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Suppress messages of the system's audio library on standard error."""
    try:
        # The library writes to the descriptor: replacing `sys.stderr` would not silence it.
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _wave(tones: tuple[tuple[float, float, float], ...]) -> bytes:
    """Sine tones one after another, each fading out."""
    samples = array.array("h")
    for frequency, seconds, loudness in tones:
        count = int(RATE * seconds)
        for number in range(count):
            # The tone rises over 60 samples (3 ms): an abrupt start would click.
            fade = min(1.0, number / 60) * (1 - number / count) ** 1.5
            value = math.sin(2 * math.pi * frequency * number / RATE)
            samples.append(int(26_000 * loudness * fade * value))
    return samples.tobytes()
