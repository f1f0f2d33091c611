"""How long a table that stopped waits before it is started again."""

from __future__ import annotations

from carteado.server.lobby.restarts import HEALTHY_MS, Restarts


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now


def test_each_attempt_in_vain_waits_longer_and_the_last_wait_repeats() -> None:
    restarts = Restarts(Clock())
    waits = [restarts.next_s("t") for _ in range(7)]
    assert waits == [0.2, 1, 5, 30, 60, 60, 60]


def test_each_table_has_its_own_waits() -> None:
    restarts = Restarts(Clock())
    assert [restarts.next_s(table) for table in ("a", "a", "b")] == [0.2, 1, 0.2]


def test_a_table_that_ran_for_a_minute_starts_with_the_shortest_wait() -> None:
    for ran_ms, wait in ((HEALTHY_MS - 1, 5), (HEALTHY_MS, 0.2)):
        clock = Clock()
        restarts = Restarts(clock)
        assert [restarts.next_s("t"), restarts.next_s("t")] == [0.2, 1]
        restarts.began("t")
        clock.now += ran_ms
        assert restarts.next_s("t") == wait


def test_a_closed_table_is_forgotten() -> None:
    restarts = Restarts(Clock())
    assert [restarts.next_s("t"), restarts.next_s("t")] == [0.2, 1]
    restarts.forget("t")
    assert restarts.next_s("t") == 0.2
