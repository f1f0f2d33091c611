"""What can be asked for, and what is refused with a sentence that helps."""

from __future__ import annotations

import pytest

from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import contest, plan
from carteado.arena.matches.entrants import labels, resolve

STRANGE = "tests.arena.strange_bots"


@pytest.mark.parametrize(
    ("entrants", "fields", "sentence"),
    [
        (("caller",), {}, "at least 2 entrants, not 1"),
        (("caller", "caller"), {"game": "hold"}, "no game 'hold'"),
        (("caller", "caller"), {"preset": "headsup"}, "did you mean 'heads-up'"),
        (("caller", "caller"), {"given": {"stak": "5"}}, "did you mean 'stack'"),
        (("caller", "caller"), {"given": {"decision": "soon"}}, "not a time"),
        (("caller", "caller"), {"game": "poker-face"}, "no score"),
        (("lbr:caller", "caller"), {"game": "buraco"}, "not known for buraco: it plays holdem"),
        (("caller", "caller"), {"given": {"format": "cash"}, "freezeout": True}, "never ends"),
        (("caller", "caller"), {"freezeout": True, "max_deals": 0}, "at least one deal"),
    ],
)
def test_a_contest_that_cannot_be_measured_is_refused(entrants, fields, sentence):
    with pytest.raises(ArenaError, match=sentence):
        contest(entrants, **fields)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("caler", "did you mean 'caller'"),
        ("no_such_module:bot", "cannot be imported"),
        (f"{STRANGE}:nobody", "has no 'nobody'"),
        (f"{STRANGE}:NUMBER", "is not a function"),
        ("caller:speed=3", "caller: speed"),
        (":bot", "there is no bot ''"),
        ("exec:", "the command is missing"),
        ("exec:'sh", "not a command line"),
        (f"{STRANGE}:looker:speed=3", "looker: speed"),
    ],
)
def test_entrants_that_cannot_take_part(spec, sentence):
    with pytest.raises(ArenaError, match=sentence):
        resolve([spec], "holdem")


def test_entrants_have_different_labels():
    assert labels(["caller", "random", "caller", "caller"]) == (
        "caller",
        "random",
        "caller-2",
        "caller-3",
    )


def test_options_may_belong_to_the_game_or_the_table():
    one = contest(["caller", "random"], given={"stack": "2k", "blinds": "50/100", "decision": "1s"})
    assert (one.house.stack, one.house.big_blind) == (2000, 100)
    assert one.settings["decision_ms"] == 1000
    assert (one.unit.size, one.unit.word) == (100, "bb")


def test_groups_go_round():
    found = plan((0, 1), 3)
    assert found.groups == ((0, 1), (0, 2), (1, 2))
    assert found.seatings(4) == ((0, 2), (2, 0))
    assert plan((0, 1, 0, 1), 2).seatings(0) == ((0, 1, 0, 1), (1, 0, 1, 0))
