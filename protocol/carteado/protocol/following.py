"""A table that a client follows: the fold of the events from the server.

The client's table is the fold of the redacted events, nothing else. Known events are
dropped, a gap or an event that cannot be folded makes the session ask again, and a snapshot
replaces all. Where the game's code is not installed, the server's lines of English are what there
is.

The server is not trusted to be sane. Whatever an event or a snapshot holds, reading it ends in a
session event, at worst in `Unreadable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.engine.decks import Flaw
from carteado.engine.errors import PlainError, UnknownGame
from carteado.engine.generated import maker
from carteado.engine.plain import from_plain
from carteado.engine.table import Table, evolve, restore
from carteado.protocol.cutting import CUTS, Cutting
from carteado.protocol.deck_watch import DeckWatch
from carteado.protocol.messages import Events, Live, Odds, Position, Prompt, Snapshot, TurnClock
from carteado.protocol.received import (
    action_from_plain,
    check_cards,
    check_size,
    check_state,
    event_of,
    no_card_in,
    opened_by,
    why,
)
from carteado.protocol.session_events import (
    ClockChanged,
    DealFlawed,
    Happened,
    LiveNow,
    OddsReceived,
    Prompted,
    PromptGone,
    SessionEvent,
    Snapped,
    Unreadable,
)

__all__ = ["Followed"]

LINES_KEPT = 200
"""Lines of English remembered for a table."""

CHECKED_EACH = 128
"""Events after which the size of the table is checked."""

ATTEMPTS = 3
"""Attempts to ask again before a server's account of a table counts as contradictory."""


