"""The tables that the client follows, and presses at the shown one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from carteado.client.link import Link
from carteado.client.notices import Lost
from carteado.protocol.messages import Act, AddBot, Chat, Join, Leave, Rematch, SitIn, SitOut, TopUp
from carteado.protocol.session_events import Happened, LiveNow, Prompted, PromptGone, SessionEvent
from carteado.scene.bot_words import bots_of
from carteado.scene.buraco.advice import BuracoQuestion, buraco_question
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.control.adding import Adding
from carteado.scene.control.books import Books
from carteado.scene.control.coach import AnyAdvice, Coach
from carteado.scene.control.pages import Pages
from carteado.scene.control.showing import Showing
from carteado.scene.control.turns import Turns
from carteado.scene.layout.poker_bar import first_amount, presets_of
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker.advice import Question, question_of
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Scene
from carteado.scene.sounds import sounds_of

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Tables"]

P = TypeVar("P")

_GO_ON = ("draw", "take", "redraw")
"""Actions after which the same seat goes on: its cards stay open for the person at the screen."""


class Tables:
    """The followed tables, and presses at the shown one.

    Args:
        app: the window's state.

    Attributes:
        showing: what is shown of each followed table.
        table_id: the current table.
        acted: number of the decision that was answered last.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.turns = Turns(app)
        self.books = Books(app)
        self.pages = Pages(app)
        self.adding = Adding(app)
        # One for all tables: its answers depend on cards, not on tables.
        self.coach = Coach()
        self.showing: dict[str, Showing] = {}
        self.table_id: str | None = None
        self.acted: int | None = None

    @property
    def current(self) -> Showing | None:
        """The display of the current table."""
        return self.showing.get(self.table_id or "")

    def picture_of(self, kind: type[P]) -> P | None:
        """The picture of the current table, None where it is of another game."""
        if self.current is None or self.current.reader.table is None:
            return None
        picture = self.current.reader.picture()
        return picture if isinstance(picture, kind) else None

    def follow(self, table: str) -> Showing:
        """Keep a reader of a table."""
        found = self.showing.get(table)
        if found is None:
            reader = self.app.new_reader(table)
            found = self.showing[table] = Showing(reader=reader, shown=reader)
        return found

    def open(self, table: str) -> None:
        """Show a table."""
        # A decision may have come while the lobby was shown.
        amount = first_amount(self.follow(table).reader)
        self.table_id = table
        self.app.screen = "table"
        # `more` holds a form or staged turn of the table before.
        self.app.ui = replace(self.app.ui, sheet="", notice=None, amount=amount, more=None)

    def take(self, session_event: SessionEvent | Lost) -> None:
        """Hand a session event to the table that it is about; one of no table to all of them."""
        table = getattr(session_event, "table", None)
        # Not after the link was closed: its last items would open the table again.
        if table is not None and self.app.link is not None:
            self.follow(table)
        # A copy: an event can end the session, which clears the tables.
        for name, showing in list(self.showing.items()):
            if table in (None, name):
                showing.take(session_event, self.app.now_ms, reduced=self.app.settings.reduced)
                self.app.stays.take(showing.reader, session_event)
                self.adding.happened(showing.reader)
                if isinstance(session_event, Happened):
                    self.pages.take_event(session_event.event, showing.reader)
        if isinstance(session_event, LiveNow):
            # After each connection, since another window may have opened the table.
            self.pages.owns(session_event.table, owner=session_event.owner)
        if table == self.table_id and table is not None:
            self._at_the_table(session_event)

    def _at_the_table(self, session_event: SessionEvent | Lost) -> None:
        showing = self.current
        if showing is None:
            return
        if isinstance(session_event, Prompted):
            amount = first_amount(showing.reader)
            self.app.ui = replace(
                self.app.ui, amount=amount, texts=_without(self.app.ui.texts, "amount")
            )
            # An action chosen in advance answers before anything is drawn.
            answer = showing.reader.answer()
            if answer is not None:
                self.act(answer)
                # A choice in advance answers one decision; no sound announces a turn that is over.
                showing.choose(showing.reader.choose(None))
                return
        if isinstance(session_event, PromptGone):
            self.app.ui = replace(
                self.app.ui, amount=None, texts=_without(self.app.ui.texts, "amount")
            )
            # A typed amount belongs to the decision for which it was typed.
            if self.app.ui.editing == "amount":
                self.app.ui = replace(self.app.ui, editing="")
            notice = self.app.ui.notice
            if notice is not None and notice.field == "amount":
                self.app.ui = replace(self.app.ui, notice=None)
        if isinstance(session_event, Happened):
            # The hand may have changed under the staged turn.
            self.turns.happened()
            self.turns.scored(getattr(session_event.event, "type", ""), showing.ended)
        if isinstance(session_event, Happened | Prompted):
            self.app.sounds += sounds_of(session_event, showing.reader, self.app.settings.sound)

    @property
    def bots(self) -> tuple[str, ...]:
        """The server's bots that fit the game of the current table."""
        welcome, showing = self.app.welcome, self.current
        table = showing.reader.table if showing is not None else None
        if welcome is None or table is None:
            return ()
        return bots_of(welcome, table.opened.game)

    def scene(self, size: tuple[float, float]) -> Scene:
        """The screen of the current table."""
        showing = self.current
        reader = showing.shown if showing is not None else self.app.new_reader("")
        replaying = showing is not None and showing.replaying
        ended = showing.ended if showing is not None else None
        again = showing is not None and showing.repeatable
        adding = self.adding.waiting(reader.id)
        ui = replace(self.app.ui, ended=ended, again=again, adding=adding)
        # A replay shows an old position, to which the advice for the pending decision does not
        # belong.
        if reader.prompt is not None and not replaying:
            ui = replace(ui, advice=self.advice())
        scene = table_scene(
            reader,
            ui,
            self.app.settings,
            size,
            self.app.now_ms,
            replaying=replaying,
            bots=self.bots,
        )
        return self.pages.scene(scene, reader)

    def _question(self, reader: Reader) -> Question | BuracoQuestion | None:
        """The position for the coach; of Buraco only while its panel is open."""
        picture = reader.picture()
        if isinstance(picture, PokerPicture):
            return question_of(picture)
        # Counting a turn of Buraco takes seconds, so it is not done for a closed panel.
        if isinstance(picture, BuracoPicture) and self.app.ui.coach:
            return buraco_question(reader, picture)
        return None

    def advice(self) -> AnyAdvice | None:
        """The coach's advice about the current decision; None for none, or not yet."""
        showing = self.current
        if showing is None or showing.replaying or showing.shown.prompt is None:
            return None
        return self.coach.advice(self._question(showing.shown))

    def intent(self, intent: Intent) -> bool:
        """Carry out what a press at a table means; False where it means something else."""
        app, showing, table = self.app, self.current, self.table_id
        # The same intents mean something else in the lobby.
        if showing is None or app.screen != "table" or table is None:
            return False
        # Pages and games add their own; the first that knows an intent takes it.
        return (
            self._screen_intent(intent, showing)
            or (app.link is not None and self._request_intent(intent, app.link, table))
            or self.pages.intent(intent, showing.reader)
            or self.game_intent(intent)
        )

    def _screen_intent(self, intent: Intent, showing: Showing) -> bool:
        """Carry out a press about what the screen shows; False for any other."""
        app, reader = self.app, showing.reader
        match intent.kind:
            case "act":
                self.act(intent.value)
                self.turns.sent()
            case "amount":
                self.set_amount(intent.value)
            case "pre":
                showing.choose(reader.choose(intent.value))
            # Space ends a run-out's pauses and a replay.
            case "skip":
                showing.skip(app.now_ms)
            case "replay":
                if showing.replaying:
                    showing.skip(app.now_ms)
                elif not showing.replay(app.now_ms):
                    app.say(app.words("There is no hand to show again yet."))
            case "coach":
                app.ui = replace(app.ui, coach=not app.ui.coach)
            case "cover":
                app.hot_seat.touched()
                app.ui = replace(app.ui, covered=not app.ui.covered)
            case "say":
                self.chat(str(intent.value))
            case "chat-send":
                self.submit("chat")
            case "back":
                self.back()
            case "to-lobby":
                self.to_lobby()
            case "pause" if reader.table is not None and reader.seat is not None:
                # One button for both: what it does depends on the seat.
                away = reader.table.state.away[reader.seat]
                return self.intent(Intent("sit_in" if away else "sit_out"))
            case _:
                return False
        return True

    def _request_intent(self, intent: Intent, link: Link, table: str) -> bool:
        """Send the request that a press stands for; False where it stands for none."""
        match intent.kind:
            case "sit":
                where = {} if intent.value is None else {"seat": intent.value}
                link.request("sit", Join, table=table, **where)
            case "show":
                # Decision 0 is for actions that answer no prompt.
                link.request("show", Act, table=table, decision=0, action={"type": "show"})
            case "wish":
                name, _, card = str(intent.value).partition(":")
                action = {"type": name, "card": int(card)} if card else {"type": name}
                link.request("wish", Act, table=table, decision=0, action=action)
            case "check-shuffle" if self.current is not None:
                shown = self.current.reader.table
                if shown is not None:
                    self.app.say(self.app.words("The shuffle is being checked."))
                    link.check_shuffle(table, shown.game)
            case "top-up-back":
                self.adding.take_back(table)
            case "rebuy":
                link.request("rebuy", TopUp, table=table, amount=intent.value)
            case "sit_out" | "sit_in" | "rematch" | "leave":
                cls = {"sit_out": SitOut, "sit_in": SitIn, "rematch": Rematch, "leave": Leave}
                link.request(intent.kind, cls[intent.kind], table=table)
                if intent.kind == "leave":
                    self.app.ui = replace(self.app.ui, sheet="")
            case "add-bot":
                self.app.ui = replace(self.app.ui, sheet="")
                link.request("add-bot", AddBot, table=table, bot=intent.value)
            case _:
                return False
        return True

    def game_intent(self, intent: Intent) -> bool:
        """Carry out a press that only one game knows."""
        return self.turns.intent(intent) or self.books.intent(intent)

    def act(self, action: dict[str, Any]) -> None:
        """Answer the pending decision, once."""
        showing = self.current
        if showing is None or self.app.link is None:
            return
        prompt = showing.reader.prompt
        # A second press before the server's reply must not answer the same decision again.
        if prompt is None or self.acted == prompt.decision:
            return
        # Before the request is sent, so that even two presses in one frame act once.
        self.acted = prompt.decision
        self.app.link.command(Act, table=prompt.table, decision=prompt.decision, action=action)
        if action["type"] not in _GO_ON:
            self.app.hot_seat.acted()

    def set_amount(self, amount: int) -> None:
        """Choose an amount."""
        texts = _without(self.app.ui.texts, "amount")
        self.app.ui = replace(self.app.ui, amount=amount, texts=texts, editing="")

    def step_amount(self, step: int) -> None:
        """A big blind more or less."""
        showing = self.current
        if showing is None:
            return
        offer = next((one for one in showing.reader.offers if one.span is not None), None)
        if offer is None or offer.span is None:
            return
        low, high = offer.span
        # Games without blinds step by one chip.
        unit = max(
            1, getattr(showing.reader.table.state, "big_blind", 0) if showing.reader.table else 1
        )
        now = self.app.ui.amount if self.app.ui.amount is not None else low
        self.set_amount(min(max(now + step * unit, low), high))

    def unused_key(self, name: str) -> None:
        """A key that no target takes."""
        showing = self.current
        if self.app.screen != "table" or showing is None:
            return
        if name in ("Up", "Down"):
            self.step_amount(1 if name == "Up" else -1)
        elif name == "Escape":
            self.back()
        # Only where an amount can be typed at all.
        elif name == "=" and presets_of(showing.reader, showing.reader.picture()):
            self.app.ui = replace(
                self.app.ui, editing="amount", texts={**self.app.ui.texts, "amount": ""}
            )
        elif name == "Space" and showing.busy:
            showing.skip(self.app.now_ms)

    def back(self) -> None:
        """Escape, or the arrow at the top: one step out."""
        showing = self.current
        if showing is not None and showing.replaying:
            showing.skip(self.app.now_ms)
        elif self.turns.staging.ways:
            self.turns.intent(Intent("undo"))
        # 'none' means that the score sheet was closed: there is nothing left to close.
        elif self.app.ui.sheet not in ("", "none"):
            self.app.ui = replace(self.app.ui, sheet="")
        # One Escape too many would take a player away from a hand, whose clock goes on.
        elif showing is not None and _in_play(showing.reader):
            self.app.ui = replace(self.app.ui, sheet="to-lobby")
        else:
            self.to_lobby()

    def to_lobby(self) -> None:
        """Show the lobby; a seat at the table stays the player's."""
        if self.app.link is not None:
            self.app.ui = replace(self.app.ui, sheet="")
            self.app.screen = "lobby"
            self.app.link.list_tables()

    def chat(self, text: str) -> None:
        """Say something at the table."""
        if self.app.link is not None and self.table_id is not None and text.strip():
            # The first 200 characters: the server refuses longer lines of chat.
            self.app.link.request("chat", Chat, table=self.table_id, text=text.strip()[:200])

    def submit(self, field: str) -> None:
        """Enter was pressed in a field of the table or the lobby."""
        if field == "chat":
            self.chat(self.app.ui.texts.get("chat", ""))
            self.app.ui = replace(
                self.app.ui, texts=_without(self.app.ui.texts, "chat"), editing=""
            )
        elif field == "amount":
            self._typed_amount()
        elif self.app.screen == "table" and self.books.submit(field):
            pass
        else:
            self.app.lobby.submit_form(field)

    def _typed_amount(self) -> None:
        words, text = self.app.words, self.app.ui.texts.get("amount", "").strip()
        notice = self.app.ui.notice
        kept = notice if notice is not None and notice.field != "amount" else None
        self.app.ui = replace(self.app.ui, editing="", notice=kept)
        # An emptied field means that no amount was chosen.
        if not text:
            self.app.ui = replace(self.app.ui, texts=_without(self.app.ui.texts, "amount"))
            return
        showing = self.current
        if showing is None:
            return
        amounts = showing.reader.amounts
        amount, low, high = amounts.read(text), amounts.low, amounts.high
        if amount is None:
            also = ", ".join(amounts.words)
            refusal = words("Type {low} to {high}, or: {words}.", low=low, high=high, words=also)
            self.app.refuse("amount", refusal)
        elif low is not None and high is not None and not low <= amount <= high:
            refusal = words(
                "Choose {low} to {high}; you typed {amount}.", low=low, high=high, amount=amount
            )
            self.app.refuse("amount", refusal)
        else:
            self.set_amount(amount)

    def reader_at(self, table: str) -> Reader | None:
        """The knowledge of a table."""
        found = self.showing.get(table)
        return found.reader if found is not None else None


def _in_play(reader: Reader) -> bool:
    """Whether the reader's seat takes part in a deal that the reader sees going on."""
    table, seat = reader.table, reader.seat
    if table is None or seat is None or reader.closed or not reader.live:
        return False
    return table.game.turn(table.state) is not None and not table.state.away[seat]


def _without(texts: Mapping[str, str], key: str) -> dict[str, str]:
    return {name: text for name, text in texts.items() if name != key}
