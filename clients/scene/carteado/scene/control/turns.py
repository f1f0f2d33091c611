"""A turn of Buraco: selecting, dragging, staging and sending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from carteado.protocol import messages as wire
from carteado.protocol.messages import Refused
from carteado.scene.buraco.next_step import next_step
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.buraco.sorting import Sort, sorted_hand
from carteado.scene.buraco.staging import RUN_KEYS, Staging, Step
from carteado.scene.buraco.trial import Trial, trial_of
from carteado.scene.buraco.ways import ways_of
from carteado.scene.cards import cards_named, face
from carteado.scene.refusals import refusal_text
from carteado.scene.shapes import Intent, Target

if TYPE_CHECKING:
    from carteado.scene.control.app import App
    from carteado.scene.reader import Reader

__all__ = ["Turns"]

DRAG_FROM = 8.0
"""Distance at which a press becomes a drag, logical pixels."""

_PLAYS = ("meld", "extend", "discard")

_ORDER: tuple[Sort, ...] = ("suit", "rank", "own")


class Turns:
    """The staged turn of the current table; it is kept in `Ui.more`.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        # The card under the pressed pointer and where it was pressed.
        self._picked: tuple[str, float, float] | None = None
        # The last turn that was sent, to restore it after a refusal.
        self._sent: Staging | None = None
        # The play whose ways were asked for.
        self._asked: Step | None = None

    @property
    def staging(self) -> Staging:
        """The staged plays, with the cards that the hand still has."""
        more = self.app.ui.more
        # `more` may hold another game's form.
        found = more if isinstance(more, Staging) else Staging()
        picture = self._picture()
        return found.fresh(picture.hand) if picture is not None else found

    @property
    def begun(self) -> bool:
        """Whether plays are staged in a turn that could be sent now."""
        return bool(self.staging.steps) and not self._offers("draw")

    def numbered(self, line: str) -> str:
        """A typed line with the number of a run in place of its key, as in ``extend a 10s``."""
        word, _, rest = line.partition(" ")
        key, gap, cards = rest.strip().partition(" ")
        place = RUN_KEYS.find(key.lower()) if len(key) == 1 else -1
        if word.lower() != "extend" or place < 0 or self._picture() is None:
            return line
        # Keys follow the visible runs, so they shift when the list is scrolled.
        return f"{word} {place + self.app.ui.scroll.get('runs', 0)}{gap}{cards}"

    def send_with(self, action: Mapping[str, Any]) -> bool:
        """Send the staged plays and behind them what was typed, as one turn.

        Alone, a typed discard could end the turn without the staged plays.

        Returns:
            False if the action is not a play of a turn; nothing is sent then.
        """
        plays = action.get("plays") if action["type"] == "turn" else [action]
        if not isinstance(plays, list | tuple) or any(one["type"] not in _PLAYS for one in plays):
            return False
        self._sent = self.staging
        turn = self.staging.turn()
        self.app.at_table.act({**turn, "plays": [*turn["plays"], *plays]})
        return True

    def intent(self, intent: Intent) -> bool:
        """Carry out a press at a Buraco table; False where it is none."""
        picture = self._picture()
        if picture is None:
            return False
        staging = self.staging
        match intent.kind:
            case "select":
                self._keep(staging.toggled(intent.value))
            case "clear":
                self._keep(replace(staging, selected=(), refused=frozenset()))
            case "lay":
                self._lay(staging, picture, intent.value)
            case "discard":
                self._stage(staging, staging.lay("discard"))
            case "undo":
                self._keep(staging.undone(intent.value))
            case "way":
                self._keep(staging.meant(intent.value))
            case "send":
                self._send(staging)
            case "draw":
                # The key works at any time; only the prompt says whether a card may be drawn.
                if self._offers("draw"):
                    self.app.at_table.act({"type": "draw"})
            case "take":
                # Where the pile is free, cards that happen to be selected are not meant.
                self._take(replace(staging, selected=()) if self._pile_is_free else staging, None)
            case "pile":
                self._pile(staging)
            case "sort":
                self._sort(staging, picture, intent.value or None)
            case "shift":
                self._shift(staging, picture, *intent.value)
            case "fold-run":
                # Symmetric difference: folded runs unfold, unfolded ones fold.
                self._keep(replace(staging, unfolded=staging.unfolded ^ {intent.value}))
            case _:
                return False
        return True

    # By the pointer

    def pick(self, target: Target, x: float, y: float) -> None:
        """The pointer goes down on a card.

        Args:
            target: of the card.
            x: of the pointer, logical pixels.
            y: of the pointer, logical pixels.
        """
        # The release selects the card: until then the press may become a drag.
        self._picked = (str(target.intent.value), x, y)

    def drag(self, target: Target, x: float, y: float) -> None:
        """The pointer moves while it holds a card.

        Args:
            target: of the card that is held.
            x: of the pointer, logical pixels.
            y: of the pointer, logical pixels.
        """
        if self._picked is None:
            return
        card, at_x, at_y = self._picked
        staging = self.staging
        # A finger or a hand is never quite still during a press.
        if not staging.held and abs(x - at_x) + abs(y - at_y) < DRAG_FROM:
            return
        self._keep(replace(staging, held=card, at=(x, y)))

    def drop(self, targets: Sequence[Target] = (), x: float = 0.0) -> None:
        """The pointer lets go at `x` over some targets, the uppermost first."""
        if self._picked is None:
            return
        (card, _, _), self._picked = self._picked, None
        staging = self.staging
        # No drag began, so it was a press: it selects.
        if not staging.held:
            self._keep(staging.toggled(card))
            return
        cards = staging.dragged
        staging = replace(staging, held="")
        picture = self._picture()
        if picture is None:
            return
        chosen = replace(staging, selected=cards)
        self._keep(staging)
        for target in targets:
            key = target.key
            if key.startswith("run:0:"):
                self._lay(chosen, picture, int(key.rpartition(":")[2]))
            elif key == "run:new":
                self._lay(chosen, picture, None)
            elif key == "pile" and not picture.drawing:
                # A discard is one card, however many are selected.
                one = replace(chosen, selected=(card,))
                self._stage(one, one.lay("discard"))
            elif key == "hand:end" or (key.startswith("card:") and key != f"card:{card}"):
                hand = sorted_hand(staging.left(picture.hand), staging.sort, staging.own)
                before = key.partition(":")[2] if key.startswith("card:") else ""
                if before and x > target.rect.cx:
                    rest = [one for one in hand if one != card]
                    before = next(iter(rest[rest.index(before) + 1 :]), "")
                self._keep(staging.moved(hand, card, before))
            else:
                continue
            return

    # Input from the server

    def happened(self) -> None:
        """Something happened: plays whose cards are gone are forgotten.

        A card that comes later may have the handle of one that is gone.
        """
        more = self.app.ui.more
        if isinstance(more, Staging) and (more.steps or more.selected):
            # Only if something is staged, because every event of the table comes here.
            staging, picture = self.staging, self._picture()
            if picture is not None and picture.turn != picture.own:
                # The next turn begins without the marks of a refusal.
                staging = replace(staging, refused=frozenset())
            self._keep(staging)

    def scored(self, kind: str, ended: Reader | None) -> None:
        """A deal begins or ends: the score sheet opens by itself, and stays until it is closed.

        The pause between deals is too short to read it. Without a seat the play matters more.
        """
        sheet = self.app.ui.sheet
        # Its runs are gone: the dialog would come back with the first of the new deal.
        if kind == "deal_started" and sheet.startswith("their-run:"):
            sheet = ""
            self.app.ui = replace(self.app.ui, sheet="")
        # 'none': the player closed the sheet of the deal before.
        if kind == "deal_scored" and sheet == "none":
            self.app.ui = replace(self.app.ui, sheet="")
        opens = self.app.keeps_sheets and kind == "deal_started" and not sheet
        if opens and ended is not None and ended.seat is not None:
            picture = ended.picture()
            if isinstance(picture, BuracoPicture) and picture.sheets:
                self.app.ui = replace(self.app.ui, sheet="score")

    def answered(self, result: Mapping[str, Any]) -> None:
        """The ways of the play that was asked about; they are shown where it is still the last."""
        staging = self.staging
        if staging.steps and staging.steps[-1] == self._asked:
            self._keep(replace(staging, ways=ways_of(result)))

    def sent(self) -> None:
        """An action was sent that is not a staged turn."""
        self._sent = None

    def refused(self, reply: Refused) -> None:
        """The server refused the turn: restore it, and mark the cards that the refusal names."""
        staging, self._sent = self._sent, None
        # The refused action was not a staged turn.
        if staging is None:
            return
        # Refusals name faces or handles (`9S`, `9Sa`); a face marks each of its copies.
        named = cards_named(f"{reply.message} {reply.details}")
        wrong = frozenset(
            card for card in staging.used | set(staging.selected) if named & {card, face(card)}
        )
        self._keep(replace(staging, refused=wrong))

    # Inside

    def _picture(self) -> BuracoPicture | None:
        return self.app.at_table.picture_of(BuracoPicture)

    def _keep(self, staging: Staging) -> None:
        ui = self.app.ui
        if (
            ui.notice is not None
            and ui.notice.kind == "error"
            and self.staging.steps != staging.steps
        ):
            # A refusal is about the plays that were staged before.
            ui = replace(ui, notice=None)
        self.app.ui = replace(ui, more=staging)

    def _offers(self, tag: str) -> bool:
        showing = self.app.at_table.current
        return showing is not None and any(one.tag == tag for one in showing.reader.offers)

    @property
    def _pile_is_free(self) -> bool:
        """Whether the pile is taken without a meld of its top card."""
        showing = self.app.at_table.current
        table = showing.reader.table if showing is not None else None
        return table is not None and getattr(table.options, "pile_take", "") == "free"

    def _lay(self, staging: Staging, picture: BuracoPicture, run: int | None) -> None:
        # Before the draw, laying cards means to take the pile and meld its top card with them.
        if picture.drawing and self._offers("take"):
            self._take(staging, run)
            return
        # Numbers of the table's runs come first, those of staged runs behind them.
        if run is not None and run < len(picture.ours):
            if self._stage(staging, staging.lay("extend", run)):
                self._ask(staging)
            return
        new = [step.run for step in staging.steps if step.kind == "meld"]
        if run is not None and run in new:
            self._stage(staging, staging.lay("extend", run))
        # New runs are numbered behind those on the table, in the order of their plays.
        elif self._stage(staging, staging.lay("meld", len(picture.ours) + len(new))):
            self._ask(staging)

    def _stage(self, before: Staging, after: Staging) -> bool:
        """Stage a further play, or say why it is illegal: its cards stay selected and are marked.

        Returns:
            False if the play is refused.
        """
        trial = self._trial(after)
        # A play behind an illegal one is not judged; that one is marked already.
        if trial is None or trial.refusal is None or trial.legal < len(before.steps):
            self._keep(after)
            return True
        self._keep(replace(before, refused=frozenset(before.selected), ways=()))
        words, step = self.app.words, after.steps[-1]
        # Up to the refused play all are legal, so its runs are those before it.
        instead = next_step(before, step.kind, step.run, trial.runs, self._trial, words)
        self.app.say(f"{refusal_text(trial.refusal, words)} {instead}".rstrip(), error=True)
        return False

    def _trial(self, staging: Staging) -> Trial | None:
        showing = self.app.at_table.current
        if showing is None:
            return None
        return trial_of(showing.reader.table, showing.reader.seat, staging.steps)

    def _ask(self, before: Staging) -> None:
        """Ask the server where the wild of a play that was just staged may stand."""
        app, showing = self.app, self.app.at_table.current
        steps = self.staging.steps
        if showing is None or showing.reader.table is None or len(steps) == len(before.steps):
            return
        table, welcome = showing.reader.table, app.welcome
        # If wilds move freely, their place says nothing.
        free = getattr(table.options, "wild_relocation", "free") == "free"
        if free or app.link is None or welcome is None or "ways" not in welcome.capabilities:
            return
        self._asked = steps[-1]
        app.link.request("ways", wire.Ways, table=showing.reader.id, action=steps[-1].plain())

    def _take(self, staging: Staging, run: int | None) -> None:
        """Take the pile, with the selected cards where the top one has to be melded."""
        if not self._offers("take"):
            return
        action = {"type": "take", "cards": list(staging.selected), "meld": run}
        self._sent = staging
        # The pile's dialog closes; a refusal brings the selection back.
        self._keep(replace(staging, selected=(), pile=False))
        self.app.at_table.act(action)

    def _send(self, staging: Staging) -> None:
        if not staging.steps:
            return
        trial = self._trial(staging)
        problem = (trial.refusal or trial.missing) if trial is not None else None
        # Only where the turn could be sent: the key works at any time.
        if problem is not None and self.begun:
            self.app.say(refusal_text(problem, self.app.words), error=True)
            return
        self._sent = staging
        self.app.at_table.act(staging.turn())

    def _pile(self, staging: Staging) -> None:
        # With one card selected after the draw, a press on the pile means the discard.
        if staging.selected and len(staging.selected) == 1 and not self._offers("draw"):
            self._stage(staging, staging.lay("discard"))
            return
        self._keep(replace(staging, pile=not staging.pile))

    def _shift(self, staging: Staging, picture: BuracoPicture, card: str, way: int) -> None:
        """Move a card one place in the reader's order; the cursor goes with it."""
        hand = sorted_hand(picture.hand, staging.sort, staging.own)
        shown = tuple(one for one in hand if one not in staging.used)
        if card not in shown:
            return
        staging = staging.shifted(shown, hand, card, way)
        order = [one for one in staging.own if one not in staging.used]
        at = order.index(card) if card in order else shown.index(card)
        self.app.ui = replace(self.app.ui, scroll={**self.app.ui.scroll, "hand": at})
        self._keep(staging)

    def _sort(self, staging: Staging, picture: BuracoPicture, sort: Sort | None) -> None:
        if sort is None:
            sort = _ORDER[(_ORDER.index(staging.sort) + 1) % 3]
        own = staging.own
        if sort == "own" and not own:
            # The first own order is the one that the player sees.
            own = sorted_hand(picture.hand, staging.sort)
        self._keep(replace(staging, sort=sort, own=own))
