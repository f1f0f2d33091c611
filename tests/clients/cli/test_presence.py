"""Lost and returned connections in the plain client."""

from __future__ import annotations

from carteado.clients.cli.presence import Connections


def test_a_lost_player_and_the_return_are_announced_once() -> None:
    shown = Connections()
    names = ("Ana", "Bob", None)
    assert shown.change((True, True, False), names, [0]) == []
    assert shown.change((True, False, False), names, [0]) == ["* Bob lost the connection."]
    assert shown.change((False, True, False), names, [0]) == ["* Bob is back."]
    assert shown.change((True, True, True), ("Ana", "Bob", "Cid"), [0]) == []
    assert shown.change((True, False, True), ("Ana", None, "Cid"), [0]) == []
