"""Measurements of a screen: its sizes, parts that are cut or overlap, findings of axe-core."""

from __future__ import annotations

import json
from pathlib import Path

import axe_playwright_python
from tests.clients.web.browser import Player

__all__ = ["CUT", "OVERLAP", "SIZES", "violations"]

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe*.js")).read_text()

SIZES = {
    "phone": (360, 640),
    "tall": (390, 844),
    "landscape": (740, 360),
    "small-landscape": (640, 360),
    "small-tablet": (768, 1024),
    "tablet": (820, 1180),
    "compact": (1024, 640),
    "desktop": (1440, 900),
    "large": (1920, 1080),
}

CUT = """() => {
  const found = [];
  const inside = (part, whole) => part.left >= whole.left - 1 && part.right <= whole.right + 1
    && part.top >= whole.top - 1 && part.bottom <= whole.bottom + 1;
  const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const play = document.querySelector('.play').getBoundingClientRect();
  const names = ['plate', 'card', 'pot', 'tag', 'bet', 'banner'].map((one) => `.play .${one}`);
  for (const name of names) for (const part of document.querySelectorAll(name)) {
    // A dialog is scrolled up and down to read it, never sideways.
    const dialog = part.closest('.dialog')?.getBoundingClientRect();
    const {left, right} = dialog ?? play;
    const whole = dialog ? {left, right, top: -Infinity, bottom: Infinity} : play;
    if (!inside(part.getBoundingClientRect(), whole)) found.push(`${name} ${part.textContent}`);
  }
  for (const part of document.querySelectorAll('.bar button, .top button')) {
    const box = part.getBoundingClientRect();
    if (box.width === 0) continue;  // not shown at this size
    if (!inside(box, screen)) found.push(`outside: ${part.textContent}`);
    if (box.width < 43.5 || box.height < 43.5) found.push(`small: ${part.textContent}`);
    if (part.scrollWidth > part.clientWidth + 1) found.push(`text cut: ${part.textContent}`);
  }
  return found;
}"""

OVERLAP = """() => {
  const plates = [...document.querySelectorAll('.play .plate, .bet, .board, .pots, .own .cards')];
  const boxes = plates.map((one) => [one, one.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([a, p], at) => boxes.slice(at + 1).forEach(([b, q]) => {
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 1 && high > 1) found.push(`${a.className}|${b.className} ${wide} ${high}`);
  }));
  return found;
}"""


async def violations(player: Player) -> list[str]:
    """The findings of axe-core about a screen."""
    if not await player.page.evaluate("'axe' in window"):
        await player.page.evaluate(AXE)  # the page's policy lets no script in; the debugger's may
    text = await player.page.evaluate(
        "async () => JSON.stringify((await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa',"
        " 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})).violations.map(({id, nodes}) =>"
        " `${id}: ${nodes.map(({html}) => html.slice(0, 120)).join(' / ')}`))"
    )
    found: list[str] = json.loads(text)
    return found
