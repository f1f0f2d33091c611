"""The files of deploy/ fit the server and one another; the programs that read them agree."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from carteado.server.lobby.listed import read_tables
from carteado.server.ops.config import Settings
from carteado.server.ops.metrics import Metrics, exposition

from .tools import DEPLOY, needed, passes

COMPOSE = sorted((DEPLOY / "compose").glob("compose.*.yaml"))
UNIT = DEPLOY / "systemd" / "carteado.service"
IMAGE = DEPLOY / "container" / "Containerfile"


def published() -> set[str]:
    """Names of the series that the server has."""
    metrics = Metrics()
    for counts in (metrics.refused, metrics.dropped, metrics.outcomes):
        counts["x"] = 1
    text = exposition(metrics, healthy=True).decode()
    return set(re.findall(r"^(carteado_\w+)", text, re.MULTILINE))


def test_alerts_and_dashboard_ask_only_for_series_that_the_server_has() -> None:
    alerts = (DEPLOY / "prometheus" / "alerts.yml").read_text()
    board = (DEPLOY / "grafana" / "carteado.json").read_text()
    for text in (alerts, board):
        asked = set(re.findall(r"\bcarteado_\w+", text))
        assert asked
        assert asked <= published()


def test_the_dashboard_has_panels_that_do_not_overlap() -> None:
    board = json.loads((DEPLOY / "grafana" / "carteado.json").read_text())
    taken: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert at["x"] + at["w"] <= 24
        assert not taken & cells, panel["title"]
        taken |= cells
        assert all(target["expr"] for target in panel["targets"])


def test_the_examples_of_tables_can_be_opened() -> None:
    listed = read_tables(DEPLOY / "tables.toml")
    assert {one.opening.game for one in listed} == {"holdem", "buraco"}


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_every_service_is_hardened_and_set_with_settings_that_exist(path: Path) -> None:
    services: dict[str, Any] = yaml.safe_load(path.read_text())["services"]
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["restart"] == "unless-stopped", name
    for key in services["carteado"]["environment"]:
        assert key.removeprefix("CARTEADO_").lower() in Settings.model_fields, key


def test_the_image_is_built_in_two_stages_and_runs_as_nobody() -> None:
    text = IMAGE.read_text()
    assert len(re.findall(r"^FROM ", text, re.MULTILINE)) == 2
    user = re.findall(r"^USER (\d+):(\d+)$", text, re.MULTILINE)
    assert user
    assert all(int(number) >= 10_000 for number in user[-1])
    last = text.rpartition("FROM ")[2]
    assert "pip install" not in last
    kept = (DEPLOY / "container" / "Containerfile.dockerignore").read_text().splitlines()
    for line in kept:
        if line.startswith("!"):
            assert (DEPLOY.parent / line[1:]).exists(), line


def test_redis_is_set_to_keep_what_it_acknowledges() -> None:
    text = (DEPLOY / "compose" / "redis.conf").read_text()
    said = {
        line.split()[0]: line.split()[1] for line in text.splitlines() if line and line[0] != "#"
    }
    assert (said["appendonly"], said["appendfsync"]) == ("yes", "always")
    assert said["maxmemory-policy"] == "noeviction"


@pytest.mark.exhaustive
def test_promtool_reads_the_rules_and_they_warn_when_they_should() -> None:
    promtool, folder = needed("promtool"), DEPLOY / "prometheus"
    passes(promtool, "check", "config", str(folder / "prometheus.yml"))
    passes(promtool, "test", "rules", str(folder / "alerts_test.yml"))


@pytest.mark.exhaustive
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    analyze = needed("systemd-analyze")
    true = shutil.which("true")
    text = UNIT.read_text().replace("/opt/carteado/bin/carteado", str(true))
    (tmp_path / UNIT.name).write_text(text)
    assert passes(analyze, "verify", str(tmp_path / UNIT.name)) == ""


@pytest.mark.exhaustive
def test_caddy_reads_its_file() -> None:
    path = DEPLOY / "compose" / "Caddyfile"
    words = ("validate", "--adapter", "caddyfile", "--config", str(path))
    passes(needed("caddy"), *words, CARTEADO_SITE="cards.example")
