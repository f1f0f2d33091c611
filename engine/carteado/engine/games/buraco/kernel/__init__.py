"""A deal of Buraco to try things out in: compact, open, changing, and equal to the engine.

``knowledge_of(view, seat)`` says what a seat knows, ``determinise(knowledge, seed)`` imagines a
deal that agrees with it, `playout` plays such a deal to its end and tells the points of both pairs.
All of it is pure: chance comes in as whole numbers.
"""

from __future__ import annotations

from carteado.engine.games.buraco.kernel.asking import apply, legal, options
from carteado.engine.games.buraco.kernel.chance import Chance, shuffled
from carteado.engine.games.buraco.kernel.greedy import NothingLegal, greedy_policy
from carteado.engine.games.buraco.kernel.kernel import Kernel
from carteado.engine.games.buraco.kernel.knowledge import (
    Knowledge,
    determinise,
    imagined,
    knowledge_of,
)
from carteado.engine.games.buraco.kernel.loading import from_state, points, score_sheets
from carteado.engine.games.buraco.kernel.playout import (
    Policy,
    playout,
    random_policy,
    turn_of,
)

__all__ = [
    "Chance",
    "Kernel",
    "Knowledge",
    "NothingLegal",
    "Policy",
    "apply",
    "determinise",
    "from_state",
    "greedy_policy",
    "imagined",
    "knowledge_of",
    "legal",
    "options",
    "playout",
    "points",
    "random_policy",
    "score_sheets",
    "shuffled",
    "turn_of",
]
