"""The bots that play Buraco, at every house rule.

``buraco-random`` plays anything that is legal, ``buraco-greedy`` melds what it can,
``buraco-study`` goes by the study's chain, and ``buraco-search`` by imagined deals. Each looks at
the view of its own seat and nothing else, and the work of a decision is counted, never timed: the
same view and the same chance give the same play. A failure of one of them is reported and counted
as of any bot, and the game's default is played, which is always legal.
"""

from __future__ import annotations

from carteado.bots.buraco.players import BURACO

__all__ = ["BURACO"]