@dataclass(slots=True, kw_only=True)
class Followed:
    """What a client knows about one table.

    Attributes:
        id: the table's id.
        rail: whether it is watched from the rail although a seat is held.
        table: the table as the client may see it; None before the first snapshot, and where the
            client lacks the game's code.
        epoch: epoch of the last event.
        seq: number of the last event, 0 before the first snapshot.
        seat: the seat whose view this is, None for the rail.
        prompt: the decision that the table waits for from this client, if any.
        live: whether the client is up to date and connected.
        lines: the server's last lines of English, where they were asked for.
        cutting: the seat's part in the cuts, None for none.
        decks: watches whether the server deals the decks it commits to.
        wants: the position from which to ask again, as a `Watch` to send; None when all is well.
    """

    id: str
    rail: bool = False
    table: Table | None = None
    epoch: int = 0
    seq: int = 0
    seat: int | None = None
    prompt: Prompted | None = None
    live: bool = False
    lines: tuple[str, ...] = ()
    cutting: Cutting | None = field(default=None, repr=False)
    decks: DeckWatch = field(default_factory=DeckWatch, repr=False)
    asked: bool = field(default=False, repr=False)
    wants: bool = field(default=False, repr=False)
    broken: bool = field(default=False, repr=False)
    attempts: int = field(default=0, repr=False)
    counted: int = field(default=0, repr=False)
    stalled: int = field(default=0, repr=False)

    @property
    def position(self) -> Position | None:
        """The last event that the client has; None asks for a snapshot.

        Without the game's code there is no fold to continue: the lines of a snapshot say more
        than the missed events, which have none.
        """
        # The first request continues from here; the next ones ask for a snapshot.
        if self.seq == 0 or self.table is None or self.broken or self.attempts > 1:
            return None
        return Position(epoch=self.epoch, seq=self.seq)

    def disconnected(self) -> None:
        """The connection is lost: nothing is live, and the prompt will come again."""
        self.live = self.asked = self.wants = False
        self.attempts = 0
        self.prompt = None

    def forget(self) -> None:
        """The server does not know the session: the view of a seat cannot be continued.

        The view of the rail can be, because it belongs to nobody.
        """
        if self.seat is not None:
            self.seat = None
            self.seq = self.epoch = self.counted = 0

    # Messages of the server

    def take_snapshot(self, message: Snapshot) -> list[SessionEvent]:
        """Replace what is known by a snapshot."""
        before, out = self.table, self._prompt_gone()
        self.broken = False
        try:
            table = restore(message.view)
            if not _has_seat(table, message.seat):
                raise PlainError(_NO_SEAT)
            check_cards(table.game, table.game.state_type, table.state)
            check_state(table)
            self.table = table
        # Such a client continues with the server's lines of English.
        except UnknownGame:
            self.table = None
        # Any exception: a hostile view may fail in ways that no list of types covers.
        except Exception as error:  # an invalid view from an untrusted server
            self.broken = True
            return [*out, *self._ask(f"snapshot: {why(error)}", no_card_in(error))]
        self.epoch, self.seq, self.seat = message.epoch, message.seq, message.seat
        if self.counted > self.seq:  # the log was cut back
            self.counted = 0
        self.lines = message.lines[-LINES_KEPT:]
        self.asked = False
        # Deck commitments in the view are compared with those seen before the snapshot.
        out += self._flaws(self.decks.see_view(message.view))
        if self.cutting is not None:
            self.cutting.see_view(message.view)
        snapped = Snapped(
            table=self.id,
            epoch=message.epoch,
            seq=message.seq,
            seat=message.seat,
            reason=message.reason,
            before=before,
            after=self.table,
            lines=message.lines,
        )
        return [*out, snapped]

    def take_events(self, message: Events) -> list[SessionEvent]:
        """Fold the events that are new."""
        # After a gap no event can be folded until the next snapshot.
        if self.broken:
            return []
        # Number of events of this message that are folded already; below 0 means a gap.
        known = self.seq + 1 - message.first
        if known < 0:
            return self._ask(None)
        out: list[SessionEvent] = []
        # Known already, as after a reconnection: not folded again, but no deck may have changed.
        for data in message.events[:known]:
            out += self._flaws(self.decks.see_again(data))
        try:
            self._fold(message, known, out)
        except Exception as error:  # an invalid event, or one of a newer release
            self.broken = True
            return out + self._ask(f"event {self.seq + 1}: {why(error)}", no_card_in(error))
        return out

    def _fold(self, message: Events, known: int, out: list[SessionEvent]) -> None:
        """Fold a message's events but the first ones, and add what they mean to `out`."""
        before, seq, epoch = self.table, self.seq, message.epoch
        cutting, decks = self.cutting, self.decks
        lines = message.lines[known:]
        for place, data in enumerate(message.events[known:]):
            seq += 1
            if before is None:
                event, after = opened_by(data)
            else:
                event = event_of(before.game, data, seq)
                if not _has_seat(before, getattr(event, "seat", None)):
                    raise PlainError(_NO_SEAT)
                after = evolve(before, event)
                check_state(after, before)
                if seq % CHECKED_EACH == 0:
                    check_size(after)
            # Judged before the table is replaced, reported after the event that ended the
            # decision.
            gone = self.prompt is not None and self._passed(self.prompt, data, after)
            # Event by event, so that a fault in a later one is reported with its number.
            self.table, self.seq, self.epoch = after, seq, epoch
            flaws = decks.see_event(data)
            if cutting is not None and data.get("type") in CUTS:
                flaws += cutting.see_event(data)
            line = lines[place] if place < len(lines) else ""
            if line:
                self.lines = (*self.lines, line)[-LINES_KEPT:]
            out.append(
                _happened(
                    table=self.id,
                    epoch=epoch,
                    seq=seq,
                    event=event,
                    before=before,
                    after=after,
                    line=line,
                )
            )
            before = after
            if flaws:
                out += self._flaws(flaws)
            if gone:
                out += self._prompt_gone()

    def take_live(self, message: Live) -> list[SessionEvent]:
        """All missed events should have arrived; ask again if they have not."""
        self.asked = False
        if not _has_seat(self.table, message.seat):
            return self._ask(f"live: {_NO_SEAT}")
        self.seat = message.seat
        # The server says where the log stands, so a lost message cannot go unnoticed.
        if self.broken or message.seq != self.seq:
            self.live = False
            return self._ask(None)
        # Success resets the counters, so a later fault gets the full number of attempts again.
        self.live, self.attempts, self.stalled = True, 0, 0
        now = LiveNow(
            table=self.id, epoch=self.epoch, seq=self.seq, seat=message.seat, owner=message.owner
        )
        return [now]

    def take_odds(self, message: Odds) -> list[SessionEvent]:
        """Handle odds at an all-in; report them once even if the server repeats them."""
        if message.seq <= self.counted:
            return []
        self.counted = message.seq
        return [
            OddsReceived(
                table=self.id,
                epoch=message.epoch,
                seq=message.seq,
                board=message.board,
                pots=message.pots,
                run=message.run,
            )
        ]

    def take_clock(self, message: TurnClock) -> list[SessionEvent]:
        """Handle the clock of a seat that is not the client's own."""
        if not _has_seat(self.table, message.seat):
            return [Unreadable(problem=f"turn_clock: {_NO_SEAT}", table=self.id)]
        return [ClockChanged(table=self.id, message=message)]

    def take_prompt(self, message: Prompt) -> list[SessionEvent]:
        """Handle a prompt: the table waits for this client."""
        if not _has_seat(self.table, message.seat):
            return [Unreadable(problem=f"prompt: {_NO_SEAT}", table=self.id)]
        legal: Any = message.legal
        default: Any = message.default
        # Without the game's code the prompt stays plain data, which a program may still show.
        if self.table is not None:
            game = self.table.game
            try:
                legal = from_plain(game.legal_type, legal)
                default = action_from_plain(game, default)
                check_cards(game, game.legal_type, legal)
                check_cards(game, type(default), default)
            except Exception as error:  # an invalid prompt from an untrusted server
                problem = f"prompt: {why(error)}"
                return [Unreadable(problem=problem, table=self.id, card=no_card_in(error))]
        self.prompt = Prompted(
            table=self.id,
            decision=message.decision,
            seat=message.seat,
            legal=legal,
            default=default,
            time_ms=message.time_ms,
            bank_ms=message.bank_ms,
            now_ms=message.now_ms,
            timed=message.timed,
        )
        return [self.prompt]

    def answered(self, decision: int) -> list[SessionEvent]:
        """Handle the reply to an action: the decision was made, or is no longer open."""
        # A late reply about an earlier decision must not close the present prompt.
        if self.prompt is None or self.prompt.decision != decision:
            return []
        return self._prompt_gone()

    # Inside

    @staticmethod
    def _passed(prompt: Prompted, data: Mapping[str, Any], after: Table | None) -> bool:
        """Whether an event ends the decision that this client was asked for."""
        # A time-out may leave the turn with the same seat (sitting out), so it is tested by
        # itself.
        if data.get("type") == "timed_out" and data.get("seat") == prompt.seat:
            return True
        return after is not None and after.game.turn(after.state) != prompt.seat

    def _flaws(self, flaws: Iterable[Flaw]) -> list[SessionEvent]:
        return [
            DealFlawed(table=self.id, deal=flaw.deal, kind=flaw.kind, message=str(flaw.message))
            for flaw in flaws
        ]

    def _prompt_gone(self) -> list[SessionEvent]:
        if self.prompt is None:
            return []
        gone = PromptGone(table=self.id, decision=self.prompt.decision)
        self.prompt = None
        return [gone]

    def _ask(self, problem: str | None, card: str = "") -> list[SessionEvent]:
        """Ask for the table again, unless a request is pending or too many have failed.

        Args:
            problem: what is wrong with the message that was received, None for a gap.
            card: the text in it that is not a card, '' for none.
        """
        asking = self.asked or self.wants
        # Without a limit a faulty server and its client would ask and answer for ever.
        final = not asking and self.attempts >= ATTEMPTS
        if final and problem is None:
            problem = "the server's messages contradict each other"
        out: list[SessionEvent] = []
        if problem is not None:
            out.append(Unreadable(problem=problem, table=self.id, card=card, final=final))
        # One question at a time: its answer settles all gaps seen meanwhile.
        if asking or final:
            return out
        self.attempts += 1
        self.asked = self.wants = True
        self.live = False
        return out


_NO_SEAT = "the table has no such seat"


def _has_seat(table: Table | None, seat: int | None) -> bool:
    """Whether a table has a seat, as far as is known; None is the rail."""
    return seat is None or table is None or 0 <= seat < table.seats


_happened = maker(Happened)
