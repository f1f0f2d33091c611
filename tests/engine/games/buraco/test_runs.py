"""What follows from a run is kept with it and is no part of it."""

from __future__ import annotations

import pickle

from tests.engine.games.buraco.positions import cards

from carteado.engine.games.buraco.fitting import fits
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run, extended, is_clean
from carteado.engine.plain import from_plain, to_plain


def test_a_run_that_was_asked_about_is_the_run_that_was_not() -> None:
    rules = Options()
    asked, fresh = (Run(cards=cards("4H 5H 6H")) for _ in range(2))
    assert fits(asked, rules) == {"3H", "7H", "2H", "2S", "2D", "2C", "JKR"}
    assert is_clean(asked)
    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert repr(asked) == repr(fresh)
    assert to_plain(asked) == to_plain(fresh)
    assert from_plain(Run, to_plain(asked)) == pickle.loads(pickle.dumps(asked)) == fresh


def test_a_longer_run_is_asked_anew() -> None:
    rules = Options()
    before = Run(cards=cards("4H 5H 6H"))
    assert "7H" in fits(before, rules)
    after = extended(before, cards("7H"), None, rules)
    assert after is not None
    assert "7H" not in fits(after, rules)
    assert "8H" in fits(after, rules)
    assert "8H" not in fits(before, rules)
