"""The check for a firewall that keeps guests out, and the commands that let them in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from carteado.server.ops.packet_rules import Chain, iptables_chains, nft_chains

__all__ = ["Finding", "Run", "firewall", "said", "text_of"]

Finding = tuple[bool, str, str]
Run = Callable[[Sequence[str]], str | None]

_ANSWER_S = 5


def said(words: Sequence[str]) -> str | None:
    """Output of a command; None if it is missing, fails or takes too long."""
    if shutil.which(words[0]) is None:
        return None
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_ANSWER_S)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout


def text_of(path: Path) -> str:
    """The text of a file, '' where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def firewall(root: Path, port: int, run: Run = said) -> Finding:
    """Check the active firewall.

    Args:
        root: of the file system.
        port: that guests need; 0 where the system chooses one.
        run: returns a command's output, None if it cannot be run.
    """
    # The default port stands in for one that is not known yet.
    number = port or 8765
    ok, says = (
        # First the tools that manage rules: only they have a command that keeps a port open after a
        # restart.
        _ufw(root, number)
        or _firewalld(number, run)
        or _of_the_system(run)
        or _packet_rules(number, run)
    )
    return ok, "firewall", says


def _ufw(root: Path, number: int) -> tuple[bool, str] | None:
    if not re.search(r"^ENABLED=yes", text_of(root / "etc/ufw/ufw.conf"), re.MULTILINE):
        return None
    rules = text_of(root / "etc/ufw/user.rules")
    if re.search(rf"--dport {number} -j ACCEPT", rules):
        return True, f"ufw is on and lets port {number} in"
    return False, f"ufw is on; let guests in: sudo ufw allow {number}/tcp"


def _firewalld(number: int, run: Run) -> tuple[bool, str] | None:
    if (run(["firewall-cmd", "--state"]) or "").strip() != "running":
        return None
    if (run(["firewall-cmd", f"--query-port={number}/tcp"]) or "").strip() == "yes":
        return True, f"firewalld is on and lets port {number} in"
    advice = f"sudo firewall-cmd --permanent --add-port={number}/tcp"
    return False, f"firewalld is on; let guests in: {advice} && sudo firewall-cmd --reload"


def _of_the_system(run: Run) -> tuple[bool, str] | None:
    if sys.platform == "darwin":
        tool = "/usr/libexec/ApplicationFirewall/socketfilterfw"
        if "enabled" in (run([tool, "--getglobalstate"]) or ""):
            return True, "the firewall is on: allow incoming connections when it asks"
    if sys.platform == "win32":
        return True, "allow Python in private networks when Windows asks"
    return None


def _packet_rules(number: int, run: Run) -> tuple[bool, str]:
    nft = run(["nft", "list", "ruleset"])
    iptables = run(["iptables", "-S", "INPUT"])
    if nft is None and iptables is None:
        return True, _UNREAD_AS_USER if _may_be_root_only() else _UNREAD
    chains = nft_chains(nft or "") + iptables_chains(iptables or "")
    for chain in chains:
        if chain.lets_in(number) is False:
            return False, _blocked(chain, number)
    if any(chain.lets_in(number) is None for chain in chains):
        return True, _UNSURE.format(port=number)
    return True, f"no rule of a firewall keeps guests from port {number}"


def _may_be_root_only() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() != 0


def _blocked(chain: Chain, number: int) -> str:
    return (
        f"rules of {chain.name} keep guests out; let them in: {chain.advice(number)}"
        " (carteado find needs UDP port 5353 as well)"
    )


_UNREAD = (
    "neither ufw nor firewalld is on; other rules were not looked at, because neither nft nor"
    " iptables is installed"
)
_UNREAD_AS_USER = (
    "neither ufw nor firewalld is on; rules of other kinds are shown to root only: sudo carteado"
    " doctor"
)
_UNSURE = (
    "there are rules of a firewall that depend on more than the port: if guests cannot connect,"
    " let TCP port {port} in"
)
