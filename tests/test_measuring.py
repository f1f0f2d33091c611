"""Coverage, which makes tests several times as slow, is counted for some of them only."""

from __future__ import annotations

import sys


def test_a_test_whose_coverage_is_not_counted_is_not_traced() -> None:
    # With several workers, the marker `no_cover` of pytest-cov alone does not see to that.
    assert type(sys.gettrace()).__module__ != "coverage"
