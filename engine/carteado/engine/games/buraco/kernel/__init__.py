"""A compact model of a deal of Buraco for search and playouts, equal to the engine.

``knowledge_of(view, seat)`` is the knowledge of a seat. ``determinise(knowledge, seed)`` is a deal
that agrees with it, and ``points(kernel)`` the points of both pairs. The package is pure: chance
comes in as whole numbers. It holds no policy: playout policies are in ``carteado.odds``, whole
decisions in the bots.
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
