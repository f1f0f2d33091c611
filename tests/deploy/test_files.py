"""The files of deploy/ fit the server and one another; the programs that read them agree."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from grafana_foundation_sdk.cog import plugins
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

from carteado.client import Client, CommandRefused
from carteado.protocol import messages as wire
from carteado.server.app import running
from carteado.server.lobby.listed import read_tables
from carteado.server.ops.config import Settings

from .tools import DEPLOY, needed, passes

COMPOSE = sorted((DEPLOY / "compose").glob("compose.*.yaml"))
UNIT = DEPLOY / "systemd" / "carteado.service"
IMAGE = DEPLOY / "container" / "Containerfile"
BOARD = DEPLOY / "grafana" / "carteado.json"


async def scraped() -> str:
    """What Prometheus reads of a server that has just refused something."""
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, announce=False)
    async with running(settings) as server:
        async with Client(f"ws://127.0.0.1:{server.port}", name="Ana") as ana:
            with pytest.raises(CommandRefused):
                await ana.request(wire.Join, table="nowhere")
        # What a healthy server has not met yet; the labels are made as the server makes them.
        server.metrics.count(server.metrics.dropped, "limit/slow")
        server.metrics.count(server.metrics.outcomes, "Full")
        return await asyncio.to_thread(_get, f"http://127.0.0.1:{server.port}/metrics")


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        text: str = answer.read().decode()
        return text


async def test_alerts_and_dashboard_ask_only_for_series_that_the_server_has() -> None:
    published = set(re.findall(r"^(carteado_\w+)", await scraped(), re.MULTILINE))
    alerts = (DEPLOY / "prometheus" / "alerts.yml").read_text()
    for text in (alerts, BOARD.read_text()):
        asked = set(re.findall(r"\bcarteado_\w+", text))
        assert asked
        assert asked <= published


def test_grafanas_own_model_reads_the_whole_dashboard() -> None:
    plugins.register_default_plugins()
    board = json.loads(BOARD.read_text())
    read = Dashboard.from_json(board)
    written = json.loads(JSONEncoder().encode(read))
    assert list(not_in(board, written)) == []
    # What Grafana has no name for is lost, so that a wrong name is seen here.
    board["panels"][0]["targets"][0]["exprs"] = board["panels"][0]["targets"][0].pop("expr")
    written = json.loads(JSONEncoder().encode(Dashboard.from_json(board)))
    assert list(not_in(board, written)) == ["/panels/0/targets/0/exprs"]


def not_in(data: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where plain data holds what other data has not."""
    if isinstance(data, dict) and isinstance(other, dict):
        for key, value in data.items():
            yield from (
                not_in(value, other[key], f"{path}/{key}") if key in other else (f"{path}/{key}",)
            )
    elif isinstance(data, list) and isinstance(other, list) and len(data) == len(other):
        for at, pair in enumerate(zip(data, other, strict=True)):
            yield from not_in(*pair, f"{path}/{at}")
    elif data != other:
        yield path


def test_the_dashboard_has_panels_that_do_not_overlap() -> None:
    board = json.loads(BOARD.read_text())
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
async def test_promtool_reads_the_servers_figures_and_the_dashboards_questions(
    tmp_path: Path,
) -> None:
    promtool = needed("promtool")
    passes(promtool, "check", "metrics", typed=await scraped())
    asked = [
        target["expr"]
        for panel in json.loads(BOARD.read_text())["panels"]
        for target in panel["targets"]
    ]
    rules = [
        {"record": f"panel:{at}", "expr": expr.replace("$__rate_interval", "1m")}
        for at, expr in enumerate(asked)
    ]
    file = tmp_path / "dashboard.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert f"{len(asked)} rules found" in passes(promtool, "check", "rules", str(file))


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_docker_compose_reads_each_set_up(path: Path, tmp_path: Path) -> None:
    # The version that Debian 12 has does not know that a set-up may have a name.
    file = tmp_path / path.name
    file.write_text(re.sub(r"^name: .*$", "", path.read_text(), flags=re.MULTILINE))
    words = ("--project-directory", str(path.parent), "--file", str(file), "config")
    result = passes(needed("docker-compose"), *words, CARTEADO_SITE="cards.example")
    assert "no-new-privileges:true" in result
    assert "deploy/container/Containerfile" in result


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
