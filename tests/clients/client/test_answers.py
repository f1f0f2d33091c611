"""Answers of a server that makes no sense."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.client import ClientError
from carteado.client.answers import answer_lines
from carteado.protocol.messages import Evening, History, Ledger, Ok, Statistics

PLAYER = {"name": "Ana", "bot": False, "own": True, "sections": []}


@pytest.mark.parametrize(
    ("cls", "result"),
    [
        *((cls, result) for cls in (Evening, History, Ledger, Statistics) for result in (None, [])),
        (History, {"first": 1, "events": ["x"]}),
        (Ledger, {"title": "x", "players": ["Ana"], "payments": []}),
        (Statistics, {"players": [{**PLAYER, "game": "truco"}], "total": 1}),
    ],
)
def test_an_answer_that_makes_no_sense_is_an_error_of_the_client(
    cls: type[Any], result: object
) -> None:
    with pytest.raises(ClientError, match="cannot be read"):
        answer_lines(cls, Ok(id=1, result=result))
