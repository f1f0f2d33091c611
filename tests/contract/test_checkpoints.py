"""A checkpoint equals the fold of the log at its position, for every game."""

from __future__ import annotations

import pytest
from tests.contract.play import every_variant, play
from tests.contract.test_logs import commits

from carteado.engine.replay import state_hash
from carteado.server.lobby.checkpoint import Checkpoint, differs, pack_checkpoint, read_checkpoint
from carteado.server.lobby.recovery import Fold

KEY = b"k" * 32


@pytest.mark.exhaustive
@every_variant
def test_a_fold_goes_on_from_a_checkpoint_as_from_the_log(name: str) -> None:
    log = list(commits(play(name, 3, 150)))
    table = log[0].events[0][1]["table"]
    half = len(log) // 2
    # A checkpoint holds no names; the directory has those of the log by the keys of the seats.
    names: dict[str, str] = {}
    keys: dict[int, str] = {}
    for commit in log:
        for _, data in commit.events:
            if data["type"] == "seat_keyed":
                keys[data["seat"]] = data["key"]
            elif data["type"] == "seat_taken" and keys.get(data["seat"]):
                names[keys[data["seat"]]] = data["name"]
    whole = Fold(table, 1, names.__getitem__)
    for commit in log[:half]:
        whole.take(commit)
    body = pack_checkpoint(whole, "ab" * 32, KEY)
    assert body is not None
    found = read_checkpoint(body, table, KEY, epoch=9, name_of=names.__getitem__)
    assert isinstance(found, Checkpoint), found
    assert (found.at, found.head) == (log[half - 1].last, "ab" * 32)
    assert differs(found, whole) is None
    for commit in log[half:]:
        whole.take(commit)
        found.fold.take(commit)
    assert state_hash(found.fold.known) == state_hash(whole.known)
    assert found.fold.known == whole.known
    if whole.known.game.turn(whole.known.state) is not None:
        assert found.fold.decision == whole.decision
    assert found.fold.owners == whole.owners
    assert found.fold.audience.memory() == whole.audience.memory()
    assert found.fold.audience.seq == whole.audience.seq
    assert found.fold.answers.memory() == whole.answers.memory()
    assert differs(found, whole) is not None
