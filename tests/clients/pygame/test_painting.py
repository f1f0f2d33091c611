"""What is painted, beside small golden pictures with a tolerance, on SDL's dummy driver.

Run with ``CARTEADO_GOLDEN=write`` to make the pictures again, and look at each before it is kept.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from tests.clients.pygame.driver import Driver
from tests.scene.screens.every import screen
from tests.scene.screens.making import sit
from tests.scene.screens.others import hoard
from tests.scene.tables import SceneTable

from carteado.clients.pygame.paint.cards import card_back, card_face
from carteado.clients.pygame.paint.fonts import Fonts
from carteado.clients.pygame.paint.painter import Painter
from carteado.clients.pygame.sounds import NAMES, Sounds
from carteado.scene.buraco.sorting import sorted_hand
from carteado.scene.buraco.staging import Staging
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.tables import table_scene
from carteado.scene.shapes import CardShape, Rect, Scene, Text
from carteado.scene.tokens import DECKS
from carteado.scene.ui import Settings, Ui

GOLDEN = Path(__file__).parents[2] / "golden" / "window"
SMALL = (256, 160)
KEPT = (
    "poker-coach",
    "buraco-coach",
    "page-table",
    "page-ledger",
    "page-statistics",
    "face-form",
    "face-results",
    "poker-twice-result",
    "quick-result",
    "start-recent",
    "lobby",
    "hot-seat-covered",
)
"""Screens of which a picture is kept."""

TOLERANCE = 6.0
"""Mean difference of a colour channel, of 255; another release of FreeType stays below it."""


@pytest.fixture(autouse=True)
def _dummy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((8, 8))
    yield
    pygame.display.quit()


def painted(
    scene: Scene, size: tuple[int, int], theme: str = "dark", deck: str = "fourColour"
) -> pygame.Surface:
    surface = pygame.Surface(size)
    Painter(theme, deck).paint(surface, scene, logical_size(size)[1])
    return surface


def poker() -> Scene:
    scene_table = SceneTable(seats=6, readers=tuple(range(6)), seed=3)
    scene_table.deal()
    scene_table.deal()
    scene_table.act("raise", to=60)
    return table_scene(
        scene_table.reader(scene_table.turn), Ui(amount=200), Settings(), (1024.0, 640.0), 5_000.0
    )


def buraco() -> Scene:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal()
    for _ in range(78):
        scene_table.random_act()
    return table_scene(
        scene_table.reader(0), Ui(sheet="none"), Settings(), (1024.0, 640.0), 5_000.0
    )


def deck() -> Scene:
    items = []
    for row, suit in enumerate("shdc"):
        for column, rank in enumerate("A5TJQK"):
            place = Rect(10 + column * 112, 10 + row * 157, 104, 146)
            items.append(CardShape(rect=place, card=rank + suit))
        for column, width in enumerate((28.0, 48.0, 80.0)):
            place = Rect(690 + column * 90, 10 + row * 157, width, width * 1.4)
            items.append(CardShape(rect=place, card="9" + suit))
    items.append(CardShape(rect=Rect(940, 160, 60, 84), card="??"))
    items.append(CardShape(rect=Rect(940, 320, 60, 84), card="JKRa"))
    return Scene(size=(1024.0, 640.0), items=tuple(items))


@pytest.mark.parametrize("make", [poker, buraco, deck])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_looks_as_it_did(make: Callable[[], Scene], theme: str) -> None:
    compare(painted(make(), (1024, 640), theme), f"{make.__name__}-{theme}")


def compare(surface: pygame.Surface, name: str) -> None:
    """Compare a picture with the stored one, or store it again."""
    small = pygame.transform.smoothscale(surface, SMALL)
    path = GOLDEN / f"{name}.png"
    if os.environ.get("CARTEADO_GOLDEN") == "write":
        pygame.image.save(small, path)
    kept = pygame.image.load(path)
    now, then = pygame.image.tobytes(small, "RGB"), pygame.image.tobytes(kept, "RGB")
    assert len(now) == len(then)
    difference = sum(abs(a - b) for a, b in zip(now, then, strict=True)) / len(now)
    assert difference < TOLERANCE


@pytest.mark.parametrize("name", KEPT)
def test_a_screen_looks_as_it_did(name: str) -> None:
    size = (1280, 800) if "coach" in name else (1024, 640)
    compare(painted(screen(name, size), size), f"screen-{name}")


@pytest.mark.parametrize("width", [36, 72, 101])
def test_a_card_hides_everything_under_it(width: int) -> None:
    size = (width, round(width * 1.4))
    face = card_face("9D", *size, width, dim=False, deck="fourColour", side=True)
    for card in (face, card_back(*size, alternate=False)):
        pictures = []
        for ground in ("black", "white"):
            surface = pygame.Surface(size)
            surface.fill(ground)
            surface.blit(card, (0, 0))
            inner = surface.subsurface(surface.get_rect().inflate(-12, -12))
            pictures.append(pygame.image.tobytes(inner, "RGB"))
        assert pictures[0] == pictures[1]


@pytest.mark.parametrize("y", [10.0, 10.3, 10.6])
def test_a_card_is_as_wide_as_its_place_wherever_it_lies(y: float) -> None:
    card = CardShape(rect=Rect(10, y, 72, 100.8), card="9D", side=True)
    surface = painted(Scene(size=(1024.0, 640.0), items=(card,)), (1024, 640))
    ground, inside, outside = (surface.get_at((x, 60)) for x in (300, 81, 82))
    assert inside != ground == outside


def test_decks_differ_in_their_colours() -> None:
    pictures = {pygame.image.tobytes(painted(deck(), (512, 320), deck=one), "RGB") for one in DECKS}
    assert len(pictures) == len(DECKS)


def test_every_sound_can_be_made() -> None:
    sounds = Sounds()
    assert sounds.device
    for name in NAMES:
        sounds.play([name], 50)
    assert len(NAMES) == 14
    pygame.mixer.quit()


def test_of_several_sounds_at_once_the_two_that_matter_most_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[bytes] = []

    class Recorded:
        def __init__(self, *, buffer: bytes) -> None:
            self.buffer = buffer

        def set_volume(self, volume: float) -> None:
            pass

        def play(self) -> None:
            heard.append(self.buffer)

    monkeypatch.setattr(pygame.mixer, "Sound", Recorded)
    sounds = Sounds()

    def played(*names: str) -> list[bytes]:
        heard.clear()
        sounds.play(list(names), 50)
        return list(heard)

    alone = {name: played(name) for name in NAMES}
    for names in itertools.permutations(("deal", "chat", "win", "turn")):
        assert played(*names) == alone["turn"] + alone["win"]
    for first, second, third in itertools.combinations(NAMES, 3):
        assert played(third, second, first, third) == alone[first] + alone[second]
    pygame.mixer.quit()


def test_without_a_sound_device_everything_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*given: object) -> None:
        raise pygame.error("no audio device")

    monkeypatch.setattr(pygame.mixer, "init", none)
    sounds = Sounds()
    assert not sounds.device
    sounds.play(["turn"], 100)


def test_presets_are_written_with_fractions_as_elsewhere() -> None:
    scene_table = SceneTable(seats=2, readers=(0, 1))
    scene_table.deal()
    scene_table.deal()
    reader = scene_table.reader(scene_table.turn)
    scene = table_scene(reader, Ui(), Settings(), (1440.0, 900.0), 0.0)
    assert "⅔ pot" in {one.text for one in scene.items if isinstance(one, Text)}


@pytest.mark.parametrize("weight", ["regular", "semibold", "bold"])
def test_the_fonts_have_the_fractions_of_the_presets(weight: str) -> None:
    def drawn(letter: str) -> bytes:
        return pygame.image.tobytes(Fonts().text(letter, 40, weight, (255, 255, 255)), "RGBA")

    assert len({drawn(letter) for letter in "½⅔\ue000"}) == 3
    assert drawn("\ue000") == drawn("\ue001"), "a letter that no font has"


def test_the_signs_of_a_hand_in_several_rows_are_seen_between_its_neighbours() -> None:
    """Ticks of selected cards, dots of new ones, signs of refused ones, in the upper row too."""
    driver = Driver((1024, 640))
    table = hoard(35)
    hand = sorted_hand(table.reader(0).picture().hand, "suit")
    chosen, refused = hand[12:14], hand[2:4]
    sit(driver, table, 0)
    staging = Staging(selected=chosen, refused=refused)
    driver.app.ui = replace(driver.app.ui, more=staging, sheet="none")
    scene = driver.scene()
    surface = pygame.Surface((1024, 640))
    Painter().paint(surface, scene, 1.0)
    cards = [one for one in scene.items if isinstance(one, CardShape) and one.role == "hand-card"]
    rows = sorted({one.rect.y for one in cards})
    assert len(rows) == 2
    signed = [(one, after) for one, after in itertools.pairwise(cards) if one.mark]
    assert {one.mark for one, _ in signed} == {"check", "dot", "!"}
    upper = [one.mark for one, _ in signed if one.rect.y == rows[0]]
    assert {"check", "!"} <= set(upper)
    for one, after in signed:
        right = after.rect.x if after.rect.y == one.rect.y else one.rect.right
        bottom = rows[1] if one.rect.y == rows[0] else one.rect.bottom
        seen = Rect(one.rect.x, one.rect.y, right - one.rect.x, bottom - one.rect.y)
        ink = (0xB3, 0x37, 0x2F) if one.mark == "!" else (0x0B, 0x5C, 0xAD)
        points = [
            (x, y)
            for x in range(int(seen.x), int(seen.right))
            for y in range(int(seen.y), int(seen.bottom))
            if max(abs(a - b) for a, b in zip(surface.get_at((x, y))[:3], ink, strict=True)) < 5
        ]
        assert len(points) > 30, one
