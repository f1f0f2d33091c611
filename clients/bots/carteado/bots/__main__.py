"""``python -m carteado.bots NAME ...``: what the host's launcher starts."""

from __future__ import annotations

import sys

from carteado.bots.commands import bot
from carteado.client.commandline import run_app

sys.exit(run_app(bot))
