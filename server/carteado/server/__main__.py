"""``python -m carteado.server``: the same as ``carteado serve``."""

import sys

from cyclopts import run

from carteado.server.ops.commands import CommandError, serve

try:
    run(serve)
except CommandError as error:
    print(f"carteado serve: {error}", file=sys.stderr)
    sys.exit(error.exit_status)
