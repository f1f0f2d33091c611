"""Lost connections and reconnections at a table."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.engine.words import seat_name

__all__ = ["Connections"]


class Connections:
    """The connections at one table, from the server's last message."""

    def __init__(self) -> None:
        self._before: tuple[bool, ...] = ()
        self._names: tuple[str | None, ...] = ()

    def change(
        self, connected: tuple[bool, ...], names: Sequence[str | None], own: Sequence[int]
    ) -> list[str]:
        """A line for each other player whose connection was lost, or is there again.

        Sitting down and getting up are events and have no line here.

        Args:
            connected: whether each seat is connected now.
            names: of the players, by seat; None for a free seat.
            own: seats of the people at this terminal.
        """
        lines = []
        # `strict=False`: the first time there is nothing to compare with.
        for seat, (was, here) in enumerate(zip(self._before, connected, strict=False)):
            # Another player on the seat is not the old one coming back.
            stayed = names[seat] is not None and names[seat] == self._names[seat]
            if was != here and stayed and seat not in own:
                who = seat_name(names, seat)
                lines.append(f"* {who} is back." if here else f"* {who} lost the connection.")
        self._before, self._names = connected, tuple(names)
        return lines
