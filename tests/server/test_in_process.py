"""Seats that are played in the server's own process, and what a step says without being written."""

from __future__ import annotations

import pytest
from tests.server.rig import Rig

from carteado.engine import game as commands
from carteado.engine.errors import Refusal
from carteado.protocol import messages as wire
from carteado.server.step import Step, ends_deal, is_progress


def test_a_seat_played_in_process_plays_as_over_a_connection():
    rigs = [Rig(seed=3), Rig(seed=3)]
    players = [rig.seated(2) for rig in rigs]
    answers = ("call", "check", "check", "fold", "fold", "call", "raise")
    for answer in answers:
        one, other = rigs
        clock = one.host.open_decision
        assert clock is not None
        assert clock == other.host.open_decision
        action = {"type": answer, "to": 60} if answer == "raise" else {"type": answer}
        step = one.host.play(clock.seat, action, one.now + 10)
        if not isinstance(step, Refusal):
            one.run(step)
            one.tick()
        reply = players[1][clock.seat].say(wire.Act, decision=clock.decision, action=action)
        assert getattr(reply, "code", None) == getattr(step, "code", None)
        assert one.host.table == other.host.table


@pytest.mark.parametrize("action", [{"type": "jump"}, {"type": "raise", "to": "60"}, {}, "call"])
def test_what_is_no_action_is_refused(action):
    rig = Rig()
    rig.seated(2)
    clock = rig.host.open_decision
    before = rig.host.table
    answer = rig.host.play(clock.seat, action, rig.now)
    assert isinstance(answer, Refusal)
    assert answer.code == "action/invalid"
    assert rig.host.table is before


@pytest.mark.parametrize("turn", [None, 0, 1])
@pytest.mark.parametrize(
    "done",
    [
        (),
        (commands.Deal(deck=()),),
        (commands.Act(seat=0, action={"type": "fold"}),),
        (commands.Rematch(seat=1),),
        (commands.Rematch(seat=None),),
        (commands.Leave(seat=0), commands.Act(seat=1, action={"type": "fold"})),
        (commands.Sit(seat=1, name="Ana"),),
    ],
)
def test_a_step_says_what_its_commit_will_say(done, turn):
    step = Step(done=done, by="key", id=3)
    assert step.is_progress(turn) == is_progress(step.cause, turn)
    assert step.ends_deal == ends_deal(step.cause)
