"""A deal of Buraco to try things out in: compact, open, changing, and equal to the engine.

``knowledge_of(view, seat)`` is what a seat knows, ``determinise(knowledge, seed)`` a deal that
agrees with it, and ``points(kernel)`` the points of both pairs. All of it is pure: chance comes in
as whole numbers. No policy stands here: those of playouts are part of the odds, whole decisions
part of the bots.
"""

from __future__ import annotations

from carteado.engine.games.buraco.kernel.asking import apply, legal, options
from carteado.engine.games.buraco.kernel.chance import Chance, shuffled
from carteado.engine.games.buraco.kernel.kernel import Kernel
from carteado.engine.games.buraco.kernel.knowledge import (
    Knowledge,
    determinise,
    imagined,
    knowledge_of,
)
from carteado.engine.games.buraco.kernel.loading import from_state, points, score_sheets

__all__ = [
    "Chance",
    "Kernel",
    "Knowledge",
    "apply",
    "determinise",
    "from_state",
    "imagined",
    "knowledge_of",
    "legal",
    "options",
    "points",
    "score_sheets",
    "shuffled",
]
