"""Write the golden logs: real games of every kind, played at the real table host.

Run from the root of the checkout::

    python -m tests.golden.write_logs            # add the logs that are missing
    python -m tests.golden.write_logs --hashes   # record the state hashes again

A log that was released is never written again. When a release changes an event, it adds a log under
a new name in `evenings.GAMES`. When it adds a field to a state, the hashes change and the logs do
not: check the change, and record the hashes again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.clients.honest_logs import Commits, as_stored, books, played
from tests.clients.logs import chained
from tests.golden.evenings import GAMES

from carteado.clients.cli.sources import WholeLog, load_log
from carteado.clients.cli.verifying import check_log
from carteado.engine.game import Game
from carteado.engine.registry import game_of
from carteado.engine.replay import replay, state_hash
from carteado.engine.table import observer_of, redact_table

__all__ = ["EXPECTED", "LOGS", "expected"]

LOGS = Path(__file__).parent / "logs"
EXPECTED = LOGS / "expected.json"


def expected(log: WholeLog) -> dict[str, Any]:
    """The permanent results of a golden log: its events, the hash of each view, and the check."""
    table = replay(log.events)
    seats = len(table.state.names)
    views = {
        "rail" if seat is None else str(seat): state_hash(
            redact_table(table, observer_of(table, seat))
        )
        for seat in (None, *range(seats))
    }
    found = check_log(log)
    return {
        "game": table.opened.game,
        "rules": table.opened.rules,
        "events": len(log.events),
        "views": views,
        "result": found.result,
        "deals": [one.result for one in found.deals],
    }


def _segment(game: Game[Any], commits: Commits) -> bytes:
    """The commits of a driven table as an exported log, with the event versions of this release."""
    fields = [
        {"cause": cause, "rules": None if number else game.rules, "events": events}
        for number, (cause, events) in enumerate(as_stored(game.id, commits))
    ]
    return chained("rig", fields, game=game.id)


def main(arguments: Sequence[str]) -> None:
    """Write what is missing, and record what each log gives."""
    kept = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else {}
    for name, (game, kind) in GAMES.items():
        path = LOGS / f"{name}.carteado"
        if not path.exists():
            commits = books(kind) if isinstance(kind, str) else played(game, kind)[0]
            path.write_bytes(_segment(game_of(game), commits))
        if name not in kept or "--hashes" in arguments:
            kept[name] = expected(load_log(str(path), None))
        print(f"{path.name}: {path.stat().st_size} bytes, {kept[name]['result']}")
    EXPECTED.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
