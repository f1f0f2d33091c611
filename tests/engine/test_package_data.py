"""Tables that are shipped beside the modules."""

from __future__ import annotations

import pytest

from carteado.engine.package_data import package_data


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"other\.zlib"):
        package_data("carteado.engine.poker", "other.zlib")
