from __future__ import annotations

import pytest
from tests.protocol.draw import GAME
from tests.protocol.pair import Pair

from carteado.engine import registry
from carteado.protocol.codec import CODECS, Codec
from carteado.protocol.messages import Watch


@pytest.fixture(params=list(CODECS))
def codec(request: pytest.FixtureRequest) -> Codec:
    """Each encoding of the wire."""
    return CODECS[request.param]


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game is the only one installed."""
    monkeypatch.setattr(registry, "games", lambda: {"draw": GAME})


@pytest.fixture
def pair(codec: Codec) -> Pair:
    """A client and a server session that are connected."""
    made = Pair(codec)
    made.connect()
    return made


@pytest.fixture
def watching(pair: Pair) -> Pair:
    """The same, with a client that watches a table."""
    pair.command(Watch, table="t1")
    return pair
