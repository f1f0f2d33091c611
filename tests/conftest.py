"""What holds for every test: real redis-servers, settings, how hard the property tests try.

A run is repeatable: Hypothesis draws the same examples every time, 100 for each property, and the
first 25 of them where exhaustive tests are left out (`make test`). ``CARTEADO_LONG=20`` draws fresh
ones instead, twenty times as many (`make fuzz`); a failure is then printed with what repeats it.
"""

from __future__ import annotations

import gc
import itertools
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import coverage
import pytest
from hypothesis import HealthCheck, settings
from tests import networks
from tests.ports import HeldPort
from tests.redis_server import HINT, RedisServer, binary

LONG = int(os.environ.get("CARTEADO_LONG", "0"))

# No test fails by the clock: neither for a slow example nor for examples that are made slowly.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
_PATIENT = settings.get_profile("patient")
settings.register_profile("repeatable", _PATIENT, derandomize=True, database=None)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=25)
settings.register_profile("long", _PATIENT, max_examples=100 * max(1, LONG), print_blob=True)
settings.load_profile("long" if LONG else "repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of examples; the test modules, imported later, read the profile."""
    if not LONG and "not exhaustive" in config.getoption("markexpr"):
        settings.load_profile("quick")


# Nothing that is loaded for the tests is ever garbage, and to look for some takes a tenth of the
# time until the first one starts.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """From here on there is garbage; what is loaded stays."""
    gc.freeze()
    gc.enable()


os.environ["CARTEADO_CONFIG"] = os.devnull  # no settings of this machine
os.environ["LC_ALL"] = "C.UTF-8"  # nor its language

_NUMBERS = itertools.count()

# A run in the background ignores Ctrl-C, and so would every program that a test starts and
# interrupts: what is ignored is inherited, what is handled is not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


HERE = Path(__file__).parent
MEASURED = tuple(
    HERE / part for part in ("engine", "golden", "odds", "protocol", "clients/test_one_grammar.py")
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Coverage is counted where rules and messages are tested: it triples the time of a game.

    The exhaustive tests of the odds only repeat with more hands what the others run through.
    """
    if not config.getoption("cov_source", None):
        return
    for item in items:
        repeats = item.path.is_relative_to(HERE / "odds") and item.get_closest_marker("exhaustive")
        if repeats or not any(item.path.is_relative_to(part) for part in MEASURED):
            item.add_marker("no_cover")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Let `no_cover` work in a worker, where pytest-cov starts to measure twice and pauses once.

    The first measurement is that of a process that distributes tests: a worker never saves it.
    """
    measuring = coverage.Coverage.current()
    if hasattr(session.config, "workerinput") and measuring is not None:
        measuring.stop()


@pytest.fixture
def _redis_there() -> None:
    """What needs a redis-server fails where there is none and says how to install it."""
    if binary() is None:
        pytest.fail(HINT)


@pytest.fixture(scope="session")
def _redis_shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], RedisServer]]:
    started: list[RedisServer] = []

    def get() -> RedisServer:
        if not started:
            started.append(RedisServer(tmp_path_factory.mktemp("redis")))
        return started[0]

    yield get
    for server in started:
        server.stop()


@pytest.fixture
def redis_url(_redis_there: None, _redis_shared: Callable[[], RedisServer]) -> str:
    """A store's URL on a redis-server that tests share, with a prefix of its own."""
    return f"{_redis_shared().url}?prefix=t{next(_NUMBERS)}"


@pytest.fixture
def held_port() -> Iterator[int]:
    """A port that nobody else is given and on which nobody listens yet."""
    held = HeldPort()
    yield held.number
    held.let_go()


@pytest.fixture
def make_redis(
    _redis_there: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., RedisServer]]:
    """Starts redis-servers of a test's own, which it may pause and kill."""
    started: list[RedisServer] = []

    def make(**settings: str) -> RedisServer:
        started.append(RedisServer(Path(tmp_path_factory.mktemp("redis")), **settings))
        return started[-1]

    yield make
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def _machines_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What needs machines of its own fails where a program for them is missing and says which.

    A system that forbids its user to make networks, as some containers do, is named in the summary:
    nothing that could be installed would help there.
    """
    if sys.platform == "linux" and (program := networks.missing()) is not None:
        pytest.fail(networks.HINT.format(program))
    answer = networks.refusal(tmp_path_factory.mktemp("house"))
    if answer is not None:
        pytest.skip(f"this system makes no networks, so nothing was tested on one: {answer}")


@pytest.fixture
def home_network(_machines_there: None, tmp_path: Path) -> Iterator[networks.HomeNetwork]:
    """Makes machines with addresses of their own."""
    (tmp_path / "machines").mkdir()
    with networks.home_network(tmp_path / "machines") as made:
        yield made
