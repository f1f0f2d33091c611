"""A bot's decisions: each prompt gets one answer, in time.

A prompt names the time of its decision; the bot uses its time bank only once that is over. The
answer is due 200 ms earlier, or a tenth of the time where that is less. Without an answer by then
the bot sends the prompt's announced default, counts it and reports it. It does the same if the
answer is an exception, no action, or an action that the server refuses.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from carteado.bots.answers import BadAnswer, action_from
from carteado.bots.brain import Brain, BrainFailed, BrainGone
from carteado.bots.view import Facts, View
from carteado.client import Client, CommandRefused
from carteado.engine.game import Action
from carteado.engine.plain import to_plain
from carteado.protocol.messages import Act, Refused
from carteado.protocol.session_events import Prompted

__all__ = ["MARGIN_MS", "Decisions", "Tally", "budget_ms"]

# A round trip to another continent, and some for a busy machine.
MARGIN_MS = 200
"""Maximum time reserved for the answer to reach the server, in milliseconds."""


def budget_ms(time_ms: int, bank_ms: int) -> int:
    """Milliseconds that a bot has for a decision: its time less the margin.

    Args:
        time_ms: what is left of the decision's own time; where that is nothing, the bank counts.
        bank_ms: what is left of the time bank.
    """
    # A prompt that is repeated after a lost connection may have used up its own time.
    whole = time_ms if time_ms > 0 else bank_ms
    return max(0, whole - min(MARGIN_MS, whole // 10))


@dataclass(kw_only=True)
class Tally:
    """Counts of a bot's hands and decisions.

    Attributes:
        hands: deals at its table in which somebody had to decide, from sitting down on.
        decisions: decisions it was asked for.
        late: of these, those for which it had no answer in time, by its own clock or the table's.
        failed: those answered by an exception or by what is not an action.
        illegal: those answered by an action that the server refused.
    """

    hands: int = 0
    decisions: int = 0
    late: int = 0
    failed: int = 0
    illegal: int = 0


class Decisions:
    """Answers the prompts of one bot.

    Args:
        client: of the bot.
        brain: decides.
        tally: counts the decisions.
        chance: given to the brain for its chance.
        wrong: called with the number of the decision and the fault of an answer.

    Attributes:
        gone: the error with which the brain has ended for good, None while it has not.
    """

    def __init__(
        self,
        client: Client,
        brain: Brain,
        tally: Tally,
        chance: random.Random,
        wrong: Callable[[int, str], None],
    ) -> None:
        self.gone: BrainGone | None = None
        self._client = client
        self._brain = brain
        self._tally = tally
        self._chance = chance
        self._wrong = wrong
        self._thinking: asyncio.Task[None] | None = None
        self._table = ""
        self._decision: int | None = None
        self._answered: int | None = None
        self._late: set[int] = set()
        # The default of the answered decision, for the case that the server refuses the answer.
        self._default: Mapping[str, Any] | None = None

    def prompted(self, prompt: Prompted) -> None:
        """Answer a prompt, now or as soon as the brain has an answer."""
        thinking = self._thinking is not None and not self._thinking.done()
        if prompt.decision == self._answered or (thinking and prompt.decision == self._decision):
            return  # asked again after a lost connection; an answer is sent again by the session
        # A new decision means that the old one is gone, even if nothing said so.
        self.stop(self._decision)
        self._table, self._decision = prompt.table, prompt.decision
        self._tally.decisions += 1
        view = self._view(prompt)
        if self._brain.quick:
            self._decide_at_once(view)
        else:
            self._thinking = asyncio.create_task(self._decide(view))

    def stop(self, decision: int | None) -> None:
        """Stop thinking about a decision that is gone."""
        if self._thinking is not None and decision == self._decision:
            self._thinking.cancel()
            self._thinking = None

    def close(self) -> None:
        """Stop thinking, since the bot ends."""
        if self._thinking is not None:
            self._thinking.cancel()

    def check(self) -> None:
        """Raise the error that ended a decision, such as the end of the session."""
        thinking = self._thinking
        if thinking is not None and thinking.done() and not thinking.cancelled():
            thinking.result()

    def timed_out(self) -> None:
        """The table's clock ran out before the bot's own."""
        # An answer on its way is counted when it is refused.
        if self._decision is not None and self._decision != self._answered:
            self._count_late(self._decision)

    def refused(self, act: Act, refused: Refused) -> None:
        """Send the announced default where the server does not want the answer."""
        if refused.code == "action/stale_decision":
            self._count_late(act.decision)
        if act.decision != self._answered:
            return  # the next one was answered before the refusal came
        # Taken once, so that a refused default is not sent again.
        default, self._default = self._default, None
        if default is None or refused.code in _PASSED:
            # If the same prompt comes again, it is answered again.
            self._answered = None
            return
        self._tally.illegal += 1
        why = CommandRefused(refused.code, refused.message, refused.details)
        problem = f"{_words(act.action)} refused: {why}; {_words(default)} instead"
        self._wrong(act.decision, problem)
        self._send(act.decision, default)

    def _decide_at_once(self, view: View) -> None:
        try:
            answer = self._brain.answer(view)
            # A quick function cannot be interrupted, so its time is looked at afterwards.
            if not view.time_left:
                raise TimeoutError
            self._act(view, _action(answer, view))
        except (TimeoutError, BadAnswer, BrainFailed) as error:
            self._act_by_default(view, error)

    async def _decide(self, view: View) -> None:
        try:
            async with asyncio.timeout(view.time_left / 1000):
                answer = await self._brain.decide(view)
            self._act(view, _action(answer, view))
        except (TimeoutError, BadAnswer, BrainFailed) as error:
            self._act_by_default(view, error)
        except BrainGone as error:
            self.gone = error
            self._act(view, view.default)

    def _act_by_default(self, view: View, error: Exception) -> None:
        """Send the announced default where there is no valid answer."""
        if isinstance(error, TimeoutError):
            self._count_late(view.decision)
            why = "no answer in time,"
        else:
            self._tally.failed += 1
            why = f"{error};"
        self._wrong(view.decision, f"{why} {_words(view.default)} instead")
        self._act(view, view.default)

    def _count_late(self, decision: int) -> None:
        """Count a decision once, whether the bot or the table notices first."""
        self._late.add(decision)
        self._tally.late = len(self._late)

    def _act(self, view: View, action: Mapping[str, Any]) -> None:
        # Before sending, so that a refusal that comes at once finds its decision.
        self._answered, self._default = view.decision, view.default
        self._send(view.decision, action)

    def _send(self, decision: int, action: Mapping[str, Any]) -> None:
        # Not `request`: nobody waits, and the refusal comes as a `Replied`.
        self._client.command(Act, table=self._table, decision=decision, action=dict(action))

    def _view(self, prompt: Prompted) -> View:
        table = self._client.tables[prompt.table].table
        return View(
            seat=prompt.seat,
            legal=Facts(prompt.legal),
            default=_plain(prompt.default),
            state=Facts(table.state if table else None),
            table=table,
            decision=prompt.decision,
            bank_ms=prompt.bank_ms,
            deadline=time.monotonic() + budget_ms(prompt.time_ms, prompt.bank_ms) / 1000,
            random=self._chance,
            legal_value=prompt.legal,
        )


# Refusals after which the default would be refused as well.
_PASSED = frozenset({"action/stale_decision", "action/not_your_turn", "session/lost"})


def _action(answer: Any, view: View) -> Mapping[str, Any]:
    return action_from(answer, view.table.game if view.table else None)


def _plain(action: Action) -> Mapping[str, Any]:
    found: Mapping[str, Any] = to_plain(action)
    return found


def _words(action: Mapping[str, Any]) -> str:
    return " ".join(str(value) for value in (action.get("type"), *_amounts(action)))


def _amounts(action: Mapping[str, Any]) -> list[Any]:
    return [value for name, value in action.items() if name != "type"]
