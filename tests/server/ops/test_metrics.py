"""The figures as Prometheus reads them."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from carteado.server.ops.metrics import Histogram, Metrics, exposition


def samples(
    metrics: Metrics, healthy: bool = True
) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    text = exposition(metrics, healthy=healthy).decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_every_figure_is_published_under_its_name():
    metrics = Metrics(connections=3, tables=2, bots=1, accepted=40, messages=50, resumed=6)
    metrics.refused["seat/none"] = 7
    metrics.count(metrics.dropped, "limit/slow")
    metrics.count(metrics.dropped, "limit/slow")
    metrics.count(metrics.outcomes, "Full")
    found = samples(metrics)
    assert found["carteado_connections", ()] == 3
    assert found["carteado_tables", ()] == 2
    assert found["carteado_bots", ()] == 1
    assert found["carteado_accepted_total", ()] == 40
    assert found["carteado_messages_total", ()] == 50
    assert found["carteado_resumed_total", ()] == 6
    assert found["carteado_refused_total", (("code", "seat/none"),)] == 7
    assert found["carteado_dropped_total", (("code", "limit/slow"),)] == 2
    assert found["carteado_outcomes_total", (("outcome", "Full"),)] == 1


@pytest.mark.parametrize("healthy", [True, False])
def test_whether_the_server_is_well_is_published(healthy: bool):
    assert samples(Metrics(), healthy)["carteado_healthy", ()] == healthy


def test_durations_are_counted_in_buckets_of_seconds():
    metrics = Metrics()
    for milliseconds in (0, 1, 7, 5000):
        metrics.append.observe(milliseconds)
    found = samples(metrics)

    def below(bound: str) -> float:
        return found["carteado_append_seconds_bucket", (("le", bound),)]

    assert [below(bound) for bound in ("0.0005", "0.001", "0.005", "0.01", "1.0", "+Inf")] == [
        1,
        2,
        2,
        3,
        3,
        4,
    ]
    assert found["carteado_append_seconds_count", ()] == 4
    assert found["carteado_append_seconds_sum", ()] == 5.008


def test_an_empty_histogram_counts_nothing():
    assert {count for _, count in Histogram().buckets()} == {0}
