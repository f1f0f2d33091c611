"""A reader's knowledge of one table: the fold of the client library's session events.

The window and the terminal keep a `Reader` for the current table and give it every session event.
They show what its picture says. It has no clock: each call brings the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from carteado.client.notices import Lost
from carteado.engine.table import Table
from carteado.protocol.amounts import Amounts, amounts_of
from carteado.protocol.messages import TurnClock
from carteado.protocol.session_events import (
    ChatHeard,
    ClockChanged,
    DealFlawed,
    DealTimed,
    Happened,
    LiveNow,
    OddsReceived,
    PresenceChanged,
    Prompted,
    PromptGone,
    ReactionSeen,
    SessionEvent,
    Snapped,
    TableStalled,
    TableWaits,
    Unreadable,
)
from carteado.scene.clock import Clock
from carteado.scene.game_types import GamePicture, GameStory
from carteado.scene.generic import GenericStory
from carteado.scene.moves import Movement
from carteado.scene.offers import Offer, offers_of
from carteado.scene.refusals import ending_text
from carteado.scene.renderers import Renderer, renderer_of
from carteado.scene.server_faults import closed_text, flaw_text, unreadable_text, waits_text
from carteado.scene.story import ChatMessage, Line
from carteado.scene.waiting import Guard, PreAction, PreKind, answer_of
from carteado.scene.words import N_, Words, words_of

__all__ = ["Reader"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A table as one reader knows it.

    Attributes:
        id: the table's id.
        words: of the reader.
        table: as the reader may see it; None before the first snapshot, or without the game's code.
        seat: the reader's, None for the rail.
        prompt: the reader's pending decision, None for none.
        clock: of the seat that decides, None between decisions.
        deal_ms: when the next deal begins, by the client's clock; None where none is planned.
        server_clock: whether the server says how much time the deciding seat has left.
        story: lines and chat; None before the table is known.
        connected: whether each seat is connected.
        watching: number of spectators.
        live: whether the reader is up to date and connected.
        chosen: the action chosen in advance.
        guard: against a price that just rose.
        closing: gives the reason why the table is closed, in a language; None while it is open.
        lines: the server's lines in English, if the game's code is missing.
    """

    id: str
    words: Words = field(default_factory=lambda: words_of("en"))
    table: Table | None = None
    seat: int | None = None
    prompt: Prompted | None = None
    clock: Clock | None = None
    deal_ms: float | None = None
    server_clock: bool = False
    story: GameStory = None
    connected: tuple[bool, ...] = ()
    watching: int = 0
    live: bool = False
    chosen: PreAction | None = None
    guard: Guard = field(default_factory=Guard)
    closing: Callable[[Words], str] | None = None
    lines: tuple[str, ...] = ()

    # Views

    @property
    def closed(self) -> str:
        """The reason why the table is closed, in the reader's language; '' while it is open."""
        return self.closing(self.words) if self.closing is not None else ""

    @property
    def renderer(self) -> Renderer:
        """The renderer of the table's game."""
        return renderer_of(self.table.opened.game if self.table is not None else "")

    def picture(self) -> GamePicture:
        """The table's picture; None before the table is known."""
        if self.table is None:
            return None
        return self.renderer.picture(self.table, self.seat, self.story, self.words, self.connected)

    def moved(self, before: Reader) -> tuple[Movement, ...]:
        """The movements since an earlier state of the same reader."""
        # Without two pictures of the same table there is nothing between which anything moves.
        if before.table is None or self.table is None or before.id != self.id:
            return ()
        # States never change in place, so identity is a cheap and exact test.
        if before.table.state is self.table.state:
            return ()
        return self.renderer.movements(before.picture(), self.picture())

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The offers of the prompt, in the order of the buttons."""
        if self.prompt is None or self.table is None:
            return ()
        return offers_of(self.prompt.legal, self.table.game.actions)

    @property
    def amounts(self) -> Amounts:
        """What typed amounts mean at the pending decision, such as ``3bb`` or ``half``."""
        legal = self.prompt.legal if self.prompt is not None else {}
        return amounts_of(legal, self.table.state if self.table is not None else None)

    def answer(self) -> dict[str, Any] | None:
        """The action that was chosen in advance for this prompt, None for none."""
        return answer_of(self.chosen, self.offers)

    def coming_ms(self, now_ms: float) -> float | None:
        """Milliseconds until the next deal; None where none is planned or its time is over."""
        table, deal_ms = self.table, self.deal_ms
        if table is None or deal_ms is None or deal_ms <= now_ms:
            return None
        return deal_ms - now_ms if table.game.turn(table.state) is None else None

    def coming(self, now_ms: float) -> str:
        """The sentence about the next deal, '' where none is planned or its time is over."""
        left = self.coming_ms(now_ms)
        if self.table is None or left is None:
            return ""
        # A new game that begins by itself counts down too.
        over = self.table.game.over(self.table.state)
        text = N_("New game in {seconds} s") if over else self.renderer.coming
        # Floor division of the negative number rounds up.
        return self.words(text, seconds=-int(-left // 1_000))

    # Input from the server

    def take(self, session_event: SessionEvent | Lost, now_ms: float) -> Reader:
        """The reader after a session event; one of another table changes nothing.

        Args:
            session_event: as the client library gives it.
            now_ms: the client's own clock, milliseconds.
        """
        if isinstance(session_event, Lost):
            return self._lost(now_ms)
        # Session events of all tables reach every reader.
        if getattr(session_event, "table", None) != self.id:
            return self
        match session_event:
            case Happened():
                return self._happened(session_event, now_ms)
            case Snapped():
                return self._snapped(session_event, now_ms)
            case Prompted():
                return self._prompted(session_event, now_ms)
            case ClockChanged(message=clock):
                return self._clocked(clock, now_ms)
            case DealTimed(message=deal):
                left = deal.time_ms
                return replace(self, deal_ms=None if left is None else now_ms + left)
            case PromptGone():
                # The clock stays until another turn replaces it.
                return replace(self, prompt=None)
            case LiveNow():
                return replace(self, live=True, seat=session_event.seat)
            case TableStalled():
                return self._stalled(session_event)
            case PresenceChanged(connected=connected, watching=watching):
                return replace(self, connected=connected, watching=watching)
            # Only stories of poker games keep odds.
            case OddsReceived(board=board, pots=pots, run=run) if hasattr(self.story, "counted"):
                return replace(self, story=self.story.counted(board, pots, run))
            case ChatHeard() | ReactionSeen() if self.story is not None:
                return self._heard(session_event)
            case DealFlawed():
                return self._noted(partial(flaw_text, session_event))
            case TableWaits():
                return self._noted(partial(waits_text, session_event))
            # A table that its server describes wrongly is closed for this client.
            case Unreadable(final=True):
                closing = partial(unreadable_text, session_event)
                return replace(self, live=False, prompt=None, closing=closing)
            case _:
                return self

    def choose(self, kind: PreKind | None) -> Reader:
        """The reader with an action chosen in advance; the same one again takes it back."""
        # A second press takes the choice back, as with a check box.
        if kind is None or (self.chosen is not None and self.chosen.kind == kind):
            return replace(self, chosen=None)
        price, hand, street = self._price()
        return replace(self, chosen=PreAction(kind=kind, price=price, hand=hand, street=street))

    def in_language(self, words: Words) -> Reader:
        """The reader with other words, and its log in them."""
        words = words.at_blind(self.words.blind)
        story = self.story.in_language(words) if self.story is not None else None
        return replace(self, words=words, story=story)

    def _prompted(self, prompted: Prompted, now_ms: float) -> Reader:
        clock = Clock(
            seat=prompted.seat,
            since_ms=now_ms,
            time_ms=prompted.time_ms,
            bank_ms=prompted.bank_ms,
        )
        # A decision without a limit has no clock to show.
        return replace(self, prompt=prompted, clock=clock if prompted.timed else None)

    def _stalled(self, stalled: TableStalled) -> Reader:
        # Without a time for another try the server has closed the table for good.
        given_up = stalled.retry_ms is None
        closing = partial(_stalled_text, stalled) if given_up else self.closing
        return replace(self, live=False, closing=closing)

    def _heard(self, heard: ChatHeard | ReactionSeen) -> Reader:
        if isinstance(heard, ChatHeard):
            text = heard.text
        else:
            text = f"({heard.reaction.replace('_', ' ').replace('-', ' ')})"
        message = ChatMessage(seat=heard.seat, name=heard.name, text=text, rail=heard.seat is None)
        return replace(self, story=self.story.with_chat(message))

    def _noted(self, text: Callable[[Words], str]) -> Reader:
        """The reader with a sentence of the client's own in its log."""
        if self.story is None:
            return self
        log = self.story.log.add_event(lambda words: (Line(text=text(words)),), self.words)
        return replace(self, story=replace(self.story, log=log))

    def _lost(self, now_ms: float) -> Reader:
        clock = self.clock and self.clock.stop(now_ms)
        # No buttons while offline: the prompt comes again after the reconnection.
        return replace(self, live=False, prompt=None, clock=clock, deal_ms=None)

    def _snapped(self, snapped: Snapped, now_ms: float) -> Reader:
        # The game's code is missing here: only the server's lines can be shown.
        if snapped.after is None:
            return replace(
                self, table=None, story=GenericStory(), lines=snapped.lines, seat=snapped.seat
            )
        # A snapshot after a gap keeps the story: the earlier lines stay true.
        fresh = self.story is None or isinstance(self.story, GenericStory)
        story = renderer_of(snapped.after.opened.game).story() if fresh else self.story
        after = replace(
            self, table=snapped.after, seat=snapped.seat, story=story, prompt=None, live=True
        )
        after = replace(after, deal_ms=None)  # it comes again after the snapshot
        return after._timed(None, now_ms)._paused(now_ms)._priced(now_ms)._staked()

    def _happened(self, happened: Happened, now_ms: float) -> Reader:
        after, before = happened.after, happened.before
        if after is None:
            # Bounded, because such a table may run for days.
            return replace(self, lines=(*self.lines, happened.line)[-200:])
        story = self.story
        # Live from the beginning, without a snapshot.
        if story is None:
            story = renderer_of(after.opened.game).story()
        # An event that is still plain data is of a newer version than this client's code.
        if before is not None and not isinstance(happened.event, Mapping):
            if isinstance(story, GenericStory):
                line = happened.line or before.game.line(happened.event, before.state)
                story = story.with_line(line)
            else:
                story = story.happened(happened.event, before.state, self.words)
        closing = self.closing
        if after.closed:
            closing = partial(closed_text, getattr(happened.event, "reason", ""))
        found = replace(self, table=after, story=story, closing=closing)
        # In this order: a pause stops the clock that the turn has just set.
        return found._timed(before, now_ms)._paused(now_ms)._priced(now_ms)._staked()

    def _timed(self, before: Table | None, now_ms: float) -> Reader:
        """The clock of the acting seat; a prompt of the reader's seat replaces it."""
        table = self.table
        assert table is not None
        turn = table.game.turn(table.state)
        settings = table.settings
        # Nobody decides, or nobody is timed.
        if turn is None or settings.clock == "none":
            return replace(self, clock=None)
        same = before is not None and before.game.turn(before.state) == turn
        # An event such as somebody sitting down: the server says when the clock changes.
        if same and self.clock is not None and (self.server_clock or self.prompt is not None):
            return self
        # The game's state is unchanged, so the event was the table's own and the clock runs on.
        if same and before is not None and before.state is table.state and self.clock is not None:
            return self
        clock = Clock(
            seat=turn,
            since_ms=now_ms,
            time_ms=settings.decision_ms if settings.clock == "decision" else 0,
            bank_ms=table.banks[turn] + settings.increment_ms,
        )
        return replace(self, clock=clock)

    def _clocked(self, turn: TurnClock, now_ms: float) -> Reader:
        """The clock of another seat, as the server reports it."""
        if not turn.timed or self.table is None:
            return replace(self, clock=None, server_clock=True)
        settings = self.table.settings
        clock = Clock(
            seat=turn.seat,
            since_ms=now_ms,
            time_ms=turn.time_ms,
            bank_ms=turn.bank_ms,
            of_ms=settings.decision_ms if settings.clock == "decision" else 0,
            of_bank_ms=self.table.banks[turn.seat] + settings.increment_ms,
            stopped=turn.paused,
        )
        # From now on the client's own estimate is no longer used.
        return replace(self, clock=clock, server_clock=True)

    def _paused(self, now_ms: float) -> Reader:
        """The clock, stopped while the table is paused and running on afterwards."""
        if self.clock is None or self.table is None:
            return self
        paused = self.table.controls.paused is not None
        clock = self.clock.stop(now_ms) if paused else self.clock.run(now_ms)
        return replace(self, clock=clock)

    def _staked(self) -> Reader:
        """The reader with words for the current big blind."""
        assert self.table is not None
        # The state's blind rises with a schedule; before the first hand only the options have one.
        blind = getattr(self.table.state, "big_blind", 0)
        words = self.words.at_blind(blind or getattr(self.table.options, "big_blind", 0))
        return self if words is self.words else replace(self, words=words)

    def _priced(self, now_ms: float) -> Reader:
        """The reader with its guard and its choice in advance at the current price."""
        # Spectators have no price.
        if self.seat is None:
            return self
        price, hand, street = self._price()
        chosen = self.chosen and self.chosen.seen(price=price, hand=hand, street=street)
        return replace(self, chosen=chosen, guard=self.guard.seen(price, now_ms))

    def _price(self) -> tuple[int, int, str]:
        """Chips that the reader has to add, and the hand and street for which that holds."""
        assert self.table is not None
        state, seat = self.table.state, self.seat
        bets = getattr(state, "bets", None)
        if seat is None or bets is None:
            return 0, getattr(state, "hand", 0), ""
        # A seat with less than the price calls with its whole stack.
        owed = max(0, min(state.current_bet - bets[seat], state.stacks[seat]))
        return owed, state.hand, state.street


def _stalled_text(stalled: TableStalled, words: Words) -> str:
    """The sentence about a table that the server has closed for good."""
    return ending_text(stalled, words) or stalled.message
