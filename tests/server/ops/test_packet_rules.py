"""What is read from the rules of Linux's packet filter, in the words of its own programs."""

from __future__ import annotations

import pytest

from carteado.server.ops.packet_rules import iptables_chains, nft_chains

NFT = """table inet home {{
	chain input {{
		type filter hook input priority filter; policy {policy};
		ct state established,related accept
		iifname "lo" accept
		icmp type echo-request drop
{rules}
	}}

	chain forward {{
		type filter hook forward priority filter; policy drop;
	}}
}}
"""
IPTABLES = "-P INPUT {policy}\n-A INPUT -i lo -j ACCEPT\n-A INPUT -p udp -j DROP\n{rules}\n"


@pytest.mark.parametrize(
    ("policy", "rules", "lets_in"),
    [
        ("accept", "", True),
        ("drop", "", False),
        ("drop", "tcp dport 8765 accept", True),
        ("drop", "tcp dport 22 accept", False),
        ("drop", "tcp dport { 80, 8000-9000 } counter packets 0 bytes 0 accept", True),
        ("drop", "tcp dport { 80, 9000-9100 } accept", False),
        ("accept", "tcp dport 8765 drop", False),
        ("accept", 'tcp dport 8000-9000 counter packets 1 bytes 60 reject comment "games"', False),
        ("accept", "counter packets 3 bytes 180 reject with icmpx admin-prohibited", False),
        ("accept", "tcp dport 8765 accept\n\t\tdrop", True),
        ("accept", "ip saddr 10.0.0.0/8 drop", True),
        ("drop", "ip saddr 192.168.0.0/16 accept", None),
        ("drop", "ip saddr 192.168.0.0/16 tcp dport 8765 accept", None),
        ("drop", "tcp dport @open accept", None),
        ("drop", "tcp dport { 80, http } accept", None),
        ("accept", "jump guests", None),
        ("accept", "ip saddr 192.168.0.0/16 accept", True),
        ("accept", "counter packets 3 bytes 180", True),
        ("accept", "udp dport 8765 drop", True),
    ],
)
def test_rules_of_nft_decide_whether_guests_come_in(
    policy: str, rules: str, lets_in: bool | None
) -> None:
    [chain] = nft_chains(NFT.format(policy=policy, rules=f"\t\t{rules}"))
    assert chain.lets_in(8765) is lets_in
    assert chain.name == "nftables (table inet home, chain input)"
    assert chain.advice(8765) == "sudo nft insert rule inet home input tcp dport 8765 accept"


@pytest.mark.parametrize(
    ("policy", "rules", "lets_in"),
    [
        ("ACCEPT", "", True),
        ("DROP", "", False),
        ("DROP", "-A INPUT -p tcp -m tcp --dport 8765 -j ACCEPT", True),
        ("DROP", "-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT", False),
        ("DROP", "-A INPUT -p tcp -m multiport --dports 80,8000:9000 -j ACCEPT", True),
        ("ACCEPT", "-A INPUT -p tcp -m tcp --dport 8765 -j DROP", False),
        ("ACCEPT", "-A INPUT -j REJECT --reject-with icmp-port-unreachable", False),
        ("ACCEPT", "-A INPUT ! -i lo -j DROP", True),
        ("DROP", "-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT", False),
        ("DROP", "-A INPUT -s 192.168.0.0/16 -j ACCEPT", None),
        ("ACCEPT", '-A INPUT -m comment --comment "my guests" -j guests', None),
        ("ACCEPT", "-A INPUT -j LOG", True),
    ],
)
def test_rules_of_iptables_decide_whether_guests_come_in(
    policy: str, rules: str, lets_in: bool | None
) -> None:
    [chain] = iptables_chains(IPTABLES.format(policy=policy, rules=rules))
    assert chain.lets_in(8765) is lets_in
    assert chain.advice(8765) == "sudo iptables -I INPUT -p tcp --dport 8765 -j ACCEPT"


def test_nft_shows_the_rules_of_iptables_and_the_advice_is_for_iptables() -> None:
    text = NFT.format(policy="drop", rules="").replace("inet home", "ip filter")
    [chain] = nft_chains(text.replace("chain input", "chain INPUT"))
    assert chain.name == "iptables (chain INPUT)"
    assert chain.lets_in(8765) is False


def test_rules_that_do_not_concern_guests_are_ignored() -> None:
    other = NFT.format(policy="drop", rules="")
    assert nft_chains(other.replace("inet home", "ip6 home")) == []
    assert nft_chains("") == iptables_chains("") == []
