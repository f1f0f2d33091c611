"""The renderer of Buraco."""

from __future__ import annotations

from carteado.engine.table import Table
from carteado.scene.buraco.picture import BuracoPicture, picture_of, points_on_table
from carteado.scene.buraco.story import BuracoStory
from carteado.scene.moves import Movement
from carteado.scene.replay_curves import LEAD, RAIL_LEAD, Measure
from carteado.scene.words import N_

__all__ = ["RENDERER", "BuracoRenderer"]


class BuracoRenderer:
    """See `renderers.Renderer`."""

    coming = N_("Next deal in {seconds} s")

    def story(self) -> BuracoStory:
        """The story of a table before its first event."""
        return BuracoStory()

    picture = staticmethod(picture_of)

    def movements(self, before: BuracoPicture, after: BuracoPicture) -> tuple[Movement, ...]:
        """Movements between two pictures: cards to and from the pile, and drawn ones."""
        # A new deal replaces everything; there is no way from one to the other.
        if before.deal != after.deal:
            return ()
        found = []
        # By handle, which distinguishes equal cards of the two packs.
        new = [card for card in after.hand if card not in before.hand]
        source = "pile" if len(after.pile) < len(before.pile) else "stock"
        # A large pile need not arrive card by card: twelve say enough.
        for number, card in enumerate(new[:12]):
            found.append(
                Movement(
                    kind="card",
                    source=source,
                    target=f"card:{card}",
                    card=card,
                    # Two at a time, so that a morto of eleven takes six steps.
                    order=number // 2,
                )
            )
        if len(after.pile) > len(before.pile) and before.turn is not None:
            place = "hand" if before.turn == after.own else f"seat:{before.turn}"
            found.append(
                Movement(kind="card", source=place, target="pile:top", card=after.pile[-1])
            )
        return tuple(found)

    def measure(self, table: Table, seat: int | None) -> Measure | None:
        """The points on the table, those of the reader's pair minus the other's."""
        team = (seat or 0) % 2
        ours, theirs = (points_on_table(table, each) for each in (team, 1 - team))
        title = LEAD if seat is not None else RAIL_LEAD
        return Measure(title=title, values=((0, "", ours - theirs),), signed=True)


RENDERER = BuracoRenderer()
