"""Write a bot: one decorated function from view to action; everything else is done here.

::

    from carteado.bots import View, bot

    @bot
    def caller(view: View) -> str:
        return "check" if view.legal.check else "call"

    if __name__ == "__main__":
        caller.main()                   # --url --table --hands ...
"""

from __future__ import annotations

from carteado.bots.bot import Bot, bot
from carteado.bots.decisions import MARGIN_MS, Tally
from carteado.bots.player import Player
from carteado.bots.view import View

__all__ = ["MARGIN_MS", "Bot", "Player", "Tally", "View", "bot"]
