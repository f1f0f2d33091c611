"""The metrics that the server publishes.

The server's code counts plain numbers; they become Prometheus samples only on request.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from prometheus_client import Metric

__all__ = ["CONTENT_TYPE", "Histogram", "Metrics", "exposition"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

# From a fast disk to one that players notice; the alert uses 250.
_BUCKETS_MS = (0.5, 1, 2, 5, 10, 25, 50, 100, 250, 1000)


@dataclass(slots=True)
class Histogram:
    """Durations in buckets, milliseconds."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(_BUCKETS_MS) + 1))
    total: float = 0.0

    def observe(self, milliseconds: float) -> None:
        """Count one duration."""
        # Bounds are inclusive: Prometheus calls them "le".
        self.counts[bisect_left(_BUCKETS_MS, milliseconds)] += 1
        self.total += milliseconds

    def buckets(self) -> Iterator[tuple[str, float]]:
        """Cumulative counts by upper bound in seconds."""
        running = 0
        for bound, count in zip((*_BUCKETS_MS, None), self.counts, strict=True):
            running += count
            yield ("+Inf" if bound is None else str(bound / 1000)), running


@dataclass(slots=True)
class Metrics:
    """The server's counters.

    Attributes:
        connections: connections that are open.
        tables: tables that are open.
        bots: bot processes that run.
        accepted: commits appended, one for each accepted command or step of a table.
        messages: messages received.
        resumed: sessions that came back with their token.
        refused: refusals by code.
        dropped: connections that the server ended, by code.
        outcomes: answers of the store other than appended, by name.
        odds_told: positions at all-ins whose odds were published.
        odds_skipped: positions whose odds were not counted.
        append: time from decision to durable commit.
    """

    connections: int = 0
    tables: int = 0
    bots: int = 0
    accepted: int = 0
    messages: int = 0
    resumed: int = 0
    odds_told: int = 0
    odds_skipped: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, int] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    append: Histogram = field(default_factory=Histogram)

    @staticmethod
    def count(counts: dict[str, int], name: str) -> None:
        """Add one to a count by name."""
        counts[name] = counts.get(name, 0) + 1


class _Collector(Collector):
    def __init__(self, metrics: Metrics, healthy: bool) -> None:
        self._metrics = metrics
        self._healthy = healthy

    def collect(self) -> Iterator[Metric]:
        metrics = self._metrics
        yield GaugeMetricFamily("carteado_healthy", "Whether /healthz says ok", value=self._healthy)
        for name, text in (
            ("connections", "Open connections"),
            ("tables", "Open tables"),
            ("bots", "Running bot processes"),
        ):
            yield GaugeMetricFamily(f"carteado_{name}", text, value=getattr(metrics, name))
        for name, text in (
            ("accepted", "Commits appended to tables' logs"),
            ("messages", "Messages received"),
            ("resumed", "Sessions that came back"),
            ("odds_told", "Positions at all-ins whose odds were published"),
            ("odds_skipped", "Positions at all-ins whose odds were left out"),
        ):
            yield CounterMetricFamily(f"carteado_{name}", text, value=getattr(metrics, name))
        for name, text, label in (
            ("refused", "Refused commands", "code"),
            ("dropped", "Connections ended by the server", "code"),
            ("outcomes", "Answers of the store other than appended", "outcome"),
        ):
            family = CounterMetricFamily(f"carteado_{name}", text, labels=[label])
            for value, count in getattr(metrics, name).items():
                family.add_metric([value], count)
            yield family
        append = HistogramMetricFamily("carteado_append_seconds", "From decided to durable")
        append.add_metric([], list(metrics.append.buckets()), metrics.append.total / 1000)
        yield append


def exposition(metrics: Metrics, *, healthy: bool) -> bytes:
    """The metrics in Prometheus' text format.

    Args:
        metrics: counts of the server.
        healthy: whether the store and all tables work.
    """
    # One registry for each request: servers in one process would share the global one.
    registry = CollectorRegistry()
    registry.register(_Collector(metrics, healthy))
    return generate_latest(registry)
