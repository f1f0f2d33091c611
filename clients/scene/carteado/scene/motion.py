"""Animation: a pure function of time between two scenes.

The state applies at once. A `Motion` only shows how drawn items get to their places, and any input
ends it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from carteado.scene.moves import Movement
from carteado.scene.shapes import CardShape, Chips, Drawable, Rect, Scene
from carteado.scene.tokens import motion

__all__ = ["Motion", "motion_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """The movement of one item from a rectangle to another, in a part of the time."""

    movement: Movement
    source: Rect
    target: Rect
    start: float
    end: float

    def at(self, now: float) -> float:
        """Its progress, from 0 to 1, eased out."""
        if now <= self.start:
            return 0.0
        if now >= self.end:
            return 1.0
        t = (now - self.start) / (self.end - self.start)
        # The look's rule: ease-out for arrivals, fast at first and slow at the end.
        return 1 - (1 - t) ** 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """Movements that began at a time.

    Attributes:
        since_ms: when it began, on the client's clock.
        flights: one for each moving item.
        duration_ms: until the last movement has ended.
    """

    since_ms: float
    flights: tuple[Flight, ...]
    duration_ms: float

    def done(self, now_ms: float) -> bool:
        """Whether all movements have ended."""
        return now_ms - self.since_ms >= self.duration_ms

    def apply(self, scene: Scene, now_ms: float) -> Scene:
        """The scene at a time, with moving items on their way."""
        now = now_ms - self.since_ms
        if now >= self.duration_ms:
            return scene
        # By target: a later card to the same place replaces an earlier one, as it does in the
        # scene.
        cards = {
            one.movement.target: one
            for one in self.flights
            # Items that have arrived are drawn as part of the scene again.
            if one.movement.kind in ("card", "flip") and now < one.end
        }
        bets = {
            one.movement.target
            for one in self.flights
            if one.movement.kind == "chips" and now < one.end
        }
        items: list[Drawable] = []
        flying: list[Drawable] = []
        for item in scene.items:
            if isinstance(item, CardShape) and item.place in cards:
                found = _flown(item, cards[item.place], now)
                if found is not None:
                    flying.append(found)
            # Otherwise the chips would be seen twice, on their way and already there.
            elif isinstance(item, Chips) and item.place in bets:
                # A bet is left out until its chips have arrived.
                flying.append(replace(item, alpha=0.0))
            else:
                items.append(item)
        for flight in self.flights:
            if flight.movement.kind == "chips" and flight.start <= now < flight.end:
                flying.append(_chips(flight, now))
        shown = [one for one in flying if getattr(one, "alpha", 1.0) > 0]
        # A flying card is drawn above everything that it passes.
        return replace(scene, items=(*items, *shown))


def motion_of(
    movements: Sequence[Movement],
    before: Mapping[str, Rect],
    after: Mapping[str, Rect],
    now_ms: float,
    *,
    reduced: bool = False,
) -> Motion | None:
    """The motion that shows movements; None if none of them is visible.

    Args:
        movements: between two pictures.
        before: named places of the scene before.
        after: named places of the scene after.
        now_ms: the client's clock.
        reduced: no movement.
    """
    # The look's reduced motion: nothing moves at all.
    if reduced:
        return None
    flights = []
    for movement in movements:
        # Some places exist in one of the two scenes only, such as a run that was just laid.
        source = before.get(movement.source) or after.get(movement.source)
        target = after.get(movement.target) or before.get(movement.target)
        if source is None or target is None:
            continue
        length = _LENGTHS[movement.kind]
        # The look's 60 ms from one card to the next.
        start = movement.order * motion("dealStagger")
        flights.append(
            Flight(
                movement=movement,
                source=source,
                target=target,
                start=start,
                end=start + motion(length),
            )
        )
    if not flights:
        return None
    return Motion(
        since_ms=now_ms, flights=tuple(flights), duration_ms=max(one.end for one in flights)
    )


_LENGTHS = {"card": "card", "chips": "chips", "flip": "flip"}


def _flown(item: CardShape, flight: Flight, now: float) -> CardShape | None:
    """A card on its way; None before it starts."""
    if now < flight.start:
        return None
    t = flight.at(now)
    if flight.movement.kind == "flip":
        # It is turned about its upright axis: first the back, then the face.
        share = abs(1 - 2 * t)
        # A card seen from its edge is still 2 units wide: painters cannot scale to nothing.
        width = max(2.0, item.rect.w * share)
        rect = Rect(item.rect.cx - width / 2, item.rect.y, width, item.rect.h)
        return replace(item, rect=rect, card="??" if t < 0.5 else item.card, ring="")
    x = flight.source.cx + (item.rect.cx - flight.source.cx) * t
    y = flight.source.cy + (item.rect.cy - flight.source.cy) * t
    # The size is the final one from the start; only the middle moves.
    return replace(item, rect=Rect.around(x, y, item.rect.w, item.rect.h))


def _chips(flight: Flight, now: float) -> Chips:
    t = flight.at(now)
    x = flight.source.cx + (flight.target.cx - flight.source.cx) * t
    y = flight.source.cy + (flight.target.cy - flight.source.cy) * t
    # Wide enough for three columns of discs with a radius of 9.
    return Chips(rect=Rect.around(x, y, 54, 18), amount=flight.movement.amount, radius=9)
