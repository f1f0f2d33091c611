"""Obstacles between a server and its guests, as ``carteado doctor`` reports them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from carteado.server.ops.surroundings import surroundings


def look(
    root: Path,
    files: Mapping[str, str] | None = None,
    *,
    host: str = "0.0.0.0",
    environment: Mapping[str, str] | None = None,
    addresses: Sequence[str] = ("192.168.1.7",),
    said: Mapping[str, str | None] | None = None,
) -> dict[str, tuple[bool, str]]:
    for name, text in (files or {}).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = surroundings(
        host,
        8765,
        root=root,
        environment=environment or {},
        addresses=addresses,
        run=lambda words: (said or {}).get(words[-1], ""),
    )
    return {what: (ok, says) for ok, what, says in found}


def test_a_machine_with_one_address_and_no_firewall_is_well(tmp_path: Path) -> None:
    found = look(tmp_path)
    assert set(found) == {"addresses", "firewall"}
    assert all(ok for ok, _ in found.values())
    assert found["addresses"][1] == "guests use 192.168.1.7"


@pytest.mark.parametrize(
    ("host", "addresses", "ok", "says"),
    [
        ("0.0.0.0", ["192.168.1.7", "10.0.0.2"], True, "guests use 192.168.1.7; if they cannot"),
        ("0.0.0.0", [], False, "no address on a network"),
        ("127.0.0.1", ["127.0.0.1"], True, "only this machine"),
        ("203.0.113.5", ["203.0.113.5"], True, "everybody on the internet"),
    ],
)
def test_addresses_are_checked_for_guests(
    tmp_path: Path, host: str, addresses: list[str], ok: bool, says: str
) -> None:
    found = look(tmp_path, host=host, addresses=addresses)["addresses"]
    assert (found[0], says in found[1]) == (ok, True), found


@pytest.mark.parametrize(
    ("files", "environment", "inside"),
    [
        ({".dockerenv": ""}, {}, "a Docker container"),
        ({"run/.containerenv": ""}, {}, "a Podman container"),
        ({}, {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, "a Kubernetes pod"),
        ({}, {"container": "lxc"}, "a container (lxc)"),
    ],
)
def test_a_container_gets_the_advice_to_publish_its_port(
    tmp_path: Path, files: dict[str, str], environment: dict[str, str], inside: str
) -> None:
    ok, says = look(tmp_path, files, environment=environment)["container"]
    assert ok  # it may be published already: that cannot be seen from inside
    assert inside in says
    assert "-p 8765:8765" in says


def test_wsl_gets_the_advice_to_forward_the_port_through_windows(tmp_path: Path) -> None:
    files = {"proc/sys/kernel/osrelease": "5.15.90.1-microsoft-standard-WSL2\n"}
    ok, says = look(tmp_path, files)["wsl"]
    assert not ok
    assert "portproxy" in says
    assert "connectaddress=192.168.1.7" in says


RULE = "-A ufw-user-input -p tcp --dport 8765 -j ACCEPT\n"


@pytest.mark.parametrize(
    ("files", "said", "ok", "says"),
    [
        ({"etc/ufw/ufw.conf": "ENABLED=yes\n"}, {}, False, "sudo ufw allow 8765/tcp"),
        ({"etc/ufw/ufw.conf": "ENABLED=yes\n", "etc/ufw/user.rules": RULE}, {}, True, "lets port"),
        ({"etc/ufw/ufw.conf": "ENABLED=no\n"}, {}, True, "no rule of a firewall keeps"),
        ({}, {"--state": "running\n"}, False, "--add-port=8765/tcp"),
        ({}, {"--state": "running\n", "--query-port=8765/tcp": "yes\n"}, True, "lets port"),
        ({}, {"INPUT": "-P INPUT DROP\n"}, False, "sudo iptables -I INPUT -p tcp --dport 8765"),
        ({}, {"INPUT": "-P INPUT DROP\n-A INPUT -j ours\n"}, True, "depend on more than the port"),
        ({}, {"INPUT": None, "ruleset": None}, True, "neither ufw nor firewalld"),
    ],
)
def test_a_firewall_is_reported_with_the_command_that_opens_it(
    tmp_path: Path, files: dict[str, str], said: dict[str, str | None], ok: bool, says: str
) -> None:
    found = look(tmp_path, files, said=said)["firewall"]
    assert (found[0], says in found[1]) == (ok, True), found
