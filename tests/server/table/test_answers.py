"""Which replies are remembered, and for how long."""

from __future__ import annotations

from carteado.protocol.messages import Ok, Refused
from carteado.server.table.answers import ANSWERS_KEPT, PLAYERS_KEPT, Answers


def test_a_reply_is_given_again_to_the_same_player_and_command():
    answers = Answers()
    answers.put("ana", Ok(id=3, table="t", seq=9))
    assert answers.get("ana", 3) == Ok(id=3, table="t", seq=9)
    assert answers.get("ana", 4) is None
    assert answers.get("rui", 3) is None


def test_a_reply_to_no_command_is_not_kept():
    answers = Answers()
    answers.put("ana", Refused(id=None, code="frame/malformed", message="?"))
    assert answers.get("ana", 0) is None


def test_the_oldest_replies_of_a_player_are_forgotten():
    answers = Answers()
    for number in range(1, ANSWERS_KEPT + 2):
        answers.put("ana", Ok(id=number))
    assert answers.get("ana", 1) is None
    assert answers.get("ana", 2) == Ok(id=2)


def test_new_strangers_displace_the_longest_inactive_ones():
    answers = Answers()
    answers.put("ana", Ok(id=1))
    answers.put("rui", Ok(id=1))
    answers.put("ana", Ok(id=2))
    for number in range(PLAYERS_KEPT - 1):
        answers.put(f"stranger {number}", Ok(id=1))
    assert answers.get("rui", 1) is None
    assert answers.get("ana", 1) == Ok(id=1)


def test_strangers_never_displace_seated_players():
    answers = Answers()
    answers.put("ana", Ok(id=1))
    for number in range(3 * PLAYERS_KEPT):
        answers.put(f"stranger {number}", Ok(id=1), spare=("ana", None))
    assert answers.get("ana", 1) == Ok(id=1)
    assert answers.get(f"stranger {PLAYERS_KEPT}", 1) is None


def test_replies_of_a_checkpoint_are_given_again_and_written_down_again():
    before = Answers()
    for number in range(1, 4):
        before.put("ana", Ok(id=number, table="t", seq=number + 6, result={"seat": 1}))
    before.put("rui", Ok(id=5, table="t", seq=20))
    after = Answers()
    for key, replies in before.memory():
        after.recall("t", key, replies)
    assert after.get("ana", 2) == Ok(id=2, table="t", seq=8, result={"seat": 1})
    assert after.get("ana", 4) is None
    after.put("rui", Ok(id=6, table="t", seq=21))
    assert after.get("rui", 5) == Ok(id=5, table="t", seq=20)
    again = Answers()
    for key, replies in after.memory():
        again.recall("t", key, replies)
    assert again.memory() == after.memory()
    assert [key for key, _ in again.memory()] == ["ana", "rui"]


def test_strangers_push_out_replies_of_a_checkpoint_too():
    answers = Answers()
    answers.recall("t", "ana", [(1, 7, None)])
    for number in range(PLAYERS_KEPT):
        answers.put(f"stranger {number}", Ok(id=1))
    assert answers.get("ana", 1) is None
    assert answers.memory() == []
