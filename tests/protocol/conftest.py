from __future__ import annotations

import pytest
from tests.protocol.draw import GAME

from carteado.engine import registry
from carteado.protocol.codec import CODECS, Codec


@pytest.fixture(params=list(CODECS))
def codec(request: pytest.FixtureRequest) -> Codec:
    """Each encoding of the wire."""
    return CODECS[request.param]


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game is the only one installed."""
    monkeypatch.setattr(registry, "games", lambda: {"draw": GAME})
