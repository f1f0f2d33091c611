"""Obstacles between a server and its guests: addresses, firewalls, containers, WSL."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from carteado.server.net.interfaces import ALL, guest_addresses, is_private
from carteado.server.ops.firewall import Finding, Run, firewall, text_of

__all__ = ["surroundings"]


def surroundings(
    host: str,
    port: int,
    *,
    root: Path = Path("/"),
    environment: Mapping[str, str] | None = None,
    addresses: Sequence[str] | None = None,
    run: Run | None = None,
) -> list[Finding]:
    """Obstacles for guests, each with advice.

    Args:
        host: the address that the server listens on.
        port: its port; 0 where the system chooses one.
        root: of the file system.
        environment: of the process; this one's when absent.
        addresses: under which guests reach the machine; looked up when absent.
        run: returns a command's output, None if it cannot be run.

    Returns:
        For each thing: whether it is well, its name, and a sentence.
    """
    found = guest_addresses(host) if addresses is None else list(addresses)
    findings = [_addresses(host, found)]
    if (inside := _container(root, os.environ if environment is None else environment)) is not None:
        findings.append((True, "container", _IN_A_CONTAINER.format(inside=inside, port=port)))
    if _is_wsl(root):
        # A placeholder in the command is better than no command.
        address = found[0] if found else "ADDRESS"
        findings.append((False, "wsl", _IN_WSL.format(port=port, address=address)))
    findings.append(firewall(root, port, *([run] if run else [])))
    return findings


_IN_A_CONTAINER = (
    "the server runs inside {inside}: publish its port (-p {port}:{port}), give guests the address"
    " of the machine around it, and start with --allowed-host for its name"
)
_IN_WSL = (
    "Windows hides this Linux from the network: set networkingMode=mirrored in .wslconfig, or, as"
    " administrator: netsh interface portproxy add v4tov4 listenport={port} connectport={port}"
    " connectaddress={address}"
)


def _addresses(host: str, found: Sequence[str]) -> Finding:
    what = "addresses"
    if host not in ALL and (host.startswith("127.") or host in ("localhost", "::1")):
        return True, what, f"only this machine can join: the server listens on {host}"
    if not found:
        return False, what, "this machine has no address on a network; guests cannot reach it"
    first, *others = found
    advice = f"guests use {first}"
    if others:
        advice += f"; if they cannot reach it, they try {' or '.join(others)}"
    if not any(map(is_private, found)):
        advice += "; it is a public address: everybody on the internet can join"
    return True, what, advice


def _container(root: Path, environment: Mapping[str, str]) -> str | None:
    """The kind of container that the process runs in, None for none."""
    # The files of container engines first: they exist even if the environment is cleared.
    if (root / ".dockerenv").exists():
        return "a Docker container"
    if (root / "run/.containerenv").exists():
        return "a Podman container"
    if environment.get("KUBERNETES_SERVICE_HOST"):
        return "a Kubernetes pod"
    kind = environment.get("container")
    # Flatpak restricts files, not the network.
    return f"a container ({kind})" if kind and kind != "flatpak" else None


def _is_wsl(root: Path) -> bool:
    return "microsoft" in text_of(root / "proc/sys/kernel/osrelease").lower()
