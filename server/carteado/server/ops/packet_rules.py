"""The effect of Linux's packet filter rules on a guest's connection, as far as it can be read.

Only rules with no condition but the port are decided. Rules about other traffic are skipped: this
machine itself, existing connections, other protocols. Any other rule makes the answer uncertain,
and then no warning is given.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

__all__ = ["Chain", "Rule", "iptables_chains", "nft_chains"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule for packets that come in.

    Attributes:
        ports: matched ports: numbers and ranges; empty for every port.
        accepts: whether it accepts packets; None if it neither accepts nor refuses them.
        certain: whether it has no condition but the port.
    """

    ports: tuple[range, ...]
    accepts: bool | None
    certain: bool

    def concerns(self, port: int) -> bool:
        """Whether it matches that port."""
        return not self.ports or any(port in ports for ports in self.ports)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """The rules that every packet for this machine passes through.

    Attributes:
        name: as a person would look for it.
        inserting: the command that puts a rule in front of them, without the rule.
        nft: whether the command is that of nftables.
        rules: in their order.
        accepts: what happens at their end.
    """

    name: str
    inserting: str
    nft: bool
    rules: tuple[Rule, ...]
    accepts: bool

    def lets_in(self, port: int) -> bool | None:
        """Whether guests reach a TCP port through these rules; None if uncertain."""
        perhaps = False
        for rule in self.rules:
            if not rule.concerns(port):
                continue
            if rule.certain:
                # An earlier uncertain rule only matters where it could change the answer.
                return None if perhaps and not rule.accepts else rule.accepts
            if rule.accepts is None:  # a jump to other rules, which are not followed
                return None
            perhaps = perhaps or rule.accepts
        return None if perhaps and not self.accepts else self.accepts

    def advice(self, port: int) -> str:
        """The command that lets guests in."""
        rule = f"tcp dport {port} accept" if self.nft else f"-p tcp --dport {port} -j ACCEPT"
        return f"sudo {self.inserting} {rule}"


_TABLE = re.compile(r"table (?P<family>\w+) (?P<table>\S+) \{")
_CHAIN = re.compile(r"chain (?P<chain>\S+) \{")
_HOOK = re.compile(r"type filter hook input .*?(?:policy (?P<policy>\w+);)?$")
# Parts of a rule that match every packet.
_NOISE = re.compile(
    r'counter packets \d+ bytes \d+|counter|comment "[^"]*"|meta l4proto tcp|log( prefix "[^"]*")?'
)
_OF_OTHERS = re.compile(
    r"ct state (?!.*\bnew\b)|iif(name)? \"?lo\"?|\bicmp(v6)? (type|code)|udp dport|ip6 |fib |"
    r"ip protocol (icmp|igmp|udp)|"
    r"meta l4proto (\{[^}]*\}|udp|icmp\S*|ipv6-icmp)"
)
"""Rules about packets that are never a guest's first one, and so do not matter here."""
_DPORT = re.compile(r"(?:tcp|th) dport (\{[^}]*\}|[\d-]+)")


def nft_chains(text: str) -> list[Chain]:
    """The input chains in the output of ``nft list ruleset``."""
    found: list[Chain] = []
    family = table = chain = ""
    policy: bool | None = None
    rules: list[Rule] = []
    for line in map(str.strip, text.splitlines()):
        if match := _TABLE.match(line):
            family, table = match["family"], match["table"]
        elif match := _CHAIN.match(line):
            chain, policy, rules = match["chain"], None, []
        elif match := _HOOK.match(line):
            # A chain without a policy accepts.
            policy = match["policy"] != "drop"
        elif line == "}" and policy is not None:
            # Guests are given IPv4 addresses, so rules for IPv6 alone do not matter.
            if family in ("ip", "inet"):
                found.append(_nft_chain(family, table, chain, rules, policy))
            policy = None
        elif policy is not None and not line.startswith("#"):
            rules += _nft_rule(line)
    return found


def _nft_chain(family: str, table: str, chain: str, rules: list[Rule], policy: bool) -> Chain:
    if (family, table, chain) == ("ip", "filter", "INPUT"):  # made by iptables
        return _iptables_chain(rules, policy)
    where = f"{family} {table} {chain}"
    return Chain(
        name=f"nftables (table {family} {table}, chain {chain})",
        inserting=f"nft insert rule {where}",
        nft=True,
        rules=tuple(rules),
        accepts=policy,
    )


def _nft_rule(line: str) -> list[Rule]:
    if _OF_OTHERS.search(line):
        return []
    words = " ".join(_NOISE.sub("", line).split())
    ports: tuple[range, ...] | None = ()
    if match := _DPORT.search(words):
        ports = _ports(match[1].strip("{}"), "-")
        words = " ".join(_DPORT.sub("", words).split())
    verdict = re.search(r"(?:^| )(accept|drop|reject|jump|goto|queue)\b.*$", words)
    if verdict is None:  # a rule that only counts or logs
        return []
    decided = {"accept": True, "drop": False, "reject": False}.get(verdict[1])
    # The remaining words before the verdict are unknown conditions.
    certain = decided is not None and verdict.start() == 0 and ports is not None
    return [Rule(ports=ports or (), accepts=decided, certain=certain)]


def iptables_chains(text: str) -> list[Chain]:
    """The input chain in the output of ``iptables -S INPUT``, if it is one."""
    rules: list[Rule] = []
    policy = True
    for line in text.splitlines():
        words = shlex.split(line, comments=False)
        if words[:2] == ["-P", "INPUT"]:
            policy = words[2:] == ["ACCEPT"]
        elif words[:2] == ["-A", "INPUT"]:
            rules += _iptables_rule(words[2:])
    return [_iptables_chain(rules, policy)] if text else []


def _iptables_chain(rules: list[Rule], policy: bool) -> Chain:
    return Chain(
        name="iptables (chain INPUT)",
        inserting="iptables -I INPUT",
        nft=False,
        rules=tuple(rules),
        accepts=policy,
    )


_NO_CONDITION = ("-m", "-p", "--comment", "--reject-with")
"""Options that say no more than the others: `-p` is looked at by itself."""


def _iptables_rule(words: list[str]) -> list[Rule]:
    options: dict[str, str] = {}
    # Every word after an option is its value; for flags that is the next option, which does no
    # harm.
    for word, value in zip(words, [*words[1:], ""], strict=True):
        if word.startswith("-"):
            options[word] = value
    state = options.get("--ctstate") or options.get("--state")
    of_others = "!" not in words and (
        options.get("-i") == "lo"
        or options.get("-p", "tcp") not in ("tcp", "all")
        or (state is not None and "NEW" not in state)
    )
    target = options.pop("-j", None) or options.pop("-g", None)
    if of_others or target in (None, "LOG", "RETURN", "MARK"):
        return []
    listed = options.pop("--dport", "") or options.pop("--dports", "")
    more = "!" in words or any(option not in _NO_CONDITION for option in options)
    decided = {"ACCEPT": True, "DROP": False, "REJECT": False}.get(target or "")
    ports = _ports(listed, ":")
    certain = decided is not None and not more and ports is not None
    return [Rule(ports=ports or (), accepts=decided, certain=certain)]


def _ports(listed: str, to: str) -> tuple[range, ...] | None:
    """Numbers and ranges separated by commas; None for anything else."""
    found = []
    for one in filter(None, map(str.strip, listed.split(","))):
        first, _, last = one.partition(to)
        # Names of services, such as `http`, would need the system's table.
        if not first.isdecimal() or not (last or first).isdecimal():
            return None
        found.append(range(int(first), int(last or first) + 1))
    return tuple(found)
