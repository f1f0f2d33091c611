"""``python -m carteado.server``: the same as ``carteado serve``."""

from cyclopts import run

from carteado.server.commands import serve

run(serve)
